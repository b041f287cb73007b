import * as z from 'zod/mini'
import { listingFields } from './listing.ts'
import { atMost, count, id, instant, listOf, searchText, text } from './scalars.ts'

/**
 * The parts that visitors see besides titles and addresses of links. `descriptions`: the person's, or else
 * the page's. `texts`: notes and todos.
 */
const sharedParts = listOf(z.enum(['descriptions', 'tags', 'texts']), 3)
export type SharedPart = z.output<typeof sharedParts>[number]

const { type, done, colors, statOption_1_forDates, statOption_2_forDates, date_start, date_end } =
  listingFields

export const SHARED_LIMITS = { searches: 20, cards: 100, title: 100 } as const

/** A search with the parameters of `get-matching-entities`, always newest first. */
export const sharedQuery = z.strictObject({
  search: z._default(searchText, ''),
  second_search: z._default(searchText, ''),
  only_tags: z._default(z.boolean(), false),
  type,
  done,
  colors,
  statOption_1_forDates,
  statOption_2_forDates,
  date_start,
  date_end,
})
export type SharedQuery = z.output<typeof sharedQuery>

export const sharedSearchShape = {
  title: text(SHARED_LIMITS.title, 'A title'),
  shows: z._default(sharedParts, []),
  query: sharedQuery,
}
export const sharedSearchFacts = z.object(sharedSearchShape)

/** A shared search as its owner sees it. */
export const sharedSearch = z.object({
  shared_id: id,
  title: z.string(),
  /** Path on the server; it contains the secret. Append `/feed.xml` or `/feed.json` for the feeds. */
  path: z.string(),
  shows: sharedParts,
  search: z.string(),
  workspace_id: id,
  createdAt: instant,
})

export const WEBHOOK_EVENTS = ['card.added', 'card.tagged', 'card.done'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]
export const webhookEvents = listOf(z.enum(WEBHOOK_EVENTS), WEBHOOK_EVENTS.length, 1)

export const WEBHOOK_LIMITS = { webhooks: 5, address: 2_000 } as const

export const webhookAddress = atMost(WEBHOOK_LIMITS.address, 'An address').check(
  z.regex(/^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/, 'must begin with https://, without a name or password'),
)

/** Without its secret. */
export const webhook = z.object({
  webhook_id: id,
  address: z.string(),
  events: webhookEvents,
  createdAt: instant,
  /** Time of the last attempt, with a sentence about its result. */
  lastAt: z.nullable(instant),
  last_result: z.nullable(z.string()),
  /** Since when all attempts have failed. Null: the last one succeeded. */
  failingSince: z.nullable(instant),
  /** When it was switched off. Null: it is on. */
  offAt: z.nullable(instant),
  /** Queued messages. */
  waiting: count,
  /** Messages dropped because the queue was full. */
  dropped: count,
})
