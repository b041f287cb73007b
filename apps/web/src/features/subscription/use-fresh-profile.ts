import { useEffect, useState } from 'react'
import { session, type User, userOfWire } from '../../session/index.ts'
import { query } from '../../session/query.ts'
import { planOf } from '../../shared/account/plan-of.ts'

/**
 * Most requests for the plan after a payment, and the ms between them. The provider confirms a payment after a
 * while.
 */
const MOST_REQUESTS = 15
const REQUEST_MS = 2_000

/**
 * `asking`: at first; `waiting`: for the confirmation of a payment; `late`: the confirmation takes too long;
 * `stale`: no answer.
 */
export type Freshness = 'asking' | 'waiting' | 'fresh' | 'late' | 'stale'

/**
 * Reloads the plan, which an operator or a payment may have changed.
 *
 * @param isAwaited whether a payment was just made, so that a paid plan is expected
 */
export function useFreshProfile(isAwaited: boolean): Freshness {
  const [freshness, setFreshness] = useState<Freshness>('asking')
  useEffect(() => {
    let isGone = false
    const ask = async () => {
      for (let round = 1; !isGone; round++) {
        const user = await freshUser()
        if (isGone) return
        if (user === null) return setFreshness('stale')
        if (!isAwaited || planOf(user, Date.now()).isPaid) return setFreshness('fresh')
        if (round === MOST_REQUESTS) return setFreshness('late')
        setFreshness('waiting')
        await new Promise((resolve) => setTimeout(resolve, REQUEST_MS))
      }
    }
    void ask()
    return () => {
      isGone = true
    }
  }, [isAwaited])
  return freshness
}

/** Null: the server can't be reached, and the plan of the sign-in stays shown. */
async function freshUser(): Promise<User | null> {
  try {
    const user = userOfWire(await query(session.account, 'GET /user/get-profile'))
    session.rememberUser(user)
    return user
  } catch {
    return null // No answer, for any reason.
  }
}
