import { type DueWords, type SearchbarSubject, takeDue } from '@cardinal/domain'
import { clockAt, dueSentence } from './due-words.ts'

/**
 * Splits the text of a new card into the text without its `due:`, and the due date. Only a todo has one. A text that is
 * only a `due:` is unchanged.
 */
export function withoutDue(
  subject: SearchbarSubject | null,
  content: string,
): { readonly content: string; readonly due: DueWords | null } {
  if (subject !== 'todo') return { content, due: null }
  const { text, due } = takeDue(content, clockAt(Date.now()))
  return due === null || text.trim() === '' ? { content, due: null } : { content: text.trim(), due }
}

/** Returns words such as "due tomorrow 14:00, every week". */
export function dueSaid({ dueAt, recurrence }: DueWords): string {
  const said = dueSentence(dueAt, clockAt(Date.now()), recurrence)
  return said.charAt(0).toLowerCase() + said.slice(1)
}
