import { LIMITS } from '@cardinal/domain'
import type { AccountMutation } from '@cardinal/sync'

/** A change of the settings that changes the saved searches, and knows what they were before. */
interface SearchesChanged {
  readonly name: 'updateSettings'
  readonly args: Extract<AccountMutation, { name: 'updateSettings' }>['args'] & {
    readonly savedSearches: readonly string[]
    readonly savedSearchesBefore: readonly string[]
  }
}

export function changesSearches<M extends { readonly name: string; readonly args: object }>(
  mutation: M,
): mutation is M & SearchesChanged {
  const { name, args } = mutation
  return name === 'updateSettings' && 'savedSearches' in args && 'savedSearchesBefore' in args
}

/** The same change, made on the list as it is now. */
export function changedOn(now: readonly string[], { name, args }: SearchesChanged): SearchesChanged {
  const savedSearches = changedSearches(now, args.savedSearchesBefore, args.savedSearches)
  return { name, args: { ...args, savedSearches, savedSearchesBefore: now } }
}

/**
 * The saved searches of this moment (`now`, oldest first) with what a change from `before` to `after` did: what it
 * took away is gone, what it added or put last stands last. What came or went elsewhere meanwhile stays so; of more
 * than 10 the oldest go. Made on `before` itself it gives `after`.
 */
export function changedSearches(
  now: readonly string[],
  before: readonly string[],
  after: readonly string[],
): readonly string[] {
  const last = after.slice(keptInPlace(before, after))
  const gone = new Set([...before.filter((search) => !after.includes(search)), ...last])
  return [...now.filter((search) => !gone.has(search)), ...last].slice(-LIMITS.savedSearches)
}

/** How many of `after`, from the first, stand in the order that they had in `before`. */
function keptInPlace(before: readonly string[], after: readonly string[]): number {
  let at = -1
  const moved = after.findIndex((search) => {
    at = before.indexOf(search, at + 1)
    return at < 0
  })
  return moved < 0 ? after.length : moved
}
