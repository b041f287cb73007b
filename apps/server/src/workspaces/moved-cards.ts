import { copyId, type Id, LIMITS, tagName, unique } from '@cardinal/domain'
import type { IdsEdit, Mutation, SubnoteEdit, SubnotePlace } from '@cardinal/sync'
import { newId } from '../lib/ids.ts'
import { yieldToEventLoop } from '../lib/waiting.ts'
import { inBatches, type StoreTransaction } from '../store/index.ts'
import type { LoadedRows } from './load-rows.ts'

/** The duplicate of a card that was moved to another workspace. */
export interface MovedCopy {
  readonly id: Id
  readonly workspaceId: Id
}

/** Most moves of one card that are followed, one after the other. */
const MOST_MOVES = 8

/** Ids computed and looked up before yielding, which takes about 5 ms. */
const IDS_PER_SLICE = 2_000

/**
 * Finds where deleted cards were moved. A move gives the duplicate an id that follows from the card and the
 * workspace. Repeated moves are followed. The duplicate may be in any workspace, so after `LIMITS.combinations`
 * lookups a card counts as deleted. Otherwise 10,000 deleted cards of an account with 1,000 workspaces would cost
 * ten million lookups.
 *
 * @param cardIds cards that a change names
 */
export async function copiesOfMoved(
  tx: StoreTransaction,
  userId: Id,
  cardIds: readonly Id[],
  loaded: Pick<LoadedRows, 'stored'>,
): Promise<ReadonlyMap<Id, MovedCopy>> {
  const copies = new Map<Id, MovedCopy>()
  const isDeleted = (id: Id) => (loaded.stored('card', id)?.deletedAt ?? null) !== null
  let places = unique(cardIds.filter(isDeleted)).map((id): Step => [id, id])
  if (places.length === 0) return copies
  const workspaces = await tx.workspaces.ofUser(userId)
  const cardsAtOnce = Math.ceil(IDS_PER_SLICE / workspaces.length)
  let left = Math.floor(LIMITS.combinations / workspaces.length)
  for (let moves = 0; moves < MOST_MOVES && places.length > 0; moves++) {
    const next = new Map<Id, Id>()
    for (const some of inBatches(places.slice(0, left), cardsAtOnce)) {
      left -= some.length
      const candidates = some.flatMap(([card, last]) =>
        workspaces.map(({ id }): Step => [copyId(last, id), card]),
      )
      const cardOf = new Map(candidates)
      for (const { id, workspaceId, deletedAt } of await tx.cards.placesOf(userId, [...cardOf.keys()])) {
        const card = cardOf.get(id) ?? id
        if (deletedAt === null) copies.set(card, { id, workspaceId })
        else next.set(card, id)
      }
      await yieldToEventLoop()
    }
    places = [...next].filter(([card]) => !copies.has(card))
  }
  return copies
}

type Step = readonly [Id, Id]

/**
 * Converts a change of cards to a change of their duplicates in one workspace. Null: it does not concern their
 * contents, so it is not followed. Tags are matched by name, and created if missing. Links are dropped.
 */
export async function followed(
  tx: StoreTransaction,
  userId: Id,
  mutation: Mutation,
  copies: ReadonlyMap<Id, MovedCopy>,
  workspaceId: Id,
): Promise<Mutation[] | null> {
  const there = (id: Id) => copies.get(id)?.id ?? id
  const those = (ids: readonly Id[]) =>
    ids.filter((id) => copies.get(id)?.workspaceId === workspaceId).map(there)
  switch (mutation.name) {
    case 'setCardColor':
      return [{ ...mutation, args: { ...mutation.args, cardIds: those(mutation.args.cardIds) } }]
    case 'completeCards': {
      const cards = mutation.args.cards.filter(({ id }) => copies.get(id)?.workspaceId === workspaceId)
      return [
        {
          ...mutation,
          args: { ...mutation.args, cards: cards.map((card) => ({ ...card, id: there(card.id) })) },
        },
      ]
    }
    case 'attachTags':
    case 'detachTags': {
      const { made, tagIds } = await tagsThere(
        tx,
        userId,
        mutation.args.tagIds,
        workspaceId,
        mutation.name === 'attachTags',
      )
      return tagIds.length === 0
        ? []
        : [...made, { name: mutation.name, args: { cardIds: those(mutation.args.cardIds), tagIds } }]
    }
    case 'setSubnoteText':
    case 'deleteSubnote':
    case 'tickSubnote':
    case 'moveSubnote': {
      const cardId = there(mutation.args.cardId)
      const subnoteId = copyId(mutation.args.subnoteId, cardId)
      return [{ ...mutation, args: { ...mutation.args, cardId, subnoteId } } as Mutation]
    }
    case 'addSubnote':
      return [{ ...mutation, args: { ...mutation.args, cardId: there(mutation.args.cardId) } }]
    case 'editCard': {
      const { parentIds: _p, siblingIds: _s, childIds: _c, tagIds, subnotes, ...values } = mutation.args
      const cardId = there(mutation.args.cardId)
      const added = await tagsThere(tx, userId, tagIds?.added ?? [], workspaceId, true)
      const removed = await tagsThere(tx, userId, tagIds?.removed ?? [], workspaceId, false)
      const tags: IdsEdit = { added: added.tagIds, removed: removed.tagIds }
      const args = {
        ...values,
        cardId,
        ...(tagIds && { tagIds: tags }),
        ...(subnotes && { subnotes: subnotes.map((edit) => lineEdit(edit, cardId)) }),
      }
      return [...added.made, { name: 'editCard', args }]
    }
    default:
      return null
  }
}

/** A new subnote keeps its id; an existing one gets the id of its duplicate. */
function lineEdit(edit: SubnoteEdit, cardId: Id): SubnoteEdit {
  const place = (at: SubnotePlace): SubnotePlace => ({
    ...at,
    after: at.after === null ? null : copyId(at.after, cardId),
  })
  switch (edit.kind) {
    case 'add':
      return { ...edit, place: place(edit.place) }
    case 'text':
    case 'move':
      return { ...edit, id: copyId(edit.id, cardId), place: place(edit.place) }
    case 'remove':
    case 'tick':
      return { ...edit, id: copyId(edit.id, cardId) }
  }
}

/**
 * Tags of a workspace by name.
 *
 * @param makes whether missing tags are created
 */
async function tagsThere(
  tx: StoreTransaction,
  userId: Id,
  ids: readonly Id[],
  workspaceId: Id,
  makes: boolean,
): Promise<{ readonly made: readonly Mutation[]; readonly tagIds: readonly Id[] }> {
  if (ids.length === 0) return { made: [], tagIds: [] }
  const names = unique((await tx.tags.byIds(userId, ids)).map(({ row }) => tagName(row.name)))
  const found = new Map(
    (await tx.tags.byNames(userId, workspaceId, names)).map(({ row }) => [row.name, row.id]),
  )
  const missing = makes ? names.filter((name) => !found.has(name)).map((name): Step => [newId(), name]) : []
  const tags = missing.map(([id, name]) => ({ id, name }))
  return {
    made: tags.length === 0 ? [] : [{ name: 'createTags', args: { tags, attachToCardIds: [] } }],
    tagIds: [...found.values(), ...missing.map(([id]) => id)],
  }
}
