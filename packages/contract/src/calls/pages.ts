import { COPY_PROBLEMS, COPY_RULES, COPY_STATES, LIMITS } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { answer, count, id, ids, instant, listOf, searchText } from '../wire/scalars.ts'

export const getPageProgress = defineCall({
  method: 'GET',
  path: '/entity/page-progress',
  description: 'How far the server is with fetching the pages of your links: how many are in each state.',
  access: 'read',
  answer: answer(
    z.object({
      /** Whether this server fetches pages. */
      is_on: z.boolean(),
      /** Not fetched yet. */
      waiting: count,
      fetched: count,
      /** The site requires an account or rejects programs. */
      blocked: count,
      /** Failed; will be tried again. */
      failing: count,
      dead: count,
      /** Never fetched: a private network or an unusual port. */
      refused: count,
    }),
  ),
})

export const fetchPages = defineCall({
  method: 'POST',
  path: '/entity/fetch-pages',
  description:
    'Fetches the pages of links again, soon. The answer says of how many: notes, todos and links without a web address have no page. Where the server fetches no pages it is 0.',
  access: 'write',
  body: z.strictObject({ entity_ids: listOf(id, 1_000, 1) }),
  answer: answer(count),
})

export const keepCopies = defineCall({
  method: 'POST',
  path: '/entity/keep-copies',
  description:
    'Keeps copies of the pages of links: the readable text, fetched soon. A copy that was removed within 30 days is back at once. The answer says of how many: notes, todos and links without a web address have no page. Where the server fetches no pages it is 0.',
  access: 'write',
  body: z.strictObject({
    entity_ids: listOf(id, 1_000, 1),
    /** Whether an existing copy is fetched again; it stays until the new one has arrived. */
    again: z.optional(z.boolean()),
  }),
  answer: answer(count),
})

export const removeCopies = defineCall({
  method: 'POST',
  path: '/entity/remove-copies',
  description:
    'Removes the copies of the pages of links. A rule brings none of these back; `POST /entity/keep-copies` does. The answer says how many copies there were.',
  access: 'write',
  body: z.strictObject({ entity_ids: listOf(id, 1_000, 1) }),
  answer: answer(count),
})

/** A copy with its text and its state. */
const copy = z.object({
  entity_id: id,
  /** `none`: nobody asked for one. */
  state: z.enum(COPY_STATES),
  /** Why the last attempt failed. */
  problem: z.optional(z.enum(COPY_PROBLEMS)),
  /** The address that was copied. This and the fields below: only where a copy exists. */
  address: z.optional(z.string()),
  fetchedAt: z.optional(instant),
  title: z.optional(z.string()),
  language: z.optional(z.string()),
  /** HTML of a few elements, without attributes except links' addresses. */
  content: z.optional(z.string()),
  /** Whether the page was cut at the size limit. */
  is_cut: z.optional(z.boolean()),
  /** Whether it is the text of the page that a browser sent. Absent: the server fetched the page. */
  is_of_kept_page: z.optional(z.literal(true)),
})
export type WireCopy = z.output<typeof copy>

export const getCopies = defineCall({
  method: 'POST',
  path: '/entity/get-copies',
  description:
    'The copies of the pages of links, in the order asked. `content` is HTML of the elements p, h2, h3, h4, ul, ol, li, blockquote, pre, hr, table, tr, th, td, a, br, code, del, em, strong, sub and sup. The only attribute is `href` of a link, an address of the web. Pictures are not kept.',
  access: 'read',
  body: z.strictObject({ entity_ids: listOf(id, LIMITS.copiesAtOnce, 1) }),
  answer: answer(z.array(copy)),
})

export const findCopies = defineCall({
  method: 'POST',
  path: '/entity/find-copies',
  description:
    'Looks through the words of all copies of a workspace: for each text the cards whose copies contain it, in no order. Search texts ask the same by `copy:`.',
  access: 'read',
  cost: 5,
  body: z.strictObject({
    workspace_id: z.optional(z.nullable(id)),
    texts: listOf(searchText, 10, 1),
  }),
  answer: answer(z.array(ids)),
})

/** Which links are copied automatically, and the space taken. */
const copyRule = z.object({
  keeps: z.enum(COPY_RULES),
  tag_ids: z.array(id),
  /** Whether this server fetches pages. */
  is_on: z.boolean(),
  copies: count,
  /** Size of the copies with their search words. */
  bytes: count,
})

export const getCopyRule = defineCall({
  method: 'GET',
  path: '/user/copy-rule',
  description:
    'Of which links copies of their pages are kept, how many there are, and how many bytes they take.',
  access: 'read',
  answer: answer(copyRule),
})

export const updateCopyRule = defineCall({
  method: 'POST',
  path: '/user/update-copy-rule',
  description:
    'Changes of which links copies are kept: `chosen` of those for which `POST /entity/keep-copies` asks, `tags` also of all links with one of these tags, `all` of all links. Links that are there already are fetched as those of an import are. The copies that there are stay.',
  access: 'write',
  body: z.strictObject({
    keeps: z.enum(COPY_RULES),
    tag_ids: z.optional(listOf(id, LIMITS.copyTags)),
  }),
  answer: answer(copyRule),
})
