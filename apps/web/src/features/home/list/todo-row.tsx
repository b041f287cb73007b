import { CardText } from '../../../shared/cards/card-text.tsx'
import { DueChip } from '../../../shared/due/due-chip.tsx'
import { DoneBox } from '../../../shared/todo/done-box.tsx'
import { SubtaskProgress } from '../../../shared/todo/subtask-progress.tsx'
import type { RowProps } from './row-props.ts'
import styles from './rows.module.css'
import { Subnotes } from './subnotes.tsx'

/** Renders the row of a todo: a round box that completes it, text, subnotes and due date. */
export function TodoRow(props: RowProps) {
  const { card, look, words, now, isOpen, isActive, onToggle, textId, editor, tags, children } = props
  return (
    <>
      <span className={styles.lead}>
        <DoneBox card={card} isActive={isActive} />
      </span>
      <div className={styles.body} id={textId}>
        {editor ??
          (!look.without.has('content') && (
            <CardText card={card} words={words} isOpen={isOpen} onToggle={onToggle} />
          ))}
        {!look.without.has('titles') && (
          <Subnotes
            card={card}
            words={words}
            isOpen={isOpen}
            hasInput={!look.without.has('input')}
            onToggle={onToggle}
          />
        )}
        <div className={styles.about}>
          {!look.without.has('dates') && <DueChip card={card} now={now} isActive={isActive} />}
          {!look.without.has('titles') && <SubtaskProgress card={card} />}
          {tags}
        </div>
        {children}
      </div>
    </>
  )
}
