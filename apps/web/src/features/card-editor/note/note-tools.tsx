import { redo, undo } from '@codemirror/commands'
import { EditorSelection, type StateCommand } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import {
  Bold,
  Brackets,
  Code,
  Heading,
  IndentDecrease,
  IndentIncrease,
  Italic,
  List,
  ListChecks,
  type LucideIcon,
  Redo2,
  TableOfContents,
  Undo2,
} from 'lucide-react'
import { useMemo } from 'react'
import { Button, Icon, Menu, type MenuItem } from '../../../ui/index.ts'
import { indent, outdent } from './list-keys.ts'
import styles from './note.module.css'

interface HeadingLine {
  /** Offset of the heading's line. */
  readonly at: number
  readonly level: number
  readonly text: string
}

/** The fewest lines of a note that gets an outline. */
const LONG_LINES = 40
const LONG_HEADINGS = 3

/** The headings of a long note, in order. Empty for a short note. */
export function headingsOf(note: string): HeadingLine[] {
  const lines = note.split('\n')
  if (lines.length < LONG_LINES) return []
  const found: HeadingLine[] = []
  let fence: string | null = null
  let at = 0
  for (const text of lines) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1]
    if (fence === null && mark !== undefined) fence = mark
    else if (fence !== null && mark?.startsWith(fence) && text.trim() === mark) fence = null
    const [, level, rest = ''] = (fence === null && /^ {0,3}(#{1,6})[ \t](.*)$/.exec(text)) || []
    const title = withoutClosing(rest.trim())
    if (level !== undefined && title !== '') found.push({ at, level: level.length, text: title })
    at += text.length + 1
  }
  return found.length < LONG_HEADINGS ? [] : found
}

/** Removes the `##` that may close a heading after a space. */
function withoutClosing(title: string): string {
  let end = title.length
  while (title.charAt(end - 1) === '#') end--
  return end === 0 || /\s/.test(title.charAt(end - 1)) ? title.slice(0, end).trim() : title
}

/** Scrolls a heading to the top. */
function goTo(view: EditorView, at: number): void {
  view.dispatch({
    selection: { anchor: view.state.doc.lineAt(at).to },
    effects: EditorView.scrollIntoView(at, { y: 'start' }),
  })
  view.focus()
}

/** How many letters at the start equal the mark's. */
function runOf(letters: readonly string[], mark: string): number {
  const end = letters.findIndex((letter) => letter !== mark.charAt(0))
  return end < 0 ? letters.length : end
}

/**
 * Puts a mark around the selected text, or removes it. Without a selection it inserts two marks, with the caret
 * between them.
 */
export function around(mark: string): StateCommand {
  return ({ state, dispatch }) => {
    const wide = mark.length
    const change = state.changeByRange(({ from, to }) => {
      // Of `***` one is for italic and two for bold.
      const count = Math.min(
        runOf([...state.sliceDoc(Math.max(0, from - 4), from)].reverse(), mark),
        runOf([...state.sliceDoc(to, to + 4)], mark),
      )
      const isMarked = wide === 1 ? count % 2 === 1 : count >= wide
      return isMarked
        ? {
            changes: [
              { from: from - wide, to: from },
              { from: to, to: to + wide },
            ],
            range: EditorSelection.range(from - wide, to - wide),
          }
        : {
            changes: [
              { from, insert: mark },
              { from: to, insert: mark },
            ],
            range: EditorSelection.range(from + wide, to + wide),
          }
    })
    dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }))
    return true
  }
}

/** Puts a mark before each selected line, or removes it if all lines have it. */
function atLineStart(mark: string): StateCommand {
  return ({ state, dispatch }) => {
    const { from, to } = state.selection.main
    const lines = []
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at)
      lines.push({ at: line.from + (/^\s*/.exec(line.text)?.[0].length ?? 0), text: line.text.trimStart() })
      at = line.to + 1
    }
    const isMarked = lines.every(({ text }) => text.startsWith(mark))
    const changes = lines.map(({ at, text }) => {
      if (isMarked) return { from: at, to: at + mark.length }
      // A check box begins with the mark of a list item, which the line may have already.
      const shared = text.startsWith('- ') && mark.startsWith('- ') ? 2 : 0
      return { from: at + shared, insert: mark.slice(shared) }
    })
    const set = state.changes(changes)
    dispatch(
      state.update({
        changes: set,
        selection: EditorSelection.single(set.mapPos(from, 1), set.mapPos(to, 1)),
        scrollIntoView: true,
        userEvent: 'input',
      }),
    )
    return true
  }
}

/** Turns a heading of level 1 into level 2, level 2 into level 3, and level 3 into a paragraph. */
const heading: StateCommand = ({ state, dispatch }) => {
  const line = state.doc.lineAt(state.selection.main.head)
  const before = /^#{1,6} /.exec(line.text)?.[0] ?? ''
  const insert = before.length > 3 ? '' : `${'#'.repeat(Math.max(1, before.length))} `
  dispatch(
    state.update({
      changes: { from: line.from, to: line.from + before.length, insert },
      scrollIntoView: true,
      userEvent: 'input',
    }),
  )
  return true
}

const write =
  (text: string): StateCommand =>
  ({ state, dispatch }) => {
    dispatch(state.update(state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input.type' }))
    return true
  }

const KEYS: readonly (readonly [LucideIcon, string, StateCommand])[] = [
  [Undo2, 'Undo', undo],
  [Redo2, 'Redo', redo],
  [Heading, 'Heading', heading],
  [ListChecks, 'Check box', atLineStart('- [ ] ')],
  [List, 'List', atLineStart('- ')],
  [IndentIncrease, 'Indent', indent],
  [IndentDecrease, 'Outdent', outdent],
  [Bold, 'Bold', around('**')],
  [Italic, 'Italic', around('*')],
  [Code, 'Code', around('`')],
  [Brackets, 'Link to a card', write('[[')],
]

/** Keys for Markdown above a phone's keyboard. A press keeps the focus in the text, so the keyboard stays open. */
function KeysBar({ view }: { view: EditorView }) {
  return (
    <div className={styles.keysBar} role="toolbar" aria-label="Markdown">
      {KEYS.map(([icon, label, run]) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          title={label}
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            run(view)
            view.focus()
          }}
        >
          <Icon of={icon} />
        </button>
      ))}
    </div>
  )
}

/** The outline of a long note, and a phone's keys for Markdown. */
export function NoteTools({ view, text }: { view: EditorView; text: string }) {
  const isLong = useMemo(() => headingsOf(text).length > 0, [text])
  return (
    <div className={styles.tools}>
      {isLong && (
        <Menu
          label="Headings of the note"
          items={() => headingItems(view)}
          trigger={(props) => (
            <Button
              {...props}
              size="sm"
              tone="quiet"
              className={styles.headings}
              icon={TableOfContents}
              onMouseDown={(event) => event.preventDefault()}
            >
              Headings
            </Button>
          )}
        />
      )}
      <KeysBar view={view} />
    </div>
  )
}

function headingItems(view: EditorView): MenuItem[] {
  const headings = headingsOf(view.state.sliceDoc())
  const top = Math.min(...headings.map(({ level }) => level))
  const times = new Map<string, number>()
  return headings.map(({ at, level, text }) => {
    const time = (times.get(text) ?? 0) + 1
    times.set(text, time)
    return {
      label: `${'\u2003'.repeat(level - top)}${text}${time === 1 ? '' : ` (${time})`}`,
      onSelect: () => goTo(view, at),
    }
  })
}
