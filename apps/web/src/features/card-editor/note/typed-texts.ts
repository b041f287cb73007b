import type { EditorState, TransactionSpec } from '@codemirror/state'
import { FROM_OUTSIDE } from './editor-setup.ts'

/**
 * Texts that an editor reported and that have not been set on it yet, oldest first. With fast typing an older text is
 * set while a newer one is pending: adopting it would revert typed letters.
 */
export class TypedTexts {
  #pending: readonly string[] = []

  add(text: string): void {
    this.#pending = [...this.#pending, text]
  }

  /** Whether the text that arrives is one of these; it and what is older have arrived then. */
  takes(text: string): boolean {
    const at = this.#pending.lastIndexOf(text)
    this.#pending = at === -1 ? [] : this.#pending.slice(at + 1)
    return at !== -1
  }
}

/** The change that brings an editor to a text from elsewhere, only where it differs: the cursor stays where it is. */
export function changeTo(state: EditorState, text: string): TransactionSpec | null {
  const now = state.sliceDoc()
  if (now === text) return null
  let start = 0
  while (start < now.length && start < text.length && now[start] === text[start]) start++
  let end = 0
  const most = Math.min(now.length, text.length) - start
  while (end < most && now[now.length - 1 - end] === text[text.length - 1 - end]) end++
  return {
    changes: { from: start, to: now.length - end, insert: text.slice(start, text.length - end) },
    annotations: FROM_OUTSIDE.of(true),
  }
}
