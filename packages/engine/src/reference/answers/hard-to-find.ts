import type { Card, Id } from '@cardinal/domain'
import type { HardToFind, HardToFindQuery } from '../../questions.ts'
import { choices, LABELS_TRIED, MOST_TRIED, TAGS_ADDED, wordsToBegin } from '../../suggestions/reachable.ts'
import { byId, type NaiveRows } from '../naive-rows.ts'
import { matchesTree } from './matching.ts'
import { suggestLabels } from './suggest-labels.ts'

export function hardToFind(rows: NaiveRows, query: HardToFindQuery): HardToFind {
  const { among, after, limit, first, withTags } = query
  const read = rows.cards
    .filter(({ id }) => (among === null || among.includes(id)) && (after === null || id > after))
    .sort(byId)
    .slice(0, limit)
  const hard = read.filter((card) => leastBefore(rows, card, tagsOf(rows, card)) >= first)
  return {
    read: read.length,
    last: read.at(-1)?.id ?? null,
    cards: hard.map((card) => ({
      cardId: card.id,
      tags: withTags ? tagsThatReach(rows, card, first) : [],
    })),
  }
}

function tagsOf(rows: NaiveRows, card: Card): readonly Id[] {
  return card.tagIds.filter((id) => rows.tagsById.has(id)).slice(0, MOST_TRIED)
}

/** Returns how many cards come before this one in the best search that begins with one of the tags or words. */
function leastBefore(rows: NaiveRows, card: Card, tagIds: readonly Id[]): number {
  const earlier = rows.cards.filter((other) => comesBefore(other, card))
  const tags = tagIds.map((id) => new Set(earlier.filter((other) => rows.isFoundBy(other, id))))
  const words = wordsToBegin(card).map(
    (word) =>
      new Set(earlier.filter((other) => matchesTree(rows, { kind: 'words', words: [word] }, false, other))),
  )
  const counts = [...tags, ...words].flatMap((start) =>
    Array.from({ length: TAGS_ADDED + 1 }, (_, count) => count).flatMap((count) =>
      [...choices(tags, count)].map(
        (added) => [...start].filter((other) => added.every((found) => found.has(other))).length,
      ),
    ),
  )
  return Math.min(...counts)
}

function comesBefore(a: Card, b: Card): boolean {
  return (b.createdAt - a.createdAt || byId(a, b)) < 0
}

function tagsThatReach(rows: NaiveRows, card: Card, first: number): HardToFind['cards'][number]['tags'] {
  const { content: text, type, id: cardId } = card
  return suggestLabels(rows, { text, type, cardId, tagIds: [], now: 0, limit: LABELS_TRIED })
    .map(({ tag }) => ({
      tagId: tag.id,
      before: leastBefore(rows, card, [...tagsOf(rows, card), tag.id]),
    }))
    .filter(({ before }) => before < first)
}
