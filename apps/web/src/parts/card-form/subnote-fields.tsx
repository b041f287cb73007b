import type { Id, Subnote } from '@cardinal/domain'
import { GripVertical, Plus, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button, Checkbox, cx, FieldProblem, Icon, IconButton, useFieldProblem } from '../../ui/index.ts'
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
            <WrittenLine
              subnote={subnote}
              index={index}
              isUnsaved={form.unsavedSubnotes.has(subnote.id)}
              onChange={(part) => change(subnote.id, part)}
              onMove={(to) => move(subnote.id, to)}
              onDelete={() => form.set({ subnotes: subnotes.filter((each) => each.id !== subnote.id) })}
            />
          </li>
        ))}
      </ul>
      <AddLine form={form} line={line} />
    </div>
  )
}

interface WrittenLineProps {
  readonly subnote: Subnote
  readonly index: number
  readonly isUnsaved: boolean
  readonly onChange: (part: Partial<Subnote>) => void
  readonly onMove: (to: number) => void
  readonly onDelete: () => void
}

function WrittenLine({ subnote, index, isUnsaved, onChange, onMove, onDelete }: WrittenLineProps) {
  const { text, isTicked } = subnote
  const wrong = useFieldProblem(lineProblem(text))
  const moveByKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(index + (event.key === 'ArrowDown' ? 1 : -1))
  }
  return (
    <>
      <Checkbox
        isChecked={isTicked}
        aria-label={`Done: ${text}`}
        onChange={(ticked) => onChange({ isTicked: ticked })}
      />
      <input
        className={cx(styles.lineField, isTicked && styles.ticked)}
        value={text}
        aria-label={`Line ${index + 1}`}
        {...wrong.field}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onChange={(event) => onChange({ text: event.target.value })}
        onKeyDown={moveByKey}
      />
      {isUnsaved && <span className={styles.unsaved}>not saved</span>}
      <IconButton label={`Delete line ${index + 1}`} icon={X} size="sm" onClick={onDelete} />
      <FieldProblem {...wrong.sentence} className={styles.problem} />
    </>
  )
}

function AddLine({ form, line: { text, setText } }: { form: DraftForm; line: LineBeingWritten }) {
  const problem = newLineProblem(form.draft.subnotes, text)
  const wrong = useFieldProblem(problem)
  const add = () => {
    if (form.addSubnote(text)) setText('')
  }
  return (
    <div className={styles.add}>
      <input
        value={text}
        placeholder="Another line"
        aria-label="Another line"
        {...wrong.field}
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
      <FieldProblem {...wrong.sentence} className={styles.problem} />
    </div>
  )
}
