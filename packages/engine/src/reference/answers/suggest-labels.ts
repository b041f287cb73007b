import { type Card, fold, type Id, type Tag, unique, wordsOf } from '@cardinal/domain'
import type { LabelQuery, Suggestion } from '../../questions.ts'
import { sitesIn } from '../../structures/site-table.ts'
import { type LabelEvidence, labelRanking, type Share } from '../../suggestions/label-ranking.ts'
import { COMMON_WORD, readLabelText } from '../../suggestions/label-text.ts'
import { rank } from '../../suggestions/rank.ts'
import { byName, type NaiveRows } from '../naive-rows.ts'
import { isHidden } from './suggest-narrowing.ts'

export function suggestLabels(rows: NaiveRows, params: LabelQuery): Suggestion[] {
  const past = rows.cards.filter((card) => card.id !== params.cardId)
  const own = params.cardId === null ? undefined : rows.cardsById.get(params.cardId)
  const chosen = unique([...params.tagIds, ...(own?.tagIds ?? [])])
  const candidates = rows.tags
    .filter((tag) => !chosen.includes(tag.id) && !isHidden(rows, tag.id))
    .map((tag) => evidenceFor(rows, tag, params.text, chosen, past))
  const spokenFor = candidates.filter(isSpokenFor)
  const others = candidates
    .filter((candidate) => !isSpokenFor(candidate) && candidate.cardCount > 0)
    .sort((a, b) => b.cardCount - a.cardCount || byName(a.tag, b.tag))
    .slice(0, params.limit)
  return rank([...spokenFor, ...others], labelRanking(past.length), params.limit, (tag) => rows.inUse(tag))
}

function isSpokenFor(evidence: LabelEvidence): boolean {
  return evidence.isInText || evidence.sites.length + evidence.words.length + evidence.together.length > 0
}

function evidenceFor(
  rows: NaiveRows,
  tag: Tag,
  text: string,
  chosen: readonly Id[],
  past: readonly Card[],
): LabelEvidence {
  const { words, distinctWords, sites } = readLabelText(text)
  const shareOf = (cards: readonly Card[]): Share => ({
    count: cards.filter((card) => card.tagIds.includes(tag.id)).length,
    of: cards.length,
  })
  const isTelling = ({ count }: Share) => count > 0
  return {
    tag,
    cardCount: rows.inUse(tag).cardCount,
    isInText: containsWords(words, wordsOf(fold(tag.name))),
    sites: sites
      .map((site) => ({ site, ...shareOf(past.filter((card) => sitesIn(card.content).includes(site))) }))
      .filter(isTelling),
    words: distinctWords
      .map((word) => ({ word, ...shareOf(past.filter((card) => hasWord(card, word))) }))
      .filter((share) => isTelling(share) && share.of <= COMMON_WORD),
    together: chosen
      .map((tagId) => ({ tagId, ...shareOf(past.filter((card) => card.tagIds.includes(tagId))) }))
      .filter(isTelling),
  }
}

function hasWord(card: Card, word: string): boolean {
  return [card.content, ...card.subnotes.map((subnote) => subnote.text)].some((text) =>
    wordsOf(fold(text)).includes(word),
  )
}

/** The name's words stand in the text, one after the other. */
function containsWords(textWords: readonly string[], nameWords: readonly string[]): boolean {
  return nameWords.length > 0 && ` ${textWords.join(' ')} `.includes(` ${nameWords.join(' ')} `)
}
