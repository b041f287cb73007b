import { type Id, ok, type Result, refused } from '@cardinal/domain'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { Moved } from '../pages/page-copies.ts'
import type { Store, StoredWorkspace, StoreTransaction } from '../store/index.ts'
import { drop } from './carry-out.ts'
import { Stopped } from './import-errors.ts'
import { stateOf } from './import-state.ts'
import { removeTargets } from './import-targets.ts'
import { LEASE_MS } from './import-work.ts'
import { type AllMade, madeBy } from './made.ts'
import type { ImportTools } from './tools.ts'
import { type UndoStep, undoStep, undoStepsOf } from './undo-steps.ts'

export interface Undone {
  /** Cards deleted so far, including those before a restart. */
  readonly removed: number
  /** New sequence number of the import's workspace. */
  readonly seq: number
}

type NotUndone = 'no-such-import' | 'still-running'

/** State of an undo after a step. */
interface Progress {
  /** Cards deleted since the undo began. */
  readonly removed: number
  /** Workspaces that the step changed. */
  readonly moved: readonly Moved[]
  readonly isOver: boolean
}

/**
 * Undoes an import, or resumes an interrupted undo. Deletes its cards, which can be restored for a while, its
 * groups, and those of its tags that no other card has. Removes what it added to existing cards. Each step is one
 * transaction that also stores the progress; `ImportRuns` resumes the undo after a stop. A second undo removes
 * nothing, so cards restored since stay.
 *
 * @throws Stopped when the server is stopping
 */
export async function undoImport(
  tools: ImportTools,
  userId: Id,
  importId: Id,
): Promise<Result<Undone, NotUndone>> {
  const { store, bus, state } = tools
  const job = await store.imports.byId(userId, importId)
  if (job === undefined) return refused('no-such-import')
  if (stateOf(job) === 'running') return refused('still-running')
  const made = madeBy(job)
  const isGone = made.parts.length > 0 && (await firstWorkspace(store, userId, made)) === undefined
  if (isGone && stateOf(job) !== 'undone') return refused('no-such-import')
  const steps = undoStepsOf(made)
  let removed = 0
  for (;;) {
    const next = await store.transact((tx) => doNext(tools, tx, { userId, importId }, made, steps))
    if (!next.ok) return next
    removed = Math.max(removed, next.value.removed)
    for (const place of next.value.moved) bus.publish({ userId, ...place })
    if (next.value.isOver) break
    if (state.isStopping) await leave(tools, userId, importId)
    await yieldToEventLoop()
  }
  if (hasAccountChanges(made)) bus.publish({ userId, workspaceId: null, seq: 0 })
  await drop(store, userId, importId)
  return ok({ removed, seq: (await firstWorkspace(store, userId, made))?.seq ?? 0 })
}

/** Ends an undo that may crash each server that resumes it. The import can be undone again. */
export async function endUndo({ store }: ImportTools, userId: Id, importId: Id): Promise<void> {
  await store.transact(async (tx) => ok(await tx.importRuns.endUndo(userId, importId)))
  await drop(store, userId, importId)
}

/** Does the next step, and stores the progress. */
async function doNext(
  tools: ImportTools,
  tx: StoreTransaction,
  { userId, importId }: { readonly userId: Id; readonly importId: Id },
  made: AllMade,
  steps: readonly UndoStep[],
): Promise<Result<Progress, NotUndone>> {
  const now = tools.now()
  const user = await tx.lockUser(userId)
  const job = await tx.imports.undoStateOf(userId, importId)
  if (user === undefined || job === undefined) return refused('no-such-import')
  const state = stateOf(job)
  if (state === 'running') return refused('still-running')
  // Another request has finished the undo.
  if (state === 'undone') return ok({ removed: 0, moved: [], isOver: true })
  // Older releases left `running` in the row. A row in `importRuns` would make the import go on, so mark it as over first.
  if (job.undo_step === null) await tx.imports.update(userId, importId, { state, updated_at: now })
  const at = job.undo_step ?? 0
  const before = job.undo_removed ?? 0
  const step = steps[at]
  if (step === undefined) {
    await removeTargets(tx, user, made.account, now)
    await tx.imports.update(userId, importId, { state: 'undone', updated_at: now })
    await tx.importRuns.endUndo(userId, importId)
    return ok({ removed: before, moved: [], isOver: true })
  }
  const done = await undoStep(tools, tx, user, importId, step)
  const removed = before + done.removed
  const progress = { step: done.isToRepeat ? at : at + 1, removed }
  await tx.importRuns.noteUndo(userId, importId, progress, now + LEASE_MS)
  return ok({ removed, moved: done.moved, isOver: false })
}

/** Releases the undo for another node, because this server is stopping. */
async function leave({ store }: ImportTools, userId: Id, importId: Id): Promise<never> {
  await store.transact(async (tx) => ok(await tx.importRuns.hold(userId, importId, 0)))
  throw new Stopped()
}

/** The first of an import's workspaces that still exists. */
async function firstWorkspace(
  store: Store,
  userId: Id,
  { parts }: AllMade,
): Promise<StoredWorkspace | undefined> {
  for (const { workspaceId } of parts) {
    const workspace = await store.workspaces.byId(userId, workspaceId)
    if (workspace !== undefined) return workspace
  }
  return undefined
}

function hasAccountChanges({ account: { made, settings } }: AllMade): boolean {
  return made.length > 0 || settings !== null
}
