import { describe, expect, it } from 'vitest'
import { excerptOf, titleOf } from './note-title.ts'

describe('a note in a list', () => {
  it.each([
    ['# Bread\n\nFlour, **water**\n- [ ] salt', 'Bread', 'Flour, water · salt'],
    ['\n\n  plain first line\nsecond', 'plain first line', 'second'],
    ['- [x] done\n> quoted [link](https://x.example)', 'done', 'quoted link'],
    ['#tag stays', '#tag stays', ''],
    ['***', '***', ''],
    ['', 'Untitled', ''],
  ])('%j', (content, title, excerpt) => {
    expect([titleOf(content), excerptOf(content)]).toEqual([title, excerpt])
  })
})

it('[SB-1] the excerpt of a note begins shortly before what was searched for', () => {
  const note = `Title\n\n${'Some line of text.\n'.repeat(400)}The *needle* is here.\nMore.`
  expect(excerptOf(note)).toMatch(/^Some line of text\. · Some/)
  expect(excerptOf(note, ['needle'])).toMatch(/^…(?:\S+ )*text\. · The \*?needle/)
  expect(excerptOf(note, ['title'])).toMatch(/^Some line of text\. · Some/)
})
