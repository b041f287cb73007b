import { displayNameOf, fold, searchWords, type Tag, wordOfTag } from '@cardinal/domain'

/** Whether the search at the chip's place includes or excludes its tag. */
export type ChipState = 'included' | 'excluded' | 'none'

export type NamedTag = Pick<Tag, 'name' | 'displayName'>

/** By the tag's name or display name. */
export function stateOf(text: string, tag: NamedTag): ChipState {
  const states = statesIn(text)
  return states.get(fold(tag.name)) ?? states.get(fold(displayNameOf(tag))) ?? 'none'
}

/** The word for a tag that is in a search text, or would be used. */
export function wordIn(text: string, tag: NamedTag): string {
  return statesIn(text).has(fold(tag.name)) ? tag.name : wordOfTag(tag)
}

/** Cached: at every key, all chips on the screen ask about the same text. */
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
