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
