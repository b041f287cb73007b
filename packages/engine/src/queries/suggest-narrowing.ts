import { fold, includedWords, namesAsked, type Tag } from '@cardinal/domain'
import type { NarrowQuery, Suggestion } from '../questions.ts'
import type { Bits } from '../structures/bits.ts'
import {
  type Coverage,
  isNarrowedBy,
  type NarrowCandidates,
  rankNarrowing,
} from '../suggestions/narrow-ranking.ts'
import { bestMatch, type NameMatch, type TypedText, takeApart, takeWhole } from '../suggestions/texts.ts'
import type { Reader } from '../tables.ts'
import { matchesOf } from './card-sets.ts'
import { countable, countTagsOf } from './counting.ts'
import { inUse, tagsNamed } from './tag-rows.ts'

type NarrowReader = Pick<
  Reader,
  'cards' | 'tags' | 'groups' | 'texts' | 'postings' | 'forwardIndex' | 'taggedCards'
>

/**
 * Suggests tags to narrow a search: tags on some of the matches, not on all. Completes the last word. If no
 * tag that narrows begins with it, it is searched in texts, and tags that narrow those matches are suggested.
 */
export function suggestNarrowing(reader: NarrowReader, params: NarrowQuery): Suggestion[] {
  const typed = takeApart(params, (word) => tagsNamed(reader, word).length > 0)
  const found = narrowed(reader, params, typed)
  if (found.length > 0 || typed.unfinished === null) return found
  return narrowed(reader, params, takeWhole(params))
}

function narrowed(reader: NarrowReader, params: NarrowQuery, typed: TypedText): Suggestion[] {
  // While a word is typed, tags of hidden cards are suggested too: to name one shows its cards.
  const hidden = typed.unfinished === null ? params.query.hidden : []
  const matches = matchesOf(reader, { ...params.query, search: typed.settled, ...(hidden && { hidden }) })
  const counted = countable(reader, matches)
  const of = counted.size
  const counts = countTagsOf(reader, counted)
  const isNarrowed = isNarrowedBy(params.query, typed.settled)
  const situation = { of, isNarrowed, now: params.now, limit: params.limit }
  const saved = savedWith(params, namesAsked(typed.settled).map(fold))
  const candidates = candidatesAmong(reader, typed, counts, of, saved)
  const coverage = coverageOf(reader, candidates.ordinals, matches)
  return rankNarrowing(candidates, situation, coverage, (tag) => inUse(reader, tag))
}

interface Candidates extends NarrowCandidates {
  readonly ordinals: Uint32Array
}

function candidatesAmong(
  reader: NarrowReader,
  typed: TypedText,
  counts: Uint32Array,
  of: number,
  savedByName: ReadonlyMap<string, number>,
): Candidates {
  const { tags } = reader
  const { unfinished } = typed
  const isLeftOut = leftOut(reader, typed)
  const names = tags.inNameOrder()
  const room = new Uint32Array(names.length)
  const matches: NameMatch[] = []
  let size = 0
  for (let i = 0; i < names.length; i++) {
    const ordinal = names[i] as number
    const count = counts[ordinal] as number
    if (count === 0 || count === of || isLeftOut[ordinal] === 1) continue
    if (unfinished !== null) {
      const match = bestMatch(tags.foldedNames(ordinal), unfinished)
      if (match === null) continue
      matches.push(match)
    }
    room[size++] = ordinal
  }
  const ordinals = room.subarray(0, size)
  const savedSearches = new Uint32Array(size)
  if (savedByName.size > 0)
    for (let at = 0; at < size; at++)
      savedSearches[at] = savedByName.get(tags.foldedName(ordinals[at] as number)) ?? 0
  return {
    ordinals,
    matches,
    counts: valuesAt(counts, ordinals),
    savedSearches,
    clickCounts: valuesAt(tags.clickCount, ordinals),
    lastClickedAt: valuesAt(tags.lastClickedAt, ordinals),
    tagAt: (at) => tags.at(ordinals[at] as number) as Tag,
  }
}

function valuesAt(column: Uint32Array | Float64Array, ordinals: Uint32Array): Float64Array {
  const values = new Float64Array(ordinals.length)
  for (let at = 0; at < ordinals.length; at++) values[at] = column[ordinals[at] as number] as number
  return values
}

/** Marks with 1 the ordinals of hidden tags, of tags that the text names already, and of all tags that included ones imply. */
function leftOut({ tags, groups }: NarrowReader, { used, settled }: TypedText): Uint8Array {
  const isLeftOut = new Uint8Array(tags.usedOrdinals)
  for (const id of groups.hiddenTagIds()) {
    const ordinal = tags.ordinalOf(id)
    if (ordinal !== undefined) isLeftOut[ordinal] = 1
  }
  for (const word of used) for (const ordinal of tagsNamed({ tags }, word)) isLeftOut[ordinal] = 1
  const included = namesAsked(settled).flatMap((word) => tagsNamed({ tags }, word))
  for (const ordinal of tags.implied.impliedBy(included)) isLeftOut[ordinal] = 1
  return isLeftOut
}

/** @param matches owned by the result, which changes it */
function coverageOf({ postings }: NarrowReader, ordinals: Uint32Array, matches: Bits): Coverage {
  return {
    freshOf: (at) => postings.countIn(matches, ordinals[at] as number),
    choose: (at) => {
      postings.takeFrom(matches, ordinals[at] as number)
    },
  }
}

/** By folded tag name: the number of saved searches that hold it with all words asked for. */
function savedWith({ savedSearches }: NarrowQuery, asked: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const search of savedSearches) {
    const names = new Set(includedWords(search).map(fold))
    if (asked.every((word) => names.has(word)))
      for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}
