import { filesOf, type Id, ok, restorableSince } from '@cardinal/domain'
import { yieldToEventLoop } from '../lib/waiting.ts'
import { inBatches, removePieces, type Store, type StoredFile } from '../store/index.ts'
import { isArriving } from './arriving-pages.ts'

/** Accounts, cards or files per query. */
const PAGE = 500
/** Files per transaction, few because others wait for it. */
const AT_ONCE = 25

/**
 * Removes files that no living card has had for as long as deleted cards can be restored, including unfinished
 * uploads. Then removes the pieces that an interrupted removal left.
 */
export async function sweepFiles(store: Store, now: number): Promise<void> {
  for (let last: Id | undefined = ''; last !== undefined; ) {
    const userIds: Id[] = await store.files.users(last, PAGE)
    for (const userId of userIds) await sweepUser(store, userId, now)
    last = userIds.length < PAGE ? undefined : userIds.at(-1)
  }
  for (let next: Id | null = ''; next !== null; ) {
    const loose: { ids: Id[]; next: Id | null } = await store.files.looseIds(next)
    await removePieces(store, loose.ids)
    next = loose.next
    await yieldToEventLoop()
  }
}

async function sweepUser(store: Store, userId: Id, now: number): Promise<void> {
  const used = await usedHashes(store, userId)
  for (let last: string | undefined = ''; last !== undefined; ) {
    const files: StoredFile[] = await store.files.after(userId, last, PAGE)
    const doubtful = files.filter((file) =>
      used.has(file.hash) ? file.unused_since !== null : file.unused_since === null || isOver(file, now),
    )
    for (const batch of inBatches(doubtful, AT_ONCE)) await sweepSome(store, userId, batch, now)
    last = files.length < PAGE ? undefined : files.at(-1)?.hash
  }
}

/**
 * Runs in a short transaction. Reads the cards again under the lock, because a card may have got a file
 * meanwhile.
 */
async function sweepSome(store: Store, userId: Id, files: readonly StoredFile[], now: number): Promise<void> {
  let removed: Id[] = []
  await store.transact(async (tx) => {
    removed = []
    await tx.lockUser(userId)
    const present = await usedHashes(tx, userId)
    for (const { hash } of files) {
      const file = await tx.files.byHash(userId, hash)
      if (file === undefined) continue
      if (present.has(hash)) {
        if (file.unused_since !== null) await tx.files.update(file, { unused_since: null })
      } else if (file.unused_since === null) await tx.files.update(file, { unused_since: now })
      else if (isOver(file, now)) removed.push(file.id)
    }
    if (removed.length > 0) await tx.files.remove(removed)
    return ok(null)
  })
  await removePieces(store, removed)
  await yieldToEventLoop()
}

function isOver({ hash, created_at, unused_since }: StoredFile, now: number): boolean {
  if (isArriving(hash)) return created_at < now - ARRIVES_WITHIN_MS
  return unused_since !== null && unused_since < restorableSince(now)
}

/** ms after which a page can't be arriving any more, because requests end earlier: its server was killed. */
const ARRIVES_WITHIN_MS = 3_600_000

/** Hashes that living cards name. */
async function usedHashes({ files }: Pick<Store, 'files'>, userId: Id): Promise<Set<string>> {
  const used = new Set<string>()
  for (let last: Id | undefined = ''; last !== undefined; ) {
    const cards: { id: Id; files: string | null }[] = await files.cardsWithFiles(userId, last, PAGE)
    for (const card of cards) for (const { hash } of filesOf(card.files)) used.add(hash)
    last = cards.length < PAGE ? undefined : cards.at(-1)?.id
    await yieldToEventLoop()
  }
  return used
}
