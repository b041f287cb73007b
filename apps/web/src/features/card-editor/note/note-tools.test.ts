import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { around, headingsOf } from './note-tools.tsx'

const LONG = '\ntext'.repeat(40)

describe('tools of the note editor', () => {
  it('the outline of a long note lists its headings with their levels, and no lines of code', () => {
    const note = `# One\n\n\`\`\`sh\n# comment\n~~~\n\`\`\`\n## Two ##\n#tag\n    # code\n# One${LONG}`
    expect(headingsOf(note).map(({ level, text }) => [level, text])).toEqual([
      [1, 'One'],
      [2, 'Two'],
      [1, 'One'],
    ])
    for (const { at, text } of headingsOf(note)) expect(note.slice(at)).toMatch(new RegExp(`^#+ ${text}`))
  })

  it('a short note has no outline', () => {
    expect(headingsOf('# One\n# Two\n# Three')).toEqual([])
    expect(headingsOf(`# One\n# Two${LONG}`)).toEqual([])
  })

  it.each([
    ['**', '*', 1, '***one***'],
    ['*', '**', 1, '***one***'],
    ['***', '*', 1, '**one**'],
    ['***', '**', 1, '*one*'],
    ['**', '*', 2, '**one**'],
    ['`', '`', 1, 'one'],
  ])('a word between %s becomes, after %s pressed %d times, %s', (before, mark, times, after) => {
    const wide = before.length
    let state = EditorState.create({
      doc: `${before}one${before}`,
      selection: { anchor: wide, head: wide + 3 },
    })
    for (let time = 0; time < times; time++)
      around(mark)({ state, dispatch: (transaction) => (state = transaction.state) })
    expect(state.sliceDoc()).toBe(after)
    expect(state.sliceDoc(state.selection.main.from, state.selection.main.to)).toBe('one')
  })

  it('pressing Ctrl+B twice changes neither the text nor the selection', () => {
    const before = EditorState.create({ doc: 'one two', selection: { anchor: 4, head: 7 } })
    let state = before
    const press = () => around('**')({ state, dispatch: (transaction) => (state = transaction.state) })
    press()
    expect(state.sliceDoc()).toBe('one **two**')
    press()
    expect(state.sliceDoc()).toBe('one two')
    expect(state.selection.main.eq(before.selection.main)).toBe(true)
  })
})
