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
/** A number of at least `least`. Anything else is ignored, as in linkding. */
const place = (least: number) =>
  z.optional(
    z.pipe(
      z.unknown(),
      z.transform((given) =>
        /^\d+$/.test(String(given)) && Number(given) >= least
          ? Math.min(Number(given), MAX_OFFSET)
          : undefined,
      ),
    ),
  )
/** Larger than every list. */
const MAX_OFFSET = 10_000_000

export const listQuery = z.object({
  q: z.optional(text(1_000)),
  limit: place(1),
  offset: place(0),
  modified_since: z.optional(z.iso.datetime({ offset: true })),
  added_since: z.optional(z.iso.datetime({ offset: true })),
  bundle: z.optional(whole(2 ** 31)),
})
export type ListQuery = z.output<typeof listQuery>

export const checkQuery = z.object({ url: text(8_000).check(minLength(1)) })
export const newTag = z.object({ name: text(200).check(minLength(1)) })

const tagTexts = z.optional(text(LIMITS.searchTextLength))
const name = text(500).check(z.trim(), minLength(1, 'This field may not be blank.'))
const bundleParts = {
  search: tagTexts,
  any_tags: tagTexts,
  all_tags: tagTexts,
  excluded_tags: tagTexts,
}
/** A bundle's name must be sent, as in linkding, but is not stored. */
export const newBundle = z.object({ ...bundleParts, name })
export const editedBundle = z.object({ ...bundleParts, name: z.optional(name) })
export type SentBundle = z.output<typeof editedBundle>
