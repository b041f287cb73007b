import { fold } from '@cardinal/domain'
import { addAll, type Bits, isEmpty } from '../structures/bits.ts'
import type { Reader } from '../tables.ts'
import { cardsTagged, tagsNamed } from './tag-rows.ts'

type WordReader = Pick<Reader, 'cards' | 'tags' | 'texts' | 'taggedCards'>

/** Cards that match. The caller owns the bitmaps. */
export interface CardSets {
  /** Cards that match. */
  readonly sure: Bits
  /** Cards that match if their texts contain `phrase`. Some may be in `sure` too. Null: none. */
  readonly unsure: Bits | null
  readonly phrase: string
}

/** Returns the cards of `within` that satisfy every word, or have the words as a phrase: docs/search.md, section 3. */
export function cardsWithWords(
  reader: WordReader,
  words: readonly string[],
  onlyTags: boolean,
  within: Bits,
): CardSets {
  const phrase = fold(words.join(' '))
  const named = words.map((word) => ({ word: fold(word), tags: tagsNamed(reader, word) }))
  const sure = satisfyingEvery(reader, named, onlyTags, within)
  if (onlyTags || !canPhraseAdd(named)) return { sure, unsure: null, phrase }
  const { sure: found, unsure } = reader.texts.candidates(phrase, within)
  if (found !== null) addAll(sure, found)
  return { sure, unsure, phrase }
}

/** Resolves the unsure cards by scanning them. Consumes the bitmaps. */
export function settledSet(reader: Pick<Reader, 'texts'>, { sure, unsure, phrase }: CardSets): Bits {
  if (unsure !== null) reader.texts.addChecked(sure, unsure, phrase)
  return sure
}

/** Adds to a bitmap the cards that satisfy a word through a tag. */
export function addCardsWithTagOf(reader: WordReader, word: string, found: Bits): void {
  const named = tagsNamed(reader, word)
  const tags = named.length > 0 ? named : reader.tags.withPartBeginning(fold(word))
  reader.taggedCards.addTo(found, tags)
}

/** A folded word with the tags that it names. */
interface NamedWord {
  readonly word: string
  readonly tags: readonly number[]
}

/**
 * Whether a card may contain the phrase without satisfying every word. Impossible if no word names a tag,
 * because a text with the phrase contains each word. Also impossible for a single word, which is the phrase
 * itself.
 */
function canPhraseAdd(words: readonly NamedWord[]): boolean {
  return words.length < 2 || words.some(({ tags }) => tags.length > 0)
}

/** Returns a new bitmap of the cards of `within` that satisfy every word. There must be a word. */
function satisfyingEvery(
  reader: WordReader,
  words: readonly NamedWord[],
  onlyTags: boolean,
  within: Bits,
): Bits {
  let left = within
  // Words that name tags come first: they are cheap and leave few cards.
  for (const { tags } of words) if (tags.length > 0) left = cardsTagged(reader, tags, left)
  // The phrase of a single word is the word itself, and is searched anyway.
  const looksIntoTexts = !onlyTags && words.length > 1
  const unnamed = words.filter(({ tags }) => tags.length === 0)
  // Long words are on few cards.
  for (const { word } of unnamed.sort((a, b) => b.word.length - a.word.length)) {
    const satisfying = cardsTagged(reader, reader.tags.withPartBeginning(word), left)
    if (looksIntoTexts) addAll(satisfying, reader.texts.find(word, left))
    left = satisfying
    if (isEmpty(left)) break
  }
  return left
}
