import { addressKey, addressKeysOf, CARD_TYPES, type Card, type CardCounts, type Id } from '@cardinal/domain'
import { byId, type NaiveRows } from '../naive-rows.ts'

export function countCards(rows: NaiveRows): CardCounts {
  const [todo = 0, note = 0, link = 0] = CARD_TYPES.map(
    (type) => rows.cards.filter((card) => card.type === type).length,
  )
  return { todo, note, link }
}

export function cardsById(rows: NaiveRows, { ids }: { ids: readonly Id[] }): (Card | undefined)[] {
  return ids.map((id) => rows.cardsById.get(id))
}

/** Returns link cards with this address, oldest first: the card that was saved first. */
export function cardsWithAddress(rows: NaiveRows, { address }: { address: string }): Card[] {
  const key = addressKey(address)
  if (key === '') return []
  return rows.cards
    .filter((card) => card.type === 'link' && addressKeysOf(card.content).includes(key))
    .sort((a, b) => a.createdAt - b.createdAt || byId(a, b))
}
