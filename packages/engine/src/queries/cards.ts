import {
  addressKey,
  addressKeyOf,
  CARD_TYPES,
  type Card,
  type CardCounts,
  fold,
  type Id,
  wordsOf,
} from '@cardinal/domain'
import { countBits } from '../structures/bits.ts'
import type { Reader } from '../tables.ts'

export function countCards({ cards }: Pick<Reader, 'cards'>): CardCounts {
  const [todo = 0, note = 0, link = 0] = CARD_TYPES.map((_, type) =>
    countBits(cards.byType[type] ?? new Uint32Array(0)),
  )
  return { todo, note, link }
}

export function cardsById(
  { cards }: Pick<Reader, 'cards'>,
  { ids }: { ids: readonly Id[] },
): (Card | undefined)[] {
  return ids.map((id) => cards.get(id))
}

/** Returns link cards with this address in any spelling, oldest first. */
export function cardsWithAddress(
  { cards, texts }: Pick<Reader, 'cards' | 'texts'>,
  { address }: { address: string },
): Card[] {
  const key = addressKey(address)
  if (key === '') return []
  // Spellings of one address differ only in punctuation and before the host, so a card has all words of the
  // key. Only the cards with the rarest word are scanned.
  const { words } = texts
  const lists = wordsOf(fold(key)).map((word) => words.cardsWithWord(word))
  const ordinals =
    lists.length === 0
      ? cards.allOrdinals()
      : // Unlisted cards are in no posting list, so they are scanned too.
        [...lists.reduce((rarest, list) => (list.length < rarest.length ? list : rarest)), ...words.unlisted]
  return Array.from(ordinals, (ordinal) => cards.at(ordinal))
    .filter((card) => addressKeyOf(card) === key)
    .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
}
