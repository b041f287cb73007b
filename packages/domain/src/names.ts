import { fold, tagName } from './folding.ts'
import { LIMITS } from './limits.ts'
import { nameParts } from './nearness.ts'
import { lengthProblem } from './problems.ts'
import { ok, type Result, refused } from './result.ts'

/** Shown wherever a name of a tag or group breaks the rule. The specification's words. */
export const BAD_NAME_MESSAGE = 'Only alphanumeric characters are allowed.'

/**
 * Returns the kept form of a new tag name or group title, or the sentence against it: it begins with a letter or digit
 * of any script, then letters, digits, their combining marks, joiners between letters, underscores and spaces. A comma
 * separates names, so that one name never holds one.
 */
export function checkName(text: string): Result<string, string> {
  const name = tagName(text)
  if (!NAME.test(name)) return refused(BAD_NAME_MESSAGE)
  const tooLong = lengthProblem('A name', name, LIMITS.nameLength)
  return tooLong === null ? ok(name) : refused(tooLong)
}

/** Returns what is wrong with a name of a tag or group, as a sentence; null when nothing is. */
export function nameProblem(text: string): string | null {
  const checked = checkName(text)
  return checked.ok ? null : checked.error
}

/** Returns what is wrong with the first of several names of which something is; null when nothing is with any. */
export function namesProblem(names: readonly string[]): string | null {
  return names.map(nameProblem).find((problem) => problem !== null) ?? null
}

/**
 * Returns what is against a new name, or another name, of a tag, as a sentence; null: nothing. Names that tags have
 * already may hold more words. Words are counted in the folded name: one letter such as `ﷺ` may stand for several.
 */
export function wordsProblem(name: string): string | null {
  const { length } = nameParts(fold(name))
  return length <= LIMITS.nameWords
    ? null
    : `A name has at most ${LIMITS.nameWords} words. This one has ${length}.`
}

/** Returns what is wrong with the first of several names of new tags of which something is; null: nothing with any. */
export function newTagsProblem(names: readonly string[]): string | null {
  return namesProblem(names) ?? names.map(wordsProblem).find((problem) => problem !== null) ?? null
}

/** Returns names in a comma-separated list, in kept form, and the names that occur more than once. */
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

/** U+200C and U+200D join letters in Indic and Persian words; they may stand only between such letters. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_ ]|(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}]))*$/u
