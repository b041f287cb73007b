import { type Id, ok, type Result, refused } from '@cardinal/domain'
import { type Mutation, type MutationContext, type ReadSet, type Rows, runMutation } from '@cardinal/sync'
import type { StoredImport, StoreTransaction, User } from '../store/index.ts'
import { changeWorkspace } from '../workspaces/change-workspace.ts'
import type { Made } from './imports.ts'
import { othersTurn } from './slices.ts'
import type { ImportTools } from './tools.ts'

export interface Undone {
  /** Cards that are gone by it. */
  readonly removed: number
  readonly seq: number
}

/** Why an import is not undone; the first also where its workspace or account goes meanwhile. */
export type NotUndone = 'no-such-import' | 'still-running'

/** Rows that are taken back in one transaction: enough to be quick, few enough to hold nobody up. */
const CHUNK = 100

/**
 * Takes back what an import made: its cards (which can still be restored for a while), its groups, and those of
 * its tags that no other card carries. Undoing twice removes nothing, and completes what broke off.
 */
export async function undoImport(
  tools: ImportTools,
  userId: Id,
  importId: Id,
): Promise<Result<Undone, NotUndone>> {
  const { store, now } = tools
  const job = await store.imports.byId(userId, importId)
  const workspace = job && (await store.workspaces.byId(userId, job.workspace_id))
  if (job === undefined || workspace === undefined) return refused('no-such-import')
  if (isRunning(job, now())) return refused('still-running')
  let undone: Undone = { removed: 0, seq: workspace.seq }
  for (const removal of removalsOf(JSON.parse(job.made) as Made)) {
    const done = await takeBack(tools, userId, workspace.id, removal)
    if (!done.ok) return done
    undone = { removed: undone.removed + done.value.removed, seq: done.value.seq }
  }
  await store.transact(async (tx) => {
    return ok(await tx.imports.update(userId, importId, { state: 'undone', updated_at: now() }))
  })
  return ok(undone)
}

/** An import whose node died leaves its row as running; after a minute without progress it counts as over. */
function isRunning(job: StoredImport, now: number): boolean {
  return job.state === 'running' && now - job.updated_at < 60_000
}

/** A part of what has to go: what it reads, and what it makes of that. */
interface Removal {
  readonly reads: ReadSet
  readonly mutation: (rows: Rows) => Mutation
}

/** Tags last: which of them nobody else uses is seen when the cards are gone. */
function* removalsOf(made: Made): Generator<Removal> {
  for (const ids of chunks(made.cards))
    yield {
      reads: { cards: ids },
      mutation: (rows) => ({ name: 'deleteCards', args: { cardIds: ids.filter((id) => rows.card(id)) } }),
    }
  for (const ids of chunks(made.groups))
    yield {
      reads: { groups: ids },
      mutation: (rows) => ({ name: 'deleteGroups', args: { groupIds: ids.filter((id) => rows.group(id)) } }),
    }
  for (const ids of chunks(made.tags))
    yield {
      reads: { tags: ids, cardsCarrying: ids },
      mutation: (rows) => ({
        name: 'deleteTags',
        args: { tagIds: ids.filter((id) => rows.tag(id) && rows.cardsCarrying(id).length === 0) },
      }),
    }
}

function* chunks(ids: readonly Id[]): Generator<readonly Id[]> {
  for (let start = 0; start < ids.length; start += CHUNK) yield ids.slice(start, start + CHUNK)
}

async function takeBack(
  { store, bus, limits, now }: ImportTools,
  userId: Id,
  workspaceId: Id,
  removal: Removal,
): Promise<Result<Undone, NotUndone>> {
  const done = await store.transact<Undone, NotUndone>(async (tx) => {
    const user = await tx.lockUser(userId)
    if (user === undefined) return refused('no-such-import')
    return remove(tx, user, workspaceId, removal, limits, now())
  })
  if (done.ok) bus.publish({ userId, workspaceId, seq: done.value.seq })
  await othersTurn()
  return done
}

async function remove(
  tx: StoreTransaction,
  user: User,
  workspaceId: Id,
  { reads, mutation }: Removal,
  limits: ImportTools['limits'],
  now: number,
): Promise<Result<Undone, NotUndone>> {
  const write = (rows: Rows, context: MutationContext) => runMutation(mutation(rows), rows, context)
  const changed = await changeWorkspace(tx, user, { place: { workspaceId }, reads, write }, limits, now)
  if (!changed.ok) return refused('no-such-import')
  const { outcome, seq } = changed.value
  return ok({ removed: outcome.changes.filter(({ kind }) => kind === 'card').length, seq })
}
