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
  /** Offset of its line. */
  readonly at: number
  readonly level: number
  readonly text: string
}

/** A note with fewer lines, or fewer headings, is seen at a glance. */
const LONG_LINES = 40
const LONG_HEADINGS = 3

/** The headings of a long note, in order. Empty: the note is short. */
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

/** Without the `##` that may close a heading behind a space. */
function withoutClosing(title: string): string {
  let end = title.length
  while (title.charAt(end - 1) === '#') end--
  return end === 0 || /\s/.test(title.charAt(end - 1)) ? title.slice(0, end).trim() : title
}

/** Goes to a heading, which then stands at the top. */
function goTo(view: EditorView, at: number): void {
  view.dispatch({
    selection: { anchor: view.state.doc.lineAt(at).to },
    effects: EditorView.scrollIntoView(at, { y: 'start' }),
  })
  view.focus()
}

/** How many letters are the same as a mark’s, from the first on. */
function runOf(letters: readonly string[], mark: string): number {
  const end = letters.findIndex((letter) => letter !== mark.charAt(0))
  return end < 0 ? letters.length : end
}

/** Puts a mark around the chosen text, or takes it away. Without a choice the caret stands between two marks. */
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

/** Puts a mark before each chosen line, or takes it away where all have it. */
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
      // A check box begins with the mark of an item, which an item has already.
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

/** A heading of the first level becomes one of the second, then of the third, then a text again. */
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

/** Keys of Markdown above a phone's keyboard. A press leaves the focus, and so the keyboard, where it is. */
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

/** Renders what stands at an editor: the headings of a long note, and a phone's keys. */
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
