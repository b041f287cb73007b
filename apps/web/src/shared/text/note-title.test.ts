import { describe, expect, it } from 'vitest'
import { excerptOf, lineOf, titleOf } from './note-title.ts'

describe('a note in a list', () => {
  it.each([
    ['# Bread\n\nFlour, **water**\n- [ ] salt', 'Bread', 'Flour, water · salt'],
    ['\n\n  plain first line\nsecond', 'plain first line', 'second'],
    ['- [x] done\n> quoted [link](https://x.example)', 'done', 'quoted link'],
    ['#tag stays', '#tag stays', ''],
    ['| Oats | **Rye** |\n|:--|--:|\n| 1 \\| 2 | [x](https://x.example) |', 'Oats, Rye', '1 | 2, x'],
    ['```js\nlet *a* = 2 * 3\n```\nsnake_case_name', 'let a = 2 * 3', 'snake_case_name'],
    ['*Slowly*, then _at once_ \\*', 'Slowly, then at once *', ''],
    ['> - [ ] nested <https://x.example/a>', 'nested https://x.example/a', ''],
    ['***', '***', ''],
    ['', 'Untitled', ''],
  ])('title and excerpt of the note %j are found', (content, title, excerpt) => {
    expect([titleOf(content), excerptOf(content)]).toEqual([title, excerpt])
  })
})

it('[SB-1] the excerpt of a note begins shortly before the first match', () => {
  const note = `Title\n\n${'Some line of text.\n'.repeat(400)}The *needle* is here.\nMore.`
  expect(excerptOf(note)).toMatch(/^Some line of text\. · Some/)
  expect(excerptOf(note, ['needle'])).toMatch(/^…(?:\S+ )*text\. · The \*?needle/)
  expect(excerptOf(note, ['title'])).toMatch(/^Some line of text\. · Some/)
})

it('a line of a note is shown without Markdown, and a todo as it was typed', () => {
  const content = '# Bread\n\n| Flour | Water |\n|---|---|\n| 500 | **400** |'
  expect(lineOf({ type: 'note', content })).toBe('Bread · Flour, Water · 500, 400')
  expect(lineOf({ type: 'note', content }, 5)).toBe('Bread…')
  expect(lineOf({ type: 'todo', content: '# of guests' })).toBe('# of guests')
})
