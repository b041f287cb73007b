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
