import { loadWire } from './load-wire.ts'
import type { MadeEntry, NewEntry } from './store/store.ts'

/** Adds the call to each entry by which it is pushed. */
export async function withCalls(entries: readonly MadeEntry[]): Promise<NewEntry[]> {
  const { callOf } = await loadWire()
  return entries.map((entry) => ({ ...entry, call: callOf(entry.mutation, entry.workspaceId) }))
}
