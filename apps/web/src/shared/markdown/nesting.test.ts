import { marked } from 'marked'
import { describe, expect, it } from 'vitest'
import { DEEPEST, limitNesting } from './nesting.ts'

/** Greatest nesting of elements. */
function depthOf(html: string): number {
  let depth = 0
  let deepest = 0
  for (const [tag] of html.matchAll(/<\/?(?:blockquote|ul|ol)\b/g)) {
    depth += tag.startsWith('</') ? -1 : 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

describe('Markdown that is nested deeply', () => {
  it.each([
    ['quotes', '>'.repeat(50_000)],
    ['quotes with spaces', '> '.repeat(50_000)],
    ['lists', '- '.repeat(50_000)],
    ['numbered lists', '1. '.repeat(30_000)],
    ['lists by indentation', Array.from({ length: 300 }, (_, n) => `${' '.repeat(2 * n)}- x`).join('\n')],
    ['brackets', '['.repeat(100_000)],
    ['emphasis', '*'.repeat(100_000)],
  ])('[CD-3] deeply nested Markdown is rendered down to a readable depth: %s', (_what, text) => {
    const html = marked.parse(limitNesting(text), { async: false, gfm: true, breaks: true })
    expect(depthOf(html)).toBeLessThanOrEqual(2 * DEEPEST + 1)
  })

  it('[CD-3] the limit on nesting does not change ordinary notes', () => {
    for (const text of [
      '# A\n\n- one\n  - two\n    - three\n\n> quoted\n> > twice',
      '    code by indentation',
      '1. [ ] do\n2. [x] done\n\n***bold and slanted***\n\n---\n\n| a | b |\n|---|---|',
      `![[[a]]] ${'-'.repeat(80)}`,
    ])
      expect(limitNesting(text)).toBe(text)
  })
})
