import type { Id } from '@cardinal/domain'
import { type Mutation, type MutationContext, readsOf, runMutation } from '@cardinal/sync'
import type { StoreTransaction } from '../store/index.ts'
import type { EditedRows, Followed, WorkspaceChange } from './change-workspace.ts'
import { followed, type MovedCopy } from './moved-cards.ts'

interface ChangeContext extends Pick<WorkspaceChange, 'awaiting'> {
  readonly onConflict: NonNullable<MutationContext['onConflict']>
}

export function mutationChange(
  mutation: Mutation,
  place: WorkspaceChange['place'],
  context: ChangeContext,
): WorkspaceChange {
  const { onConflict, awaiting } = context
  return {
    place,
    reads: readsOf(mutation),
    write: (rows, { now }) => runMutation(mutation, rows, { now, onConflict }),
    ...(onConflict === 'merge' && {
      edits: editedRows(mutation),
      follow: (tx, userId, copies) => followedChange(mutation, { tx, userId, copies }, context),
    }),
    ...(awaiting && { awaiting }),
  }
}

/** The changes of the duplicates of moved cards, one for each workspace, and of the cards that are still here. */
async function followedChange(
  mutation: Mutation,
  { tx, userId, copies }: { tx: StoreTransaction; userId: Id; copies: ReadonlyMap<Id, MovedCopy> },
  context: ChangeContext,
): Promise<Followed | null> {
  const there: WorkspaceChange[] = []
  for (const workspaceId of new Set([...copies.values()].map((copy) => copy.workspaceId))) {
    const mutations = await followed(tx, userId, mutation, copies, workspaceId)
    if (mutations === null) return null
    for (const each of mutations)
      there.push({
        place: { workspaceId },
        reads: readsOf(each),
        write: (rows, { now }) => runMutation(each, rows, { now, onConflict: context.onConflict }),
      })
  }
  const rest = withoutCards(mutation, copies)
  return { there, here: rest === null ? null : mutationChange(rest, 'where-the-rows-are', context) }
}

/** The mutation without these cards. Null: no card is left. */
function withoutCards(mutation: Mutation, gone: ReadonlyMap<Id, unknown>): Mutation | null {
  const { args } = mutation
  if ('cardIds' in args) {
    const cardIds = args.cardIds.filter((id) => !gone.has(id))
    return cardIds.length === 0 ? null : ({ ...mutation, args: { ...args, cardIds } } as Mutation)
  }
  if (mutation.name !== 'completeCards') return null
  const cards = mutation.args.cards.filter(({ id }) => !gone.has(id))
  return cards.length === 0 ? null : { ...mutation, args: { ...mutation.args, cards } }
}

/** Rows that must exist for the mutation to change anything. Creating needs none. */
function editedRows({ name, args }: Mutation): EditedRows {
  if (name.startsWith('create')) return { card: [], tag: [], group: [] }
  const given = args as {
    card?: { id: Id }
    cardId?: Id
    cardIds?: readonly Id[]
    cards?: readonly { id: Id }[]
    tagId?: Id
    tagIds?: unknown
    parentIds?: unknown
    intoTagId?: Id
    groupId?: Id
    groupIds?: readonly Id[]
  }
  const listed = (ids: unknown): readonly Id[] => (Array.isArray(ids) ? ids : [])
  const ids = (...all: (Id | undefined)[]) => all.filter((id) => id !== undefined)
  return {
    card: ids(
      given.card?.id,
      given.cardId,
      ...listed(given.cardIds),
      ...(given.cards ?? []).map(({ id }) => id),
    ),
    tag: [
      ...ids(given.tagId, given.intoTagId, ...listed(given.tagIds)),
      ...(name === 'addTagParents' ? listed(given.parentIds) : []),
    ],
    group: name === 'removeChildGroups' ? [] : ids(given.groupId, ...listed(given.groupIds)),
  }
}
