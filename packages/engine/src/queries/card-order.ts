import { type CardOrder, compareCodePoints } from '@cardinal/domain'
import type { BoundedColumn } from '../structures/bounded-column.ts'
import type { CompareOrdinals, OrdinalOrder } from '../structures/top-ordinals.ts'
import type { Reader } from '../tables.ts'

/** The order of docs/search.md, section 5, over ordinals. Ids break the last tie. */
export function cardOrderOf(reader: Pick<Reader, 'cards' | 'texts'>, order: CardOrder): OrdinalOrder {
  const { cards } = reader
  const turn = order.by === 'recently' || order.by === 'most' || order.of === 'desc' ? -1 : 1
  const byId: CompareOrdinals = (a, b) => compareIds(cards.at(a).id, cards.at(b).id)
  const { keys, least, greatest } = columnOf(cards, order)
  const best = turn === 1 ? least : greatest
  const byKey: CompareOrdinals = (a, b) => turn * ((keys[a] as number) - (keys[b] as number))
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
    case 'tagged':
      return { keys: cards.tagCount, least: null, greatest: null }
    default:
      return { keys: cards.contentKey, least: null, greatest: null }
  }
}

function withBounds({ values, least, greatest }: BoundedColumn): Column {
  return { keys: values, least, greatest }
}

/** Ids are hex, so that plain comparison is by code point. */
function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
