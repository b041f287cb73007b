import type { StateCommand, TransactionSpec } from '@codemirror/state'
import { expect, it } from 'vitest'
import { IDLE_TOOLS } from '../../../../test/editor-tools.ts'
import { noteState } from './editor-setup.ts'
import { indent, outdent } from './list-keys.ts'

const KEYS: Record<'run' | 'shift', StateCommand> = { run: indent, shift: outdent }

/**
 * The text after a key, with the cursor as `|` and the ends of a selection as `<` and `>`. Null: the key was not
 * handled.
 */
function after(marked: string, key: 'run' | 'shift'): string | null {
  const [anchor, head] = ['<', '>'].map((mark) => marked.indexOf(mark))
  const at = marked.indexOf('|')
  let state = noteState(marked.replace(/[|<>]/g, ''), IDLE_TOOLS)
  const dispatch = (spec: TransactionSpec) => {
    state = state.update(spec).state
  }
  dispatch({
    selection: at === -1 ? { anchor: anchor as number, head: (head as number) - 1 } : { anchor: at },
  })
  if (!KEYS[key]({ state, dispatch })) return null
  const text = state.sliceDoc()
  const { head: now } = state.selection.main
  return at === -1 ? text : `${text.slice(0, now)}|${text.slice(now)}`
}

it('Tab indents a list item by the width of its mark, and Shift+Tab reverts it', () => {
  for (const [flat, deep] of [
    ['- a\n- |b', '- a\n  - |b'],
    ['1. a\n2. b|', '1. a\n   2. b|'],
    ['- [ ] a\n- [ ] b|', '- [ ] a\n  - [ ] b|'],
    ['- a\n<- b\n- c>', '- a\n  - b\n  - c'],
  ] as const) {
    expect(after(flat, 'run')).toBe(deep)
    if (flat.includes('|')) expect(after(deep, 'shift')).toBe(flat)
  }
})

it('outside a list Tab inserts a tab, and Shift+Tab leaves the editor if nothing is indented', () => {
  expect(after('a|b', 'run')).toBe('a\t|b')
  expect(after('```\n- a|\n```', 'run')).toBe('```\n- a\t|\n```')
  expect(after('<a\nb>', 'run')).toBe('  a\n  b')
  expect(after('  a|', 'shift')).toBe('a|')
  expect(after('a|b', 'shift')).toBeNull()
  expect(after('- a|', 'shift')).toBeNull()
})
