import { yieldToEventLoop } from '../lib/waiting.ts'
import { TextAnswer } from './handler.ts'

/**
 * Writes an answer with a possibly very long list, and yields to the event loop in between.
 *
 * @param weightOf cost of a row; 1 is a row of a few hundred characters
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

/** Rows of the usual size written without a break, in about 5 ms. */
const AT_ONCE = 1_000
