import { fold, type Id, isInTexts, otherNamesOf, sitesOf, wordsOf } from '@cardinal/domain'
import type { UntaggedLabels } from '../../questions.ts'
import { UntaggedRanking } from '../../suggestions/untagged-ranking.ts'
import { byName, type NaiveRows } from '../naive-rows.ts'
import { containsWords, hasWord } from './suggest-labels.ts'
import { isHidden } from './suggest-narrowing.ts'

export function labelUntagged(rows: NaiveRows, { cardIds }: { cardIds: readonly Id[] }): UntaggedLabels[] {
  const tagged = rows.cards.filter(({ tagIds }) => tagIds.length > 0)
  const tags = rows.tags.filter(({ id }) => !isHidden(rows, id))
  const ranking = new UntaggedRanking({
    count: tagged.length,
    cardsWith: ({ kind, text }) =>
      tagged.flatMap((card, at) =>
        (kind === 'site' ? sitesOf(card).includes(text) : hasWord(card, text)) ? [at] : [],
      ),
    tagsOf: (card) => tags.flatMap(({ id }, at) => (tagged[card]?.tagIds.includes(id) ? [at] : [])),
    sizeOf: (tag) => tagged.filter(({ tagIds }) => tagIds.includes(tags[tag]?.id ?? '')).length,
    lengthOf: (card) => tagged[card]?.content.length ?? 0,
    namedIn: (words) =>
      tags.flatMap((tag, at) =>
        [tag.name, ...otherNamesOf(tag).filter(isInTexts)].some((name) =>
          containsWords(words, wordsOf(fold(name))),
        )
          ? [at]
          : [],
      ),
  })
  return cardIds.flatMap((cardId) => {
    const card = rows.cardsById.get(cardId)
    if (card === undefined || card.tagIds.length > 0) return []
    const labels = ranking
      .likelyOn(card)
      .flatMap(({ tag, likelihood, sign }) => {
        const row = tags[tag]
        return row === undefined ? [] : [{ row, likelihood, sign }]
      })
      .sort((a, b) => b.likelihood - a.likelihood || byName(a.row, b.row))
      .map(({ row, ...rest }) => ({ tagId: row.id, ...rest }))
    return [{ cardId, labels }]
  })
}
