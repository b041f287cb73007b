import type { Card } from '@cardinal/domain'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useReplica } from '../../replica/index.ts'
import { Button } from '../../ui/button.tsx'
import { FieldProblem, useFieldProblem } from '../../ui/field-problem.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { useDraft } from '../draft.ts'
import { useAct } from '../undo/use-act.ts'
import { contentProblem } from './card-draft.ts'
import styles from './edit-in-place.module.css'

/**
 * A card's text, edited where it stands. Ctrl+Enter saves, Escape gives up; what was typed is kept over a
 * reload. An empty text is not saved (a card without one isn't a card), nor one that is too long.
 */
export function EditInPlace({ card, onDone }: { card: Card; onDone: () => void }) {
  const act = useAct()
  const [text, setText, dropDraft] = useDraft(`card-text:${card.id}`, card.content)
  const field = useRef<HTMLTextAreaElement>(null)
  const problem = contentProblem(text)
  const wrong = useFieldProblem(problem)
  const replica = useReplica()
  // What the edit began from: with it the server can merge what others wrote meanwhile.
  const [baseSeq] = useState(() => replica.seq)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [])

  const save = async () => {
    const content = text.trim()
    if (problem !== null) return
    const isDone =
      content === card.content ||
      (await act({ name: 'setCardContent', args: { cardId: card.id, content, baseSeq } }, { done: 'Saved' }))
    if (!isDone) return
    dropDraft()
    onDone()
  }
  const giveUp = () => {
    dropDraft()
    onDone()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
    else if (event.key === 'Escape') {
      event.preventDefault()
      giveUp()
    }
  }
  return (
    <div className={styles.editor}>
      <textarea
        ref={field}
        className={styles.field}
        aria-label="Text of the card"
        value={text}
        rows={Math.min(12, text.split('\n').length + 1)}
        {...wrong.field}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.row}>
        <Button
          size="sm"
          tone="primary"
          disabled={problem !== null}
          onClick={save}
          after={<Kbd keys="Mod+Enter" />}
        >
          Save
        </Button>
        <Button size="sm" tone="quiet" onClick={giveUp}>
          Cancel
        </Button>
        <FieldProblem {...wrong.sentence} />
      </div>
    </div>
  )
}
