import type { User } from '../store/index.ts'

/**
 * Returns how many cards a user may have, over all workspaces; 0: as many as wanted. A plan that has expired counts as
 * the free one; nothing is taken away for it.
 *
 * @param freeLimit the free plan's limit; null: none
 */
export function cardLimit(user: User, freeLimit: number | null, now: number): number {
  const isFree = user.plan === 'free' || (user.planExpiresAt !== null && user.planExpiresAt <= now)
  return isFree ? (freeLimit ?? 0) : 0
}
