import { type CopyNode, readCopy } from '@cardinal/domain/copies'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markedPlaces } from './marked-places.ts'

const textsOf = (nodes: readonly CopyNode[]): string[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [node] : textsOf(node.children)))

/** Returns the marked parts of a copy, text by text. */
function marked(html: string, ...highlights: string[]): string[] {
  const nodes = readCopy(html)
  const texts = textsOf(nodes)
  return [...markedPlaces(nodes, highlights)].flatMap(([text, parts]) =>
    parts.map(({ start, end, mark }) => `${mark}:${texts[text]?.slice(start, end)}`),
  )
}

describe('highlights in a copy', () => {
  it.each([
    ['every place of a text', '<p>rye and rye</p>', ['rye'], ['0:rye', '0:rye']],
    ['over emphasis', '<p>warm <em>rye</em> bread</p>', ['warm rye bread'], ['0:warm ', '0:rye', '0: bread']],
    ['over blocks', '<p>one</p><p>two</p>', ['one\ntwo'], ['0:one', '0:two']],
    ['over a line break', '<p>one<br>two</p>', ['one two'], ['0:one', '0:two']],
    ['in code with its spaces', '<pre>a\n   b</pre>', ['a b'], ['0:a\n   b']],
    ['the first of two that overlap', '<p>one two three</p>', ['two three', 'one two'], ['1:one two']],
    ['nothing that is not there', '<p>one</p>', ['two', 'o', ' '], []],
  ])('the highlight %s marks its passage in the copy', (_, html, highlights, found) => {
    expect(marked(html, ...highlights)).toEqual(found)
  })

  it('a highlight marks exactly the selected text in any copy', () => {
    const pieces = fc.array(
      fc.constantFrom('<p>', '</p>', '<em>', '</em>', 'rye', ' ', 'oat  bread', '<li>', '<br>', '<ul>'),
      { maxLength: 25 },
    )
    fc.assert(
      fc.property(pieces, fc.nat(), fc.nat(), (parts, from, length) => {
        const nodes = readCopy(parts.join(''))
        const texts = textsOf(nodes)
        const at = texts.length === 0 ? 0 : from % texts.length
        const selected = (texts[at] ?? '').slice(0, 2 + (length % 9))
        if (selected.trim().length < 2) return
        const parts_ = markedPlaces(nodes, [selected]).get(at) ?? []
        expect(parts_.length).toBeGreaterThan(0)
      }),
    )
  })
})
