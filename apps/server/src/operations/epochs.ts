import { ok } from '@cardinal/domain'
import { newEpoch } from '../lib/ids.ts'
import type { Store } from '../store/index.ts'

/**
 * Begins a new epoch in every workspace after a restore. Earlier cursors become invalid: every device resends, under the old
 * keys, what this database may have lost, and loads again.
 *
 * @param now ms since 1970
 * @returns the number of workspaces
 */
export async function beginNewEpochs(store: Store, now: number): Promise<number> {
  const places = await store.workspaces.all()
  for (const { userId, workspaceId } of places)
    await store.transact(async (tx) => {
      await tx.lockUser(userId)
      return ok(await tx.workspaces.setEpoch(userId, workspaceId, newEpoch(), now))
    })
  return places.length
}
