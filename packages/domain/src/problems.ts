import { LIMITS } from './limits.ts'
import { grouped } from './lists.ts'

// Shared sentences: the same below a field, in a refused mutation and in the server's answer.

export const EMPTY_CARD = 'A card needs some text.'
export const NOT_AN_ADDRESS =
  'This cannot be opened. An address is whole, and begins with https://, http://, ftp://, mailto: or tel:.'
export const TOO_MANY_SUBNOTES = `A card has at most ${LIMITS.subnotesPerCard} subtasks.`
export const TOO_MANY_FILES = `A card has at most ${LIMITS.filesPerCard} files.`
export const TOO_MANY_TAGS = `A card has at most ${LIMITS.tagsPerCard} tags.`

/**
 * The problem as a sentence; null: none. A field accepts a longer text and shows this, because cutting would
 * silently lose the rest.
 *
 * @param what with its article and a capital: "A subtask"
 * @param limit in UTF-16 units
 */
export function lengthProblem(what: string, text: string, limit: number): string | null {
  if (text.length <= limit) return null
  const [most, has] = [limit, text.length].map(grouped)
  return `${what} has at most ${most} characters. This one has ${has}.`
}

/** Whether every store returns a text unchanged: some refuse NUL, and all alter lone surrogates. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text)
}

const UNSTORABLE = /\0|\p{Surrogate}/u
