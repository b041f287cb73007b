import { type Due, dayOf, type Id, isDue, LIMITS, timeOf, unique } from '@cardinal/domain'
import type { CompletedCard } from '@cardinal/sync'
import * as z from 'zod/mini'
import { defineCall, defineChange, defineQuestion, MAX_BODY } from '../call.ts'
import { cardEditFromWire, cardEditToWire, entityEdit, merged } from '../wire/card-edit.ts'
import {
  editedEntity,
  entity,
  newEntity,
  optionalFields,
  optionalFieldsToWire,
  tagsAssigned,
} from '../wire/entity.ts'
import { colorCounts, intersectionCounts, isCardOrder, listingFields, tagRanks } from '../wire/listing.ts'
import {
  answer,
  changed,
  color,
  content,
  count,
  due,
  fewCombinations,
  fromInstant,
  id,
  ids,
  instant,
  listOf,
  maxLength,
  page,
  pageOf,
  recurrence,
  searchText,
  settledId,
  someIds,
  toInstant,
  typeFromWire,
  typeToWire,
  wireType,
  workspaceId,
} from '../wire/scalars.ts'

export const getCount = defineQuestion({
  method: 'POST',
  path: '/entity/get-count',
  description: 'How many cards there are of each type.',
  body: z.strictObject({ workspace_id: workspaceId }),
  answer: answer(z.array(z.object({ type: wireType, count }))),
})

export const getSortedEntities = defineQuestion({
  method: 'POST',
  path: '/entity/get-sorted-entities',
  description: 'All cards of a type, sorted and filtered.',
  body: z.strictObject(listingFields).check(isCardOrder),
  answer: z.object({ data: z.array(entity), total_in_db: count, color_counts: colorCounts }),
})

export const getMatchingEntities = defineQuestion({
  method: 'POST',
  path: '/entity/get-matching-entities',
  description: 'The cards that match a search, with the counts to go on from.',
  body: z
    .strictObject({
      ...listingFields,
      userIsTyping_inSearchbar: searchText,
      secondSearchword: z._default(searchText, ''),
      only_tags: z._default(z.boolean(), false),
      only_count: z._default(z.boolean(), false),
    })
    .check(isCardOrder),
  answer: z.object({
    data: z.array(entity),
    total_in_db: count,
    color_counts: colorCounts,
    intersection_counts: intersectionCounts,
    tagRanks,
    /** Number of matches in each workspace, in the order of the cards. Only for searches with `workspace:all`. */
    workspaces: z.optional(z.array(z.object({ _id: id, count }))),
  }),
})

export const getSpecificEntities = defineQuestion({
  method: 'POST',
  path: '/entity/get-specific',
  description: 'Cards by id, in the order asked.',
  body: z.strictObject({ entity_ids: listOf(id, LIMITS.cardsById) }),
  answer: answer(z.array(entity)),
})

export const getDeletedEntities = defineQuestion({
  method: 'POST',
  path: '/entity/get-deleted',
  description: 'Deleted cards that can be restored, the latest deletion first.',
  body: z.strictObject({ params: page, workspace_id: workspaceId }),
  /** Cards that were deleted together have the same `deletedAt`. */
  answer: z.object({ data: z.array(z.extend(entity, { deletedAt: instant })), total_in_db: count }),
})

export const emptyDeleted = defineCall({
  method: 'POST',
  path: '/entity/empty-deleted',
  description:
    'Removes deleted cards for good, with their texts and earlier texts. Their files go when no card has them. The answer lists the removed cards; a card that is not deleted stays.',
  access: 'write',
  body: z.strictObject({ entity_ids: listOf(id, LIMITS.pageSize, 1) }),
  answer: answer(z.array(id)),
})

/** A removed or overwritten text of a subnote. */
const removedTitle = z.object({
  title_id: id,
  text: z.string(),
  /** Whether a merge displaced it. */
  is_kept: z.boolean(),
  createdAt: instant,
})

const revisionsPage = pageOf(LIMITS.pageSize)

export const getRevisions = defineQuestion({
  method: 'POST',
  path: '/entity/get-revisions',
  description: 'Earlier texts of a card and, as `titles`, of its subnotes; the latest first.',
  body: z.strictObject({ entity_id: id, params: revisionsPage }),
  answer: z.object({
    data: z.array(z.object({ content: z.string(), address: z.optional(z.string()), createdAt: instant })),
    titles: z.array(removedTitle),
    /** How many texts of the card and its subnotes are kept. */
    total_in_db: count,
    total_titles: count,
  }),
})

export const getKeptRevisions = defineQuestion({
  method: 'POST',
  path: '/entity/get-kept-revisions',
  description:
    'Texts of cards and subnotes that lost against another edit within 30 days, where nobody has edited the same text since; the latest 200 first.',
  body: z.strictObject({ workspace_id: workspaceId }),
  answer: answer(
    z.array(
      z.object({
        entity_id: id,
        /** Null: the text is a card's content. */
        title_id: z.nullable(id),
        text: z.string(),
        /** The card's address at that time. */
        address: z.optional(z.string()),
        createdAt: instant,
      }),
    ),
  ),
})

export const createOneEntity = defineChange({
  method: 'POST',
  path: '/entity/create-one',
  description: 'A new card.',
  access: 'add',
  body: z.strictObject({ newEntity, workspace_id: workspaceId }),
  answer: changed(entity),
  mutation: 'createCard',
  maxBody: MAX_BODY.large,
  toArgs: ({ body: { newEntity: given } }, { newId }) => ({
    card: {
      id: settledId(given._id, newId),
      type: typeFromWire(given.type),
      content: given.content,
      ...optionalFields(given, newId),
      ...(given.createdAt !== undefined && { createdAt: fromInstant(given.createdAt) }),
    },
  }),
  fromArgs: ({ card }, workspace_id) => ({
    body: {
      newEntity: {
        _id: card.id,
        type: typeToWire(card.type),
        content: card.content,
        ...optionalFieldsToWire(card),
        ...(card.createdAt !== undefined && { createdAt: toInstant(card.createdAt) }),
      },
      workspace_id,
    },
  }),
})

export const attachTags = defineChange({
  method: 'POST',
  path: '/entity/attach-tags',
  description: 'Every tag onto every card.',
  body: z
    .strictObject({ entity_ids: someIds, tag_ids: someIds })
    .check(fewCombinations(['entity_ids', 'tag_ids'], LIMITS.combinations)),
  answer: changed(z.object({ entity_ids: ids, tag_ids: ids })),
  mutation: 'attachTags',
  toArgs: ({ body }) => ({ cardIds: unique(body.entity_ids), tagIds: unique(body.tag_ids) }),
  fromArgs: ({ cardIds, tagIds }) => ({ body: { entity_ids: [...cardIds], tag_ids: [...tagIds] } }),
})

export const detachTags = defineChange({
  method: 'POST',
  path: '/entity/detach-tags',
  description: 'Every tag off every card.',
  body: z
    .strictObject({ entity_ids: someIds, tag_ids: someIds })
    .check(fewCombinations(['entity_ids', 'tag_ids'], LIMITS.combinations)),
  answer: changed(z.object({ entity_ids: ids, tag_ids: ids })),
  mutation: 'detachTags',
  toArgs: ({ body }) => ({ cardIds: unique(body.entity_ids), tagIds: unique(body.tag_ids) }),
  fromArgs: ({ cardIds, tagIds }) => ({ body: { entity_ids: [...cardIds], tag_ids: [...tagIds] } }),
})

export const updateTags = defineChange({
  method: 'PATCH',
  path: '/entity/update-tags',
  description: 'Exactly these tags on a card.',
  body: z.strictObject({ entity_id: id, tags_assigned: tagsAssigned }),
  answer: changed(entity),
  mutation: 'setCardTags',
  toArgs: ({ body }) => ({ cardId: body.entity_id, tagIds: unique(body.tags_assigned) }),
  fromArgs: ({ cardId, tagIds }) => ({ body: { entity_id: cardId, tags_assigned: [...tagIds] } }),
})

export const updateColor = defineChange({
  method: 'PATCH',
  path: '/entity/update-color',
  description: 'One colour, or none, for cards.',
  body: z.strictObject({ entity_ids: someIds, color }),
  answer: changed(ids),
  mutation: 'setCardColor',
  toArgs: ({ body }) => ({ cardIds: unique(body.entity_ids), color: body.color }),
  fromArgs: ({ cardIds, color }) => ({ body: { entity_ids: [...cardIds], color } }),
})

export const updateContent = defineChange({
  method: 'PATCH',
  path: '/entity/update-content',
  description: 'Another text for a card, merged with what others wrote since `base_seq`.',
  body: z.strictObject({ entity_id: id, content, base_seq: z.optional(z.nullable(count)) }),
  answer: z.object({ data: entity, seq: count, kept_revision: z.optional(z.string()) }),
  mutation: 'setCardContent',
  toArgs: ({ body }) => ({ cardId: body.entity_id, content: body.content, baseSeq: body.base_seq ?? null }),
  fromArgs: ({ cardId, content, baseSeq }) => ({ body: { entity_id: cardId, content, base_seq: baseSeq } }),
})

export const updateEntire = defineChange({
  method: 'POST',
  path: '/entity/update-entire',
  description:
    'Everything of a card at once; its type changes only where changeTypeFrom and changeTypeTo differ.',
  body: z.strictObject({
    entity: editedEntity,
    changeTypeFrom: z.optional(z.nullable(wireType)),
    changeTypeTo: z.optional(z.nullable(wireType)),
    base_seq: z.optional(z.nullable(count)),
  }),
  answer: z.object({ data: entity, seq: count, kept_revision: z.optional(z.string()) }),
  mutation: 'replaceCard',
  maxBody: MAX_BODY.large,
  toArgs: ({ body: { entity: given, changeTypeFrom, changeTypeTo, base_seq } }, { newId }) => ({
    ...(base_seq !== undefined && { baseSeq: base_seq }),
    card: {
      id: given._id,
      content: given.content,
      ...optionalFields(given, newId),
      ...(changeTypeTo != null && changeTypeTo !== changeTypeFrom && { type: typeFromWire(changeTypeTo) }),
    },
  }),
  fromArgs: ({ card, baseSeq }) => ({
    body: {
      entity: { _id: card.id, content: card.content, ...optionalFieldsToWire(card) },
      ...(card.type && { changeTypeTo: typeToWire(card.type) }),
      ...(baseSeq !== undefined && { base_seq: baseSeq }),
    },
  }),
})

export const editOneEntity = defineChange({
  method: 'PATCH',
  path: '/entity/edit-one',
  description: 'What somebody changed of a card, merged with the card as it is by now.',
  body: entityEdit,
  answer: merged(entity),
  mutation: 'editCard',
  maxBody: MAX_BODY.large,
  toArgs: ({ body }, { newId }) => cardEditFromWire(body, newId),
  fromArgs: (edit) => ({ body: cardEditToWire(edit) }),
})

const day = due.check(z.refine((text) => !isDue(text) || timeOf(text) === null, 'must be a day'))
const completed = z.strictObject({ _id: id, dueAt: z.optional(z.nullable(due)) })

export const readDueWords = defineCall({
  method: 'POST',
  path: '/entity/read-due',
  description:
    'The due date and the recurrence that words such as "every friday at 9" stand for. Null where they are not understood.',
  access: 'token',
  body: z.strictObject({ words: z.string().check(maxLength(200)), now: z.optional(due) }),
  answer: answer(z.nullable(z.object({ dueAt: due, recurrence: z.nullable(recurrence) }))),
})

export const readTexts = defineCall({
  method: 'POST',
  path: '/entity/read-texts',
  description:
    'What is understood in texts that would be added, as the searchbar reads them: tags, and for todos due dates, recurrences and start dates. Nothing is added.',
  access: 'token',
  body: z.strictObject({
    texts: listOf(
      z.strictObject({
        content: z.string().check(maxLength(LIMITS.contentLength)),
        type: z.optional(wireType),
      }),
      LIMITS.textsRead,
      1,
    ),
    now: z.optional(due),
    workspace_id: workspaceId,
  }),
  answer: answer(
    z.array(
      z.object({
        type: z.nullable(wireType),
        content: z.string(),
        tags: z.array(
          z.object({
            tag_name: z.string(),
            /** The display name of a new tag, where it is not its name. */
            display_name: z.optional(z.string()),
            parents: z.array(z.string()),
          }),
        ),
        dueAt: z.nullable(due),
        recurrence: z.nullable(recurrence),
        startAt: z.nullable(day),
        understood: z.array(z.object({ kind: z.enum(['tag', 'due', 'start']), words: z.string() })),
      }),
    ),
  ),
})

export const completeManyEntities = defineChange({
  method: 'POST',
  path: '/entity/complete-many',
  description: 'Completes cards. One with a recurrence moves to its next time instead.',
  body: z.strictObject({
    entities: listOf(completed, LIMITS.cardsById, 1),
    doneAt: z.optional(instant),
    today: z.optional(day),
  }),
  answer: changed(ids),
  mutation: 'completeCards',
  toArgs: ({ body }, { now }) => ({
    // A card named twice counts once, with its last value.
    cards: [...new Map(body.entities.map(({ _id, dueAt }) => [_id, cardOf(_id, dueAt)])).values()],
    doneAt: body.doneAt === undefined ? now : fromInstant(body.doneAt),
    today: body.today ?? dayOf(toInstant(now)),
  }),
  fromArgs: ({ cards, doneAt, today }) => ({
    body: {
      entities: cards.map(({ id: _id, dueAt }) => ({ _id, ...(dueAt !== undefined && { dueAt }) })),
      doneAt: toInstant(doneAt),
      today,
    },
  }),
})

function cardOf(id: Id, dueAt: Due | null | undefined): CompletedCard {
  return { id, ...(dueAt !== undefined && { dueAt }) }
}

const seenTexts = z.strictObject({
  _id: id,
  texts: z.string().check(maxLength(8), z.regex(/^[0-9a-f]{8}$/)),
})

export const deleteManyEntities = defineChange({
  method: 'POST',
  path: '/entity/delete-many',
  description: 'Deletes cards; for 30 days they can be restored.',
  body: z.strictObject({
    entity_ids: someIds,
    /** Hashes of the texts that the person saw. A card with other texts is not deleted. */
    seen: z.optional(listOf(seenTexts, LIMITS.idsInList)),
  }),
  answer: changed(ids),
  mutation: 'deleteCards',
  toArgs: ({ body: { entity_ids, seen } }) => ({
    cardIds: unique(entity_ids),
    ...(seen && { seen: seen.map(({ _id, texts }) => ({ id: _id, texts })) }),
  }),
  fromArgs: ({ cardIds, seen }) => ({
    body: {
      entity_ids: [...cardIds],
      ...(seen && { seen: seen.map(({ id, texts }) => ({ _id: id, texts })) }),
    },
  }),
})

export const restoreManyEntities = defineChange({
  method: 'POST',
  path: '/entity/restore-many',
  description: 'Brings deleted cards back.',
  body: z.strictObject({ entity_ids: someIds }),
  answer: changed(ids),
  mutation: 'restoreCards',
  toArgs: ({ body }) => ({ cardIds: unique(body.entity_ids) }),
  fromArgs: ({ cardIds }) => ({ body: { entity_ids: [...cardIds] } }),
})
