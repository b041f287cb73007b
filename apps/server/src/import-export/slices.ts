import { setImmediate } from 'node:timers/promises'

/** Things of which each takes a few microseconds: so many are done before others get their turn. */
const SLICE = 500

/** Lets everything that waits (requests above all) have its turn. */
export const othersTurn = (): Promise<void> => setImmediate()

/** The list, one after the other, with turns for others in between. */
export async function* inSlices<T>(list: readonly T[]): AsyncGenerator<T> {
  for (const [index, item] of list.entries()) {
    if (index % SLICE === SLICE - 1) await othersTurn()
    yield item
  }
}

/** Like `map`, with turns for others in between. */
export async function mapInSlices<T, U>(
  list: readonly T[],
  make: (item: T, index: number) => U,
): Promise<U[]> {
  const made: U[] = []
  for await (const item of inSlices(list)) made.push(make(item, made.length))
  return made
}
