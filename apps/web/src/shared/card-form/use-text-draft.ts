import type { Card } from '@cardinal/domain'
import { mergedText } from '@cardinal/sync/edits'
import { useState } from 'react'
import { type DraftKind, type EditorDraft, useDraft } from './use-draft.ts'

/** The seen and the edited text of a card. */
export interface TextDraft {
  readonly base: string
  readonly text: string
}

/**
 * Returns the state of an editor of a card's text alone. An untouched text follows the card while the editor is open.
 */
export function useTextDraft(card: Card): EditorDraft<TextDraft> {
  const { content } = card
  const draft = useDraft(kindOf(card))
  const [followed, setFollowed] = useState(content)
  if (followed !== content) {
    setFollowed(content)
    draft.follow((before) => (before.text === before.base ? { base: content, text: content } : before))
  }
  return draft
}

function kindOf({ id, content }: Card): DraftKind<TextDraft> {
  return {
    key: `card-text:${id}`,
    isData: isTextDraft,
    fresh: () => ({ base: content, text: content }),
    reopened: ({ base, text }) => {
      if (text === base) return { base: content, text: content }
      const merged = mergedText(base, text, content)
      return merged === null ? { base, text } : { base: content, text: merged }
    },
    isChanged: ({ base, text }) => text !== base,
    labelOf: ({ text }) => text.trim().slice(0, 200) || 'An emptied text',
  }
}

export function isTextDraft(value: unknown): value is TextDraft {
  if (typeof value !== 'object' || value === null) return false
  const { base, text } = value as Partial<TextDraft>
  return typeof base === 'string' && typeof text === 'string'
}
