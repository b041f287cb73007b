import type { Subscription, User, UserPatch } from '../store/index.ts'
import type { PaymentEvent } from './provider.ts'

export const PAID_PLAN = 'unlimited'

/**
 * Applies an event. The paid time only grows, and an end is final. So events in any order, some repeated, give the same
 * subscription: a late event cannot revive an old state.
 */
export function afterEvent(known: Subscription | undefined, event: PaymentEvent): Subscription {
  return {
    id: event.subscriptionId,
    paidUntil: Math.max(known?.paidUntil ?? 0, event.paidUntil ?? 0),
    endedAt: earlier(known?.endedAt ?? null, event.endedAt),
  }
}

function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other)
}

/** Until when the subscriptions pay for the plan, in ms; 0: never. */
export function paidUntil(subscriptions: readonly Subscription[]): number {
  return Math.max(
    0,
    ...subscriptions.map(({ paidUntil: until, endedAt }) => Math.min(until, endedAt ?? until)),
  )
}

/**
 * Changes to the user's plan. An operator's grant stays if it lasts longer, or forever: paying must not take anything away.
 */
export function planPatch(user: User, subscriptions: readonly Subscription[]): UserPatch {
  const end = paidUntil(subscriptions)
  if (end === 0) return {}
  const isGiven = user.plan !== 'free' && (user.planExpiresAt === null || user.plan !== PAID_PLAN)
  if (isGiven && (user.planExpiresAt === null || user.planExpiresAt > end)) return {}
  return { plan: PAID_PLAN, planExpiresAt: end }
}
