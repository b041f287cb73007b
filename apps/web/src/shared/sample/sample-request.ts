/** Called with a search that another part of the page, such as a use case, wants the sample to show. */
const listeners = new Set<(text: string) => void>()
let last: string | null = null

/** Shows the search in the sample, at the latest when the sample has loaded. */
export function showInSample(text: string): void {
  last = text
  for (const listener of listeners) listener(text)
}

export function onSampleRequest(listener: (text: string) => void): () => void {
  listeners.add(listener)
  if (last !== null) listener(last)
  return () => listeners.delete(listener)
}
