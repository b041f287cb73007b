import { type Id, ok } from '@cardinal/domain'
import { newEpoch } from '../lib/ids.ts'
import type { Store } from '../store/index.ts'

/**
 * Whether the database lacks a change that was acknowledged, because its file was replaced by an older one without
 * `restore`. Operations are stored longer than devices remember a key.
 *
 * @param lastKey key of the change that a device saw acknowledged last; undefined: not sent
 */
export async function lacksChange(store: Store, userId: Id, lastKey: string | undefined): Promise<boolean> {
  return lastKey !== undefined && (await store.operations.byKey(userId, lastKey)) === undefined
}

/**
 * Begins a new epoch in each workspace of a person, as a restore does: devices send lost changes again, and load
 * again. Changes of lost rows wait for the devices that created the rows.
 *
 * @param now ms since 1970
 */
export async function beginNewHistory(store: Store, userId: Id, now: number): Promise<void> {
  await store.transact(async (tx) => {
    await tx.lockUser(userId)
    for (const { id } of await tx.workspaces.ofUser(userId))
      await tx.workspaces.setEpoch(userId, id, newEpoch(), now)
    return ok(null)
  })
}
