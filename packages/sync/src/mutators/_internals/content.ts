import { type Card, type Id, unsafeAddress } from '@cardinal/domain'
import type { KeptRevision, ReadSet, Rows } from '../../mutation.ts'
import { mergedText } from './merged-text.ts'

/** Returns the reads of an edit that began at `baseSeq`. */
export function readsContentAt(cardId: Id, baseSeq: number | null): Pick<ReadSet, 'contentAt'> {
  return baseSeq === null ? {} : { contentAt: { cardId, seq: baseSeq } }
}

/**
 * Merges the content of an edit that began from the text at `baseSeq`. Returns the new content, and the text that it
 * could not hold. Without a base, or in the browser, which keeps no history, the arriving content wins.
 */
export function contentOnto(
  cardId: Id,
  content: string,
  baseSeq: number | null,
  rows: Rows,
): { readonly content: string; readonly keptRevisions: readonly KeptRevision[] } {
  const base = baseSeq === null ? undefined : rows.contentAt(cardId, baseSeq)
  const present = rows.card(cardId) ?? rows.deletedCard(cardId)
  if (present === undefined || base === undefined) return { content, keptRevisions: [] }
  const merged = mergedContent(base, content, present)
  if (merged !== null) return { content: merged, keptRevisions: [] }
  return { content, keptRevisions: [{ cardId, subnoteId: null, text: present.content }] }
}

/** Merges two contents. Null: the edits overlap, or their merge is no valid content. */
function mergedContent(base: string, content: string, present: Card): string | null {
  const merged = mergedText(base, content, present.content)
  return merged !== null && present.type === 'link' && unsafeAddress(merged) !== null ? null : merged
}
