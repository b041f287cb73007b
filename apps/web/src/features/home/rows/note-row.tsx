import { CardText } from '../../../shared/cards/card-text.tsx'
import { TYPE_ICONS } from '../../../shared/cards/card-types.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Subnotes } from '../cards/subnotes.tsx'
import type { RowProps } from './row-props.ts'
import styles from './rows.module.css'

/** A note: its text, its subtasks, its tags. */
export function NoteRow({ card, look, words, isOpen, onToggle, textId, editor, tags, children }: RowProps) {
  return (
    <>
      <span className={styles.lead}>
        <Icon of={TYPE_ICONS.note} size={16} />
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
        {tags !== null && <div className={styles.about}>{tags}</div>}
        {children}
      </div>
    </>
  )
}
