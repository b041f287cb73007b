import { expect, it } from 'vitest'
import { inTurns } from './in-turns.ts'

/** Runs items that take these ms. Returns a log. */
async function diary(lengths: readonly number[]): Promise<string[]> {
  let now = 0
  const lines: string[] = []
  const act = (length: number) => {
    now += length
    lines.push(`${length} ms`)
  }
  const yieldToEventLoop = async () => {
    lines.push('others')
  }
  await inTurns(lengths, act, yieldToEventLoop, () => now)
  return lines
}

it('a long list yields to the event loop after some milliseconds, and a short one does not', async () => {
  expect(await diary([1, 1, 1, 1])).toEqual(['1 ms', '1 ms', '1 ms', '1 ms'])
  expect(await diary([9, 1, 9, 9])).toEqual(['9 ms', 'others', '1 ms', '9 ms', 'others', '9 ms'])
  expect(await diary([])).toEqual([])
})

it('inTurns answers in the order of the items, and the first one before it returns', async () => {
  const seen: number[] = []
  const answers = inTurns(
    [3, 1, 2],
    (item) => seen.push(item) && item * 2,
    async () => {},
  )
  expect(seen[0]).toBe(3)
  expect(await answers).toEqual([6, 2, 4])
})
