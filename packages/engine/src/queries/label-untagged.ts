import type { Id } from '@cardinal/domain'
import type { UntaggedLabels } from '../questions.ts'
import { compareTagNames } from '../structures/tag-table.ts'
import { type TaggedSource, UntaggedRanking } from '../suggestions/untagged-ranking.ts'
import type { Reader } from '../tables.ts'

type LabelReader = Pick<Reader, 'cards' | 'tags' | 'groups' | 'texts' | 'postings' | 'forwardIndex'>

/**
 * Estimates tags of cards that have none (docs/search.md, section 7). Reads the words and sites of each, and the cards that
 * share them.
 */
export function labelUntagged(
  reader: LabelReader,
  { cardIds }: { cardIds: readonly Id[] },
): UntaggedLabels[] {
  const { cards, tags } = reader
  const ranking = new UntaggedRanking(sourceOf(reader))
  return cardIds.flatMap((cardId) => {
    const card = cards.get(cardId)
    if (card === undefined || card.tagIds.length > 0) return []
    const likely = ranking.likelyOn(card).flatMap((each) => {
      const row = tags.at(each.tag)
      return row === undefined ? [] : [{ ...each, row }]
    })
    likely.sort((a, b) => b.likelihood - a.likelihood || compareTagNames(a.row, b.row))
    return [
      { cardId, labels: likely.map(({ tag, row: _row, ...rest }) => ({ tagId: tags.idAt(tag), ...rest })) },
    ]
  })
}

function sourceOf(reader: LabelReader): TaggedSource {
  const { cards, tags, groups, texts, postings, forwardIndex } = reader
  const isHidden = new Set(groups.hiddenTagIds().flatMap((id) => tags.ordinalOf(id) ?? []))
  const tagsOf = (card: number) => {
    const all = forwardIndex.list(card)
    return isHidden.size === 0 ? all : all.filter((tag) => !isHidden.has(tag))
  }
  let count = 0
  for (const ordinal of cards.allOrdinals()) if (forwardIndex.size(ordinal) > 0) count++
  return {
    count,
    cardsWith: ({ kind, text }) =>
      (kind === 'site' ? texts.sites.cardsOf(text) : texts.words.cardsWithWord(text)).filter(
        (ordinal) => forwardIndex.size(ordinal) > 0,
      ),
    tagsOf,
    sizeOf: (tag) => postings.size(tag),
    lengthOf: (card) => cards.at(card).content.length,
    namedIn: (words) => {
      const found = new Set<number>()
      for (let from = 0; from < words.length; from++) {
        const longest = tags.longestNameBeginning(words[from] as string)
        for (let to = from + 1; to <= Math.min(words.length, from + longest); to++)
          for (const tag of tags.withWords(words.slice(from, to).join(' ')))
            if (!isHidden.has(tag)) found.add(tag)
      }
      return [...found]
    },
  }
}
