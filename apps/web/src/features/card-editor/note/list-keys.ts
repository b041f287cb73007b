import { indentLess, indentMore } from '@codemirror/commands'
import { insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown'
import { syntaxTree } from '@codemirror/language'
import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type StateCommand,
  type Transaction,
} from '@codemirror/state'

/** The start of a list item: white space, the mark, and the white space after it. */
const ITEM = /^([ \t]*)([-*+]|\d{1,9}[.)])[ \t]/

/**
 * Tab: indents the selected list items by the width of their marks, as Markdown demands. Elsewhere it inserts
 * white space.
 */
export const indent: StateCommand = (view) => {
  const { state } = view
  const items = chosenItems(state)
  if (items.length > 0) {
    const changes = items.map(({ from, width }) => ({ from, insert: ' '.repeat(width) }))
    view.dispatch(indented(state, changes, 'input.indent'))
    return true
  }
  if (!state.selection.main.empty) return indentMore(view)
  view.dispatch(state.update(state.replaceSelection('\t'), { scrollIntoView: true, userEvent: 'input' }))
  return true
}

/**
 * Shift+Tab: removes the indentation. If there is none, the browser handles the key and leaves the editor.
 */
export const outdent: StateCommand = (view) => {
  const { state } = view
  const items = chosenItems(state)
  if (items.length === 0) return isIndented(state) && indentLess(view)
  const changes = items.flatMap(({ from, space, width }) => {
    const removed = space.startsWith('\t') ? 1 : Math.min(width, space.length)
    return removed === 0 ? [] : [{ from, to: from + removed }]
  })
  if (changes.length === 0) return false
  view.dispatch(indented(state, changes, 'delete.dedent'))
  return true
}

const continueOrLeave = insertNewlineContinueMarkupCommand({ nonTightLists: false })

/**
 * Enter: continues a list or a quote, and ends a list at an empty item. A blank line then separates the list from
 * the next text, which Markdown would otherwise add to the last item.
 */
export const continueMarkup: StateCommand = ({ state, dispatch }) =>
  continueOrLeave({
    state,
    dispatch: (transaction) => {
      const { newDoc: doc, newSelection } = transaction
      const { head } = newSelection.main
      const line = doc.lineAt(head)
      const above = line.number === 1 ? '' : doc.line(line.number - 1).text
      const hasLeft = doc.lines === state.doc.lines && line.text.trim() === '' && above.trim() !== ''
      if (!hasLeft) return dispatch(transaction)
      const parted = { changes: { from: line.from, to: line.to, insert: '\n' }, sequential: true }
      const caret = { selection: EditorSelection.cursor(line.from + 1), scrollIntoView: true }
      dispatch(state.update({ changes: transaction.changes }, { ...parted, ...caret, userEvent: 'input' }))
    },
  })

function indented(state: EditorState, given: ChangeSpec, userEvent: string): Transaction {
  const changes = state.changes(given)
  const ranges = state.selection.ranges.map(({ anchor, head }) =>
    // Keeps the caret after text that is inserted at the start of its line.
    EditorSelection.range(changes.mapPos(anchor, 1), changes.mapPos(head, 1)),
  )
  const selection = EditorSelection.create(ranges)
  return state.update({ changes, selection, scrollIntoView: true, userEvent })
}

function chosenLines(state: EditorState) {
  const { from, to } = state.selection.main
  const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number]
  return Array.from({ length: last - first + 1 }, (_, n) => state.doc.line(first + n))
}

function isIndented(state: EditorState): boolean {
  return chosenLines(state).some(({ text }) => /^[ \t]/.test(text))
}

/** The selected list items. Empty if a line of the selection is in no list, or in code. */
function chosenItems(state: EditorState): { from: number; space: string; width: number }[] {
  const lines = chosenLines(state).filter(({ text }) => text.trim() !== '')
  const items = lines.flatMap(({ from, text }) => {
    const [, space, mark] = ITEM.exec(text) ?? []
    return space === undefined || mark === undefined || isCode(state, from + text.length)
      ? []
      : [{ from, space, width: mark.length + 1 }]
  })
  return items.length === lines.length ? items : []
}

export function isCode(state: EditorState, at: number): boolean {
  for (let node = syntaxTree(state).resolveInner(at, -1); node.parent !== null; node = node.parent)
    if (node.name === 'FencedCode' || node.name === 'CodeBlock') return true
  return false
}
