import { beginsAPart, type Card, type DateWindow, fold, isDone, namesOfTag } from '@cardinal/domain'
import type { CardQuery } from '../../questions.ts'
import type { NaiveRows } from '../naive-rows.ts'

/** Implements docs/search.md, section 3, one function for each sentence. */
export function matchesCard(rows: NaiveRows, query: CardQuery, card: Card): boolean {
  return matchesButColor(rows, query, card) && hasColor(query, card)
}

/** Everything of section 3 except the colour filter. Colour counts use this set. */
export function matchesButColor(rows: NaiveRows, query: CardQuery, card: Card): boolean {
  return (
    (query.type === null || card.type === query.type) &&
    matchesIncludes(rows, query, card) &&
    !query.search.excludes.some((word) => carriesNamed(rows, card, word)) &&
    matchesSecond(query, card) &&
    (query.done === null || query.done === isDone(card)) &&
    isInWindow(query.dates, card)
  )
}

/** The card is found by a tag that the word names. */
export function carriesNamed(rows: NaiveRows, card: Card, word: string): boolean {
  return rows.namedBy(word).some((tag) => rows.isFoundBy(card, tag.id))
}

function matchesIncludes(rows: NaiveRows, query: CardQuery, card: Card): boolean {
  const { includes, phrase } = query.search
  if (includes.length === 0) return true
  if (includes.every((word) => satisfies(rows, card, word, query.onlyTags))) return true
  return !query.onlyTags && textsContain(card, phrase)
}

function satisfies(rows: NaiveRows, card: Card, word: string, onlyTags: boolean): boolean {
  if (rows.namedBy(word).length > 0) return carriesNamed(rows, card, word)
  const finding = rows.tags.filter((tag) => rows.isFoundBy(card, tag.id))
  if (finding.some((tag) => namesOfTag(tag).some((name) => beginsAPart(fold(name), fold(word))))) return true
  return !onlyTags && textsContain(card, fold(word))
}

function matchesSecond(query: CardQuery, card: Card): boolean {
  const { includes, excludes } = query.second
  return (
    includes.every((keyword) => textsContain(card, fold(keyword))) &&
    !excludes.some((keyword) => textsContain(card, fold(keyword)))
  )
}

function hasColor(query: CardQuery, card: Card): boolean {
  return query.colors.length === 0 || query.colors.includes(card.color)
}

function isInWindow(dates: DateWindow | null, card: Card): boolean {
  if (dates === null) return true
  const time = dates.field === 'created' ? card.createdAt : card.updatedAt
  return (dates.start === null || time >= dates.start) && (dates.end === null || time < dates.end)
}

/** One of the card's texts (content, or a subnote's) contains the folded text. */
export function textsContain(card: Card, folded: string): boolean {
  return [card.content, ...card.subnotes.map((subnote) => subnote.text)].some((text) =>
    fold(text).includes(folded),
  )
}
