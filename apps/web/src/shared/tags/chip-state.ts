import { displayNameOf, fold, searchWords, type Tag, wordOfTag } from '@cardinal/domain'

/** The state of a tag in the search of the place where its chip is. */
export type ChipState = 'included' | 'excluded' | 'none'

export type NamedTag = Pick<Tag, 'name' | 'displayName'>

/**
 * Returns whether a search text includes a tag, excludes it, or does not name it. A tag is named by its name or its
 * display name.
 */
export function stateOf(text: string, tag: NamedTag): ChipState {
  const states = statesIn(text)
  return states.get(fold(tag.name)) ?? states.get(fold(displayNameOf(tag))) ?? 'none'
}

/** Returns the word by which a search text says a tag, or would say it. */
export function wordIn(text: string, tag: NamedTag): string {
  return statesIn(text).has(fold(tag.name)) ? tag.name : wordOfTag(tag)
}

/** As it was read last: with each key, every chip on the screen asks about the same text. */
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
