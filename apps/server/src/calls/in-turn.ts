import type { Failure } from '@cardinal/contract'
import { type Result, refused } from '@cardinal/domain'
import { FAILURES } from '../access/failures.ts'
import { LaneFull, Lanes, yieldToEventLoop } from '../lib/waiting.ts'

/** Waiting readers of one text, and of all texts. */
const lanes = new Lanes(60, 240)

/**
 * Writes a text for anybody with its secret address, such as a calendar or a shared search. Each takes up to 45 ms of CPU
 * time, so they are written one after the other, with other requests in between. 503 when too many wait.
 *
 * @param secret readers of one address share a queue, so that they don't delay readers of others
 */
export async function inTurn<T>(
  secret: string,
  write: () => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  try {
    return await lanes.run(secret, async () => {
      await yieldToEventLoop()
      return write()
    })
  } catch (error) {
    if (error instanceof LaneFull) return refused(FAILURES.overloaded)
    throw error
  }
}
