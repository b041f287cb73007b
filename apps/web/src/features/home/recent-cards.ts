import { type Id, LIMITS } from '@cardinal/domain'

/** Adds a card to the cards used last: at most 3, newest first, without duplicates (HM-14). */
export function afterUse(recent: readonly Id[], used: Id): readonly Id[] {
  if (recent[0] === used) return recent
  return [used, ...recent.filter((id) => id !== used)].slice(0, LIMITS.recentCards)
}
