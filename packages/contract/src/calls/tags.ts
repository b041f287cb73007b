import { grouped, LIMITS, unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange, defineQuestion, MAX_BODY } from '../call.ts'
import { isTagOrder } from '../wire/listing.ts'
import {
  answer,
  atMost,
  changed,
  color,
  fewCombinations,
  fromInstant,
  id,
  ids,
  instant,
  listOf,
  name,
  otherName,
  searchWords,
  sentIds,
  settledId,
  someIds,
  stagedId,
  toInstant,
  typeAskedFor,
  typeFromWire,
  typeToWire,
  wireType,
  workspaceId,
} from '../wire/scalars.ts'
import { reason } from '../wire/suggestion.ts'
import { relationsFromWire, relationsToWire, tag, tagList, withIds } from '../wire/tag.ts'
import { mergedTag, mergeTarget, renamedTag, tagBeforeFromWire, tagBeforeToWire } from '../wire/tag-before.ts'
import { savedSearches } from '../wire/user.ts'

export const getAllTags = defineQuestion({
  method: 'POST',
  path: '/tag/get-all-tags',
  description: 'All tags, sorted.',
  body: z
    .strictObject({
      workspace_id: workspaceId,
      statOption_1: z.optional(atMost(50)),
      statOption_2: z.optional(atMost(50)),
      with_ids: withIds,
    })
    .check(isTagOrder),
  answer: tagList,
})

export const getMatchingTagsBySearchword = defineQuestion({
  method: 'POST',
  path: '/tag/get-matching-tags-by-searchword',
  description: 'Tags named by the keywords, then up to twenty that are near.',
  body: z.strictObject({
    keywords: searchWords,
    workspace_id: workspaceId,
    with_ids: withIds,
  }),
  answer: tagList,
})

export const getMatchingTagsByEntityIds = defineQuestion({
  method: 'POST',
  path: '/tag/get-matching-tags-by-entityIds',
  description: 'Tags on any of the cards.',
  body: z.strictObject({
    entity_ids: sentIds,
    type: typeAskedFor,
    workspace_id: workspaceId,
    with_ids: withIds,
  }),
  answer: tagList,
})

export const getSiblingTags = defineQuestion({
  method: 'POST',
  path: '/tag/get-sibling-tags',
  description: 'Tags that go together with the given ones.',
  body: z.strictObject({
    tag_ids: sentIds,
    negative_tag_ids: z._default(sentIds, []),
    type: typeAskedFor,
    is_enabled: z._default(z.boolean(), true),
    workspace_id: workspaceId,
  }),
  answer: answer(z.object({ tag_ids_for_orOperator: ids, tag_ids_for_andOperator: ids })),
})

export const getSuggestedTags = defineQuestion({
  method: 'POST',
  path: '/tag/get-suggested-tags',
  description:
    'Tags that history suggests, each with its reasons. `with_recent` fills the list of a label with tags of the newest cards.',
  body: z.strictObject({
    purpose: z.enum(['narrow', 'label']),
    userIsTyping_inSearchbar: z._default(atMost(LIMITS.contentLength), ''),
    type: typeAskedFor,
    entity_id: z.optional(z.nullable(id)),
    tag_ids: z._default(sentIds, []),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(LIMITS.pageSize)), 10),
    with_recent: z._default(z.boolean(), false),
    workspace_id: workspaceId,
  }),
  answer: answer(
    z.array(z.object({ tag_id: id, tag_name: z.string(), score: z.number(), reasons: z.array(reason) })),
  ),
})

export const createManyFromKeyword = defineChange({
  method: 'POST',
  path: '/tag/create-many-from-keyword',
  description: 'New tags, onto cards if wanted; a name that exists answers with its tag.',
  access: 'add',
  body: z
    .strictObject({
      frontendGeneratedTags: listOf(
        z.strictObject({
          _id: z.optional(stagedId),
          tag_name: name,
          /** Only for a new tag; an existing one keeps its own. */
          display_name: z.optional(otherName),
        }),
        LIMITS.namesInList,
        1,
      ),
      attachToTheseEntities: z._default(sentIds, []),
      entityType: z._default(z.nullable(wireType), null),
      workspace_id: workspaceId,
    })
    .check(fewCombinations(['frontendGeneratedTags', 'attachToTheseEntities'], LIMITS.combinations)),
  answer: changed(z.array(tag)),
  mutation: 'createTags',
  toArgs: ({ body }, { newId }) => ({
    tags: body.frontendGeneratedTags.map(({ _id, tag_name, display_name }) => ({
      id: settledId(_id, newId),
      name: tag_name,
      ...(display_name !== undefined && { displayName: display_name }),
    })),
    attachToCardIds: unique(body.attachToTheseEntities),
    cardType: body.entityType === null ? null : typeFromWire(body.entityType),
  }),
  fromArgs: ({ tags, attachToCardIds, cardType }, workspace_id) => ({
    body: {
      frontendGeneratedTags: tags.map(({ id: _id, name: tag_name, displayName: display_name }) => ({
        _id,
        tag_name,
        ...(display_name !== undefined && { display_name }),
      })),
      attachToTheseEntities: [...attachToCardIds],
      entityType: cardType == null ? null : typeToWire(cardType),
      workspace_id,
    },
  }),
})

export const renameOneTag = defineChange({
  method: 'POST',
  path: '/tag/rename-one',
  description:
    'A new name for a tag; with `keep_name` the present one becomes another name of it; with `undoes` its former one, also after the rename became a merge.',
  maxBody: MAX_BODY.large,
  body: z.strictObject({
    tag_id: id,
    new_tag_name: name,
    keep_name: z.optional(z.boolean()),
    undoes: z.optional(z.extend(renamedTag, { saved_searches: z.optional(savedSearches) })),
  }),
  answer: changed(tag),
  mutation: 'renameTag',
  toArgs: ({ body: { tag_id, new_tag_name, keep_name, undoes } }) => {
    const keeps = keep_name && { keepsName: true }
    if (undoes === undefined) return { tagId: tag_id, name: new_tag_name, ...keeps }
    const { saved_searches, ...before } = undoes
    return {
      tagId: tag_id,
      name: new_tag_name,
      ...keeps,
      undoes: {
        ...tagBeforeFromWire(tag_id, new_tag_name, before),
        ...(saved_searches && { savedSearches: saved_searches.slice(-LIMITS.savedSearches) }),
      },
    }
  },
  fromArgs: ({ tagId, name, undoes, keepsName }) => ({
    body: {
      tag_id: tagId,
      new_tag_name: name,
      ...(keepsName && { keep_name: true }),
      ...(undoes && {
        undoes: {
          ...tagBeforeToWire(undoes),
          ...(undoes.savedSearches && { saved_searches: [...undoes.savedSearches] }),
        },
      }),
    },
  }),
})

export const editColor = defineChange({
  method: 'POST',
  path: '/tag/edit-color',
  description: 'One colour, or none, for tags.',
  body: z.strictObject({ tag_ids: someIds, color_name: color }),
  answer: changed(ids),
  mutation: 'setTagColor',
  toArgs: ({ body }) => ({ tagIds: unique(body.tag_ids), color: body.color_name }),
  fromArgs: ({ tagIds, color }) => ({ body: { tag_ids: [...tagIds], color_name: color } }),
})

export const addClickCount = defineChange({
  method: 'POST',
  path: '/tag/add-click-count',
  description: 'One click more for each tag.',
  body: z.strictObject({ tag_ids: someIds, lastClickedAt: instant }),
  answer: changed(ids),
  mutation: 'addClicks',
  toArgs: ({ body }) => ({ tagIds: unique(body.tag_ids), clickedAt: fromInstant(body.lastClickedAt) }),
  fromArgs: ({ tagIds, clickedAt }) => ({
    body: { tag_ids: [...tagIds], lastClickedAt: toInstant(clickedAt) },
  }),
})

export const resetClickCounts = defineChange({
  method: 'POST',
  path: '/tag/reset-click-counts',
  description: 'As if the tags had never been clicked.',
  body: z.strictObject({ tag_ids: someIds }),
  answer: changed(ids),
  mutation: 'resetClicks',
  toArgs: ({ body }) => ({ tagIds: unique(body.tag_ids) }),
  fromArgs: ({ tagIds }) => ({ body: { tag_ids: [...tagIds] } }),
})

export const deleteManyTags = defineChange({
  method: 'POST',
  path: '/tag/delete-many',
  description:
    'Deletes tags, off their cards and out of their groups; with `only_unused`, those alone that have none.',
  body: z.strictObject({ tag_ids: someIds, only_unused: z.optional(z.boolean()) }),
  answer: changed(ids),
  mutation: 'deleteTags',
  toArgs: ({ body: { tag_ids, only_unused } }) => ({
    tagIds: unique(tag_ids),
    ...(only_unused !== undefined && { onlyUnused: only_unused }),
  }),
  fromArgs: ({ tagIds, onlyUnused }) => ({
    body: { tag_ids: [...tagIds], ...(onlyUnused !== undefined && { only_unused: onlyUnused }) },
  }),
})

export const mergeManyTags = defineChange({
  method: 'POST',
  path: '/tag/merge-many',
  description: 'Several tags become one; with `keep_names` their names become other names of it.',
  body: z.strictObject({ tag_ids: someIds, into_tag_id: id, keep_names: z.optional(z.boolean()) }),
  answer: changed(tag),
  mutation: 'mergeTags',
  toArgs: ({ body: { tag_ids, into_tag_id, keep_names } }) => ({
    tagIds: unique(tag_ids),
    intoTagId: into_tag_id,
    ...(keep_names && { keepsNames: true }),
  }),
  fromArgs: ({ tagIds, intoTagId, keepsNames }) => ({
    body: { tag_ids: [...tagIds], into_tag_id: intoTagId, ...(keepsNames && { keep_names: true }) },
  }),
})

const body = z
  .strictObject({
    tags: listOf(mergedTag, LIMITS.idsInList, 1),
    into: mergeTarget,
    saved_searches: z.optional(savedSearches),
  })
  .check(
    z.refine(
      ({ tags }) =>
        tags.reduce((sum, one) => sum + one.entity_ids.length + one.tag_groups.length, 0) <=
        LIMITS.combinations,
      {
        path: ['tags'],
        error: `at most ${grouped(LIMITS.combinations)} cards and groups together`,
      },
    ),
  )

export const unmergeManyTags = defineChange({
  method: 'POST',
  path: '/tag/unmerge-many',
  description: 'Takes a merge of tags back: tags, clicks, cards, groups, relations and saved searches.',
  maxBody: MAX_BODY.large,
  body,
  answer: changed(z.array(tag)),
  mutation: 'unmergeTags',
  toArgs: ({ body: { tags, into, saved_searches } }) => ({
    tags: tags.map(({ _id, tag_name, ...rest }) => tagBeforeFromWire(_id, tag_name, rest)),
    into: {
      id: into._id,
      name: into.tag_name,
      lastClickedAt: into.lastClickedAt === null ? null : fromInstant(into.lastClickedAt),
      cardIds: unique(into.entity_ids),
      groupIds: unique(into.tag_groups),
      ...relationsFromWire(into),
      ...(into.child_tag_ids && { childIds: unique(into.child_tag_ids) }),
    },
    ...(saved_searches && { savedSearches: saved_searches.slice(-LIMITS.savedSearches) }),
  }),
  fromArgs: ({ tags, into, savedSearches }) => ({
    body: {
      tags: tags.map((one) => ({ _id: one.tag.id, tag_name: one.tag.name, ...tagBeforeToWire(one) })),
      into: {
        _id: into.id,
        tag_name: into.name,
        lastClickedAt: into.lastClickedAt === null ? null : toInstant(into.lastClickedAt),
        entity_ids: [...into.cardIds],
        tag_groups: [...into.groupIds],
        ...relationsToWire(into),
        ...(into.childIds && { child_tag_ids: [...into.childIds] }),
      },
      ...(savedSearches && { saved_searches: [...savedSearches] }),
    },
  }),
})

export const addNames = defineChange({
  method: 'POST',
  path: '/tag/add-names',
  description:
    'Further spellings that mean a tag, such as `c++`; a name that several tags have means all of them.',
  body: z.strictObject({ tag_id: id, names: listOf(otherName, LIMITS.otherNames, 1) }),
  answer: changed(tag),
  mutation: 'addTagNames',
  toArgs: ({ body }) => ({ tagId: body.tag_id, names: body.names }),
  fromArgs: ({ tagId, names }) => ({ body: { tag_id: tagId, names: [...names] } }),
})

export const removeNames = defineChange({
  method: 'POST',
  path: '/tag/remove-names',
  description: 'Other names of a tag away.',
  body: z.strictObject({ tag_id: id, names: listOf(otherName, LIMITS.otherNames, 1) }),
  answer: changed(tag),
  mutation: 'removeTagNames',
  toArgs: ({ body }) => ({ tagId: body.tag_id, names: body.names }),
  fromArgs: ({ tagId, names }) => ({ body: { tag_id: tagId, names: [...names] } }),
})

export const setDisplayName = defineChange({
  method: 'POST',
  path: '/tag/set-display-name',
  description:
    'Which of its names a tag is shown by, such as `c++` for `cplusplus`; null: its name. One that it does not have becomes another name of it.',
  body: z.strictObject({ tag_id: id, display_name: z.nullable(otherName) }),
  answer: changed(tag),
  mutation: 'setTagDisplayName',
  toArgs: ({ body }) => ({ tagId: body.tag_id, displayName: body.display_name }),
  fromArgs: ({ tagId, displayName }) => ({ body: { tag_id: tagId, display_name: displayName } }),
})

export const addParents = defineChange({
  method: 'POST',
  path: '/tag/add-parents',
  description: 'Every tag implies every parent: a card with the tag is found by the parent, too.',
  body: z
    .strictObject({ tag_ids: someIds, parent_tag_ids: listOf(id, LIMITS.parentTags, 1) })
    .check(fewCombinations(['tag_ids', 'parent_tag_ids'], LIMITS.combinations)),
  answer: changed(z.array(tag)),
  mutation: 'addTagParents',
  toArgs: ({ body }) => ({ tagIds: unique(body.tag_ids), parentIds: unique(body.parent_tag_ids) }),
  fromArgs: ({ tagIds, parentIds }) => ({
    body: { tag_ids: [...tagIds], parent_tag_ids: [...parentIds] },
  }),
})

export const removeParents = defineChange({
  method: 'POST',
  path: '/tag/remove-parents',
  description: 'No tag implies any of these parents any more.',
  body: z
    .strictObject({ tag_ids: someIds, parent_tag_ids: listOf(id, LIMITS.parentTags, 1) })
    .check(fewCombinations(['tag_ids', 'parent_tag_ids'], LIMITS.combinations)),
  answer: changed(z.array(tag)),
  mutation: 'removeTagParents',
  toArgs: ({ body }) => ({ tagIds: unique(body.tag_ids), parentIds: unique(body.parent_tag_ids) }),
  fromArgs: ({ tagIds, parentIds }) => ({
    body: { tag_ids: [...tagIds], parent_tag_ids: [...parentIds] },
  }),
})

export const addChildGroups = defineChange({
  method: 'POST',
  path: '/tag/add-child-groups',
  description:
    'Every tag of every group implies these tags: a card with a tag of the group is found by them, too.',
  body: z
    .strictObject({ tag_ids: someIds, group_ids: listOf(id, LIMITS.childGroups, 1) })
    .check(fewCombinations(['tag_ids', 'group_ids'], LIMITS.combinations)),
  answer: changed(z.array(tag)),
  mutation: 'addChildGroups',
  toArgs: ({ body }) => ({ tagIds: unique(body.tag_ids), groupIds: unique(body.group_ids) }),
  fromArgs: ({ tagIds, groupIds }) => ({ body: { tag_ids: [...tagIds], group_ids: [...groupIds] } }),
})

export const removeChildGroups = defineChange({
  method: 'POST',
  path: '/tag/remove-child-groups',
  description: 'Being in one of these groups implies none of these tags any more.',
  body: z
    .strictObject({ tag_ids: someIds, group_ids: listOf(id, LIMITS.childGroups, 1) })
    .check(fewCombinations(['tag_ids', 'group_ids'], LIMITS.combinations)),
  answer: changed(z.array(tag)),
  mutation: 'removeChildGroups',
  toArgs: ({ body }) => ({ tagIds: unique(body.tag_ids), groupIds: unique(body.group_ids) }),
  fromArgs: ({ tagIds, groupIds }) => ({ body: { tag_ids: [...tagIds], group_ids: [...groupIds] } }),
})
