import { syntaxTree } from '@codemirror/language'
import {
  EditorSelection,
  type EditorState,
  type Extension,
  Prec,
  type Range,
  type StateCommand,
} from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, keymap, ViewPlugin, WidgetType } from '@codemirror/view'

/** The text between two bars, spaces included. Offsets count from the start of the line. */
interface Cell {
  readonly from: number
  readonly to: number
}

/** The least width of a column, in characters. */
const NARROWEST = 3

/**
 * Draws GFM tables as columns and edits them in place. Tab and Shift+Tab go from cell to cell. Enter adds a row,
 * and leaves the table from an empty last row. Enter after `| a | b |` makes it a table. The text stays Markdown.
 */
export function tables(): Extension {
  const plugin = ViewPlugin.define(
    (view) => {
      let [decorations, tree, width] = [drawn(view), syntaxTree(view.state), columnsIn(view)]
      return {
        get decorations() {
          return decorations
        },
        update({ view, docChanged, viewportChanged }) {
          // The parser continues after a change. Only a new tree shows that it has.
          const isSame = syntaxTree(view.state) === tree && columnsIn(view) === width
          if (isSame && !docChanged && !viewportChanged) return
          ;[decorations, tree, width] = [drawn(view), syntaxTree(view.state), columnsIn(view)]
        },
      }
    },
    { decorations: (value) => value.decorations },
  )
  return [Prec.high(plugin), Prec.high(keymap.of(KEYS)), THEME]
}

/** The cells of a line. A bar after a backslash is text. */
export function cellsOf(line: string): Cell[] {
  const bars = [...line.matchAll(/\\.|\|/g)].filter(([text]) => text === '|').map(({ index }) => index)
  const start = line.length - line.trimStart().length
  const ends = [...(line.charAt(start) === '|' ? [] : [start - 1]), ...bars]
  const last = bars.at(-1) ?? -1
  if (line.slice(last + 1).trim() !== '') ends.push(line.length)
  return ends.slice(1).map((to, index) => ({ from: (ends[index] as number) + 1, to }))
}

/** Narrows the widest columns until all fit into `room` characters, if they can. */
export function fitted(wanted: readonly number[], room: number): number[] {
  const widths = wanted.map((width) => Math.max(NARROWEST, width))
  // The greatest width at which all columns fit, by binary search.
  let [low, high] = [NARROWEST, Math.max(NARROWEST, ...widths)]
  while (low < high) {
    const most = Math.ceil((low + high) / 2)
    const sum = widths.reduce((all, width) => all + Math.min(width, most), 0)
    if (sum <= room) low = most
    else high = most - 1
  }
  return widths.map((width) => Math.min(width, low))
}

interface TableLines {
  /** The number of the heading's line. The row of dashes is the next line. */
  readonly first: number
  readonly last: number
}

function tablesIn(state: EditorState, from: number, to: number): TableLines[] {
  const found: TableLines[] = []
  syntaxTree(state).iterate({
    from,
    to,
    enter: ({ name, from: start, to: end }) => {
      if (name === 'Table')
        found.push({ first: state.doc.lineAt(start).number, last: state.doc.lineAt(end).number })
      return name !== 'Table'
    },
  })
  return found
}

function tableAt(state: EditorState, position: number): TableLines | null {
  const line = state.doc.lineAt(position)
  const around = tablesIn(state, line.from, line.to)
  return around.find(({ first, last }) => first <= line.number && line.number <= last) ?? null
}

function columnsIn(view: EditorView): number {
  return Math.floor(view.contentDOM.clientWidth / view.defaultCharacterWidth)
}

/** How many rows are measured for the column widths. */
const MEASURED = 200
/** The most columns for which cells are drawn. Each cell is a box in every line. */
const MOST_COLUMNS = 100

function drawn(view: EditorView): DecorationSet {
  const { doc } = view.state
  const found: Range<Decoration>[] = []
  for (const { from, to } of view.visibleRanges)
    for (const { first, last } of tablesIn(view.state, from, to)) {
      const widths = widthsOf(view, first, Math.min(last, first + MEASURED))
      const [start, end] = [doc.lineAt(from).number, doc.lineAt(to).number]
      for (let number = Math.max(first, start); number <= Math.min(last, end); number++) {
        const line = doc.line(number)
        found.push((LINES[number - first] ?? ROW).range(line.from))
        const cells = widths.length > MOST_COLUMNS ? [] : cellsOf(line.text).slice(0, MOST_COLUMNS)
        cells.forEach((cell, column) => {
          const style = `width:${widths[column] ?? NARROWEST}ch`
          const [at, to] = [line.from + cell.from, line.from + cell.to]
          if (at === to) found.push(Decoration.widget({ widget: new EmptyCell(style), side: 1 }).range(at))
          else found.push(Decoration.mark({ class: 'cm-cell', attributes: { style } }).range(at, to))
        })
      }
    }
  return Decoration.set(found, true)
}

const ROW = Decoration.line({ class: 'cm-table' })
const LINES = [
  Decoration.line({ class: 'cm-table cm-table-head' }),
  Decoration.line({ class: 'cm-table cm-table-rule' }),
]

function widthsOf(view: EditorView, first: number, last: number): number[] {
  const { doc } = view.state
  const wanted: number[] = []
  for (let number = first; number <= last; number++) {
    const { text } = doc.line(number)
    if (number !== first + 1)
      cellsOf(text).forEach(({ from, to }, column) => {
        wanted[column] = Math.max(wanted[column] ?? 0, lettersWide(text.slice(from, to)))
      })
  }
  return fitted(wanted, columnsIn(view) - wanted.length - 1)
}

/** The width in characters of a fixed-width font, in which Chinese, Japanese, Korean and emoji take two. */
function lettersWide(text: string): number {
  return (
    text.length +
    (text.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g)?.length ?? 0)
  )
}

/** Keeps the column of a cell that contains nothing, not even a space. */
class EmptyCell extends WidgetType {
  readonly style: string

  constructor(style: string) {
    super()
    this.style = style
  }

  override eq(other: EmptyCell): boolean {
    return other.style === this.style
  }

  override toDOM(): HTMLElement {
    const cell = document.createElement('span')
    cell.className = 'cm-cell'
    cell.style.cssText = this.style
    return cell
  }
}

/** Selects the text of a cell, or puts the caret into an empty one. */
function intoCell(state: EditorState, lineNumber: number, column: number) {
  const { from, text } = state.doc.line(lineNumber)
  const cell = cellsOf(text)[column] ?? { from: 0, to: text.length }
  const written = text.slice(cell.from, cell.to)
  const start =
    from + cell.from + (written.trim() === '' ? Math.min(1, written.length) : written.search(/\S/))
  return {
    selection: EditorSelection.single(start, start + written.trim().length),
    scrollIntoView: true,
    userEvent: 'select',
  }
}

/** Moves from cell to cell, and adds a row after the last cell. */
function byCell(step: 1 | -1): StateCommand {
  return ({ state, dispatch }) => {
    const { head } = state.selection.main
    const table = tableAt(state, head)
    if (table === null) return false
    const line = state.doc.lineAt(head)
    const at = cellsOf(line.text).findIndex(({ to }) => head - line.from <= to)
    let [number, column] = [line.number, (at === -1 ? 0 : at) + step]
    if (column < 0 || column >= cellsOf(line.text).length) {
      number += step
      // The row of dashes is not edited.
      if (number === table.first + 1) number += step
      if (number < table.first) return false
      if (number > table.last) return addRow({ state, dispatch }, table.last)
      column = step === 1 ? 0 : cellsOf(state.doc.line(number).text).length - 1
    }
    dispatch(state.update(intoCell(state, number, column)))
    return true
  }
}

function addRow({ state, dispatch }: Parameters<StateCommand>[0], below: number, head = below): true {
  const { to } = state.doc.line(below)
  const columns = cellsOf(state.doc.line(head).text).length
  dispatch(
    state.update({
      changes: { from: to, insert: `\n${emptyRow(columns)}` },
      selection: EditorSelection.cursor(to + 3),
      scrollIntoView: true,
      userEvent: 'input',
    }),
  )
  return true
}

const emptyRow = (columns: number) => `|${'  |'.repeat(columns)}`

/** Enter: adds a row below, leaves the table from an empty last row, and begins a table after its heading. */
const enter: StateCommand = (target) => {
  const { state, dispatch } = target
  const { main } = state.selection
  const line = state.doc.lineAt(main.head)
  if (!main.empty || main.head === line.from) return false
  const table = tableAt(state, main.head)
  if (table === null) return main.head === line.to && begin(target, line)
  // Markdown counts a line of prose right after a table as its last row. People mean prose.
  if (!line.text.includes('|')) return false
  if (line.number === table.last && line.number > table.first + 1 && /^[|\s]*$/.test(line.text)) {
    dispatch(
      state.update({
        // Without the blank line, the next text would be a row.
        changes: { from: line.from, to: line.to, insert: '\n' },
        selection: EditorSelection.cursor(line.from + 1),
        scrollIntoView: true,
        userEvent: 'input',
      }),
    )
    return true
  }
  // Below the heading is the row of dashes.
  return addRow(target, Math.max(line.number, Math.min(table.first + 1, table.last)), table.first)
}

function begin(
  { state, dispatch }: Parameters<StateCommand>[0],
  line: { text: string; from: number; to: number },
): boolean {
  const cells = cellsOf(line.text)
  const columns = cells.length
  const isFramed = line.text.trimStart().startsWith('|') && line.text.trimEnd().endsWith('|')
  const hasTitle = cells.some(({ from, to }) => line.text.slice(from, to).trim() !== '')
  const { name, parent } = syntaxTree(state).resolveInner(line.to, -1)
  // The text of a check box is a node `Task`.
  const isProse = name === 'Paragraph' || name === 'Task'
  if (columns < 2 || !isProse || !isFramed || !hasTitle) return false
  // Markdown adds an unindented line right after a list item to that item, unless a blank line separates them.
  const isInBlock = parent?.name !== 'Document'
  if (isInBlock && !line.text.startsWith('|')) return false
  const gap = isInBlock ? '\n' : ''
  const rule = `\n|${' --- |'.repeat(columns)}`
  dispatch(
    state.update({
      changes: [
        { from: line.from, insert: gap },
        { from: line.to, insert: `${rule}\n${emptyRow(columns)}` },
      ],
      selection: EditorSelection.cursor(line.to + gap.length + rule.length + 3),
      scrollIntoView: true,
      userEvent: 'input',
    }),
  )
  return true
}

const KEYS = [
  { key: 'Tab', run: byCell(1), shift: byCell(-1) },
  { key: 'Enter', run: enter },
]

const THEME = EditorView.theme({
  '.cm-table': { fontFamily: 'var(--font-mono)', fontSize: '0.92em', color: 'var(--line-strong)' },
  '.cm-cell': {
    display: 'inline-block',
    verticalAlign: 'top',
    color: 'var(--text)',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
  '.cm-table-head .cm-cell': { fontWeight: '650' },
  '.cm-table-rule': { lineHeight: '1' },
  '.cm-table-rule .cm-cell': { color: 'var(--text-faint)', overflow: 'hidden', whiteSpace: 'pre' },
})
