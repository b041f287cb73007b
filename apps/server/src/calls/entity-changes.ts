import { type AnyCall, type Calls, type Entity, entityToWire, keptRevisionToWire } from '@cardinal/contract'
import { type Id, ok, unique } from '@cardinal/domain'
import { type Done, GoneError, type HandlerOf } from './handler.ts'

function entityOf({ user, changed }: Done<AnyCall, unknown>, cardId: Id): Entity {
  const change = changed.outcome.changes.findLast(({ kind, id }) => kind === 'card' && id === cardId)
  const card = change?.kind === 'card' ? change.row : changed.rows.card(cardId)
  if (card == null) throw new GoneError(`Card ${cardId} was changed, and now it is not there.`)
  return entityToWire(card, user.id)
}

const answeringEntity = {
  place: 'where-the-rows-are' as const,
  answer: async (done: Done<AnyCall, { readonly cardId: Id }>) => ({
    data: entityOf(done, done.args.cardId),
  }),
}

/** Answers with the changed card and with the texts that a merge displaced. */
const answeringMerged = {
  place: 'where-the-rows-are' as const,
  answer: async (done: Done<AnyCall, { readonly cardId: Id }>) => {
    const kept = done.changed.outcome.keptRevisions
    return {
      data: entityOf(done, done.args.cardId),
      ...(kept !== undefined && { kept_revisions: kept.map(keptRevisionToWire) }),
    }
  },
}

const answeringIds = {
  place: 'where-the-rows-are' as const,
  answer: async ({ args }: Done<AnyCall, { readonly cardIds: readonly Id[] }>) => ({
    data: [...args.cardIds],
  }),
}

const answeringCardsAndTags = {
  place: 'where-the-rows-are' as const,
  answer: async ({
    args,
  }: Done<AnyCall, { readonly cardIds: readonly Id[]; readonly tagIds: readonly Id[] }>) => ({
    data: { entity_ids: [...args.cardIds], tag_ids: [...args.tagIds] },
  }),
}

type EntityChange =
  | 'createOneEntity'
  | 'updateEntire'
  | 'attachTags'
  | 'detachTags'
  | 'deleteManyEntities'
  | 'restoreManyEntities'
  | 'completeManyEntities'
  | 'updateColor'
  | 'updateTags'
  | 'addOneTitle'
  | 'replaceOneTitle'
  | 'deleteOneTitle'
  | 'toggleTitleStrikethrough'
  | 'moveOneTitle'
  | 'updateContent'
  | 'editOneEntity'

export const entityChanges: { readonly [Name in EntityChange]: HandlerOf<Calls[Name]> } = {
  createOneEntity: {
    place: ({ body }) => ({ workspaceId: body.workspace_id ?? null }),
    answer: async (done) => ({ data: entityOf(done, done.args.card.id) }),
    addOnly: {
      onConflict: 'refuse',
      input: ok,
      // The ids as sent, even where an id stands for an existing tag.
      answer: async (done) => ({
        data: { ...entityOf(done, done.args.card.id), tags_assigned: unique(done.args.card.tagIds ?? []) },
      }),
    },
  },
  updateEntire: {
    place: 'where-the-rows-are',
    answer: async (done) => {
      const [kept] = done.changed.outcome.keptRevisions ?? []
      return {
        data: entityOf(done, done.args.card.id),
        ...(kept !== undefined && { kept_revision: kept.text }),
      }
    },
  },
  attachTags: answeringCardsAndTags,
  detachTags: answeringCardsAndTags,
  deleteManyEntities: answeringIds,
  restoreManyEntities: answeringIds,
  completeManyEntities: {
    place: 'where-the-rows-are',
    answer: async ({ args }) => ({ data: args.cards.map(({ id }) => id) }),
  },
  updateColor: answeringIds,
  updateTags: answeringEntity,
  addOneTitle: answeringEntity,
  replaceOneTitle: answeringMerged,
  deleteOneTitle: answeringEntity,
  toggleTitleStrikethrough: answeringEntity,
  moveOneTitle: answeringEntity,
  updateContent: {
    place: 'where-the-rows-are',
    answer: async (done) => {
      const [kept] = done.changed.outcome.keptRevisions ?? []
      return {
        data: entityOf(done, done.args.cardId),
        ...(kept !== undefined && { kept_revision: kept.text }),
      }
    },
  },
  editOneEntity: answeringMerged,
}
