import { grouped } from './counted.ts'

/**
 * What is wrong with a text that its place cannot keep, as a sentence; null when it fits. A field takes the whole
 * of what is written or pasted into it and says this: cutting it would lose the rest without a word.
 *
 * @param what with its article and a capital: "A line"
 * @param limit in UTF-16 units
 */
export function lengthProblem(what: string, text: string, limit: number): string | null {
  if (text.length <= limit) return null
  return `${what} has at most ${grouped(limit)} characters. This one has ${grouped(text.length)}.`
}
