import { useCallback, useState } from 'react'
import { keep, readKept } from './device/kept.ts'

/** Where drafts of this tab are kept, so that a reload loses nothing that was being written. */
const PREFIX = 'draft:'

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

export function readDraft(key: string): string | null {
  const kept = readKept('tab', PREFIX + key)
  return typeof kept === 'string' ? kept : null
}

export function writeDraft(key: string, text: string | null): void {
  keep('tab', PREFIX + key, text ?? undefined)
}
