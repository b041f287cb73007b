import { type CardType, looksLikeNote } from '@cardinal/domain'
import { useCallback, useState } from 'react'
import { type Replica, useReplica } from '../../replica/index.ts'
import { type CardDraft, contentProblem } from '../cards/card-draft.ts'
import type { CapturedCard } from './capture-card.ts'
import { type CapturedText, loadCapture, useCaptured } from './captured.ts'

type TextDraft = Pick<CardDraft, 'type' | 'content'> & Partial<Pick<CardDraft, 'dueAt'>>

interface FormCapture {
  readonly captured: CapturedText
  refuse(words: string): void
  /** Reads the text when the form is saved. Null: this form doesn't read its text. */
  read(): Promise<CapturedCard | null>
}

/**
 * Finds tags and a date in the text of a new card. A date that was picked wins over one in words, which then
 * stay in the text.
 * @param handedIn a text of another program, such as the title of a shared page: nothing is looked for in it
 */
export function useFormCapture(draft: TextDraft, isAsked: boolean, handedIn: string): FormCapture {
  const replica = useReplica()
  const [refused, setRefused] = useState<readonly string[]>(() => handedIn.split(/[\r\n]+/))
  const type: CardType = draft.dueAt ? 'note' : draft.type
  const captured = useCaptured(draft.content, isAsked ? type : null, refused)
  const refuse = useCallback((words: string) => setRefused((before) => [...before, words]), [])
  return {
    captured,
    refuse,
    read: async () => (isAsked ? readNow(replica, draft.content, type, refused) : null),
  }
}

async function readNow(replica: Replica, text: string, type: CardType, refused: readonly string[]) {
  return (await (await loadCapture())?.captureCard(replica, text, type, refused)) ?? null
}

/** The draft with the recognised values. A text of tags alone has a problem, because a card needs a text. */
export function withCaptured(
  draft: CardDraft,
  captured: CapturedCard | null,
): { readonly draft: CardDraft; readonly problem: string | null } {
  if (captured === null) return { draft, problem: null }
  const { content, dates, tagIds } = captured
  const all = [...new Set([...draft.tagIds, ...tagIds])]
  return { draft: { ...draft, ...dates, content, tagIds: all }, problem: contentProblem(content) }
}

/**
 * Turns a new todo into a note if its text begins to look like one, and back if it stops. A todo with a due date
 * or subtasks stays one, and a type chosen later stays, too.
 */
export function typeByLooks(before: string, draft: CardDraft, isTurned = false): CardDraft {
  const isNote = looksLikeNote(draft.content)
  if (isNote === looksLikeNote(before)) return draft
  if (isNote && draft.type === 'todo' && !draft.dueAt && draft.subnotes.length === 0)
    return { ...draft, type: 'note' }
  return !isNote && isTurned ? { ...draft, type: 'todo' } : draft
}
