import type { TagInUse } from '@cardinal/engine'

/** Which tag stays when several become one, unless somebody says otherwise: the most used, then the oldest. */
export function mergeTarget<T extends Pick<TagInUse, 'cardCount' | 'createdAt'>>(
  tags: readonly T[],
): T | undefined {
  return [...tags].sort((a, b) => b.cardCount - a.cardCount || a.createdAt - b.createdAt)[0]
}
