import { ok } from '@cardinal/domain'
import { newEpoch } from '../lib/ids.ts'
import type { Store } from '../store/index.ts'

/**
 * Begins a new epoch in every workspace after rows were put back to an earlier state. Earlier cursors become invalid.
 * Every device then sends again, under the old keys, what this database may have lost, and loads everything again.
 *
 * @param now ms since 1970
 * @returns how many workspaces there are
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
