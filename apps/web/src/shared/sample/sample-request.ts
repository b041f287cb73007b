/** A search that another part of the page (a use case, a usage example) wants the sample to show. */
const listeners = new Set<(text: string) => void>()
let last: string | null = null

/** Shows a search in the sample, now or as soon as it is there. */
export function showInSample(text: string): void {
  last = text
  for (const listener of listeners) listener(text)
}

export function onSampleRequest(listener: (text: string) => void): () => void {
  listeners.add(listener)
  if (last !== null) listener(last)
  return () => listeners.delete(listener)
}
