import { maxLength, minLength } from '@cardinal/contract'
import { LIMITS } from '@cardinal/domain'
import * as z from 'zod/mini'

const text = (most: number) => z.string().check(maxLength(most, `must have at most ${most} characters`))
const flag = z.optional(z.boolean())
const url = text(8_000).check(z.trim(), minLength(1), z.regex(/^\S+$/, 'must be an address'))
const whole = (most: number) => z.coerce.number().check(z.int(), z.minimum(0), z.maximum(most))
const yes = z.optional(z.enum(['true', 'false']))

/** Unknown fields are ignored, as in Karakeep. */
const fields = {
  title: z.optional(z.nullable(text(512))),
  archived: flag,
  favourited: flag,
  note: z.optional(text(LIMITS.subnoteLength)),
  summary: z.optional(z.nullable(text(50_000))),
}
const createdAt = z.optional(z.iso.datetime({ offset: true }))

export const newKarakeepBookmark = z.discriminatedUnion(
  'type',
  [
    z.object({ ...fields, createdAt, type: z.literal('link'), url }),
    z.object({ ...fields, createdAt, type: z.literal('text'), text: text(LIMITS.contentLength) }),
  ],
  'must be link or text: files are not kept here',
)
export type NewKarakeepBookmark = z.output<typeof newKarakeepBookmark>

export const editedKarakeepBookmark = z.object({
  ...fields,
  url: z.optional(url),
  text: z.optional(z.nullable(text(LIMITS.contentLength))),
  createdAt,
})
export type EditedKarakeepBookmark = z.output<typeof editedKarakeepBookmark>

/** The cursor counts the preceding items. */
const page = {
  limit: z._default(whole(100), 20),
  cursor: z._default(whole(10_000_000), 0),
  sortOrder: z.optional(z.enum(['asc', 'desc', 'relevance'])),
}
export const karakeepList = z.object({ ...page, archived: yes, favourited: yes })
export const karakeepSearch = z.object({ ...page, q: text(1_000) })
export type KarakeepPage = Pick<z.output<typeof karakeepSearch>, 'limit' | 'cursor' | 'sortOrder'>

export const byUrl = z.object({ url: text(8_000).check(minLength(1)) })
export const karakeepTags = z.object({
  tags: z
    .array(z.object({ tagId: z.optional(text(24)), tagName: z.optional(text(200)) }))
    .check(maxLength(LIMITS.tagsPerCard)),
})
export const tagList = z.object({
  nameContains: z.optional(text(200)),
  sort: z._default(z.enum(['name', 'usage', 'relevance']), 'usage'),
  attachedBy: z.optional(z.enum(['ai', 'human', 'none'])),
  cursor: page.cursor,
  limit: z._default(whole(10_000), 10_000),
})
export const namedTag = z.object({ name: text(200).check(minLength(1)) })
export const newList = z.object({
  name: text(500),
  type: z._default(z.enum(['manual', 'smart']), 'manual'),
  query: z.optional(text(1_000)),
})
