import { grouped } from './grouped.ts'
import { LIMITS } from './limits.ts'

// Sentences about what cannot be kept: the same ones below a field, in a refusal and in the server's answer.

export const EMPTY_CARD = 'A card needs some text.'
export const TOO_MANY_SUBNOTES = `A card has at most ${LIMITS.subnotesPerCard} subtasks.`
export const TOO_MANY_TAGS = `A card has at most ${LIMITS.tagsPerCard} tags.`

/**
 * Returns what is wrong with a text that its place cannot keep, as a sentence; null when it fits. A field takes the
 * whole of what is written or pasted into it and says this: cutting it would lose the rest without a word.
 *
 * @param what with its article and a capital: "A subtask"
 * @param limit in UTF-16 units
 */
export function lengthProblem(what: string, text: string, limit: number): string | null {
  if (text.length <= limit) return null
  const [most, has] = [limit, text.length].map(grouped)
  return `${what} has at most ${most} characters. This one has ${has}.`
}
