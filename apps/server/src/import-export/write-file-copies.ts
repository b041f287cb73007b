import { type Id, pageAddress } from '@cardinal/domain'
import { jobFor, PRIORITY } from '../pages/jobs.ts'
import { type Moved, showCopies, storeCopy } from '../pages/page-copies.ts'
import type { StoreTransaction, User } from '../store/index.ts'
import type { FileCopy } from './read-copies.ts'
import type { ImportTools } from './tools.ts'

/**
 * Adds copies of pages to the cards that an import created; existing cards keep theirs. Copies beyond the
 * account's quota are skipped. The caller holds the user's lock.
 *
 * @param found null: a copy that can't be stored
 */
export async function writeFileCopies(
  { limits, pages, now }: Pick<ImportTools, 'limits' | 'pages' | 'now'>,
  tx: StoreTransaction,
  user: User,
  found: readonly (FileCopy | null)[],
): Promise<{ outcome: { copiesKept: number; copiesLeftOut: number }; moved: readonly Moved[] }> {
  const copies = found.flatMap((copy) => copy ?? [])
  const ids = copies.map(({ cardId }) => cardId)
  const cards = new Map((await tx.cards.byIds(user.id, ids)).map((card) => [card.row.id, card]))
  const marks = await tx.pageCopies.marksOf(user.id, ids)
  // The server may already have made a copy from a new card's kept page. The file's copy replaces it.
  const isKnown = ({ cardId, fileHash }: FileCopy) => {
    const mark = marks.get(cardId)
    return written.has(cardId) || (mark !== undefined && (mark.file_hash === null || fileHash !== null))
  }
  const written = new Set<Id>()
  let holder = user
  for (const copy of copies) {
    const card = cards.get(copy.cardId)
    const address = card === undefined ? null : pageAddress(card.row)
    if (card === undefined || card.deletedAt !== null || address === null || isKnown(copy)) continue
    const after = await storeCopy(tx, holder, limits.quotas, markOf(copy, now()), copy)
    if (after === null) continue
    holder = after
    written.add(copy.cardId)
    if (copy.state !== 'waiting' || pages === null) continue
    const job = { userId: user.id, workspaceId: card.workspaceId, cardId: copy.cardId }
    await tx.pages.add([jobFor(job, address, PRIORITY.import)], now())
  }
  const shown = [...written].flatMap((id) => cards.get(id) ?? [])
  const moved = await showCopies({ tx, user, limits, now: now() }, shown)
  return { outcome: { copiesKept: written.size, copiesLeftOut: found.length - written.size }, moved }
}

function markOf(copy: FileCopy, now: number) {
  return {
    card_id: copy.cardId,
    state: copy.state,
    problem: copy.problem,
    address: copy.address,
    fetched_at: copy.fetchedAt === null ? null : Math.min(copy.fetchedAt, now),
    removed_at: copy.removedAt === null ? null : Math.min(copy.removedAt, now),
    file_hash: copy.fileHash,
  }
}
