import { type AnyCall, type Calls, groupToWire, type WireGroup } from '@cardinal/contract'
import { type Id, tagName, unique } from '@cardinal/domain'
import { livingId } from './ask.ts'
import { type Done, GoneError, type HandlerOf } from './handler.ts'

/** Living groups after the change, in wire form, in the order of the ids. */
async function wireGroups({ tx, user }: Done<AnyCall, unknown>, ids: readonly Id[]): Promise<WireGroup[]> {
  const stored = await tx.groups.byIds(user.id, ids)
  const rowById = new Map(stored.flatMap(({ row, deletedAt }) => (deletedAt === null ? [[row.id, row]] : [])))
  return ids.flatMap((id) => rowById.get(id) ?? []).map(groupToWire)
}

/** The group that the id stands for after the change. */
async function wireGroup(done: Done<AnyCall, unknown>, given: Id): Promise<WireGroup> {
  const id = await livingId(given, (id) => done.tx.groups.byIds(done.user.id, [id]))
  const [group] = id === null ? [] : await wireGroups(done, [id])
  if (group === undefined) throw new GoneError(`Group ${given} was changed, and now it is not there.`)
  return group
}

const answeringIds = {
  place: 'where-the-rows-are' as const,
  answer: async ({ args }: Done<AnyCall, { readonly groupIds: readonly Id[] }>) => ({
    data: [...args.groupIds],
  }),
}

const answeringTagsAndGroups = {
  place: 'where-the-rows-are' as const,
  answer: async ({
    args,
  }: Done<AnyCall, { readonly tagIds: readonly Id[]; readonly groupIds: readonly Id[] }>) => ({
    data: { tag_ids: [...args.tagIds], group_ids: [...args.groupIds] },
  }),
}

const answeringGroup = {
  place: 'where-the-rows-are' as const,
  answer: async (done: Done<AnyCall, { readonly groupId: Id }>) => ({
    data: await wireGroup(done, done.args.groupId),
  }),
}

type GroupChange =
  | 'deleteOneGroup'
  | 'replaceOneGroupTitle'
  | 'renameOneGroup'
  | 'createManyGroupsFromSearchword'
  | 'attachGroups'
  | 'detachGroups'
  | 'deleteManyGroups'
  | 'toggleHiddenGroups'
  | 'editGroupColor'

export const groupChanges: { readonly [Name in GroupChange]: HandlerOf<Calls[Name]> } = {
  deleteOneGroup: {
    place: 'where-the-rows-are',
    answer: async ({ input }) => ({ data: input.params.id }),
  },
  replaceOneGroupTitle: answeringGroup,
  renameOneGroup: answeringGroup,
  createManyGroupsFromSearchword: {
    place: ({ body }) => ({ workspaceId: body.workspace_id ?? null }),
    /** In the order of the titles. A title that exists gives the existing group. */
    answer: async (done) => {
      const titles = unique(done.args.groups.map(({ title }) => tagName(title)))
      const stored = await done.tx.groups.byTitles(done.user.id, done.changed.workspaceId, titles)
      const rowByTitle = new Map(stored.map(({ row }) => [row.title, row]))
      return { data: titles.flatMap((title) => rowByTitle.get(title) ?? []).map(groupToWire) }
    },
  },
  attachGroups: answeringTagsAndGroups,
  detachGroups: answeringTagsAndGroups,
  deleteManyGroups: answeringIds,
  toggleHiddenGroups: {
    place: 'where-the-rows-are',
    answer: async (done) => ({ data: await wireGroups(done, unique(done.args.groupIds)) }),
  },
  editGroupColor: answeringIds,
}
