import * as fc from 'fast-check'
import { marked } from 'marked'
import { describe, expect, it } from 'vitest'
import { BoundedTokenizer, DEEPEST, limitNesting } from './limits.ts'

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

describe('Markdown with very many signs', () => {
  // Without limits each of these takes 5 to 30 s.
  it.each(['_a', '*a', '*_a', '**a', '__a', '~~a', 'a_*b', '[a]((x)', '**a** *b* [c](d) '])(
    '[CD-3] a note of %j alone is rendered, and keeps its letters',
    (unit) => {
      const text = unit.repeat(94_000 / unit.length)
      const html = marked.parse(text, { async: false, tokenizer: new BoundedTokenizer() })
      const letters = (from: string) => from.replace(/<[^>]*>/g, '').replace(/[^a-c]/g, '').length
      expect(letters(html)).toBe(letters(text))
    },
    15_000,
  )

  it('property: ordinary Markdown is rendered as by Marked itself', () => {
    const parts = [
      ...['a', 'snake_case', '2*3*4', '. ', ' ', '\n', '\n\n', '- g\n', '(', ')', '\\', 'a@b.cd'],
      ...['*a*', '**b**', '_c_', '~~d~~', '***h***', '*i', 'j_', '`f`', 'k  \n'],
      ...['[e](https://x.y)', '[e](<a b> "t")', '![o](file:1)', '[p][q]', 'https://k.l/m_(n)', 'www.x.y'],
    ]
    const text = fc.array(fc.constantFrom(...parts), { maxLength: 400 }).map((list) => list.join(' '))
    fc.assert(
      fc.property(text, (source) => {
        const options = { async: false, gfm: true, breaks: true } as const
        const bounded = marked.parse(source, { ...options, tokenizer: new BoundedTokenizer() })
        expect(bounded).toBe(marked.parse(source, options))
      }),
    )
  })
})
