import type { Id } from '@cardinal/domain'
import { useMemo } from 'react'
import { useFormDraft } from '../draft.ts'
import { newId } from '../new-id.ts'
import { type CardDraft, withSubnote } from './card-draft.ts'

export interface DraftForm {
  readonly draft: CardDraft
  /** Whether it differs from what is saved. */
  readonly isChanged: boolean
  /** Subnotes that are not saved yet, by id (CD-4). */
  readonly unsavedSubnotes: ReadonlySet<Id>
  set(change: Partial<CardDraft>): void
  /** A line that says the same as another one, whatever its case, is not added (CD-2). */
  addSubnote(text: string): boolean
  drop(): void
}

/** The form's state, kept for this tab so that a reload loses nothing. `saved` is what it started from. */
export function useCardDraft(key: string, saved: CardDraft): DraftForm {
  const { form: draft, isChanged, set, drop } = useFormDraft(key, saved, isCardDraft)
  const unsavedSubnotes = useMemo(() => {
    const textById = new Map(saved.subnotes.map((subnote) => [subnote.id, subnote.text]))
    return new Set(draft.subnotes.filter(({ id, text }) => textById.get(id) !== text).map(({ id }) => id))
  }, [draft.subnotes, saved.subnotes])
  return {
    draft,
    isChanged,
    unsavedSubnotes,
    set,
    addSubnote: (text) => {
      const added = withSubnote(draft.subnotes, text, newId())
      if (added === null) return false
      set({ subnotes: added })
      return true
    },
    drop,
  }
}

function isCardDraft({ content, subnotes }: Partial<CardDraft>): boolean {
  return typeof content === 'string' && Array.isArray(subnotes)
}
