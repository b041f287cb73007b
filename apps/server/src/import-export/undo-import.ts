import { type Change, type Id, ok, type Result, refused } from '@cardinal/domain'
import { Overlay, type Rows } from '@cardinal/sync'
import type { ListedImport, StoredAddition, StoreTransaction, User } from '../store/index.ts'
import { changeWorkspace } from '../workspaces/change-workspace.ts'
import { yieldToEventLoop } from '../workspaces/yield-to-event-loop.ts'
import { Stopped } from './import-errors.ts'
import { stateOf } from './import-state.ts'
import { unmakeTargets } from './import-targets.ts'
import { type CardAddition, removalEdit } from './join-card.ts'
import { type AllMade, madeBy } from './made.ts'
import type { Made } from './settled-ids.ts'
import type { ImportTools } from './tools.ts'
import { withDate } from './write-chunk.ts'

export interface Undone {
  /** The workspaces that changed, with their sequence numbers afterwards; the import's own is the first. */
  readonly places: readonly { readonly workspaceId: Id; readonly seq: number }[]
  readonly removed: number
  /** Settings or the list of workspaces changed. */
  readonly hasChangedAccount: boolean
}

/** Cards that are deleted in one transaction: others wait no longer than for these. */
const CARDS_AT_ONCE = 200

/**
 * Undoes an import. Deletes its cards, which can still be restored for a while, its groups, and each of its tags that no
 * other card has. Takes off what it added to cards that were there. Its cards go some at a time; where that is cut off,
 * undoing again does the rest. Undoing twice removes nothing: cards that were restored since stay. Throws {@link Stopped}
 * where the server stops meanwhile.
 */
export async function undoImport(
  tools: ImportTools,
  userId: Id,
  importId: Id,
): Promise<Result<Undone, NotUndone>> {
  const job = await tools.store.imports.byId(userId, importId)
  if (job === undefined) return refused('no-such-import')
  let removed = 0
  const parts = stateOf(job) === 'undone' ? [] : madeBy(job).parts
  for (const { workspaceId, cards } of parts)
    for (let start = 0; start < cards.length; start += CARDS_AT_ONCE) {
      const some = { workspaceId, cards: cards.slice(start, start + CARDS_AT_ONCE), tags: [], groups: [] }
      const undone = await tools.store.transact(async (tx) => {
        const found = await finished(tx, userId, importId)
        if (!found.ok) return found
        // Another request may have finished the undo between two pieces.
        const isLeft =
          stateOf(found.value.job) !== 'undone' &&
          (await tx.workspaces.byId(userId, workspaceId)) !== undefined
        return ok(isLeft ? await takeBack(tx, found.value.user, some, [], tools) : { removed: 0 })
      })
      if (!undone.ok) return undone
      removed += undone.value.removed
      if (tools.state.isStopping) throw new Stopped()
      await yieldToEventLoop()
    }
  const rest = await tools.store.transact(async (tx) => undoRest(tx, userId, importId, tools))
  return rest.ok ? ok({ ...rest.value, removed: removed + rest.value.removed }) : rest
}

type NotUndone = 'no-such-import' | 'still-running'

/** Locks the user, and finds an import of theirs that is over. */
async function finished(
  tx: StoreTransaction,
  userId: Id,
  importId: Id,
): Promise<Result<{ readonly user: User; readonly job: ListedImport }, NotUndone>> {
  const user = await tx.lockUser(userId)
  const job = await tx.imports.byId(userId, importId)
  if (user === undefined || job === undefined) return refused('no-such-import')
  return stateOf(job) === 'running' ? refused('still-running') : ok({ user, job })
}

/** Undoes all but the cards that are gone by now. */
async function undoRest(
  tx: StoreTransaction,
  userId: Id,
  importId: Id,
  tools: ImportTools,
): Promise<Result<Undone, NotUndone>> {
  const found = await finished(tx, userId, importId)
  if (!found.ok) return found
  const { user, job } = found.value
  const isUndone = stateOf(job) === 'undone'
  const { parts, account } = madeBy(job)
  const additions = isUndone ? [] : await tx.imports.additionsOf(userId, importId)
  const places: { workspaceId: Id; seq: number }[] = []
  let removed = 0
  for (const part of parts) {
    if ((await tx.workspaces.byId(userId, part.workspaceId)) === undefined) continue
    const own = additions.filter((one) => one.workspace_id === part.workspaceId)
    const left = isUndone ? { ...part, cards: [], tags: [], groups: [] } : part
    const undone = await takeBack(tx, user, left, own, tools)
    removed += undone.removed
    places.push({ workspaceId: part.workspaceId, seq: undone.seq })
  }
  if (places.length === 0 && parts.length > 0) return refused('no-such-import')
  const hasChangedAccount = account.made.length > 0 || account.settings !== null
  if (!isUndone) await unmakeTargets(tx, user, account, tools.now())
  await tx.imports.update(userId, importId, { state: 'undone', updated_at: tools.now() })
  return ok({ places, removed, hasChangedAccount })
}

async function takeBack(
  tx: StoreTransaction,
  user: User,
  made: AllMade['parts'][number],
  additions: readonly StoredAddition[],
  tools: ImportTools,
): Promise<{ removed: number; seq: number }> {
  let removed = 0
  const cards = [...made.cards, ...additions.map((one) => one.card_id)]
  const reads = { cards, tags: made.tags, groups: made.groups, cardsCarrying: made.tags }
  const change = {
    place: { workspaceId: made.workspaceId },
    reads,
    write: (rows: Rows, context: { now: number }) => {
      const changes = removals(made, additions, rows, context.now)
      removed = changes.filter(({ kind, row }) => kind === 'card' && row === null).length
      return ok({ changes })
    },
  }
  const changed = await changeWorkspace(tx, user, change, tools.limits, tools.now())
  if (!changed.ok) throw new Error(`Undoing an import was refused: ${JSON.stringify(changed.error)}`)
  return { removed, seq: changed.value.seq }
}

function removals(made: Made, additions: readonly StoredAddition[], rows: Rows, now: number): Change[] {
  const overlay = new Overlay(rows)
  const changes: Change[] = []
  const run = (mutation: Parameters<Overlay['run']>[0]) => {
    const outcome = overlay.run(mutation, { now })
    if (outcome.ok) changes.push(...outcome.value.changes)
  }
  for (const { card_id: cardId, added } of additions) {
    const card = overlay.card(cardId)
    if (card === undefined) continue
    const addition = JSON.parse(added) as CardAddition
    run({ name: 'editCard', args: removalEdit(card, addition) })
    const { createdAt } = addition
    if (createdAt !== undefined && card.createdAt === createdAt.after)
      changes.push(...withDate(overlay, cardId, createdAt.before))
  }
  run({ name: 'deleteCards', args: { cardIds: made.cards.filter((id) => rows.card(id) !== undefined) } })
  const tagIds = made.tags.filter(
    (id) => rows.tag(id) !== undefined && overlay.cardsCarrying(id).length === 0,
  )
  const groupIds = made.groups.filter((id) => rows.group(id) !== undefined)
  run({ name: 'deleteGroups', args: { groupIds } })
  run({ name: 'deleteTags', args: { tagIds } })
  return changes
}
