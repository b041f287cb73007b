import type { OutboxEntry } from '@cardinal/sync'
import { type AccountRows, applyAccountMutation } from '../account-overlay.ts'
import { isAccountEntry } from './store/store.ts'

/** The server's account with pending changes applied. */
export function shownAccount(account: AccountRows, entries: readonly OutboxEntry[]): AccountRows {
  let shown = account
  for (const entry of entries)
    if (isAccountEntry(entry)) shown = applyAccountMutation(shown, entry.mutation, entry.at)
  return shown
}
