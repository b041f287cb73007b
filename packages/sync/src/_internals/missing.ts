import type { Id } from '@cardinal/domain'

/** Ids of the second list that the first has not. */
export function missingFrom(ids: readonly Id[], others: readonly Id[]): Id[] {
  const known = new Set(ids)
  return others.filter((id) => !known.has(id))
}
