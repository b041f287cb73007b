import type { Id } from '@cardinal/domain'

/** Returns the ids of the second list that the first lacks. */
export function missingFrom(ids: readonly Id[], others: readonly Id[]): Id[] {
  const known = new Set(ids)
  return others.filter((id) => !known.has(id))
}
