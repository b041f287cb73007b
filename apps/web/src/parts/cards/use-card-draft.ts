import type { Id } from '@cardinal/domain'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { readDraft, writeDraft } from '../draft.ts'
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
  const [draft, setDraft] = useState<CardDraft>(() => readKept(key) ?? saved)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved)
  useEffect(() => writeDraft(key, isChanged ? JSON.stringify(draft) : null), [key, draft, isChanged])
  const set = useCallback(
    (change: Partial<CardDraft>) => setDraft((before) => ({ ...before, ...change })),
    [],
  )
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
    drop: useCallback(() => writeDraft(key, null), [key]),
  }
}

function readKept(key: string): CardDraft | null {
  const kept = readDraft(key)
  if (kept === null) return null
  try {
    const draft = JSON.parse(kept) as CardDraft
    return typeof draft.content === 'string' && Array.isArray(draft.subnotes) ? draft : null
  } catch {
    // Something else stands under this key: there is no draft then.
    return null
  }
}
