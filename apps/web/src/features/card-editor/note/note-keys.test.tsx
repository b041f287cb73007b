import { EditorView, runScopeHandlers } from '@codemirror/view'
import { expect, it } from 'vitest'
import { IDLE_TOOLS } from '../../../../test/editor-tools.ts'
import { noteState } from './editor-setup.ts'

it('Enter continues the list at the end of a long note that is not parsed yet', () => {
  const view = new EditorView({
    state: noteState(`${'A line of text\n'.repeat(5_000)}\n- flour`, IDLE_TOOLS),
  })
  runScopeHandlers(view, new KeyboardEvent('keydown', { key: 'Enter' }), 'editor')
  expect(view.state.doc.line(view.state.doc.lines).text).toBe('- ')
  runScopeHandlers(view, new KeyboardEvent('keydown', { key: 'Backspace' }), 'editor')
  expect(view.state.doc.line(view.state.doc.lines).text).not.toContain('-')
  view.destroy()
})

/** Types at the end of a note, with \n as the key Enter, and returns the text. */
function typed(keys: string, text = ''): string {
  const view = new EditorView({ state: noteState(text, IDLE_TOOLS) })
  for (const key of keys)
    if (key !== '\n') view.dispatch(view.state.replaceSelection(key))
    else if (!runScopeHandlers(view, new KeyboardEvent('keydown', { key: 'Enter' }), 'editor'))
      throw new Error()
  const result = view.state.sliceDoc()
  view.destroy()
  return result
}

it.each([
  ['- milk\n\nbread', '- milk\n\nbread'],
  ['- milk\neggs\n\nbread', '- milk\n- eggs\n\nbread'],
  ['- [ ] milk\n\nbread', '- [ ] milk\n\nbread'],
  ['1. milk\n\nbread', '1. milk\n\nbread'],
  ['- milk\n\n\nbread', '- milk\n\n\nbread'],
])('Enter on an empty item leaves the list, so that the next line is no part of it: %j', (keys, text) => {
  expect(typed(keys)).toBe(text)
})

it('Enter on an empty item of an inner list goes on with the outer list', () => {
  expect(typed('\n\nbread', '- milk\n  - oat')).toBe('- milk\n  - oat\n- bread')
})

it('Enter turns a row of bars behind a check list into a table, with and without a blank line between', () => {
  const table = '| A | B |\n| --- | --- |\n|  |  |'
  expect(typed('- [ ] milk\n\n| A | B |\n')).toBe(`- [ ] milk\n\n${table}`)
  expect(typed('\n', '- [ ] milk\n| A | B |')).toBe(`- [ ] milk\n\n${table}`)
})
