import type { Subnote } from '@cardinal/domain'
import { GripVertical, Plus, X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { Button, Checkbox, cx, FieldProblem, Icon, IconButton, useFieldProblem } from '../../ui/index.ts'
import { isComposing } from '../../ui/typed-keys.ts'
import { lineProblem, newLineProblem } from '../cards/card-draft.ts'
import styles from './card-form.module.css'
import { movedSubnote } from './rebase.ts'
import type { CardFormHandle } from './use-card-form.ts'

/** The lines of a card in its form: write, tick, reorder (drag, or Alt and an arrow), delete, add. */
export function SubnoteFields({ form }: { form: CardFormHandle }) {
  const { subnotes } = form.data.form
  const list = useRef<HTMLUListElement>(null)
  const move = (of: Subnote, to: number) => form.set({ subnotes: movedSubnote(subnotes, of.id, to) })
  const drag = useLineDrag(list, (from, to) => {
    const moved = subnotes[from]
    if (moved !== undefined) move(moved, to)
  })
  return (
    <div>
      <p className={styles.label}>Subtasks</p>
      <ul ref={list} className={styles.lines} aria-label="Subtasks of the card">
        {subnotes.map((subnote, index) => (
          <li
            key={subnote.id}
            className={styles.line}
            data-dragged={drag.from === index ? '' : undefined}
            data-drop={drag.dropAt(index)}
          >
            <WrittenLine
              subnote={subnote}
              index={index}
              isUnsaved={form.unsavedSubnotes.has(subnote.id)}
              grip={drag.gripOf(index)}
              onChange={(part) =>
                form.set({
                  subnotes: subnotes.map((each) => (each.id === subnote.id ? { ...each, ...part } : each)),
                })
              }
              onMove={(to) => move(subnote, to)}
              onDelete={() => form.set({ subnotes: subnotes.filter((each) => each.id !== subnote.id) })}
            />
          </li>
        ))}
      </ul>
      <AddLine form={form} />
    </div>
  )
}

interface WrittenLineProps {
  readonly subnote: Subnote
  readonly index: number
  readonly isUnsaved: boolean
  readonly grip: GripProps
  readonly onChange: (part: Partial<Subnote>) => void
  readonly onMove: (to: number) => void
  readonly onDelete: () => void
}

function WrittenLine({ subnote, index, isUnsaved, grip, onChange, onMove, onDelete }: WrittenLineProps) {
  const { text, isTicked } = subnote
  const wrong = useFieldProblem(lineProblem(text))
  const moveByKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(index + (event.key === 'ArrowDown' ? 1 : -1))
  }
  return (
    <>
      <span className={styles.grip} data-grip="" title="Drag, or press Alt and ↑ or ↓ in the text" {...grip}>
        <Icon of={GripVertical} size={14} />
      </span>
      <Checkbox
        isChecked={isTicked}
        aria-label={`Done: ${text}`}
        onChange={(ticked) => onChange({ isTicked: ticked })}
      />
      <input
        className={cx(styles.lineField, isTicked && styles.ticked)}
        value={text}
        aria-label={`Subtask ${index + 1}`}
        {...wrong.field}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onChange={(event) => onChange({ text: event.target.value })}
        onKeyDown={moveByKey}
      />
      {isUnsaved && <span className={styles.unsaved}>not saved</span>}
      <IconButton label={`Delete subtask ${index + 1}`} icon={X} size="sm" onClick={onDelete} />
      <FieldProblem {...wrong.sentence} className={styles.problem} />
    </>
  )
}

function AddLine({ form }: { form: CardFormHandle }) {
  const text = form.data.line
  const problem = newLineProblem(form.data.form.subnotes, text)
  const wrong = useFieldProblem(problem)
  const add = () => {
    if (form.addSubnote(text)) form.setLine('')
  }
  return (
    <div className={styles.add}>
      <input
        value={text}
        placeholder="Add subtask"
        aria-label="Add subtask"
        {...wrong.field}
        onChange={(event) => form.setLine(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || isComposing(event.nativeEvent))
            return
          event.preventDefault()
          add()
        }}
      />
      <Button size="sm" icon={Plus} disabled={text.trim() === '' || problem !== null} onClick={add}>
        Add
      </Button>
      <FieldProblem {...wrong.sentence} className={styles.problem} />
    </div>
  )
}

/** Props of a drag handle. */
interface GripProps {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerCancel: () => void
}

interface LineDrag {
  /** The index of the dragged line. Null: none. */
  readonly from: number | null
  gripOf(index: number): GripProps
  /** The side of this line where the dragged line would land. Undefined: it would land elsewhere. */
  dropAt(index: number): 'above' | 'below' | undefined
}

/**
 * Reorders the lines of a list by dragging their handles with mouse, pen or touch. The list changes at the release,
 * because moving the touched element would end the touch.
 *
 * @param onMove called with the line's present and new index
 */
function useLineDrag(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
): LineDrag {
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null)
  const end = () => setDrag(null)
  return {
    from: drag?.from ?? null,
    gripOf: (index) => ({
      onPointerDown: (event) => {
        if (event.button !== 0) return
        // The press must not select text or move the focus.
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from: index, to: index })
      },
      onPointerMove: ({ clientY }) => {
        if (drag === null) return
        const lines = [...(list.current?.children ?? [])]
        const to = lineUnder(lines, clientY)
        if (to === drag.to) return
        lines[to]?.scrollIntoView({ block: 'nearest' })
        setDrag({ ...drag, to })
      },
      onPointerUp: ({ clientY }) => {
        // A fast release may come before the last move was drawn, so read the position of the release.
        const to = lineUnder([...(list.current?.children ?? [])], clientY)
        if (drag !== null && drag.from !== to) onMove(drag.from, to)
        end()
      },
      onPointerCancel: end,
    }),
    dropAt: (index) => {
      if (drag === null || drag.to !== index || drag.from === index) return undefined
      return drag.to < drag.from ? 'above' : 'below'
    },
  }
}

/** Returns the index of the line at this height of the window, or the nearest one. */
function lineUnder(lines: readonly Element[], y: number): number {
  const below = lines.findIndex((line) => y < line.getBoundingClientRect().bottom)
  return below < 0 ? lines.length - 1 : below
}
