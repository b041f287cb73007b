import { lazy } from 'react'
import { CardForm } from '../../../shared/card-form/card-form.tsx'
import { CardOrGone } from '../../../shared/card-form/card-or-gone.tsx'
import type { HomeNoteProps } from '../../../shared/search/home-screen.tsx'
import styles from './note.module.css'

const NoteEditor = lazy(() => import('./note-editor.tsx'))

/** Renders a note as a document: its text and its tags. Saving leaves it open. */
export default function NoteDocument({ cardId }: HomeNoteProps) {
  return (
    <div className={styles.document}>
      <CardOrGone id={cardId}>
        {(edited) => <CardForm key={cardId} {...edited} writer={NoteEditor} staysOpen onDone={() => {}} />}
      </CardOrGone>
    </div>
  )
}
