import {
  type CardOrder,
  type CardType,
  type Color,
  cardOrder,
  type DateWindow,
  DEFAULT_CARD_ORDER,
  DEFAULT_TAG_ORDER,
  LIMITS,
  SORT_BY,
  SORT_OF,
  type TagOrder,
  tagOrder,
} from '@cardinal/domain'
import * as z from 'zod/mini'
import {
  color,
  count,
  fromInstant,
  id,
  instant,
  listOf,
  page,
  typeAskedFor,
  typeFromWire,
  workspaceId,
} from './scalars.ts'

/** Shared by both calls that list entities. */
export const listingFields = {
  type: typeAskedFor,
  params: page,
  statOption_1: z._default(z.enum(SORT_BY), DEFAULT_CARD_ORDER.by),
  statOption_2: z._default(z.enum(SORT_OF), DEFAULT_CARD_ORDER.of),
  colors: z._default(listOf(color, LIMITS.pageSize), []),
  statOption_1_forDates: z._default(z.nullable(z.enum(['created', 'updated'])), null),
  statOption_2_forDates: z._default(z.nullable(z.enum(['after', 'before', 'between', 'on'])), null),
  date_start: z._default(z.nullable(instant), null),
  date_end: z._default(z.nullable(instant), null),
  done: z._default(z.enum(['all', 'open', 'done']), 'all'),
  workspace_id: workspaceId,
}

interface CardPair {
  readonly statOption_1: string
  readonly statOption_2: string
}

interface TagPair {
  readonly statOption_1?: string | undefined
  readonly statOption_2?: string | undefined
}

/** Refuses a pair that is not in `CARD_SORT_CHOICES`. */
export const isCardOrder = z.refine<CardPair>(
  ({ statOption_1, statOption_2 }: CardPair) => cardOrder(statOption_1, statOption_2) !== null,
  { path: ['statOption_2'], error: 'does not go with statOption_1' },
)

/** Refuses a pair that is not in `TAG_SORT_CHOICES`. Omitted parts take their default. */
export const isTagOrder = z.refine<TagPair>((pair) => askedTagOrder(pair) !== null, {
  path: ['statOption_2'],
  error: 'does not go with statOption_1',
})

const listing = z.strictObject(listingFields)

/** Parameters of a list of entities, in domain terms. */
interface Listing {
  /** null: all types */
  readonly type: CardType | null
  readonly order: CardOrder
  /** Empty: any colour. null inside: cards without a colour. */
  readonly colors: readonly (Color | null)[]
  readonly dates: DateWindow | null
  /** true: only completed todos; false: all but those; null: both. */
  readonly done: boolean | null
  readonly offset: number
  readonly limit: number
}

/** Without a date field, dates are ignored. */
export function listingOf(body: z.output<typeof listing>): Listing {
  const { params, statOption_1_forDates: field, date_start, date_end } = body
  return {
    type: body.type === null ? null : typeFromWire(body.type),
    order: cardOrder(body.statOption_1, body.statOption_2) ?? DEFAULT_CARD_ORDER,
    colors: body.colors,
    dates: field === null ? null : { field, start: instantOrOpen(date_start), end: instantOrOpen(date_end) },
    done: body.done === 'all' ? null : body.done === 'done',
    offset: params.page * params.limit,
    limit: params.limit,
  }
}

function instantOrOpen(text: string | null): number | null {
  return text === null ? null : fromInstant(text)
}

/** Null: no valid order. */
export function askedTagOrder(pair: TagPair): TagOrder | null {
  const by = pair.statOption_1 ?? DEFAULT_TAG_ORDER.by
  const firstOf = by === 'alphabetically' ? 'asc' : by === 'most' || by === 'least' ? 'tagged' : 'added'
  return tagOrder(by, pair.statOption_2 ?? firstOf)
}

export const colorCounts = z.array(z.object({ color, count }))
export const intersectionCounts = z.array(z.object({ _id: id, count }))
export const tagRanks = z.array(z.object({ _id: id, tagRank: count }))
