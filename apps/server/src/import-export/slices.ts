import { yieldToEventLoop } from '../lib/waiting.ts'

/** Items of a few microseconds each, handled before yielding to the event loop. */
const SLICE_ITEMS = 500

/** Iterates over the list and yields to the event loop in between. */
export async function* inSlices<T>(list: readonly T[]): AsyncGenerator<T> {
  for (const [index, item] of list.entries()) {
    if (index % SLICE_ITEMS === SLICE_ITEMS - 1) await yieldToEventLoop()
    yield item
  }
}

/** Maps items as `map` does, and yields to the event loop in between. */
export async function mapInSlices<T, U>(
  list: readonly T[],
  make: (item: T, index: number) => U,
): Promise<U[]> {
  const made: U[] = []
  for await (const item of inSlices(list)) made.push(make(item, made.length))
  return made
}
