import { fold, includedWords, namesAsked, namesOfTag, type Tag } from '@cardinal/domain'
import type { NarrowQuery, Suggestion } from '../../questions.ts'
import {
  type Coverage,
  isNarrowedBy,
  type NarrowCandidates,
  rankNarrowing,
} from '../../suggestions/narrow-ranking.ts'
import { bestMatch, type TypedText, takeApart, takeWhole } from '../../suggestions/texts.ts'
import { byName, type NaiveRows } from '../naive-rows.ts'
import { matchesCard } from './matching.ts'

export function suggestNarrowing(rows: NaiveRows, params: NarrowQuery): Suggestion[] {
  const typed = takeApart(params, (word) => rows.namedBy(word).length > 0)
  const found = narrowed(rows, params, typed)
  return found.length > 0 || typed.unfinished === null ? found : narrowed(rows, params, takeWhole(params))
}

function narrowed(
  rows: NaiveRows,
  params: NarrowQuery,
  { settled, unfinished, used }: TypedText,
): Suggestion[] {
  const hidden = unfinished === null ? (params.query.hidden ?? []) : []
  const query = { ...params.query, search: settled, hidden }
  const matches = rows.cards.filter((card) => matchesCard(rows, query, card))
  const saved = params.savedSearches.map((search) => includedWords(search).map(fold))
  const asked = namesAsked(settled).map(fold)
  const usedTags = new Set([...used].flatMap((word) => rows.namedBy(word)))
  const included = namesAsked(settled).flatMap((word) => rows.namedBy(word).map(({ id }) => id))
  const counted = [...rows.tags]
    .sort(byName)
    .filter((tag) => !usedTags.has(tag) && !isHidden(rows, tag.id))
    .filter((tag) => !rows.isImplied(tag.id, included))
    .map((tag) => ({
      tag,
      count: matches.filter((card) => card.tagIds.includes(tag.id)).length,
      match: unfinished === null ? null : bestMatch(namesOfTag(tag).map(fold), unfinished),
    }))
    .filter(({ count }) => count > 0 && count < matches.length)
    .filter(({ match }) => unfinished === null || match !== null)
  const savedWith = (name: string) =>
    saved.filter((words) => words.includes(name) && asked.every((word) => words.includes(word))).length
  const tagAt = (at: number) => counted[at]?.tag as Tag
  const candidates: NarrowCandidates = {
    counts: counted.map(({ count }) => count),
    savedSearches: counted.map(({ tag }) => savedWith(fold(tag.name))),
    matches: counted.flatMap(({ match }) => match ?? []),
    clickCounts: counted.map(({ tag }) => tag.clickCount),
    lastClickedAt: counted.map(({ tag }) => tag.lastClickedAt ?? Number.NaN),
    tagAt,
  }
  const isNarrowed = isNarrowedBy(params.query, settled)
  const situation = { of: matches.length, isNarrowed, now: params.now, limit: params.limit }
  let uncovered = matches
  const idOf = (at: number) => tagAt(at).id
  const coverage: Coverage = {
    freshOf: (at) => uncovered.filter((card) => card.tagIds.includes(idOf(at))).length,
    choose: (at) => {
      uncovered = uncovered.filter((card) => !card.tagIds.includes(idOf(at)))
    },
  }
  return rankNarrowing(candidates, situation, coverage, (tag) => rows.inUse(tag))
}

/** Returns whether a hidden group holds the tag. */
export function isHidden(rows: NaiveRows, tagId: string): boolean {
  return rows.groups.some((group) => group.isHidden && group.tagIds.includes(tagId))
}
