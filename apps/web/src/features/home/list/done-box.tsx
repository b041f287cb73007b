import type { Card } from '@cardinal/domain'
import { useCardActions } from '../../../shared/cards/use-card-actions.ts'
import { cutText } from '../../../shared/text/cut-text.ts'
import styles from './todo.module.css'

/** Renders the round box of a todo: completes it, or opens it again. */
export function DoneBox({ card, isActive }: { card: Card; isActive: boolean }) {
  const actions = useCardActions()
  const isDone = card.doneAt !== null
  return (
    <label className={styles.mark}>
      <input
        type="checkbox"
        className={styles.round}
        tabIndex={isActive ? 0 : -1}
        checked={isDone}
        aria-label={`${isDone ? 'Done' : 'Complete'}: “${cutText(card.content, 40).shown}”`}
        onChange={() => actions.complete([card])}
      />
    </label>
  )
}
