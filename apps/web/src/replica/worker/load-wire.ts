import type { MadeEntry, NewEntry } from './store/store.ts'

type Wire = typeof import('./wire.ts')

let loading: Promise<Wire> | null = null

/**
 * Imports {@link Wire} once. It is a third of the worker's code and builds all schemas, so it is imported at the
 * first pull or change, after the first cards. Rejects if its script can't be fetched; the next call tries again.
 */
export function loadWire(): Promise<Wire> {
  loading ??= import('./wire.ts').catch((failure: unknown) => {
    loading = null
    throw failure
  })
  return loading
}

/** Adds to each entry the call that pushes it. */
export async function withCalls(entries: readonly MadeEntry[]): Promise<NewEntry[]> {
  const { callOf } = await loadWire()
  return entries.map((entry) => ({ ...entry, call: callOf(entry.mutation, entry.workspaceId) }))
}
