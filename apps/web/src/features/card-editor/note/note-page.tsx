import type { Card } from '@cardinal/domain'
import { type KeyboardEvent, useState } from 'react'
import { contentProblem, textMutation } from '../../../shared/cards/card-draft.ts'
import { useTextDraft } from '../../../shared/cards/use-text-draft.ts'
import { DraftNotice } from '../../../shared/drafts/draft-notice.tsx'
import { useAct } from '../../../shared/undo/use-act.ts'
import { Button, Kbd } from '../../../ui/index.ts'
import styles from './note.module.css'
import NoteEditor from './note-editor.tsx'

/** A note as a document: its Markdown takes its looks while it is typed. Ctrl+Enter saves; what is not saved is a draft. */
export default function NotePage({ card, onDone }: { card: Card; onDone: () => void }) {
  const act = useAct()
  const draft = useTextDraft(card)
  const { base, text } = draft.data
  const problem = contentProblem(text)
  const [isTried, setIsTried] = useState(false)
  const save = async () => {
    setIsTried(true)
    if (problem !== null) return
    const mutation = textMutation(base, text, card)
    if (mutation !== null && !(await act(mutation, { done: 'Saved' }))) return
    draft.drop()
    onDone()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    void save()
  }
  return (
    <div className={styles.page} onKeyDownCapture={onKeyDown}>
      <DraftNotice draft={draft} />
      <NoteEditor text={text} onChange={(changed) => draft.set((before) => ({ ...before, text: changed }))} />
      {isTried && problem !== null && <p role="alert">{problem}</p>}
      <div className={styles.row}>
        <p className={styles.hint}>[[ links to a card. Pictures cannot be pasted.</p>
        {draft.isChanged && (
          <Button tone="quiet" onClick={draft.discard}>
            Discard changes
          </Button>
        )}
        <Button tone="primary" onClick={() => void save()} after={<Kbd keys="Mod+Enter" />}>
          Save
        </Button>
      </div>
    </div>
  )
}
