type Wire = typeof import('./wire.ts')

let loading: Promise<Wire> | null = null

/**
 * Loads {@link Wire} once. It is a third of the worker's code and builds the schemas of all calls, so the first cards do
 * not wait for it: the first pull or the first change loads it. Rejects where its script can't be fetched; the next call
 * tries again.
 */
export function loadWire(): Promise<Wire> {
  loading ??= import('./wire.ts').catch((failure: unknown) => {
    loading = null
    throw failure
  })
  return loading
}
