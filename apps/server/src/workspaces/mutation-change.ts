import type { Id } from '@cardinal/domain'
import { type Mutation, type MutationContext, readsOf, runMutation } from '@cardinal/sync'
import type { EditedRows, WorkspaceChange } from './change-workspace.ts'

interface ChangeContext extends Pick<WorkspaceChange, 'awaiting'> {
  readonly onConflict: NonNullable<MutationContext['onConflict']>
}

/** Returns a named mutation as a change of a workspace. */
export function mutationChange(
  mutation: Mutation,
  place: WorkspaceChange['place'],
  { onConflict, awaiting }: ChangeContext,
): WorkspaceChange {
  return {
    place,
    reads: readsOf(mutation),
    write: (rows, { now }) => runMutation(mutation, rows, { now, onConflict }),
    ...(onConflict === 'merge' && { edits: editedRows(mutation) }),
    ...(awaiting && { awaiting }),
  }
}

/** Returns the rows that must exist for the mutation to have an effect. Creating a row needs none. */
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
