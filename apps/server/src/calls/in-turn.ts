import type { Failure } from '@cardinal/contract'
import { type Result, refused } from '@cardinal/domain'
import { FAILURES } from '../access/failures.ts'
import { LaneFull, Lanes, yieldToEventLoop } from '../lib/waiting.ts'

/** The maximum of waiting readers for one text, and for all texts. */
const lanes = new Lanes(60, 240)

/**
 * Writes a text that anybody with its secret address can ask for, such as a calendar or a shared search. One takes up to
 * 45 ms of processor time: they are written one after the other, and other requests are served in between. Refuses with
 * 503 where too many wait.
 *
 * @param secret readers of one address wait for each other before they keep the readers of another waiting
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
