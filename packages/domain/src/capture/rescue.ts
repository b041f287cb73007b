import { fold } from '../folding.ts'
import { forgivenEdits, isWithinEdits } from '../nearness.ts'
import { isUnknownValue } from '../searchbar/completions.ts'
import { FIELD_NAMES, fieldNamed } from '../searchbar/fields.ts'
import { searchWords, usesSigns } from '../searchbar/grammar.ts'
import type { Tag } from '../tag.ts'
import { isMeantBy } from '../tag-relations.ts'

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

/**
 * Finds what a text may have meant as a search: a field half typed, spelled nearly so or unknown, a tag spelled nearly so, or words
 * of which one is excluded. Null: nothing but a text to add.
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
  return words.length > 1 && words.some(({ isExcluded }) => isExcluded) ? AS_IT_STANDS : null
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
