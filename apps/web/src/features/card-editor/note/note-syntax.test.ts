import { markdownLanguage } from '@codemirror/lang-markdown'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { noteSyntax } from './note-syntax.ts'

const { parser } = noteSyntax().language

// Without limits each of these takes 2 to 15 s.
test.each(['[a](', '[a]', '[a]((x)', '[a](b (', '*a', '![a](', '[a][', '[](', '~~a'])(
  '[CD-3] a note of %j alone is read as plain text',
  (unit) => {
    const text = unit.repeat(94_000 / unit.length)
    expect(parser.parse(text).toString()).toBe('Document(Paragraph)')
  },
)

test.each(['[a](', '[a]((x)', '<https://a', '<!--a>', '<?a>'])(
  '[CD-3] a long paragraph that begins with %j many times is read',
  (unit) => {
    const text = `${unit.repeat(3_990 / unit.length)}${'b'.repeat(90_000)}`
    expect(parser.parse(text).length).toBe(text.length)
  },
)

test('property: an ordinary note has the syntax of Markdown', () => {
  const parts = [
    ...['a', 'snake_case', '2*3*4', '. ', ' ', '\n', '\n\n', '- g\n', '(', ')', '\\', '<', '> ', '# h\n'],
    ...['*a*', '**b**', '_c_', '~~d~~', '***h***', '*i', 'j_', '`f`', 'k  \n', '<b>', '<!-- l -->', '&amp;'],
    ...['[e](https://x.y)', '[e](<a b> "t")', '[e](a(b)c)', '![o](file:1)', '[p][q]', '<https://k.l>'],
  ]
  const text = fc.array(fc.constantFrom(...parts), { maxLength: 200 }).map((list) => `${list.join(' ')}\n`)
  fc.assert(
    fc.property(text, (source) => {
      expect(parser.parse(source).toString()).toBe(markdownLanguage.parser.parse(source).toString())
    }),
  )
})
