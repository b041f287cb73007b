import { type Change, type Id, ok, unique } from '@cardinal/domain'
import { Overlay, type ReadSet, type Rows } from '@cardinal/sync'
import { chunksOf } from '../lib/chunks.ts'
import type { Moved } from '../pages/page-copies.ts'
import type { StoredAddition, StoreTransaction, User } from '../store/index.ts'
import { changeWorkspace } from '../workspaces/change-workspace.ts'
import { type CardAddition, removalEdit } from './join-card.ts'
import type { AllMade } from './made.ts'
import type { ImportTools } from './tools.ts'
import { withDate } from './write-chunk.ts'

/**
 * Rows per transaction: few, because requests wait for it to end. Fewer tags, because each is removed from its
 * deleted cards. Fewest groups, because each is read and emptied with all its tags.
 */
const ROWS_PER_STEP = { cards: 200, additions: 200, groups: 5, tags: 10 }

/**
 * A step of the undo, done in one transaction. `additions` removes what the import added to existing cards, and
 * is repeated until nothing is left. The others delete rows that the import created.
 */
export type UndoStep =
  | { readonly kind: 'additions' }
  | { readonly kind: 'cards' | 'groups' | 'tags'; readonly workspaceId: Id; readonly ids: readonly Id[] }

interface StepDone {
  /** Deleted cards. */
  readonly removed: number
  /** Changed workspaces. */
  readonly moved: readonly Moved[]
  /** Whether the step must run again. */
  readonly isToRepeat: boolean
}

/**
 * The steps of an undo, in order. Always the same for an import, so that an index stores the progress. Tags come
 * last, when no card of the import has them.
 */
export function undoStepsOf({ parts }: AllMade): readonly UndoStep[] {
  const deleting = (kind: 'cards' | 'groups' | 'tags'): UndoStep[] =>
    parts.flatMap(({ workspaceId, [kind]: ids }) =>
      [...chunksOf(ids, ROWS_PER_STEP[kind])].map((some) => ({ kind, workspaceId, ids: some })),
    )
  return [...deleting('cards'), { kind: 'additions' }, ...deleting('groups'), ...deleting('tags')]
}

/** Does a step. Skips workspaces that were deleted since. The caller holds the user's lock. */
export async function undoStep(
  tools: ImportTools,
  tx: StoreTransaction,
  user: User,
  importId: Id,
  step: UndoStep,
): Promise<StepDone> {
  if (step.kind === 'additions') return takeOff(tools, tx, user, importId)
  const { kind, workspaceId } = step
  const ids = kind === 'tags' ? await withoutCards(tx, user.id, step.ids) : step.ids
  return change(tools, tx, user, workspaceId, { [kind]: ids }, (rows, now) =>
    deletions(kind, ids, new Overlay(rows), now),
  )
}

/** Removes the last additions of an import to existing cards. */
async function takeOff(
  tools: ImportTools,
  tx: StoreTransaction,
  user: User,
  importId: Id,
): Promise<StepDone> {
  const additions = await tx.imports.additionsOf(user.id, importId, ROWS_PER_STEP.additions)
  const last = additions.at(-1)
  if (last === undefined) return { removed: 0, moved: [], isToRepeat: false }
  const moved: Moved[] = []
  for (const workspaceId of unique(additions.map((one) => one.workspace_id))) {
    const own = additions.filter((one) => one.workspace_id === workspaceId).map(toAddition)
    const reads = {
      cards: own.map(({ cardId }) => cardId),
      tags: own.flatMap(({ addition }) => addition.tagIds),
    }
    const done = await change(tools, tx, user, workspaceId, reads, (rows, now) =>
      withoutAdditions(own, new Overlay(rows), now),
    )
    moved.push(...done.moved)
  }
  await tx.imports.removeAdditions(user.id, importId, last.row)
  return { removed: 0, moved, isToRepeat: additions.length === ROWS_PER_STEP.additions }
}

async function withoutCards(tx: StoreTransaction, userId: Id, tagIds: readonly Id[]): Promise<Id[]> {
  const carried = await tx.tags.onCards(userId, tagIds)
  return tagIds.filter((id) => !carried.has(id))
}

async function change(
  tools: ImportTools,
  tx: StoreTransaction,
  user: User,
  workspaceId: Id,
  reads: ReadSet,
  decide: (rows: Rows, now: number) => readonly Change[],
): Promise<StepDone> {
  const nothing = { removed: 0, moved: [], isToRepeat: false }
  if ((await tx.workspaces.byId(user.id, workspaceId)) === undefined) return nothing
  let changes: readonly Change[] = []
  const write = (rows: Rows, { now }: { readonly now: number }) => {
    changes = decide(rows, now)
    return ok({ changes })
  }
  const changed = await changeWorkspace(
    tx,
    user,
    { place: { workspaceId }, reads, write },
    tools.limits,
    tools.now(),
  )
  if (!changed.ok) throw new Error(`Undoing an import was refused: ${JSON.stringify(changed.error)}`)
  if (changes.length === 0) return nothing
  const removed = changes.filter(({ kind, row }) => kind === 'card' && row === null).length
  return { removed, moved: [{ workspaceId, seq: changed.value.seq }], isToRepeat: false }
}

function deletions(
  kind: 'cards' | 'groups' | 'tags',
  ids: readonly Id[],
  overlay: Overlay,
  now: number,
): readonly Change[] {
  const left = ids.filter((id) => {
    if (kind === 'cards') return overlay.card(id) !== undefined
    return (kind === 'tags' ? overlay.tag(id) : overlay.group(id)) !== undefined
  })
  const mutation = {
    cards: { name: 'deleteCards', args: { cardIds: left } },
    groups: { name: 'deleteGroups', args: { groupIds: left } },
    tags: { name: 'deleteTags', args: { tagIds: left } },
  } as const
  const outcome = overlay.run(mutation[kind], { now })
  return outcome.ok ? outcome.value.changes : []
}

interface Addition {
  readonly cardId: Id
  readonly addition: CardAddition
}

function toAddition({ card_id, added }: StoredAddition): Addition {
  return { cardId: card_id, addition: JSON.parse(added) as CardAddition }
}

function withoutAdditions(additions: readonly Addition[], overlay: Overlay, now: number): Change[] {
  const changes: Change[] = []
  for (const { cardId, addition } of additions) {
    const card = overlay.card(cardId)
    if (card === undefined) continue
    const edited = overlay.run({ name: 'editCard', args: removalEdit(card, addition) }, { now })
    if (edited.ok) changes.push(...edited.value.changes)
    const { createdAt } = addition
    if (createdAt !== undefined && card.createdAt === createdAt.after)
      changes.push(...withDate(overlay, cardId, createdAt.before))
  }
  return changes
}
