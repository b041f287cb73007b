import type { TagInUse } from '@cardinal/engine'

/** Returns the default target of a merge: the most used tag, then the oldest. */
export function mergeTarget<T extends Pick<TagInUse, 'cardCount' | 'createdAt'>>(
  tags: readonly T[],
): T | undefined {
  return [...tags].sort((a, b) => b.cardCount - a.cardCount || a.createdAt - b.createdAt)[0]
}
