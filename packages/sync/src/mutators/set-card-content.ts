import { type Card, ok, unsafeAddress } from '@cardinal/domain'
import type { Mutator, Rows } from '../mutation.ts'
import { editCards } from './_internals/cards.ts'
import { mergedText } from './_internals/merged-text.ts'

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
    return ok({ ...outcome.value, keptRevisions: [{ cardId, subnoteId: null, text: present.content }] })
  },
}

function presentCard(cardId: string, rows: Rows): Card | undefined {
  return rows.card(cardId) ?? rows.deletedCard(cardId)
}

/** Null where the edits overlap, or where together they make something that no card may hold. */
function mergedContent(base: string, content: string, present: Card): string | null {
  const merged = mergedText(base, content, present.content)
  return merged !== null && present.type === 'link' && unsafeAddress(merged) !== null ? null : merged
}
