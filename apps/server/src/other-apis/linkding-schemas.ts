import { maxLength, minLength } from '@cardinal/contract'
import { LIMITS } from '@cardinal/domain'
import * as z from 'zod/mini'

const text = (most: number) => z.string().check(maxLength(most, `must have at most ${most} characters`))
const flag = z.optional(z.boolean())

/** Unknown fields are ignored, as in linkding. */
const fields = {
  title: z.optional(z.nullable(text(512))),
  description: z.optional(z.nullable(text(50_000))),
  notes: z.optional(z.nullable(text(LIMITS.subnoteLength))),
  is_archived: flag,
  unread: flag,
  shared: flag,
  tag_names: z.optional(z.array(text(200)).check(maxLength(LIMITS.tagsPerCard))),
  date_added: z.optional(z.iso.datetime({ offset: true })),
}
const url = z
  .string()
  .check(z.trim(), minLength(1, 'This field may not be blank.'), maxLength(8_000), z.regex(/^\S+$/))

export const newBookmark = z.object({ ...fields, url })
export const editedBookmark = z.object({ ...fields, url: z.optional(url) })
export type SentBookmark = z.output<typeof editedBookmark>

const whole = (most: number) => z.coerce.number().check(z.int(), z.minimum(0), z.maximum(most))

/** A limit above the maximum is reduced to it. */
export const listQuery = z.object({
  q: z.optional(text(1_000)),
  limit: z.optional(whole(1_000_000)),
  offset: z.optional(whole(10_000_000)),
  modified_since: z.optional(z.iso.datetime({ offset: true })),
  added_since: z.optional(z.iso.datetime({ offset: true })),
  bundle: z.optional(whole(2 ** 31)),
})
export type ListQuery = z.output<typeof listQuery>

export const checkQuery = z.object({ url: text(8_000).check(minLength(1)) })
export const newTag = z.object({ name: text(200).check(minLength(1)) })

const tagTexts = z.optional(text(LIMITS.searchTextLength))
export const bundleFields = z.object({
  name: z.optional(text(500)),
  search: tagTexts,
  any_tags: tagTexts,
  all_tags: tagTexts,
  excluded_tags: tagTexts,
})
export type SentBundle = z.output<typeof bundleFields>
