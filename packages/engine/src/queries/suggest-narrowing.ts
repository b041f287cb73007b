import { fold, parseSearch } from '@cardinal/domain'
import type { NarrowQuery, Suggestion } from '../questions.ts'
import { type Bits, slotsOf } from '../structures/bits.ts'
import { matchName } from '../suggestions/name-match.ts'
import { type Coverage, type NarrowEvidence, rankNarrowing } from '../suggestions/narrow-ranking.ts'
import { type TypedText, takeApart } from '../suggestions/typed-text.ts'
import type { Reader } from '../tables.ts'
import { cardSets, settledSet, withColors } from './card-sets.ts'
import { countTagsOf } from './tag-counting.ts'
import { inUse } from './tag-rows.ts'

type NarrowReader = Pick<Reader, 'cards' | 'tags' | 'groups' | 'texts' | 'carriers' | 'carried'>

/** Which tag would the person add next? Only tags that are on some of the present matches, not on all. */
export function suggestNarrowing(reader: NarrowReader, params: NarrowQuery): Suggestion[] {
  const typed = takeApart(params.text, (word) => reader.tags.namedBy(word).length > 0)
  const query = { ...params.query, search: typed.settled }
  const matches = withColors(reader, settledSet(reader, cardSets(reader, query)), query.colors)
  const slots = slotsOf(matches)
  const counts = countTagsOf(reader, matches, slots)
  const { includes, excludes } = typed.settled
  const hasWords = includes.length + excludes.length > 0
  const situation = { of: slots.length, hasWords, now: params.now, limit: params.limit }
  const saved = savedWith(params, includes.map(fold))
  const candidates = candidatesAmong(reader, typed, counts, slots.length, saved)
  const coverage = coverageOf(reader, candidates, matches)
  return rankNarrowing(candidates, situation, coverage, (tag) => inUse(reader, tag))
}

interface Candidate extends NarrowEvidence {
  readonly slot: number
}

function candidatesAmong(
  { tags, groups }: NarrowReader,
  { unfinished, used }: TypedText,
  counts: Uint32Array,
  of: number,
  savedByName: ReadonlyMap<string, number>,
): Candidate[] {
  const found: Candidate[] = []
  const hidden = new Set(groups.hiddenTagIds())
  for (const slot of tags.inNameOrder()) {
    const count = counts[slot] as number
    if (count === 0 || count === of) continue
    const name = tags.foldedName(slot)
    const tag = tags.at(slot)
    if (tag === undefined || used.has(name) || hidden.has(tag.id)) continue
    const match = unfinished === null ? null : matchName(name, unfinished)
    if (unfinished !== null && match === null) continue
    found.push({ slot, tag, count, savedSearches: savedByName.get(name) ?? 0, match })
  }
  return found
}

/** @param matches taken over, and changed */
function coverageOf({ carriers }: NarrowReader, candidates: readonly Candidate[], matches: Bits): Coverage {
  const slotOf = (at: number) => candidates[at]?.slot as number
  return {
    freshOf: (at) => carriers.countIn(matches, slotOf(at)),
    choose: (at) => {
      carriers.takeFrom(matches, slotOf(at))
    },
  }
}

/** In how many of the saved searches that hold everything asked for each folded name stands. */
function savedWith({ savedSearches }: NarrowQuery, asked: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const search of savedSearches) {
    const names = new Set(parseSearch(search).includes.map(fold))
    if (asked.every((word) => names.has(word)))
      for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}
