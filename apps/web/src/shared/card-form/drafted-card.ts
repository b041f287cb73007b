import { type Card, type Id, INITIAL_VALUES, NO_LINKS } from '@cardinal/domain'
import type { StoredDraft } from './draft-store.ts'
import { isCardFormData } from './use-card-form.ts'
import { isTextDraft } from './use-text-draft.ts'

/** Returns the keys of drafts of a card, that of the whole form first. */
export function draftKeys(cardId: Id): readonly string[] {
  return [`card:${cardId}`, `card-text:${cardId}`]
}

/** Returns the card that a draft started from, as far as the draft contains it. Null: no draft. */
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
