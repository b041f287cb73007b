import { LIMITS, unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange, defineQuestion } from '../call.ts'
import { group, groupList } from '../wire/group.ts'
import {
  answer,
  changed,
  color,
  fewCombinations,
  id,
  ids,
  listOf,
  name,
  searchWords,
  sentIds,
  settledId,
  someIds,
  stagedId,
  workspaceId,
} from '../wire/scalars.ts'
import { tag } from '../wire/tag.ts'

export const getAllGroups = defineQuestion({
  method: 'POST',
  path: '/tag/get-all-groups',
  description: 'All groups.',
  body: z.strictObject({ workspace_id: workspaceId }),
  answer: groupList,
})

export const getOneGroup = defineQuestion({
  method: 'GET',
  path: '/tag/get-one-group/{id}',
  description: 'One group.',
  params: z.strictObject({ id }),
  answer: answer(group),
})

export const getClosestGroups = defineQuestion({
  method: 'POST',
  path: '/tag/get-closest-groups',
  description: 'Groups by the share of the tags that they hold.',
  body: z.strictObject({ tag_ids: sentIds, workspace_id: workspaceId }),
  answer: answer(z.array(group)),
})

export const getMatchingTagsByGroupIds = defineQuestion({
  method: 'POST',
  path: '/tag/get-matching-tags-by-groupIds',
  description: 'Tags in any of the groups.',
  body: z.strictObject({ group_ids: sentIds }),
  answer: answer(z.array(tag)),
})

export const getMatchingGroupsByGroupIds = defineQuestion({
  method: 'POST',
  path: '/tag/get-matching-groups-by-groupIds',
  description: 'Groups by id, with their tags.',
  body: z.strictObject({ group_ids: sentIds }),
  answer: answer(z.array(group)),
})

export const getMatchingGroupsBySearchwords = defineQuestion({
  method: 'POST',
  path: '/tag/get-matching-groups-by-searchwords',
  description: 'Groups whose titles the words name, then up to twenty that are near.',
  body: z.strictObject({
    searchwords: searchWords,
    workspace_id: workspaceId,
  }),
  answer: groupList,
})

export const getMatchingGroupsByTagIds = defineQuestion({
  method: 'POST',
  path: '/tag/get-matching-groups-by-tagIds',
  description: 'Groups that hold any of the tags, the groups that hold most of them first.',
  body: z.strictObject({ tag_ids: sentIds }),
  answer: groupList,
})

export const createManyGroupsFromSearchword = defineChange({
  method: 'POST',
  path: '/tag/create-many-groups-from-searchword',
  description:
    'New groups that hold the tags; a title that exists gets them too. `_ids`, one for each word, may be chosen.',
  body: z
    .strictObject({
      searchwords: listOf(name, LIMITS.namesInList, 1),
      tag_ids: z._default(sentIds, []),
      _ids: z.optional(listOf(stagedId, LIMITS.namesInList)),
      workspace_id: workspaceId,
    })
    .check(fewCombinations(['searchwords', 'tag_ids'], LIMITS.groupTags)),
  answer: changed(z.array(group)),
  mutation: 'createGroups',
  toArgs: ({ body }, { newId }) => ({
    groups: body.searchwords.map((title, index) => ({ id: settledId(body._ids?.[index], newId), title })),
    tagIds: unique(body.tag_ids),
  }),
  fromArgs: ({ groups, tagIds }, workspace_id) => ({
    body: {
      searchwords: groups.map(({ title }) => title),
      tag_ids: [...tagIds],
      _ids: groups.map(({ id }) => id),
      workspace_id,
    },
  }),
})

export const renameOneGroup = defineChange({
  method: 'POST',
  path: '/tag/group/rename-one',
  description: 'Another title for a group.',
  body: z.strictObject({ group_id: id, new_group_name: name }),
  answer: changed(group),
  mutation: 'renameGroup',
  toArgs: ({ body }) => ({ groupId: body.group_id, title: body.new_group_name }),
  fromArgs: ({ groupId, title }) => ({ body: { group_id: groupId, new_group_name: title } }),
})

export const replaceOneGroupTitle = defineChange({
  method: 'PATCH',
  path: '/tag/group/replace-one-title/{id}',
  description: 'Another title for a group.',
  params: z.strictObject({ id }),
  body: z.strictObject({ title: name }),
  answer: changed(group),
  mutation: 'renameGroup',
  toArgs: ({ params, body }) => ({ groupId: params.id, title: body.title }),
})

export const editGroupColor = defineChange({
  method: 'POST',
  path: '/tag/edit-groupColor',
  description: 'One colour, or none, for groups.',
  body: z.strictObject({ group_ids: someIds, color_name: color }),
  answer: changed(ids),
  mutation: 'setGroupColor',
  toArgs: ({ body }) => ({ groupIds: unique(body.group_ids), color: body.color_name }),
  fromArgs: ({ groupIds, color }) => ({ body: { group_ids: [...groupIds], color_name: color } }),
})

export const toggleHiddenGroups = defineChange({
  method: 'PATCH',
  path: '/tag/toggle-hidden-groups',
  description: 'Groups hidden or shown; without `hidden`, the opposite of each.',
  body: z.strictObject({ group_ids: someIds, hidden: z.optional(z.boolean()) }),
  answer: changed(z.array(group)),
  mutation: 'setGroupsHidden',
  toArgs: ({ body }) => ({ groupIds: unique(body.group_ids), isHidden: body.hidden ?? null }),
  fromArgs: ({ groupIds, isHidden }) => ({
    body: { group_ids: [...groupIds], ...(isHidden !== null && { hidden: isHidden }) },
  }),
})

export const attachGroups = defineChange({
  method: 'POST',
  path: '/tag/attach-groups',
  description: 'Every tag into every group.',
  body: z
    .strictObject({ tag_ids: someIds, group_ids: someIds })
    .check(fewCombinations(['group_ids', 'tag_ids'], LIMITS.combinations)),
  answer: changed(z.object({ tag_ids: ids, group_ids: ids })),
  mutation: 'attachGroups',
  toArgs: ({ body }) => ({ tagIds: unique(body.tag_ids), groupIds: unique(body.group_ids) }),
  fromArgs: ({ tagIds, groupIds }) => ({ body: { tag_ids: [...tagIds], group_ids: [...groupIds] } }),
})

export const detachGroups = defineChange({
  method: 'POST',
  path: '/tag/detach-groups',
  description: 'Every tag out of every group.',
  body: z
    .strictObject({ tag_ids: someIds, group_ids: someIds })
    .check(fewCombinations(['group_ids', 'tag_ids'], LIMITS.combinations)),
  answer: changed(z.object({ tag_ids: ids, group_ids: ids })),
  mutation: 'detachGroups',
  toArgs: ({ body }) => ({ tagIds: unique(body.tag_ids), groupIds: unique(body.group_ids) }),
  fromArgs: ({ tagIds, groupIds }) => ({ body: { tag_ids: [...tagIds], group_ids: [...groupIds] } }),
})

export const deleteManyGroups = defineChange({
  method: 'POST',
  path: '/tag/group/delete-many',
  description: 'Deletes groups; their tags stay. With `only_unused`, those alone that have none.',
  body: z.strictObject({ group_ids: someIds, only_unused: z.optional(z.boolean()) }),
  answer: changed(ids),
  mutation: 'deleteGroups',
  toArgs: ({ body: { group_ids, only_unused } }) => ({
    groupIds: unique(group_ids),
    ...(only_unused !== undefined && { onlyUnused: only_unused }),
  }),
  fromArgs: ({ groupIds, onlyUnused }) => ({
    body: { group_ids: [...groupIds], ...(onlyUnused !== undefined && { only_unused: onlyUnused }) },
  }),
})

export const deleteOneGroup = defineChange({
  method: 'DELETE',
  path: '/tag/group/delete-one/{id}',
  description: 'Deletes a group; its tags stay.',
  params: z.strictObject({ id }),
  answer: changed(id),
  mutation: 'deleteGroups',
  toArgs: ({ params }) => ({ groupIds: [params.id] }),
})
