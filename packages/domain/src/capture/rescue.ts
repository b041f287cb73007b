import { fold } from '../folding.ts'
import { forgivenEdits, isWithinEdits } from '../nearness.ts'
import { isUnknownValue } from '../searchbar/completions.ts'
import { FIELD_NAMES, fieldNamed } from '../searchbar/fields.ts'
import { searchWords, usesSigns } from '../searchbar/grammar.ts'
import type { Tag } from '../tag.ts'
import { isMeantBy, namesOfTag } from '../tag-relations.ts'

/**
 * The search that a text without results may stand for. While one is offered, Enter does not add the text.
 */
export interface Rescue {
  /** The corrected search. Null: search for the text unchanged. */
  readonly text: string | null
}

const AS_IT_STANDS: Rescue = { text: null }

/** `author:tolkien`, but not an address, time or port. */
const UNKNOWN_FIELD = /^[a-z]{2,12}:[a-z][a-z0-9-]*$/

/** At least one plain word in three must name a tag; `MOST_WORDS` is the longest text. */
const WORDS_FOR_A_TAG = 3
const MOST_WORDS = 5
/**
 * Shorter words name a tag only by its whole name; longer ones also by its beginning or with a typing error.
 */
const LONG_ENOUGH = 5

/** The words of a text that could be a search without its commas. Empty: it could not. */
export function wordsApart(text: string): string[] {
  const words = /[,，|"()]|[\r\n]/.test(text) || text.length > 200 ? [] : text.trim().split(/\s+/)
  return words.length > 1 && words.length <= MOST_WORDS ? words : []
}

/**
 * The search that a text may stand for. Such a text has a half-typed, misspelled or unknown field, a
 * misspelled tag, an excluded word, or a tag among a few words. Null: the text can only be added.
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

/** Why a text counts as a search or a sentence: docs/decisions/0907. */
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

/** `colr:red` as `color:red`. Null: not close to a field. */
function nearField(word: string): string | null {
  const [, name = '', value = ''] = /^([a-z]{3,12}):([^\s/:]+)$/.exec(word) ?? []
  if (name === '' || fieldNamed(name) !== null) return null
  const near = FIELD_NAMES.find((field) => field.length > 2 && isWithinEdits(field, name, 1))
  return near === undefined ? null : `${near}:${value}`
}

/** The tag name that a word means or misspells. Null: none, or several. */
function nearTag(word: string, tags: readonly Pick<Tag, 'name' | 'otherNames'>[]): string | null {
  if (tags.some((tag) => isMeantBy(tag, word))) return word
  const folded = fold(word)
  const edits = forgivenEdits(folded)
  const near = edits === 0 ? [] : tags.filter(({ name }) => isWithinEdits(fold(name), folded, edits))
  return near.length === 1 ? (near[0]?.name ?? null) : null
}
