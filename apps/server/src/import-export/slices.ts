import { yieldToEventLoop } from '../lib/waiting.ts'

/** Items of a few microseconds each between two yields. */
const SLICE_ITEMS = 500

/** Iterates over items, and yields to the event loop in between. */
export async function* inSlices<T>(items: Iterable<T>): AsyncGenerator<T> {
  let count = 0
  for (const item of items) {
    if (++count % SLICE_ITEMS === 0) await yieldToEventLoop()
    yield item
  }
}

/** Like `map`, and yields to the event loop in between. */
export async function mapInSlices<T, U>(
  list: Iterable<T>,
  make: (item: T, index: number) => U,
): Promise<U[]> {
  const made: U[] = []
  for await (const item of inSlices(list)) made.push(make(item, made.length))
  return made
}
