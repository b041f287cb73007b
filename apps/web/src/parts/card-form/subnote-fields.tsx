import type { Id, Subnote } from '@cardinal/domain'
import { GripVertical, Plus, X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { Button, Checkbox, cx, Icon, IconButton } from '../../ui/index.ts'
import { lineProblem, movedSubnote, newLineProblem } from '../cards/card-draft.ts'
import type { DraftForm } from '../cards/use-card-draft.ts'
import styles from './card-form.module.css'

/** The line that is not among the others yet. */
export interface LineBeingWritten {
  readonly text: string
  readonly setText: (text: string) => void
}

/** The lines of a card in its form: write, tick, reorder (drag, or Alt and an arrow), delete, add. */
export function SubnoteFields({ form, line }: { form: DraftForm; line: LineBeingWritten }) {
  const { subnotes } = form.draft
  const id = useId()
  const [draggedId, setDraggedId] = useState<Id | null>(null)
  const change = (of: Id, part: Partial<Subnote>) =>
    form.set({ subnotes: subnotes.map((subnote) => (subnote.id === of ? { ...subnote, ...part } : subnote)) })
  const move = (of: Id, to: number) => form.set({ subnotes: movedSubnote(subnotes, of, to) })
  return (
    <div>
      <p className={styles.label}>Lines</p>
      <ul className={styles.lines} aria-label="Lines of the card">
        {subnotes.map((subnote, index) => (
          <li
            key={subnote.id}
            className={styles.line}
            data-dragged={draggedId === subnote.id ? '' : undefined}
            onDragOver={(event) => {
              if (draggedId === null) return
              event.preventDefault()
              move(draggedId, index)
            }}
          >
            {/* biome-ignore lint/a11y/noStaticElementInteractions: a handle for the pointer; keys use Alt and an arrow. */}
            <span
              className={styles.grip}
              draggable
              onDragStart={() => setDraggedId(subnote.id)}
              onDragEnd={() => setDraggedId(null)}
            >
              <Icon of={GripVertical} size={14} />
            </span>
            <Checkbox
              isChecked={subnote.isTicked}
              aria-label={`Done: ${subnote.text}`}
              onChange={(isTicked) => change(subnote.id, { isTicked })}
            />
            <input
              className={cx(styles.lineField, subnote.isTicked && styles.ticked)}
              value={subnote.text}
              aria-label={`Line ${index + 1}`}
              {...describedBy(`${id}-${subnote.id}`, lineProblem(subnote.text))}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              onChange={(event) => change(subnote.id, { text: event.target.value })}
              onKeyDown={(event) => moveByKey(event, subnote.id, index, move)}
            />
            {form.unsavedSubnotes.has(subnote.id) && <span className={styles.unsaved}>not saved</span>}
            <IconButton
              label={`Delete line ${index + 1}`}
              icon={X}
              size="sm"
              onClick={() => form.set({ subnotes: subnotes.filter((each) => each.id !== subnote.id) })}
            />
            <Problem id={`${id}-${subnote.id}`} problem={lineProblem(subnote.text)} />
          </li>
        ))}
      </ul>
      <AddLine form={form} line={line} />
    </div>
  )
}

function moveByKey(event: KeyboardEvent, id: Id, index: number, move: (id: Id, to: number) => void): void {
  if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
  event.preventDefault()
  move(id, index + (event.key === 'ArrowDown' ? 1 : -1))
}

/** What is wrong with a line, below it; said to screen readers as soon as it is. */
function Problem({ id, problem }: { id: string; problem: string | null }) {
  if (problem === null) return null
  return (
    <p id={id} role="alert" className={styles.problem}>
      {problem}
    </p>
  )
}

function describedBy(problemId: string, problem: string | null) {
  return problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': problemId }
}

function AddLine({ form, line: { text, setText } }: { form: DraftForm; line: LineBeingWritten }) {
  const problem = newLineProblem(form.draft.subnotes, text)
  const problemId = useId()
  const add = () => {
    if (form.addSubnote(text)) setText('')
  }
  return (
    <div className={styles.add}>
      <input
        value={text}
        placeholder="Another line"
        aria-label="Another line"
        {...describedBy(problemId, problem)}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          add()
        }}
      />
      <Button size="sm" icon={Plus} disabled={text.trim() === '' || problem !== null} onClick={add}>
        Add line
      </Button>
      <Problem id={problemId} problem={problem} />
    </div>
  )
}
