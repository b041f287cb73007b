import {
  type getAllGroups,
  type getClosestGroups,
  type getMatchingGroupsByGroupIds,
  type getMatchingGroupsBySearchwords,
  type getMatchingGroupsByTagIds,
  type getMatchingTagsByGroupIds,
  type getOneGroup,
  groupToWire,
  messageOf,
  type WireGroup,
  type WireTag,
} from '@cardinal/contract'
import { ok, refused, type TagGroup, unique } from '@cardinal/domain'
import type { Asking } from '../workspaces/asking.ts'
import { longList, openWorkspace, openWorkspacesOf } from './ask.ts'
import { callerOf, type PlainHandler } from './handler.ts'
import { tagsToWire } from './tag-questions.ts'

/** `total_in_db` counts all groups of the workspace. */
function listOf(groups: readonly TagGroup[], { ask }: Asking): { data: WireGroup[]; total_in_db: number } {
  return { data: groups.map(groupToWire), total_in_db: ask('allGroups', {}).length }
}

export const getAllGroupsHandler: PlainHandler<typeof getAllGroups> = async ({ body }, context) => {
  const opened = await openWorkspace(context, body.workspace_id)
  if (!opened.ok) return opened
  const groups = opened.value.ask('allGroups', {})
  const weightOf = ({ tagIds }: TagGroup) => 1 + tagIds.length / 10
  return ok(await longList(groups, groupToWire, weightOf, { total_in_db: groups.length }))
}

export const getOneGroupHandler: PlainHandler<typeof getOneGroup> = async ({ params }, context) => {
  const [stored] = await context.services.store.groups.byIds(callerOf(context).userId, [params.id])
  if (stored === undefined || stored.deletedAt !== null)
    return refused(messageOf({ kind: 'not-found', what: 'group', id: params.id }))
  return ok({ data: groupToWire(stored.row) })
}

export const getMatchingTagsByGroupIdsHandler: PlainHandler<typeof getMatchingTagsByGroupIds> = async (
  { body },
  context,
) => {
  const opened = await openWorkspacesOf(context, 'groups', body.group_ids)
  if (!opened.ok) return opened
  const data: WireTag[] = []
  for (const asking of opened.value) {
    const tags = asking.ask('tagsOfGroups', { groupIds: body.group_ids })
    data.push(...(await tagsToWire(tags, asking, context, false)))
  }
  return ok({ data })
}

/** In the order asked; unknown ids are left out. */
export const getMatchingGroupsByGroupIdsHandler: PlainHandler<typeof getMatchingGroupsByGroupIds> = async (
  { body },
  context,
) => {
  const ids = unique(body.group_ids)
  const stored = await context.services.store.groups.byIds(callerOf(context).userId, ids)
  const groupById = new Map(
    stored.filter((group) => group.deletedAt === null).map(({ row }) => [row.id, row]),
  )
  return ok({ data: ids.flatMap((id) => groupById.get(id) ?? []).map(groupToWire) })
}

export const getMatchingGroupsBySearchwordsHandler: PlainHandler<
  typeof getMatchingGroupsBySearchwords
> = async ({ body }, context) => {
  const opened = await openWorkspace(context, body.workspace_id)
  if (!opened.ok) return opened
  const groups = opened.value.ask('groupsBySearchword', { searchwords: body.searchwords })
  return ok(listOf(groups, opened.value))
}

export const getMatchingGroupsByTagIdsHandler: PlainHandler<typeof getMatchingGroupsByTagIds> = async (
  { body },
  context,
) => {
  const opened = await openWorkspacesOf(context, 'tags', body.tag_ids)
  if (!opened.ok) return opened
  const lists = opened.value.map((asking) =>
    listOf(asking.ask('groupsOfTags', { tagIds: body.tag_ids }), asking),
  )
  return ok({
    data: lists.flatMap(({ data }) => data),
    total_in_db: lists.reduce((sum, list) => sum + list.total_in_db, 0),
  })
}

export const getClosestGroupsHandler: PlainHandler<typeof getClosestGroups> = async ({ body }, context) => {
  const opened = await openWorkspace(context, body.workspace_id)
  if (!opened.ok) return opened
  const closest = opened.value.ask('closestGroups', { tagIds: body.tag_ids })
  return ok({ data: closest.map(({ group }) => groupToWire(group)) })
}
