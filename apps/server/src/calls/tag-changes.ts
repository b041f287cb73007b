import { type AnyCall, type Calls, tagToWire, type WireTag } from '@cardinal/contract'
import { type Id, ok, refused, tagName, unique, withRelations } from '@cardinal/domain'
import { type MutationArgs, tagsByAnyName } from '@cardinal/sync'
import { FAILURES } from '../access/failures.ts'
import { livingId } from './ask.ts'
import { type Done, GoneError, type HandlerOf } from './handler.ts'

/** Living tags after the change, in wire form, in the order of the ids. */
async function wireTags({ tx, user }: Done<AnyCall, unknown>, ids: readonly Id[]): Promise<WireTag[]> {
  const stored = await tx.tags.byIds(user.id, ids)
  const rowById = new Map(stored.flatMap(({ row, deletedAt }) => (deletedAt === null ? [[row.id, row]] : [])))
  const factsById = await tx.tags.facts(user.id, ids)
  return ids.flatMap((id) => {
    const row = rowById.get(id)
    return row === undefined ? [] : [tagToWire(row, factsById.get(id) ?? { groupIds: [], cardCount: 0 })]
  })
}

/** The tag that the id stands for after the change. */
async function wireTag(done: Done<AnyCall, unknown>, given: Id): Promise<WireTag> {
  const id = await livingId(given, (id) => done.tx.tags.byIds(done.user.id, [id]))
  const [tag] = id === null ? [] : await wireTags(done, [id])
  if (tag === undefined) throw new GoneError(`Tag ${given} was changed, and now it is not there.`)
  return tag
}

const answeringIds = {
  place: 'where-the-rows-are' as const,
  answer: async ({ args }: Done<AnyCall, { readonly tagIds: readonly Id[] }>) => ({
    data: [...args.tagIds],
  }),
}

const answeringTag = {
  place: 'where-the-rows-are' as const,
  answer: async (done: Done<AnyCall, { readonly tagId: Id }>) => ({
    data: await wireTag(done, done.args.tagId),
  }),
}

const answeringTags = {
  place: 'where-the-rows-are' as const,
  answer: async (done: Done<AnyCall, { readonly tagIds: readonly Id[] }>) => ({
    data: await wireTags(done, done.args.tagIds),
  }),
}

/** A tag in the wire form of new tags, which a token of the scope `add` sees for existing ones, too. */
function newTagToWire(
  { id, name, displayName }: MutationArgs['createTags']['tags'][number],
  now: number,
): WireTag {
  const times = { lastClickedAt: null, createdAt: now, updatedAt: now }
  const row = { id, name: tagName(name), color: null, clickCount: 0, ...times }
  const shown =
    displayName === undefined ? row : withRelations(row, { otherNames: [displayName], displayName })
  return tagToWire(shown, { groupIds: [], cardCount: 0 })
}

type TagChange =
  | 'createManyFromKeyword'
  | 'deleteManyTags'
  | 'renameOneTag'
  | 'mergeManyTags'
  | 'unmergeManyTags'
  | 'editColor'
  | 'addClickCount'
  | 'resetClickCounts'
  | 'addNames'
  | 'removeNames'
  | 'setDisplayName'
  | 'addParents'
  | 'removeParents'
  | 'addChildGroups'
  | 'removeChildGroups'

export const tagChanges: { readonly [Name in TagChange]: HandlerOf<Calls[Name]> } = {
  createManyFromKeyword: {
    place: ({ body }) => ({ workspaceId: body.workspace_id ?? null }),
    /** In the order of the names. A name or other name that exists gives the existing tag. */
    answer: async (done) => {
      const names = unique(done.args.tags.map(({ name }) => tagName(name)))
      const stored = await done.tx.tags.byNames(done.user.id, done.changed.workspaceId, names)
      const idByName = new Map(stored.map(({ row }) => [row.name, row.id]))
      const known = tagsByAnyName(done.changed.rows)
      const ids = names.flatMap((name) => idByName.get(name) ?? known(name)?.id ?? [])
      return { data: await wireTags(done, unique(ids)) }
    },
    addOnly: {
      // With a taken name, too, the new id is kept, as an alias of the existing tag.
      onConflict: 'merge',
      input: ({ body, ...rest }) => {
        if (body.attachToTheseEntities.length > 0) return refused(FAILURES.addOnlyToken)
        const tags = body.frontendGeneratedTags.map(({ _id, ...tag }) => tag)
        return ok({ ...rest, body: { ...body, frontendGeneratedTags: tags } })
      },
      answer: async ({ args }, now) => ({ data: args.tags.map((tag) => newTagToWire(tag, now)) }),
    },
  },
  deleteManyTags: answeringIds,
  renameOneTag: {
    place: 'where-the-rows-are',
    answer: async (done) => ({ data: await wireTag(done, done.args.tagId) }),
  },
  mergeManyTags: {
    place: 'where-the-rows-are',
    answer: async (done) => ({ data: await wireTag(done, done.args.intoTagId) }),
  },
  unmergeManyTags: {
    place: 'where-the-rows-are',
    answer: async (done) => ({
      data: await wireTags(
        done,
        done.args.tags.map(({ tag }) => tag.id),
      ),
    }),
  },
  editColor: answeringIds,
  addClickCount: answeringIds,
  resetClickCounts: answeringIds,
  addNames: answeringTag,
  removeNames: answeringTag,
  setDisplayName: answeringTag,
  addParents: answeringTags,
  removeParents: answeringTags,
  addChildGroups: answeringTags,
  removeChildGroups: answeringTags,
}
