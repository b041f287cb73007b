import { type AccountMutation, changedSearches } from '@cardinal/sync'

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
