import { type Id, LIMITS } from '@cardinal/domain'

/** The queue of cards used last, after one more was used: at most 3, newest first, each once (HM-14). */
export function afterUse(recent: readonly Id[], used: Id): readonly Id[] {
  if (recent[0] === used) return recent
  return [used, ...recent.filter((id) => id !== used)].slice(0, LIMITS.recentCards)
}
