import { unique } from '@cardinal/domain'
import type { LabelQuery, Suggestion } from '../questions.ts'
import { firstOrdinals } from '../structures/top-ordinals.ts'
import { labelSuggestion, NEWEST_CARDS, recentScore, recentSuggestion } from '../suggestions/label-ranking.ts'
import { readLabelText } from '../suggestions/texts.ts'
import { LabelGathering, type LabelReader } from './label-gathering.ts'
import { cardOrderOf } from './match-cards.ts'
import { inUse } from './tag-rows.ts'

/**
 * Suggests tags for a text or card, by earlier cards that share a word, site or tag with it. Scores all tags
 * first, then finds the reasons of the best.
 */
export function suggestLabels(reader: LabelReader, params: LabelQuery): Suggestion[] {
  const own = params.cardId === null ? undefined : reader.cards.ordinalOf(params.cardId)
  const card = own === undefined ? undefined : reader.cards.at(own)
  const chosen = unique([...params.tagIds, ...(card?.tagIds ?? [])])
  const gathering = new LabelGathering(reader, own, chosen, readLabelText(params.text, card))
  const best = gathering.best(params.limit)
  const ordinals = best.map(({ ordinal }) => ordinal)
  const signs = gathering.signsOf(ordinals)
  const suggestions = best.flatMap(({ ordinal, score }, i) => {
    const [tag, ofTag] = [reader.tags.at(ordinal), signs[i]]
    if (tag === undefined || ofTag === undefined) return []
    const evidence = gathering.evidenceOf(ordinal)
    return [labelSuggestion(evidence, score, ofTag, inUse(reader, tag), gathering.pastCards)]
  })
  const room = params.withRecent === true ? params.limit - best.length : 0
  return room > 0 ? [...suggestions, ...recentTags(reader, own, gathering, ordinals, room)] : suggestions
}

/**
 * Tags of the newest cards, without evidence. Tags that are often on the same cards as the suggested ones come first.
 */
function recentTags(
  reader: LabelReader,
  own: number | undefined,
  gathering: LabelGathering,
  withEvidence: readonly number[],
  limit: number,
): Suggestion[] {
  const { cards, tags, postings, forwardIndex } = reader
  const newestFirst = cardOrderOf(reader, { by: 'recently', of: 'added' })
  const newest = firstOrdinals(cards.all, NEWEST_CARDS, newestFirst, (ordinal) => ordinal !== own)
  const places = new Map<number, number[]>()
  for (const [place, ordinal] of newest.entries())
    for (const tag of forwardIndex.list(ordinal))
      if (!gathering.isOutOfQuestion(tag) && !withEvidence.includes(tag))
        places.set(tag, [...(places.get(tag) ?? []), place])
  const together = withEvidence.map((ordinal) => {
    const tally = forwardIndex.tally(postings.list(ordinal))
    const countByTag = new Map(tally.tags.map((tag, i) => [tag, tally.counts[i] ?? 0]))
    return { countByTag, of: postings.size(ordinal) }
  })
  const scored = [...places].map(([tag, ofTag]) => {
    const shares = together.map(({ countByTag, of }) => ({ count: countByTag.get(tag) ?? 0, of }))
    return { tag, count: ofTag.length, score: recentScore({ places: ofTag, together: shares }) }
  })
  const scores = new Map(scored.map((each) => [each.tag, each]))
  return tags
    .inNameOrder()
    .flatMap((tag) => scores.get(tag) ?? [])
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .flatMap(({ tag, count }) => {
      const row = tags.at(tag)
      return row === undefined ? [] : [recentSuggestion(inUse(reader, row), count, newest.length)]
    })
}
