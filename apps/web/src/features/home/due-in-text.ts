import { type DueWords, takeDue } from '@cardinal/domain'
import { clockAt, dueSentence } from '../../shared/due/due-words.ts'

/** The text of a new todo without its `due:`, and what that said; a text of nothing else stays as it is. */
export function withoutDue(content: string): { readonly content: string; readonly due: DueWords | null } {
  const { text, due } = takeDue(content, clockAt(Date.now()))
  return due === null || text.trim() === '' ? { content, due: null } : { content: text.trim(), due }
}

/** "due tomorrow 14:00, every week". */
export function dueSaid({ dueAt, recurrence }: DueWords): string {
  const said = dueSentence(dueAt, clockAt(Date.now()), recurrence)
  return said.charAt(0).toLowerCase() + said.slice(1)
}
