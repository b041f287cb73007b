import { textChanges } from '@cardinal/sync/text-changes'
import { type EditorState, Transaction, type TransactionSpec } from '@codemirror/state'
import { FROM_OUTSIDE } from './editor-setup.ts'

/**
 * Texts that an editor reported and the form has not set yet, oldest first. With fast typing an older text is set
 * while a newer one is pending. The editor ignores it, because it would revert typed letters.
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

/**
 * The smallest change from the editor's text to one from outside, so that the cursor keeps its place. It is not
 * in the undo history, which contains only what was typed here.
 */
export function changeTo(state: EditorState, text: string): TransactionSpec | null {
  const changes = textChanges(state.sliceDoc(), text)
  if (changes.length === 0) return null
  return { changes, annotations: [FROM_OUTSIDE.of(true), Transaction.addToHistory.of(false)] }
}
