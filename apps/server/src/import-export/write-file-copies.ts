import { type Id, ok, pageAddress, refused } from '@cardinal/domain'
import { jobFor, PRIORITY } from '../pages/jobs.ts'
import type { StoreTransaction, User } from '../store/index.ts'
import { COPY_ROW, type Moved, showCopies } from '../workspaces/copies.ts'
import { yieldToEventLoop } from '../workspaces/yield-to-event-loop.ts'
import type { HeldCopies } from './file-reader.ts'
import type { Tally } from './import-tally.ts'
import { Cancelled, NO_ACCOUNT, Stopped } from './import-work.ts'
import type { ImportPlan } from './plan-import.ts'
import type { FileCopy } from './read-copies.ts'
import type { ImportTools } from './tools.ts'

/** Whose import brings copies, and what it made. */
interface Place {
  readonly userId: Id
  readonly importId: Id
  readonly plans: readonly ImportPlan[]
}

/**
 * Writes the copies of a file to the cards that its import made, some at a time. A card that was there keeps what it has.
 * Copies count into the room of the account: what does not fit is left out.
 */
export async function writeFileCopies(
  tools: ImportTools,
  place: Place,
  copies: HeldCopies,
  tally: Tally,
): Promise<void> {
  const { userId, importId } = place
  const cardIdByOwn = new Map<string, Id>()
  for (const { cards } of place.plans)
    for (const { ownId, card } of cards) if (!cardIdByOwn.has(ownId)) cardIdByOwn.set(ownId, card.id)
  for (let isLast = false; !isLast; ) {
    if (tools.state.isStopping) throw new Stopped()
    const part = await copies.next()
    isLast = part.isLast
    const found = part.copies.flatMap((copy): FileCopy[] => {
      const cardId = copy === null ? undefined : cardIdByOwn.get(copy.cardId)
      return copy === null || cardId === undefined ? [] : [{ ...copy, cardId }]
    })
    const done = await tools.store.transact<{ kept: number; moved: readonly Moved[] }, Error>(async (tx) => {
      const user = await tx.lockUser(userId)
      if (user === undefined) return refused(new Error(NO_ACCOUNT))
      if (!(await tx.imports.isRunning(userId, importId))) return refused(new Cancelled())
      const written = await writePart(tools, tx, user, found)
      tally.take({ copiesKept: written.kept, copiesLeftOut: part.copies.length - written.kept })
      await tx.imports.update(userId, importId, tally.progress(tools.now()))
      return ok(written)
    })
    if (!done.ok) throw done.error
    for (const each of done.value.moved) tools.bus.publish({ userId, ...each })
    await yieldToEventLoop()
  }
}

async function writePart(
  { limits, now }: ImportTools,
  tx: StoreTransaction,
  user: User,
  copies: readonly FileCopy[],
): Promise<{ kept: number; moved: readonly Moved[] }> {
  const ids = copies.map(({ cardId }) => cardId)
  const cards = new Map((await tx.cards.byIds(user.id, ids)).map((card) => [card.row.id, card]))
  const known = new Set((await tx.pageCopies.marksOf(user.id, ids)).keys())
  let bytes = 0
  const kept: Id[] = []
  for (const copy of copies) {
    const card = cards.get(copy.cardId)
    const address = card === undefined ? null : pageAddress(card.row)
    if (card === undefined || card.deletedAt !== null || address === null || known.has(copy.cardId)) continue
    const own = Buffer.byteLength(copy.content) + Buffer.byteLength(copy.words) + COPY_ROW
    if (await limits.quotas.isOver(tx, user, bytes + own)) continue
    bytes += own
    known.add(copy.cardId)
    kept.push(copy.cardId)
    await tx.pageCopies.put(rowOf(user.id, copy, now()))
    if (copy.state !== 'waiting' || limits.pages === null) continue
    const job = { userId: user.id, workspaceId: card.workspaceId, cardId: copy.cardId }
    await tx.pages.add([jobFor(job, address, PRIORITY.import)], now())
  }
  await tx.users.addStoredBytes(user.id, bytes)
  const shown = kept.flatMap((id) => cards.get(id) ?? [])
  return { kept: kept.length, moved: await showCopies({ tx, user, limits, now: now() }, shown) }
}

function rowOf(userId: Id, copy: FileCopy, now: number) {
  return {
    user_id: userId,
    card_id: copy.cardId,
    state: copy.state,
    problem: copy.problem,
    address: copy.address,
    fetched_at: copy.fetchedAt === null ? null : Math.min(copy.fetchedAt, now),
    title: copy.title,
    language: copy.language,
    content: copy.content,
    words: copy.words,
    is_cut: copy.isCut ? 1 : 0,
    removed_at: copy.removedAt === null ? null : Math.min(copy.removedAt, now),
  }
}
