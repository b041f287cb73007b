import { fold } from '../folding.ts'
import { forgivenEdits, isWithinEdits } from '../nearness.ts'
import { isUnknownValue } from '../searchbar/completions.ts'
import { FIELD_NAMES, fieldNamed } from '../searchbar/fields.ts'
import { searchWords, usesSigns } from '../searchbar/grammar.ts'
import type { Tag } from '../tag.ts'
import { isMeantBy, namesOfTag } from '../tag-relations.ts'

/**
 * What a text that finds nothing may have meant as a search. While one is offered, Enter does not add the
 * text.
 */
export interface Rescue {
  /** The corrected search. Null: search for the text unchanged. */
  readonly text: string | null
}

const AS_IT_STANDS: Rescue = { text: null }

/** `author:tolkien`, but no address, time or port. */
const UNKNOWN_FIELD = /^[a-z]{2,12}:[a-z][a-z0-9-]*$/

/** Plain words of a text for each one that names a tag, and words of a text at most. */
const WORDS_FOR_A_TAG = 3
const MOST_WORDS = 5
/** Letters from which a word names a tag that it begins, or that is spelled nearly so. */
const LONG_ENOUGH = 5

/** The words of a text that may be a search without commas. Empty: it can't be one. */
export function wordsApart(text: string): string[] {
  const words = /[,，|"()]|[\r\n]/.test(text) || text.length > 200 ? [] : text.trim().split(/\s+/)
  return words.length > 1 && words.length <= MOST_WORDS ? words : []
}

/**
 * Finds what a text may have meant as a search: a field half typed, spelled nearly so or unknown, a tag spelled nearly so, words
 * of which one is excluded, or a few words with a tag among them. Null: nothing but a text to add.
 *
 * @param tags what the words name or are near to
 */
export function rescueOf(text: string, tags: readonly Pick<Tag, 'name' | 'otherNames'>[]): Rescue | null {
  const words = searchWords(text)
  if (words.length === 0 || words.length > 8 || /[\r\n]/.test(text)) return null
  const isLikeField = words.some(({ text: word }) => isUnknownValue(word) || /^[a-z]{2,12}:$/.test(word))
  if (isLikeField && words.some(({ text: word }) => fieldNamed(word.split(':')[0] ?? '') !== null))
    return AS_IT_STANDS
  if (
    words.length === 1 &&
    UNKNOWN_FIELD.test(words[0]?.text ?? '') &&
    nearField(words[0]?.text ?? '') === null
  )
    return AS_IT_STANDS
  const meant = words.map(({ text: word }) => nearField(word) ?? nearTag(word, tags))
  if (!usesSigns(text) && meant.every((each) => each !== null)) {
    const changed = meant.map((each, at) => `${words[at]?.isExcluded ? '-' : ''}${each}`).join(', ')
    const isSame = words.every(({ text: word }, at) => meant[at] === word)
    if (!isSame) return { text: changed }
  }
  const isExcluding = words.length > 1 && words.some(({ isExcluded }) => isExcluded)
  return isExcluding || namesTagAmongWords(text, tags) ? AS_IT_STANDS : null
}

/** See docs/decisions/0907. */
function namesTagAmongWords(text: string, tags: readonly Pick<Tag, 'name' | 'otherNames'>[]): boolean {
  const words = wordsApart(text)
  if (words.length === 0) return false
  const isPlain = (word: string) => /^[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*$/u.test(word)
  const begins = (word: string) =>
    tags.some((tag) => namesOfTag(tag).some((name) => fold(name).startsWith(fold(word))))
  const naming = words.map((word) => {
    if (word.length < LONG_ENOUGH || !isPlain(word)) return tags.some((tag) => isMeantBy(tag, word))
    return begins(word) || nearTag(word, tags) !== null
  })
  const arePlain = words.every((word, at) => naming[at] || isPlain(word))
  const isSentence = naming[0] === false && /^\p{Lu}\p{Ll}/u.test(words[0] ?? '')
  return arePlain && !isSentence && words.length <= WORDS_FOR_A_TAG * naming.filter(Boolean).length
}

/** `colr:red` as `color:red`. Null: not like a field. */
function nearField(word: string): string | null {
  const [, name = '', value = ''] = /^([a-z]{3,12}):([^\s/:]+)$/.exec(word) ?? []
  if (name === '' || fieldNamed(name) !== null) return null
  const near = FIELD_NAMES.find((field) => field.length > 2 && isWithinEdits(field, name, 1))
  return near === undefined ? null : `${near}:${value}`
}

/** The name of the tag that a word means or is near to. Null: none, or several. */
function nearTag(word: string, tags: readonly Pick<Tag, 'name' | 'otherNames'>[]): string | null {
  if (tags.some((tag) => isMeantBy(tag, word))) return word
  const folded = fold(word)
  const edits = forgivenEdits(folded)
  const near = edits === 0 ? [] : tags.filter(({ name }) => isWithinEdits(fold(name), folded, edits))
  return near.length === 1 ? (near[0]?.name ?? null) : null
}
