import { type Card, LIMITS, ok, unsafeAddress } from '@cardinal/domain'
import type { Mutator, Rows } from '../mutation.ts'
import { editCards } from './_internals/cards.ts'
import { mergeTexts } from './_internals/three-way.ts'

/**
 * A card's text. When the edit began from an earlier text than the one that is there now, the two edits are
 * merged; where they overlap the arriving one shows and the other is kept as a revision.
 */
export const setCardContent: Mutator<'setCardContent'> = {
  reads: ({ cardId, baseSeq }) => ({
    cards: [cardId],
    ...(baseSeq === null ? {} : { contentAt: { cardId, seq: baseSeq } }),
  }),
  write: ({ cardId, content, baseSeq }, rows, context) => {
    const base = baseSeq === null ? undefined : rows.contentAt(cardId, baseSeq)
    const present = presentCard(cardId, rows)
    const merged =
      present === undefined || base === undefined ? content : mergedContent(base, content, present)
    const outcome = editCards([cardId], rows, context, (card) => ok({ ...card, content: merged ?? content }))
    if (!outcome.ok || merged !== null || present === undefined) return outcome
    return ok({ ...outcome.value, keptRevision: { cardId, content: present.content } })
  },
}

function presentCard(cardId: string, rows: Rows): Card | undefined {
  return rows.card(cardId) ?? rows.deletedCard(cardId)
}

/** Null where the edits overlap, or where together they make something that no card may hold. */
function mergedContent(base: string, content: string, present: Card): string | null {
  if (content.trim() === '') return content
  const merged = mergeTexts(base, content, present.content)
  if (merged === null || merged.trim() === '' || merged.length > LIMITS.contentLength) return null
  return present.type === 'link' && unsafeAddress(merged) !== null ? null : merged
}
