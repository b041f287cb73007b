/**
 * Splits a list into chunks of at most `atMost` items.
 *
 * @param weightOf limits the chunks to `mostWeight`, too; an item that weighs more is a chunk by itself
 */
export function* chunksOf<T>(
  list: readonly T[],
  atMost: number,
  weightOf = (_: T) => 0,
  mostWeight = Number.POSITIVE_INFINITY,
): Generator<readonly T[]> {
  for (let start = 0, end = 0; start < list.length; start = end) {
    for (let weight = 0; end < list.length && end - start < atMost; end++) {
      weight += weightOf(list[end] as T)
      if (weight > mostWeight && end > start) break
    }
    yield list.slice(start, end)
  }
}

/**
 * Characters of a chunk. V8 frees strings of up to 128 KiB early, with other short-lived memory. Longer
 * ones stay until a full garbage collection.
 */
const CHUNK = 1 << 15

/** Joins lines to chunks of at least `CHUNK` characters. */
export function* inChunks(lines: Iterable<string>): Generator<string> {
  let chunk = ''
  for (const line of lines) {
    chunk += line
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}
