import { type Change, type Id, ok, type Result, refused } from '@cardinal/domain'
import { Overlay, type Rows } from '@cardinal/sync'
import type { StoredImport, StoreTransaction, User } from '../store/index.ts'
import { changeWorkspace } from '../workspaces/change-workspace.ts'
import { type Made, stateOf } from './imports.ts'
import type { ImportTools } from './tools.ts'

export interface Undone {
  readonly workspaceId: Id
  readonly removed: number
  readonly seq: number
}

/**
 * Undoes an import. Deletes its cards, which can still be restored for a while, its groups, and each of its tags that no
 * other card has. Undoing twice removes nothing. The caller holds the user's lock.
 */
export async function undoImport(
  tx: StoreTransaction,
  user: User,
  importId: Id,
  tools: ImportTools,
): Promise<Result<Undone, 'no-such-import' | 'still-running'>> {
  const job = await tx.imports.byId(user.id, importId)
  const workspace = job && (await tx.workspaces.byId(user.id, job.workspace_id))
  if (job === undefined || workspace === undefined) return refused('no-such-import')
  if (stateOf(job, tools.now()) === 'running') return refused('still-running')
  const undone = await takeBack(tx, user, job, tools)
  await tx.imports.update(user.id, importId, { state: 'undone', updated_at: tools.now() })
  return ok({ ...undone, workspaceId: workspace.id })
}

async function takeBack(
  tx: StoreTransaction,
  user: User,
  job: StoredImport,
  tools: ImportTools,
): Promise<Omit<Undone, 'workspaceId'>> {
  const made = JSON.parse(job.made) as Made
  let removed = 0
  const reads = { cards: made.cards, tags: made.tags, groups: made.groups, cardsCarrying: made.tags }
  const place = { workspaceId: job.workspace_id }
  const change = {
    place,
    reads,
    write: (rows: Rows, context: { now: number }) => {
      const changes = removals(made, rows, context.now)
      removed = changes.filter(({ kind }) => kind === 'card').length
      return ok({ changes })
    },
  }
  const changed = await changeWorkspace(tx, user, change, tools.limits, tools.now())
  if (!changed.ok) throw new Error(`Undoing an import was refused: ${JSON.stringify(changed.error)}`)
  return { removed, seq: changed.value.seq }
}

function removals(made: Made, rows: Rows, now: number): Change[] {
  const overlay = new Overlay(rows)
  const cardIds = made.cards.filter((id) => rows.card(id) !== undefined)
  const changes: Change[] = []
  const run = (mutation: Parameters<Overlay['run']>[0]) => {
    const outcome = overlay.run(mutation, { now })
    if (outcome.ok) changes.push(...outcome.value.changes)
  }
  run({ name: 'deleteCards', args: { cardIds } })
  const tagIds = made.tags.filter(
    (id) => rows.tag(id) !== undefined && overlay.cardsCarrying(id).length === 0,
  )
  const groupIds = made.groups.filter((id) => rows.group(id) !== undefined)
  run({ name: 'deleteGroups', args: { groupIds } })
  run({ name: 'deleteTags', args: { tagIds } })
  return changes
}
