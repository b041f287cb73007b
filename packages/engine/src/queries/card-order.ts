import { type CardOrder, compareCodePoints, placeOf } from '@cardinal/domain'
import type { BoundedColumn } from '../structures/bounded-column.ts'
import type { CompareOrdinals, OrdinalOrder } from '../structures/top-ordinals.ts'
import type { Reader } from '../tables.ts'

/** Returns the order of docs/search.md, section 5, over ordinals. Ids break the last tie. */
export function cardOrderOf(reader: Pick<Reader, 'cards' | 'texts'>, order: CardOrder): OrdinalOrder {
  const { cards } = reader
  const turn = order.by === 'recently' || order.by === 'most' || order.of === 'desc' ? -1 : 1
  const byId: CompareOrdinals = (a, b) => compareTexts(cards.at(a).id, cards.at(b).id)
  const { keys, least, greatest } = columnOf(cards, order)
  const best = turn === 1 ? least : greatest
  // Two cards that are never due have infinite keys, whose difference is no number.
  const byKey: CompareOrdinals = (a, b) => turn * ((keys[a] as number) - (keys[b] as number)) || 0
  if (order.by === 'by-hand') {
    const byPlace: CompareOrdinals = (a, b) => compareTexts(placeOf(cards.at(a)), placeOf(cards.at(b)))
    return { keys, best, turn, compare: (a, b) => byKey(a, b) || byPlace(a, b) || byId(a, b) }
  }
  if (order.by !== 'alphabetically') return { keys, best, turn, compare: (a, b) => byKey(a, b) || byId(a, b) }
  const { words } = reader.texts
  const byContent: CompareOrdinals = (a, b) =>
    turn * compareCodePoints(words.contentOf(a), words.contentOf(b))
  return { keys, best, turn, compare: (a, b) => byKey(a, b) || byContent(a, b) || byId(a, b) }
}

interface Column {
  readonly keys: OrdinalOrder['keys']
  /** Bounds of each block of 32 ordinals; null where no bounds are kept. */
  readonly least: Float64Array | null
  readonly greatest: Float64Array | null
}

function columnOf(cards: Reader['cards'], order: CardOrder): Column {
  switch (order.of) {
    case 'added':
      return withBounds(cards.createdAt)
    case 'updated':
      return withBounds(cards.updatedAt)
    case 'due':
      return { keys: cards.dueKey, least: null, greatest: null }
    case 'placed':
      return { keys: cards.placeKey, least: null, greatest: null }
    case 'tagged':
      return { keys: cards.tagCount, least: null, greatest: null }
    case 'asc':
    case 'desc':
      return { keys: cards.contentKey, least: null, greatest: null }
  }
}

function withBounds({ values, least, greatest }: BoundedColumn): Column {
  return { keys: values, least, greatest }
}

/** Compares two texts. Ids and places are ASCII, so that plain comparison is by code point. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
