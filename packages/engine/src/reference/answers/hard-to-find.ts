import type { Card, Id } from '@cardinal/domain'
import type { HardToFind, HardToFindQuery } from '../../questions.ts'
import { choices, LABELS_TRIED, MOST_TRIED, TAGS_ADDED, wordsToBegin } from '../../suggestions/reachable.ts'
import { byId, type NaiveRows } from '../naive-rows.ts'
import { satisfies } from './matching.ts'
import { suggestLabels } from './suggest-labels.ts'

export function hardToFind(rows: NaiveRows, query: HardToFindQuery): HardToFind {
  const { among, after, limit, first, withTags } = query
  const read = rows.cards
    .filter(({ id }) => (among === null || among.includes(id)) && (after === null || id > after))
    .sort(byId)
    .slice(0, limit)
  const hard = read.filter((card) => !isReached(rows, card, tagsOf(rows, card), first))
  return {
    read: read.length,
    last: read.at(-1)?.id ?? null,
    cards: hard.map((card) => ({
      cardId: card.id,
      tagIds: withTags ? tagsThatReach(rows, card, first) : [],
    })),
  }
}

function tagsOf(rows: NaiveRows, card: Card): readonly Id[] {
  return card.tagIds.filter((id) => rows.tagsById.has(id)).slice(0, MOST_TRIED)
}

/** Returns whether a search that begins with one of the tags or words, and goes on with such tags, lists the card early. */
function isReached(rows: NaiveRows, card: Card, tagIds: readonly Id[], first: number): boolean {
  const withTag = (id: Id) => (other: Card) => other.id === card.id || rows.isFoundBy(other, id)
  const tags = tagIds.map(withTag)
  const words = wordsToBegin(card).map((word) => (other: Card) => satisfies(rows, other, word, false))
  return [...tags, ...words].some((start) =>
    Array.from({ length: TAGS_ADDED + 1 }, (_, count) => count).some((count) =>
      [...choices(tags, count)].some((added) => {
        const found = rows.cards.filter((other) => [start, ...added].every((finds) => finds(other)))
        return found.filter((other) => comesBefore(other, card)).length < first
      }),
    ),
  )
}

function comesBefore(a: Card, b: Card): boolean {
  return (b.createdAt - a.createdAt || byId(a, b)) < 0
}

function tagsThatReach(rows: NaiveRows, card: Card, first: number): readonly Id[] {
  const { content: text, type, id: cardId } = card
  return suggestLabels(rows, { text, type, cardId, tagIds: [], now: 0, limit: LABELS_TRIED })
    .map(({ tag }) => tag.id)
    .filter((id) => isReached(rows, card, [...tagsOf(rows, card), id], first))
}
