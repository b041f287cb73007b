import { loadWire } from './load-wire.ts'
import type { MadeEntry, NewEntry } from './store/store.ts'

/** Adds to each entry the call that pushes it. */
export async function withCalls(entries: readonly MadeEntry[]): Promise<NewEntry[]> {
  const { callOf } = await loadWire()
  return entries.map((entry) => ({ ...entry, call: callOf(entry.mutation, entry.workspaceId) }))
}
