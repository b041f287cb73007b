import type { Card } from '@cardinal/domain'
import styles from './todo.module.css'

/** Renders "2/4": how many subtasks of a card are done, as figures and as a bar. */
export function SubtaskProgress({ card }: { card: Card }) {
  const { subnotes } = card
  if (subnotes.length === 0) return null
  const done = subnotes.filter(({ isTicked }) => isTicked).length
  return (
    <span className={styles.progress} title={`${done} of ${subnotes.length} subtasks done`}>
      <progress
        className={styles.bar}
        max={subnotes.length}
        value={done}
        aria-label={`${done} of ${subnotes.length} subtasks done`}
      />
      <span aria-hidden="true">{`${done}/${subnotes.length}`}</span>
    </span>
  )
}
