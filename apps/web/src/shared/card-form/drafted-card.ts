import { type Card, type Id, INITIAL_VALUES, NO_LINKS } from '@cardinal/domain'
import { isTextDraft } from '../cards/use-text-draft.ts'
import type { StoredDraft } from '../drafts/draft-store.ts'
import { isCardFormData } from './use-card-form.ts'

/** The keys of drafts of one card, that of the whole form first. */
export function draftKeys(cardId: Id): readonly string[] {
  return [`card:${cardId}`, `card-text:${cardId}`]
}

/** The card that a draft was begun from, as far as the draft knows it; null where there is no draft. */
export function draftedCard(id: Id, draft: StoredDraft | null): Card | null {
  const base = draft === null ? null : baseOf(draft.data)
  if (draft === null || base === null) return null
  const times = { createdAt: draft.at, updatedAt: draft.at }
  return { ...EMPTY, ...base, ...times, id }
}

function baseOf(data: unknown): Partial<Card> | null {
  if (isCardFormData(data)) return data.base
  return isTextDraft(data) ? { content: data.base } : null
}

const EMPTY = {
  type: 'note',
  content: '',
  subnotes: [],
  tagIds: [],
  ...INITIAL_VALUES,
  ...NO_LINKS,
} as const
