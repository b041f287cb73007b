import { COPY_PROBLEMS, COPY_STATES, LIMITS } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, id, instant, listOf } from '../../wire/scalars.ts'

/** A copy with its text, and how far the server is with it. */
export const copy = z.object({
  entity_id: id,
  /** `none`: nobody asked for one. */
  state: z.enum(COPY_STATES),
  /** Why the last try brought none. */
  problem: z.optional(z.enum(COPY_PROBLEMS)),
  /** The fields below are there where a copy is. What it is of. */
  address: z.optional(z.string()),
  fetchedAt: z.optional(instant),
  title: z.optional(z.string()),
  language: z.optional(z.string()),
  /** HTML of few elements, without attributes but for the addresses of links. */
  content: z.optional(z.string()),
  /** The page holds more than was kept. */
  is_cut: z.optional(z.boolean()),
})
export type WireCopy = z.output<typeof copy>

/** The copies of the pages of links. */
export const getCopies = defineCall({
  method: 'POST',
  path: '/entity/get-copies',
  description:
    'The copies of the pages of links, in the order asked. `content` is HTML of the elements p, h2, h3, h4, ul, ol, li, blockquote, pre, hr, table, tr, th, td, a, br, code, del, em, strong, sub and sup. The only attribute is `href` of a link, an address of the web. Pictures are not kept.',
  access: 'read',
  body: z.strictObject({ entity_ids: listOf(id, LIMITS.copiesAtOnce, 1) }),
  answer: answer(z.array(copy)),
})
