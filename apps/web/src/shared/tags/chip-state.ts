import { displayNameOf, fold, parseSearch, partsOf, searchWords, type Tag, wordOfTag } from '@cardinal/domain'

/** Whether the search at the chip's place includes or excludes its tag. */
export type ChipState = 'included' | 'excluded' | 'none'

export type NamedTag = Pick<Tag, 'name' | 'displayName'>

/** The state of a tag in a search text, which may contain its name or its display name. */
export function stateOf(text: string, tag: NamedTag): ChipState {
  const states = statesIn(text)
  return states.get(fold(tag.name)) ?? states.get(fold(displayNameOf(tag))) ?? 'none'
}

/** The word of the search text for a tag, or the word that would be inserted. */
export function wordIn(text: string, tag: NamedTag): string {
  return statesIn(text).has(fold(tag.name)) ? tag.name : wordOfTag(tag)
}

/** Cached, because all chips on the screen ask about the same text at every key. */
let latest: { readonly text: string; readonly states: ReadonlyMap<string, ChipState> } | null = null

function statesIn(text: string): ReadonlyMap<string, ChipState> {
  if (latest?.text !== text) {
    const states = new Map<string, ChipState>()
    for (const word of searchWords(text)) {
      const name = fold(word.text)
      if (!states.has(name)) states.set(name, word.isExcluded ? 'excluded' : 'included')
    }
    latest = { text, states }
  }
  return latest.states
}

/** Whether the search demands this tag, so that all results have it and need not show it. */
export function isOnAll(text: string, tag: NamedTag): boolean {
  const names = namesOnAll(text)
  return names.has(fold(tag.name)) || names.has(fold(displayNameOf(tag)))
}

/** Cached, as the states are. */
let latestNames: { readonly text: string; readonly names: ReadonlySet<string> } | null = null

function namesOnAll(text: string): ReadonlySet<string> {
  if (latestNames?.text !== text) {
    const names = partsOf(parseSearch(text)).flatMap((part) =>
      part.kind === 'words' ? part.words : part.kind === 'tag' ? [part.name] : [],
    )
    latestNames = { text, names: new Set(names.map(fold)) }
  }
  return latestNames.names
}
