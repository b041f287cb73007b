import {
  type Card,
  type CardOrder,
  compareCodePoints,
  dueKey,
  fold,
  namesAsked,
  placeOf,
  textsOfCard,
  wordsOf,
} from '@cardinal/domain'
import {
  addressPoints,
  MATCH_POINTS,
  titleMatched,
  titlePoints,
  wordsMatched,
} from '@cardinal/domain/best-match'
import type { CardListing, CardMatches, CardQuery, ColorCount, ListQuery } from '../../questions.ts'
import { byId, type NaiveRows } from '../naive-rows.ts'
import { carriesNamed, matchesButColor, matchesCard } from './matching.ts'

export function matchCards(rows: NaiveRows, query: CardQuery): CardMatches {
  const matches = rows.cards.filter((card) => matchesCard(rows, query, card)).sort(orderOf(rows, query))
  const behind = matches.filter((card) => isBehind(query, card))
  const page = query.parts === 'counts' ? [] : behind.slice(query.offset, query.offset + query.limit)
  const wantsCounts = query.parts !== 'page'
  const ranks = page.map((card) => ({
    cardId: card.id,
    rank: namesAsked(query.search).filter((word) => carriesNamed(rows, card, word)).length,
  }))
  return {
    cards: page,
    tagRanks: ranks,
    total: wantsCounts ? matches.length : -1,
    colorCounts: wantsCounts
      ? countColors(rows.cards.filter((card) => matchesButColor(rows, query, card)))
      : [],
    intersectionCounts: wantsCounts ? rows.countTags(matches) : [],
  }
}

export function listCards(rows: NaiveRows, query: ListQuery): CardListing {
  const { cards, tagRanks, total } = matchCards(rows, { ...query, parts: 'all' })
  const tagIds = [...new Set(cards.flatMap((card) => card.tagIds))]
  const tags = tagIds.flatMap((id) => rows.tagsById.get(id) ?? [])
  const { total: all } = matchCards(rows, { ...query, hidden: [], parts: 'counts' })
  return { cards, tagRanks, total, hidden: all - total, tags: tags.map((tag) => rows.inUse(tag)) }
}

/** Counts colours: most first, ties by colour name, colourless last among equals. */
export function countColors(cards: readonly Card[]): ColorCount[] {
  return [...new Set(cards.map((card) => card.color))]
    .map((color) => ({ color, count: cards.filter((card) => card.color === color).length }))
    .sort((a, b) => b.count - a.count || compareColors(a, b))
}

function compareColors(a: ColorCount, b: ColorCount): number {
  if (a.color === null) return 1
  if (b.color === null) return -1
  return compareCodePoints(a.color, b.color)
}

function isBehind({ order, from }: CardQuery, card: Card): boolean {
  if (from === undefined) return true
  const time = order.of === 'updated' ? card.updatedAt : card.createdAt
  const later = order.by === 'recently' ? from.time - time : time - from.time
  return later > 0 || (later === 0 && compareCodePoints(card.id, from.id) >= 0)
}

function orderOf(rows: NaiveRows, { order, search }: CardQuery): (a: Card, b: Card) => number {
  if (order.by !== 'best') return inOrder(order)
  const words = wordsMatched(search)
  const points = (card: Card) => words.reduce((sum, word) => sum + pointsOf(rows, card, word), 0)
  return (a, b) => points(b) - points(a) || inOrder(order)(a, b)
}

/** The points of a card for a folded word: the highest that apply. */
function pointsOf(rows: NaiveRows, card: Card, word: string): number {
  if (carriesNamed(rows, card, word)) return MATCH_POINTS.tag
  const inTitle = titlePoints(titleMatched(card), word)
  if (inTitle > 0) return inTitle
  const words = new Set(textsOfCard(card).flatMap((text) => wordsOf(fold(text))))
  const wanted = wordsOf(word)
  if (wanted.length > 0 && wanted.every((each) => words.has(each))) return MATCH_POINTS.hasWord
  return addressPoints(card, word)
}

export function inOrder(order: CardOrder): (a: Card, b: Card) => number {
  if (order.of === 'due')
    return (a, b) =>
      compareNumbers(dueKey(a.dueAt), dueKey(b.dueAt)) || b.createdAt - a.createdAt || byId(a, b)
  if (order.of === 'placed') return (a, b) => compareCodePoints(placeOf(a), placeOf(b)) || byId(a, b)
  const turn = ['recently', 'most', 'best'].includes(order.by) || order.of === 'desc' ? -1 : 1
  const compare = ascending(order)
  return (a, b) => turn * compare(a, b) || byId(a, b)
}

function compareNumbers(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function ascending(order: CardOrder): (a: Card, b: Card) => number {
  switch (order.of) {
    case 'added':
    case 'match':
      return (a, b) => a.createdAt - b.createdAt
    case 'updated':
      return (a, b) => a.updatedAt - b.updatedAt
    case 'tagged':
      return (a, b) => a.tagIds.length - b.tagIds.length
    case 'asc':
    case 'desc':
    case 'due':
    case 'placed':
      return (a, b) => compareCodePoints(fold(a.content), fold(b.content))
  }
}
