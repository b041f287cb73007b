import { isId } from '@cardinal/domain'
import * as z from 'zod/mini'
import { toList } from './base-search.ts'
import type { PopupName } from './names.ts'

const card = z.object({ entityId: z.optional(z.string().check(z.refine(isId))) })
const newCard = z.object({
  type: z.optional(z.enum(['todo', 'note', 'link'])),
  /** The initial text: shared by another app, or from the searchbar. */
  text: z.optional(z.string()),
  /** The address of a link, where the sharing app said it. */
  address: z.optional(z.string()),
  /** Names of the initial tags, separated by commas. */
  tags: z.optional(z.string()),
})

/** By popup. Others take no params. */
const SCHEMAS = {
  'home-addEntity': newCard,
  'quick-add': newCard,
  'home-editEntity': card,
  'entity-edit-text': card,
  'entity-edit-tags': card,
  'master-editor': card,
  'page-copy': card,
  grouper: z.object({
    /** Tags that are chosen at the start. */
    tagIds: idList(),
    /** The group that is open at the start. */
    groupId: z.optional(z.string()),
  }),
  /** The cards to tag. Omitted: the selected cards of the home page. */
  tagger: z.object({ entityIds: idList() }),
  /** The tags to act on. Omitted: the ticked tags of the home page, or else all shown ones. */
  'above-tag-results': z.object({ tagIds: idList() }),
  /** The cards to act on. Omitted: the ticked cards of the home page, or else all results. */
  'above-link-results': z.object({ entityIds: idList() }),
  'tag-relations': z.object({ tagId: z.optional(z.string()) }),
  'group-relations': z.object({ groupId: z.optional(z.string()) }),
  'next-to--unmatched-tagging-experience': z.object({
    /** Words that match no tag, separated by commas. Omitted: the words of the searchbar. */
    words: z.catch(z.optional(z.string().check(z.maxLength(10_000))), undefined),
  }),
} satisfies Partial<Record<PopupName, z.ZodMiniType>>

type Schemas = typeof SCHEMAS
export type ParamsOf<Name extends PopupName> = Name extends keyof Schemas ? z.infer<Schemas[Name]> : object

/** Malformed params are replaced by those of `{}`. */
export function checkedParams<Name extends PopupName>(name: Name, params: unknown): ParamsOf<Name> {
  const schema: z.ZodMiniType = name in SCHEMAS ? SCHEMAS[name as keyof Schemas] : z.object({})
  const given = schema.safeParse(params)
  return (given.success ? given.data : schema.parse({})) as ParamsOf<Name>
}

/** Absent, or a list; comma-separated in an address. */
function idList() {
  return z.pipe(
    z.optional(z.unknown()),
    z.transform((value) => toList(value)),
  )
}
