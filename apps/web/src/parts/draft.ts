import { useCallback, useEffect, useState } from 'react'
import { keep, readKept } from './device/kept.ts'

/** Where drafts of this tab are kept, so that a reload loses nothing that was being written. */
const PREFIX = 'draft:'

/** When drafts of texts that were handed in were last open, in ms since 1970, by key. */
const OPENED = 'drafts-opened'

/**
 * How long such a draft is kept, in ms. Only the same address or the same text shared anew leads back to it, which
 * people do within days if they do.
 */
const HANDED_IN_KEPT = 7 * 24 * 60 * 60_000

/**
 * A text being written, kept for this tab until it is given up or saved.
 *
 * @param key what is being written, unique on the page ("card-text:…")
 * @param saved the text as it is kept; a draft that equals it is none
 */
export function useDraft(
  key: string,
  saved: string,
): [text: string, setText: (text: string) => void, drop: () => void] {
  const [text, setText] = useState(() => readDraft(key) ?? saved)
  const set = useCallback(
    (next: string) => {
      setText(next)
      writeDraft(key, next === saved ? null : next)
    },
    [key, saved],
  )
  const drop = useCallback(() => writeDraft(key, null), [key])
  return [text, set, drop]
}

/**
 * The same for a form of several fields, as plain data.
 *
 * @param isForm whether what is kept under the key has the form's shape; anything else is no draft
 */
export function useFormDraft<Form extends object>(
  key: string,
  saved: Form,
  isForm: (kept: Partial<Form>) => boolean,
) {
  const [form, setForm] = useState(() => readFormDraft(key, isForm) ?? saved)
  const isChanged = JSON.stringify(form) !== JSON.stringify(saved)
  useEffect(() => writeDraft(key, isChanged ? JSON.stringify(form) : null), [key, form, isChanged])
  const set = useCallback((change: Partial<Form>) => setForm((before) => ({ ...before, ...change })), [])
  const drop = useCallback(() => writeDraft(key, null), [key])
  return { form, isChanged, set, drop }
}

function readFormDraft<Form extends object>(
  key: string,
  isForm: (kept: Partial<Form>) => boolean,
): Form | null {
  try {
    const kept: unknown = JSON.parse(readDraft(key) ?? 'null')
    return typeof kept === 'object' && kept !== null && isForm(kept) ? (kept as Form) : null
  } catch {
    // Something else stands under this key: there is no draft then.
    return null
  }
}

export function readDraft(key: string): string | null {
  const kept = readKept('tab', PREFIX + key)
  return typeof kept === 'string' ? kept : null
}

export function writeDraft(key: string, text: string | null): void {
  keep('tab', PREFIX + key, text ?? undefined)
}

/**
 * Says that drafts under these keys, of a text that was handed in (shared, or from the searchbar), are open now, and
 * drops those of other such texts that were last open more than a week ago. All other drafts wait until they are
 * saved or given up: a button leads back to each.
 */
export function openHandedIn(keys: readonly string[], now: number): void {
  const openedAt = new Map([...readOpened(), ...keys.map((key) => [key, now] as const)])
  for (const [key, at] of openedAt) {
    if (now - at <= HANDED_IN_KEPT) continue
    writeDraft(key, null)
    openedAt.delete(key)
  }
  keep('tab', OPENED, [...openedAt])
}

function readOpened(): readonly (readonly [key: string, at: number])[] {
  const kept = readKept('tab', OPENED)
  return Array.isArray(kept) ? kept.filter((each) => Array.isArray(each) && Number.isFinite(each[1])) : []
}
