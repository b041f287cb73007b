import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CopyBuilder } from './copy-builder.ts'
import { COPY_BLOCKS, COPY_INLINES, type CopyNode, isCopyHref, printCopy, textOfCopy } from './copy-markup.ts'
import { LIMITS } from './limits.ts'
import { readCopy } from './read-copy.ts'

const reread = (written: string) => printCopy(readCopy(written))

/** Fragments of pages, harmless and hostile. */
const pieces = fc.oneof(
  fc.constantFrom(...COPY_BLOCKS, ...COPY_INLINES, 'div', 'script', 'img', 'svg').map((name) => `<${name}>`),
  fc.constantFrom(...COPY_BLOCKS, ...COPY_INLINES, 'div', 'script').map((name) => `</${name}>`),
  fc.constantFrom(
    '<a href="https://example.org/?a=1&amp;b=&quot;">',
    '<a href="javascript:alert(1)">',
    '<a href="//example.org">',
    '<img src=x onerror=alert(1)>',
    '<p onclick="alert(1)">',
    '<style>@import url(//example.org)</style>',
    '<iframe src="https://example.org">',
    '<!-- -->',
    '<![CDATA[<script>]]>',
    '&lt;script&gt;',
    '&amp;lt;b&gt;',
    '&#x3c;b&#x3e;',
    '\u0000',
    '\ud800',
  ),
  fc.constantFrom('tea', ' ', '\n', '  milk  ', '&amp;', '"'),
  fc.string({ unit: 'binary', maxLength: 5 }),
)
const pages = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''))

/** All characters and tags that a copy may contain. */
const SAFE =
  /^(?:[^<>&\0]|&(?:amp|lt|gt|quot);|<\/?(?:p|h[234]|ul|ol|li|blockquote|pre|hr|table|tr|th|td|a|br|code|del|em|strong|sub|sup)>|<a href="https?:\/\/[^"<>\s]+">)*$/

function elementsIn(nodes: readonly CopyNode[], depth = 1): { name: string; depth: number }[] {
  return nodes.flatMap((node) =>
    typeof node === 'string' ? [] : [{ name: node.name, depth }, ...elementsIn(node.children, depth + 1)],
  )
}

describe('a copy of a page', () => {
  it('a copy of a page holds only allowed elements, attributes and addresses, whatever page is read', () => {
    fc.assert(
      fc.property(pages, (page) => SAFE.test(reread(page))),
      { numRuns: 2_000 },
    )
  })

  it('a copy of a page is the same when it is written and read again', () => {
    fc.assert(
      fc.property(pages, (page) => {
        const once = reread(page)
        expect(reread(once)).toBe(once)
      }),
      { numRuns: 2_000 },
    )
  })

  it('a copy of a page keeps every word of the page', () => {
    const word = fc.constantFrom('tea', 'milk', 'oat')
    const parts = fc.array(
      fc.oneof(
        word,
        fc.constantFrom('<p>', '</p>', '<ul>', '<li>', '</ul>', '<table>', '<td>', '<em>', '<pre>'),
      ),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(parts, (given) => {
        const words = given.filter((part) => !part.startsWith('<')).join('')
        expect(textOfCopy(readCopy(given.join(''))).replace(/\s/g, '')).toBe(words)
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    ['tea<p>milk</p>oat', '<p>tea</p><p>milk</p><p>oat</p>'],
    ['<ul>tea<li>milk</li></ul>', '<ul><li>tea</li><li>milk</li></ul>'],
    ['<table><tr><td>1</td><td></td></tr></table>', '<table><tr><td>1</td><td></td></tr></table>'],
    ['<p> a  b <em> c</em></p>', '<p>a b <em> c</em></p>'],
    ['<p>a<p>b</p></p>', '<p>a b</p>'],
    ['<pre>a\n  b<br>c</pre>', '<pre>a\n  b\nc</pre>'],
    ['<a href="https://a.b/">x<a href="https://c.d/">y</a></a>', '<p><a href="https://a.b/">xy</a></p>'],
    ['<a href="javascript:alert(1)">x</a>', '<p>x</p>'],
    ['<script>alert(1)</script>', '<p>alert(1)</p>'],
    ['<li>a<br> b</li>', '<p>a<br>b</p>'],
    ['<p></p><em> </em><blockquote><p> </p></blockquote>', ''],
  ])('in a copy of a page, %s becomes %s', (page, written) => {
    expect(reread(page)).toBe(written)
  })

  it('the plain text of a copy of a page has a line for each block', () => {
    const copy = readCopy('<h2>Tea</h2><ul><li>milk<br>oat</li><li>water</li></ul><p>end</p>')
    expect(textOfCopy(copy)).toBe('Tea\nmilk\noat\nwater\nend')
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '/a',
    'https://a b',
    'mailto:a@b.c',
    '',
    'x',
    ' jAvAscript:0',
  ])('a copy of a page does not keep a link to %j', (address) => {
    expect(isCopyHref(address)).toBe(false)
  })

  it('links in a copy of a page have a limited length', () => {
    expect(isCopyHref('https://example.org/a?b=c&d#e')).toBe(true)
    expect(isCopyHref(`https://example.org/${'a'.repeat(LIMITS.copyAddress)}`)).toBe(false)
  })

  it('a copy of a page is cut at its limit, and says so', () => {
    const builder = new CopyBuilder()
    for (let n = 0; n < 30_000; n++) {
      builder.open('p')
      builder.text('a word or two')
      builder.close('p')
    }
    expect(builder.isCut).toBe(true)
    const written = printCopy(builder.finish())
    expect(written.length).toBeLessThan(LIMITS.copyLength)
    expect(reread(written) === written).toBe(true)
  })

  it.each(['<blockquote>', '<div>', '<em>', '<ul><li>'])(
    'a copy of a page is never nested deeply, however deep %s are',
    (tag) => {
      const elements = elementsIn(readCopy(`${tag.repeat(50_000)}tea`))
      expect(Math.max(0, ...elements.map(({ depth }) => depth))).toBeLessThanOrEqual(LIMITS.copyDepth + 3)
    },
  )
})
