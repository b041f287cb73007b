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

  /** Returns whether the arriving text is one of these. If so, it and all older ones are removed. */
  takes(text: string): boolean {
    const at = this.#pending.lastIndexOf(text)
    this.#pending = at === -1 ? [] : this.#pending.slice(at + 1)
    return at !== -1
  }
}

/** Returns the smallest change that turns the editor's text into another text, so that the cursor stays in place. */
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
