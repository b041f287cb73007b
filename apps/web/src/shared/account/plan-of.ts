import type { User } from '../../session/index.ts'
import { shortDay } from '../text/dates.ts'

/** A person's plan, in words. */
interface PlanInWords {
  readonly name: string
  readonly text: string
  readonly isPaid: boolean
  /** Whether the person has or had a paid plan. */
  readonly hadPaid: boolean
}

/**
 * A person's plan in words. An expired plan counts as free.
 *
 * @param freeCardLimit the cards of the free plan; 0: no limit
 */
export function planOf(user: User | null, now: number, freeCardLimit = 1): PlanInWords {
  const expiresAt = user?.planExpiresAt ?? null
  const hadPaid = user !== null && user.plan !== 'free'
  const isExpired = hadPaid && expiresAt !== null && expiresAt <= now
  if (!hadPaid || isExpired) {
    const text = isExpired
      ? `Your plan ended on ${shortDay(expiresAt)}. Nothing was deleted.`
      : freeCardLimit === 0
        ? 'Everything is in it, without a limit on cards.'
        : 'Everything is in it, up to the limit of cards.'
    return { name: 'Free plan', text, isPaid: false, hadPaid }
  }
  const until = expiresAt === null ? 'It has no end date.' : `Paid until ${shortDay(expiresAt)}.`
  const name = `${user.plan.charAt(0).toUpperCase()}${user.plan.slice(1)} plan`
  return { name, text: until, isPaid: true, hadPaid }
}

/** Whether the plan is full, as far as this device knows. The server decides. */
let isFull = false

export function notePlanFull(full: boolean): void {
  isFull = full
}

/**
 * Whether the plan was recently full. Adding is still allowed: another device may have deleted cards, and a
 * refused card isn't lost.
 */
export function isPlanFull(): boolean {
  return isFull
}
