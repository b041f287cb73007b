import { fold, searchWords } from '@cardinal/domain'

/** How a tag stands in the search of the place where its chip is. */
export type ChipState = 'included' | 'excluded' | 'none'

/** Whether a search text asks for a tag, leaves it out, or doesn't speak of it. */
export function stateOf(text: string, tagName: string): ChipState {
  return statesIn(text).get(fold(tagName)) ?? 'none'
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
