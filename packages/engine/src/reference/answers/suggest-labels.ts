import {
  type Card,
  fold,
  type Id,
  isInTexts,
  otherNamesOf,
  sitesOf,
  type Tag,
  textsOfCard,
  unique,
  wordsOf,
} from '@cardinal/domain'
import type { LabelQuery, Suggestion } from '../../questions.ts'
import {
  hitsOf,
  type LabelEvidence,
  type LabelSigns,
  labelScore,
  labelSuggestion,
  NEWEST_CARDS,
  recentScore,
  recentSuggestion,
  type Share,
  saysSomething,
  strengthOf,
} from '../../suggestions/label-ranking.ts'
import { asksNothing, COMMON_WORD, type LabelText, readLabelText } from '../../suggestions/texts.ts'
import { byId, byName, type NaiveRows } from '../naive-rows.ts'
import { isHidden } from './suggest-narrowing.ts'

export function suggestLabels(rows: NaiveRows, params: LabelQuery): Suggestion[] {
  const past = rows.cards.filter((card) => card.id !== params.cardId)
  const own = params.cardId === null ? undefined : rows.cardsById.get(params.cardId)
  const chosen = unique([...params.tagIds, ...(own?.tagIds ?? [])])
  const text = readLabelText(params.text, own)
  const tags = rows.tags
    .filter((tag) => !chosen.includes(tag.id) && !isHidden(rows, tag.id))
    .filter((tag) => !rows.isImplied(tag.id, chosen))
  const suggestions = tags
    .map((tag) => {
      const { cardCount } = rows.inUse(tag)
      const signs = signsFor(tag, text, chosen, past, cardCount)
      const sum = (shares: readonly Share[]) =>
        shares.reduce((total, share) => total + strengthOf(share, cardCount, past.length), 0)
      const evidence: LabelEvidence = {
        cardCount,
        isInText: [tag.name, ...otherNamesOf(tag).filter(isInTexts)].some((name) =>
          containsWords(text.words, wordsOf(fold(name))),
        ),
        siteStrength: sum(signs.sites),
        wordStrength: sum(signs.words),
        wordHits: signs.words.reduce((hits, { count }) => hits + hitsOf(count), 0),
        togetherStrength: sum(signs.together),
      }
      return { tag, signs, evidence, score: labelScore(evidence, past.length, asksNothing(text, chosen)) }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || byName(a.tag, b.tag))
    .slice(0, params.limit)
    .map(({ tag, signs, evidence, score }) =>
      labelSuggestion(evidence, score, signs, rows.inUse(tag), past.length),
    )
  const room = params.withRecent === true ? params.limit - suggestions.length : 0
  const suggested = suggestions.map(({ tag }) => tag.id)
  const others = tags.filter(({ id }) => !suggested.includes(id))
  return [...suggestions, ...recentTags(rows, others, past, suggested).slice(0, room)]
}

function recentTags(
  rows: NaiveRows,
  tags: readonly Tag[],
  past: readonly Card[],
  suggested: readonly Id[],
): Suggestion[] {
  const newest = [...past].sort((a, b) => b.createdAt - a.createdAt || byId(a, b)).slice(0, NEWEST_CARDS)
  return tags
    .map((tag) => {
      const places = newest.flatMap((card, place) => (card.tagIds.includes(tag.id) ? [place] : []))
      const together = suggested.map((id): Share => {
        const having = rows.cards.filter((card) => card.tagIds.includes(id))
        return { count: having.filter((card) => card.tagIds.includes(tag.id)).length, of: having.length }
      })
      return { tag, count: places.length, score: recentScore({ places, together }) }
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.score - a.score || byName(a.tag, b.tag))
    .map(({ tag, count }) => recentSuggestion(rows.inUse(tag), count, newest.length))
}

/** Returns the signs that the text shares with earlier cards of the tag. */
function signsFor(
  tag: Tag,
  text: LabelText,
  chosen: readonly Id[],
  past: readonly Card[],
  cardCount: number,
): LabelSigns {
  const shareOf = (cards: readonly Card[]): Share => ({
    count: cards.filter((card) => card.tagIds.includes(tag.id)).length,
    of: cards.length,
  })
  const isTelling = ({ count }: Share) => count > 0
  return {
    sites: text.sites
      .map((site) => ({ site, ...shareOf(past.filter((card) => sitesOf(card).includes(site))) }))
      .filter(isTelling),
    words: text.distinctWords
      .map((word) => ({ word, ...shareOf(past.filter((card) => hasWord(card, word))) }))
      .filter((share) => share.of <= COMMON_WORD && saysSomething(share, cardCount, past.length)),
    together: chosen
      .map((tagId) => ({ tagId, ...shareOf(past.filter((card) => card.tagIds.includes(tagId))) }))
      .filter(isTelling),
  }
}

export function hasWord(card: Card, word: string): boolean {
  return textsOfCard(card).some((text) => wordsOf(fold(text)).includes(word))
}

/** Whether the name's words occur in the text, one directly after the other. */
export function containsWords(textWords: readonly string[], nameWords: readonly string[]): boolean {
  return nameWords.length > 0 && ` ${textWords.join(' ')} `.includes(` ${nameWords.join(' ')} `)
}
