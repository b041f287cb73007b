import { fold, tagName } from './folding.ts'
import { LIMITS } from './limits.ts'
import { nameParts } from './nearness.ts'
import { lengthProblem } from './problems.ts'
import { ok, type Result, refused } from './result.ts'

/** Wording from the specification. */
export const BAD_NAME_MESSAGE = 'Only alphanumeric characters are allowed.'

/**
 * The stored form of a new tag name or group title, or the problem with it. It begins with a letter or digit
 * of any script. Then letters, digits, combining marks, joiners between letters, underscores and spaces are
 * allowed, but no commas: they separate names.
 */
export function checkName(text: string): Result<string, string> {
  const name = tagName(text)
  if (!NAME.test(name)) return refused(BAD_NAME_MESSAGE)
  const tooLong = lengthProblem('A name', name, LIMITS.nameLength)
  return tooLong === null ? ok(name) : refused(tooLong)
}

/** The problem as a sentence; null: none. */
export function nameProblem(text: string): string | null {
  const checked = checkName(text)
  return checked.ok ? null : checked.error
}

/** The problem of the first bad name, as a sentence; null: none. */
export function namesProblem(names: readonly string[]): string | null {
  return names.map(nameProblem).find((problem) => problem !== null) ?? null
}

/**
 * The problem of a new name with too many words, as a sentence; null: none. Existing tags may have more.
 * Counts words of the folded name: one letter such as `ﷺ` may stand for several.
 */
export function wordsProblem(name: string): string | null {
  const { length } = nameParts(fold(name))
  return length <= LIMITS.nameWords
    ? null
    : `A name has at most ${LIMITS.nameWords} words. This one has ${length}.`
}

/** The problem of the first bad name of a new tag, as a sentence; null: none. */
export function newTagsProblem(names: readonly string[]): string | null {
  return namesProblem(names) ?? names.map(wordsProblem).find((problem) => problem !== null) ?? null
}

/** Names in a comma-separated list, in stored form, and the names that occur more than once. */
export function splitNames(text: string): { names: string[]; duplicates: string[] } {
  const names = new Set<string>()
  const duplicates = new Set<string>()
  for (const piece of text.split(/[,，]/)) {
    const name = tagName(piece)
    if (name === '') continue
    if (names.has(name)) duplicates.add(name)
    names.add(name)
  }
  return { names: [...names], duplicates: [...duplicates] }
}

/** U+200C and U+200D join letters in Indic scripts and Persian; allowed only between such letters. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_ ]|(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}]))*$/u
