import { type Card, FEW_MATCHES, fold, parseSearch, textsOfCard, wordsOf } from '@cardinal/domain'
import { ALL_CARDS, type AskableWorkspace } from '@cardinal/engine'
import type { Random } from './random.ts'

/** What a person typed, and the word that was meant. */
export interface Mistyped {
  readonly typed: string
  readonly meant: string
}

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const MISTAKES = ['swap', 'drop', 'double', 'neighbour'] as const

/** A word with one mistake: two neighbours swapped, a letter left out, doubled, or another key hit beside it. */
function mistype(word: string, random: Random): string {
  const mistake = random.pick(MISTAKES)
  const at = random.below(word.length - (mistake === 'swap' ? 1 : 0))
  const [before, here, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
  switch (mistake) {
    case 'swap':
      return before + after.charAt(0) + here + after.slice(1)
    case 'drop':
      return before + after
    case 'double':
      return before + here + here + after
    case 'neighbour': {
      const row = ROWS.find((keys) => keys.includes(here)) ?? ''
      const key = row.indexOf(here)
      const beside = [row.charAt(key - 1), row.charAt(key + 1)].filter((letter) => letter !== '')
      return before + random.pick(beside) + after
    }
  }
}

/** Words of four letters or more from random cards, each with one mistake. */
export function mistypedWords(cards: readonly Card[], count: number, random: Random): Mistyped[] {
  const made: Mistyped[] = []
  while (made.length < count) {
    const words = wordsOf(fold(random.pick(cards).content)).filter((word) => /^[a-z]{4,}$/.test(word))
    if (words.length === 0) continue
    const meant = random.pick(words)
    const typed = mistype(meant, random)
    if (typed !== meant) made.push({ typed, meant })
  }
  return made
}

/** Two or three words of a random card in another order, and the card. */
export function shuffledWords(
  cards: readonly Card[],
  count: number,
  random: Random,
): { readonly typed: string; readonly card: Card }[] {
  const made: { typed: string; card: Card }[] = []
  while (made.length < count) {
    const card = random.pick(cards)
    const words = [...new Set(wordsOf(fold(card.content)).filter((word) => word.length > 2))]
    if (words.length < 3) continue
    const chosen = Array.from({ length: 2 + random.below(2) }, () => random.pick(words))
    made.push({ typed: [...new Set(chosen)].reverse().join(' '), card })
  }
  return made
}

/**
 * The first ten cards that the list shows: exact results, then those with the words in any order, then those
 * with close words.
 */
export function firstTen(workspace: AskableWorkspace, typed: string): readonly Card[] {
  const query = { ...ALL_CARDS, search: parseSearch(typed), limit: 10 }
  const exact = workspace.ask('listCards', { ...query, offset: 0 }).cards
  const { anyOrder, close } = workspace.ask('looseMatches', query)
  return [...exact, ...anyOrder.cards, ...close.cards].slice(0, 10)
}

/** The share of mistyped words for which a card with the meant word is among the first ten. */
export function shareFound(workspace: AskableWorkspace, mistyped: readonly Mistyped[]): number {
  return mistyped.filter((each) => isFound(workspace, each)).length / mistyped.length
}

export function isFound(workspace: AskableWorkspace, { typed, meant }: Mistyped): boolean {
  return firstTen(workspace, typed).some((card) =>
    textsOfCard(card).some((text) => wordsOf(fold(text)).includes(meant)),
  )
}

/** The share of the searches that find their card, exactly or in any order. The number of other results does not matter. */
export function shareInAnyOrder(
  workspace: AskableWorkspace,
  shuffled: readonly { readonly typed: string; readonly card: Card }[],
): number {
  const isIn = ({ typed, card }: { typed: string; card: Card }) => {
    const query = { ...ALL_CARDS, search: parseSearch(typed), limit: 1_000_000 }
    const exact = workspace.ask('listCards', { ...query, offset: 0 }).cards
    // With this many exact results, the app asks for no loose matches.
    if (exact.length >= FEW_MATCHES) return true
    const { anyOrder } = workspace.ask('looseMatches', query)
    return [...exact, ...anyOrder.cards].some(({ id }) => id === card.id)
  }
  return shuffled.filter(isIn).length / shuffled.length
}
