import { yieldToEventLoop } from '../lib/waiting.ts'
import { TextAnswer } from './handler.ts'

/**
 * Writes an answer whose list may be very long. Others have their turn after each part of it.
 *
 * @param weightOf how much a row takes; 1 is a row of a few hundred characters
 * @param rest the other fields of the answer
 */
export async function longList<Row>(
  rows: readonly Row[],
  toWire: (row: Row) => unknown,
  weightOf: (row: Row) => number,
  rest: Readonly<Record<string, unknown>>,
): Promise<TextAnswer> {
  const written: string[] = []
  let weight = 0
  for (const row of rows) {
    weight += weightOf(row)
    if (weight > AT_ONCE) {
      await yieldToEventLoop()
      weight = 0
    }
    written.push(JSON.stringify(toWire(row)))
  }
  const others = Object.entries(rest).map(
    ([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`,
  )
  return new TextAnswer(`{"data":[${written.join(',')}]${others.join('')}}`, false)
}

/** Rows of the usual size that are written without a break, in about five ms. */
const AT_ONCE = 1_000
