import { unique } from '@cardinal/domain'
import type { LabelQuery, Suggestion } from '../questions.ts'
import { labelSuggestion } from '../suggestions/label-ranking.ts'
import { readLabelText } from '../suggestions/texts.ts'
import { LabelGathering, type LabelReader } from './label-gathering.ts'
import { inUse } from './tag-rows.ts'

/**
 * Suggests tags for a text or card, from earlier cards that share something with it. Scores all tags first,
 * then works out the reasons for the best only.
 */
export function suggestLabels(reader: LabelReader, params: LabelQuery): Suggestion[] {
  const own = params.cardId === null ? undefined : reader.cards.ordinalOf(params.cardId)
  const card = own === undefined ? undefined : reader.cards.at(own)
  const chosen = unique([...params.tagIds, ...(card?.tagIds ?? [])])
  const gathering = new LabelGathering(reader, own, chosen, readLabelText(params.text, card))
  const best = gathering.best(params.limit)
  const signs = gathering.signsOf(best.map(({ ordinal }) => ordinal))
  return best.flatMap(({ ordinal, score }, i) => {
    const [tag, ofTag] = [reader.tags.at(ordinal), signs[i]]
    if (tag === undefined || ofTag === undefined) return []
    const evidence = gathering.evidenceOf(ordinal)
    return [labelSuggestion(evidence, score, ofTag, inUse(reader, tag), gathering.pastCards)]
  })
}
