import { type Card, type Id, unsafeAddress } from '@cardinal/domain'
import type { KeptRevision, ReadSet, Rows } from '../../mutation.ts'
import { mergedText } from './merged-text.ts'

/** What has to be read for an edit that began at `baseSeq`. */
export function readsContentAt(cardId: Id, baseSeq: number | null): Pick<ReadSet, 'contentAt'> {
  return baseSeq === null ? {} : { contentAt: { cardId, seq: baseSeq } }
}

/**
 * The content that an edit comes to which began from the text at `baseSeq`, and the text that it could not hold.
 * Without a base, or in the browser, which keeps no history, it is the one that arrives.
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

/** Null where the edits overlap, or where together they make something that no card may hold. */
function mergedContent(base: string, content: string, present: Card): string | null {
  const merged = mergedText(base, content, present.content)
  return merged !== null && present.type === 'link' && unsafeAddress(merged) !== null ? null : merged
}
