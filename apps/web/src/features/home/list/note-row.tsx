import type { Card } from '@cardinal/domain'
import type { MouseEvent } from 'react'
import { useOpenNote } from '../../../shared/address/use-home-address.ts'
import { CardText, Marked } from '../../../shared/cards/card-text.tsx'
import { TYPE_ICONS } from '../../../shared/cards/card-types.ts'
import { excerptOf, titleOf } from '../../../shared/cards/note-title.ts'
import { Icon } from '../../../ui/icon.tsx'
import { isByFinger, type RowProps } from './row-props.ts'
import styles from './rows.module.css'
import { Subnotes } from './subnotes.tsx'

/** Renders the row of a note: its first line as the title, two more lines, subnotes and tags. */
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
              <TitleAndExcerpt card={card} words={words} />
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

/** Renders the title and the excerpt. A press on the title opens the note as a document, as Enter does on the row. */
function TitleAndExcerpt({ card: { id, content }, words }: { card: Card; words: readonly string[] }) {
  const openNote = useOpenNote()
  const excerpt = excerptOf(content)
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // The row handles taps: a tap chooses the note while others are chosen.
    if (!isByFinger(event)) openNote(id)
  }
  return (
    <>
      <p className={styles.title}>
        <a href={`home?note=${id}`} className={styles.anchor} data-opens="" tabIndex={-1} onClick={open}>
          <Marked text={titleOf(content)} words={words} />
        </a>
      </p>
      {excerpt !== '' && (
        <p className={styles.excerpt}>
          <Marked text={excerpt} words={words} />
        </p>
      )}
    </>
  )
}
