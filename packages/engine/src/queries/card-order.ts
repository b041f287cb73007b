import { type CardOrder, compareCodePoints } from '@cardinal/domain'
import type { CompareSlots, SlotOrder } from '../structures/top-slots.ts'
import type { Reader } from '../tables.ts'

/** The order of section 5 over slots; the last tie is broken by id. */
export function cardOrderOf({ cards, texts }: Pick<Reader, 'cards' | 'texts'>, order: CardOrder): SlotOrder {
  const turn = order.by === 'recently' || order.by === 'most' || order.of === 'desc' ? -1 : 1
  const byId: CompareSlots = (a, b) => compareIds(cards.at(a).id, cards.at(b).id)
  const keys = keysOf(cards, order)
  const byKey: CompareSlots = (a, b) => turn * ((keys[a] as number) - (keys[b] as number))
  if (order.by !== 'alphabetically') return { keys, turn, compare: (a, b) => byKey(a, b) || byId(a, b) }
  const byContent: CompareSlots = (a, b) => turn * compareCodePoints(texts.contentOf(a), texts.contentOf(b))
  return { keys, turn, compare: (a, b) => byKey(a, b) || byContent(a, b) || byId(a, b) }
}

function keysOf(cards: Reader['cards'], order: CardOrder): Float64Array | Uint16Array {
  switch (order.of) {
    case 'added':
      return cards.createdAt
    case 'updated':
      return cards.updatedAt
    case 'tagged':
      return cards.tagCount
    default:
      return cards.contentKey
  }
}

/** Ids are hex, so that plain comparison is by code point. */
function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
