import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellsOf, fitted, tables } from './tables.ts'

/** An editor with a caret where the text has `^`. */
function editorOf(marked: string): EditorView {
  const anchor = marked.indexOf('^')
  const state = EditorState.create({
    doc: marked.replace('^', ''),
    selection: { anchor },
    extensions: [markdown({ base: markdownLanguage }), tables()],
  })
  ensureSyntaxTree(state, state.doc.length, 1_000)
  return new EditorView({ state })
}

/** The text after a key, with the selection in `[` and `]`, or `^` for a caret. */
function after(view: EditorView, key: string, shiftKey = false): string {
  view.contentDOM.dispatchEvent(
    new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }),
  )
  const { from, to } = view.state.selection.main
  const text = view.state.sliceDoc()
  return from === to
    ? `${text.slice(0, from)}^${text.slice(from)}`
    : `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`
}

describe('tables of notes', () => {
  it('the cells of a row and the bars between them make up the whole line', () => {
    const part = fc.string({ unit: fc.constantFrom('a', ' ', '\\|', '\\\\', 'ß') })
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (cells) => {
        const line = `|${cells.join('|')}|`
        expect(cellsOf(line).map(({ from, to }) => line.slice(from, to))).toEqual(cells)
      }),
    )
    const open = 'a | b'
    expect(cellsOf(open).map(({ from, to }) => open.slice(from, to))).toEqual(['a ', ' b'])
  })

  it('a table of more than a hundred columns stays text, and of a longer row only so many cells are drawn', () => {
    const row = (columns: number) => `|${' a |'.repeat(columns)}`
    const cellsIn = (columns: number, longest = columns) => {
      const rule = `|${' --- |'.repeat(columns)}`
      const view = editorOf(`^${row(columns)}\n${rule}\n${row(columns)}\n${row(longest)}`)
      const drawn = view.contentDOM.querySelectorAll('.cm-cell').length
      view.destroy()
      return drawn
    }
    expect(cellsIn(100)).toBe(400)
    expect(cellsIn(101)).toBe(0)
    expect(cellsIn(2, 101)).toBe(0)
  })

  it('columns of a table fit the width if possible: none grows, and the widest ones shrink first', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { minLength: 1, maxLength: 12 }), fc.nat(300), (wanted, room) => {
        const widths = fitted(wanted, room)
        const sum = widths.reduce((all, width) => all + width, 0)
        expect(sum <= room || widths.every((width) => width === 3)).toBe(true)
        widths.forEach((width, at) => {
          expect(width).toBeLessThanOrEqual(Math.max(3, wanted[at] as number))
          if (width < (wanted[at] as number)) expect(width).toBe(Math.max(...widths))
        })
      }),
    )
  })

  it('Tab and Shift+Tab move between cells, skip the row of dashes, and Tab in the last cell adds a row', () => {
    const view = editorOf('| one^ | two |\n| --- | --- |\n| a |  |')
    expect(after(view, 'Tab')).toBe('| one | [two] |\n| --- | --- |\n| a |  |')
    expect(after(view, 'Tab')).toBe('| one | two |\n| --- | --- |\n| [a] |  |')
    expect(after(view, 'Tab')).toBe('| one | two |\n| --- | --- |\n| a | ^ |')
    expect(after(view, 'Tab')).toBe('| one | two |\n| --- | --- |\n| a |  |\n| ^ |  |')
    expect(after(view, 'Tab', true)).toBe('| one | two |\n| --- | --- |\n| a | ^ |\n|  |  |')
    view.destroy()
  })

  it('Enter turns a row of bars into a table, adds rows, and leaves the table from an empty last row', () => {
    const view = editorOf('Before\n\n| one | two |^')
    expect(after(view, 'Enter')).toBe('Before\n\n| one | two |\n| --- | --- |\n| ^ |  |')
    view.dispatch(view.state.replaceSelection('a'))
    expect(after(view, 'Enter')).toBe('Before\n\n| one | two |\n| --- | --- |\n| a |  |\n| ^ |  |')
    expect(after(view, 'Enter')).toBe('Before\n\n| one | two |\n| --- | --- |\n| a |  |\n\n^')
    view.destroy()
  })

  it('Enter in a line without bars right behind a table does not make it a row', () => {
    const text = '| P | Q |\n| --- | --- |\n| 1 | 2 |\nBehind the table'
    const view = editorOf(`${text}^`)
    expect(after(view, 'Enter')).not.toContain('|  |')
    view.destroy()
  })

  it.each(['`| a | b |^`', '| only one |^', 'a | b^', '```\n| a | b |^\n```'])(
    'Enter does not turn %j into a table',
    (text) => {
      const view = editorOf(text)
      after(view, 'Enter')
      expect(view.state.sliceDoc()).not.toContain('---')
      view.destroy()
    },
  )
})
