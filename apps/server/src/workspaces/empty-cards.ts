import { type Id, ok } from '@cardinal/domain'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { Store } from '../store/index.ts'

/** Cards emptied in one transaction. SQLite overwrites their texts, all within one turn of the event loop. */
const EMPTIED_AT_ONCE = 4

/**
 * Removes the texts of deleted cards, a few per transaction. If the server stops in between, housekeeping removes
 * the rest.
 *
 * @param before ms since 1970; cards deleted later stay
 */
export async function emptyCards(
  store: Store,
  userId: Id,
  ids: readonly Id[],
  before: number,
): Promise<void> {
  for (let at = 0; at < ids.length; at += EMPTIED_AT_ONCE) {
    await store.transact(async (tx) => {
      await tx.lockUser(userId)
      return ok(await tx.housekeeping.emptyCards(userId, ids.slice(at, at + EMPTIED_AT_ONCE), before))
    })
    await yieldToEventLoop()
  }
}
