import { type Id, ok } from '@cardinal/domain'
import { yieldToEventLoop } from '../lib/waiting.ts'
import { StorageAway } from './object-storage.ts'
import type { Store } from './store.ts'

/**
 * Removes the bytes of files whose rows are gone, one piece per transaction: SQLite overwrites removed bytes, which
 * takes some ms a piece. Pieces that a kill or an unreachable storage leaves are removed by the next sweep.
 */
export async function removePieces(
  store: Pick<Store, 'files' | 'transact'>,
  fileIds: readonly Id[],
): Promise<void> {
  for (const fileId of fileIds) {
    try {
      await store.files.removeObjects(fileId)
    } catch (failure) {
      if (!(failure instanceof StorageAway)) throw failure
      continue
    }
    for (const number of await store.files.pieceNumbers(fileId)) {
      await store.transact(async (tx) => ok(await tx.files.removePiece(fileId, number)))
      await yieldToEventLoop()
    }
  }
}
