import { CardText, Marked } from '../../../shared/cards/card-text.tsx'
import { TYPE_ICONS } from '../../../shared/cards/card-types.ts'
import { excerptOf, titleOf } from '../../../shared/cards/note-title.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Subnotes } from '../cards/subnotes.tsx'
import type { RowProps } from './row-props.ts'
import styles from './rows.module.css'

/** A note: its first line as a title, two lines of what follows, its subtasks, its tags. */
export function NoteRow({ card, look, words, isOpen, onToggle, textId, editor, tags, children }: RowProps) {
  return (
    <>
      <span className={styles.lead}>
        <Icon of={TYPE_ICONS.note} size={16} />
      </span>
      <div className={styles.body} id={textId}>
        {editor ??
          (!look.without.has('content') &&
            (isOpen ? (
              <CardText card={card} words={words} isOpen onToggle={onToggle} />
            ) : (
              <TitleAndExcerpt content={card.content} words={words} />
            )))}
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

function TitleAndExcerpt({ content, words }: { content: string; words: readonly string[] }) {
  const excerpt = excerptOf(content)
  return (
    <>
      <p className={styles.title}>
        <Marked text={titleOf(content)} words={words} />
      </p>
      {excerpt !== '' && (
        <p className={styles.excerpt}>
          <Marked text={excerpt} words={words} />
        </p>
      )}
    </>
  )
}
