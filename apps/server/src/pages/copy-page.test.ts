import { printCopy, readCopy } from '@cardinal/domain/copies'
import { Readability } from '@mozilla/readability'
import fc from 'fast-check'
import { parseHTML } from 'linkedom'
import { describe, expect, it } from 'vitest'
import { copyPage, copyText } from './copy-page.ts'
import { CopyThread } from './threads.ts'

const ADDRESS = 'https://example.org/a/b'
const SENTENCES = Array.from(
  { length: 6 },
  (_, n) => `<p>Sentence ${n} of an article that is long enough, with commas, so that it is found.</p>`,
).join('\n')
const copyOf = (html: string) => copyPage({ parseHTML, Readability }, html, ADDRESS)

/** Fragments of hostile pages. */
const hostile = fc.array(
  fc.oneof(
    fc.constantFrom(
      '<script>alert(1)</script>',
      '<img src="https://spy.example/a.png" onerror="alert(1)">',
      '<a href="javascript:alert(1)" onclick="alert(1)">x</a>',
      '<a href="jav&#x09;ascript:alert(1)">x</a>',
      '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
      '<a href="https://fine.example/?q=&quot;&gt;&lt;script&gt;">x</a>',
      '<svg><script>alert(1)</script><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
      '<math><mtext></mtext><mglyph><style><img src=x onerror=alert(1)></style></mglyph></math>',
      '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
      '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
      '<style>@import "https://spy.example/a.css"</style>',
      '<link rel=stylesheet href="https://spy.example/a.css">',
      '<video src="https://spy.example/v" poster="https://spy.example/p"></video>',
      '<object data="https://spy.example/o"></object><embed src="https://spy.example/e">',
      '<form action="https://spy.example/"><input autofocus onfocus=alert(1)></form>',
      '<p style="background:url(https://spy.example/)">styled</p>',
      '<template><script>alert(1)</script></template>',
      '<!--><script>alert(1)</script>-->',
      '<textarea><script>alert(1)</script></textarea>',
      '&lt;script&gt;alert(2)&lt;/script&gt;',
    ),
    fc.constantFrom('<div>', '</div>', '<table><tr><td>', '<ul><li>', '<p>', '</p>', '<b>', '<pre>'),
    fc.string({ unit: 'binary', maxLength: 8 }),
  ),
  { maxLength: 12 },
)

/** Only text, a few elements without attributes, and web links. */
const SAFE =
  /^(?:[^<>&]|&(?:amp|lt|gt|quot);|<\/?(?:p|h[234]|ul|ol|li|blockquote|pre|hr|table|tr|th|td|a|br|code|del|em|strong|sub|sup)>|<a href="https?:\/\/[^"<>\s]+">)*$/

describe('a copy of a page', () => {
  it('a copy of a page has no scripts, handlers or addresses that would be fetched, whatever the page contains', () => {
    fc.assert(
      fc.property(hostile, (parts) => {
        const copy = copyOf(
          `<html><body><article>${SENTENCES}${parts.join('')}${SENTENCES}</article></body></html>`,
        )
        if (copy === null) return
        expect(SAFE.test(copy.content)).toBe(true)
        expect(copy.content).not.toMatch(/alert\(1\)|href="(?!https?:)/)
        expect(printCopy(readCopy(copy.content))).toBe(copy.content)
      }),
      { numRuns: 300 },
    )
  }, 60_000)

  it('a copy of a page has headings, lists, tables, quotes and links, but no menus or pictures', () => {
    const copy = copyOf(`<html lang="en-GB"><head><title>Buns</title><base href="/c/"></head><body>
      <nav><a href="/">Home</a> <a href="/all">All</a></nav>
      <article><h1>Buns</h1>${SENTENCES}<h3>Dough</h3><ul><li>flour</li><li>water</li></ul>
      <blockquote>Patience.</blockquote><table><thead><tr><th>g</th></tr></thead><tbody><tr><td>500</td></tr></tbody></table>
      <figure><img src="a.png"><figcaption>A bun</figcaption></figure>
      <p>See <a href="d?e=f&amp;g">this</a> and <i>that</i>.</p><pre>a
  b</pre></article></body></html>`)
    expect(copy).toMatchObject({ title: 'Buns', language: 'en-GB', isCut: false })
    expect(copy?.content).toContain(
      '<h3>Dough</h3><ul><li>flour</li><li>water</li></ul><blockquote><p>Patience.</p></blockquote>',
    )
    expect(copy?.content).toContain('<table><tr><th>g</th></tr><tr><td>500</td></tr></table><p>A bun</p>')
    expect(copy?.content).toContain(
      '<p>See <a href="https://example.org/c/d?e=f&amp;g">this</a> and <em>that</em>.</p><pre>a\n  b</pre>',
    )
    expect(copy?.content).not.toContain('Home')
    expect(copy?.words).toContain('dough flour water patience. g 500 a bun see this and that. a b')
  })

  it.each([
    ['no tags around it', SENTENCES],
    ['no body', `<html><head><title>T</title></head>${SENTENCES}`],
    ['no head', `<html><title>T</title>${SENTENCES}`],
    ['an open head', `<html><head><title>T</title>${SENTENCES}`],
  ])('a copy is made of a page with %s', (_, html) => {
    expect(copyOf(html)?.words).toContain('sentence 5 of an article')
  })

  it.each([
    ['nothing', ''],
    ['frames alone', '<frameset><frame src="a"></frameset>'],
    ['elements 500 deep', `${'<div>'.repeat(500)}text`],
    ['60,000 elements', '<b>x</b>'.repeat(60_000)],
  ])('no copy is made of %s', (_, html) => {
    expect(copyOf(html)).toBeNull()
  })

  it('the copy of a plain text keeps its lines', () => {
    expect(copyText('a  b\r\n<c>\r\n')?.content).toBe('<pre>a  b\n&lt;c&gt;</pre>')
    expect(copyText(' \n')).toBeNull()
  })

  it('a copy of a page is cut at its limit, and says so', () => {
    const copy = copyOf(`<article>${'<p>word and word, and word again</p>'.repeat(12_000)}</article>`)
    expect(copy?.isCut).toBe(true)
    expect(copy?.content.length).toBeLessThan(400_000)
  })
})

describe('the thread that makes copies', () => {
  it('the thread that makes copies is ended by a page that exceeds its limits, and a new one makes the next copy', async () => {
    const thread = new CopyThread()
    const send = (html: string) => thread.copyPage(Buffer.from(html), 'text/html', ADDRESS)
    // Without the limit, the parser recurses until the stack is full or the time is over.
    expect(await send(`<div>${'&amp;'.repeat(400_000)}</div>`)).toBeNull()
    expect(await send(`<article>${SENTENCES}</article>`)).not.toBeNull()
    await thread.stop()
  }, 30_000)
})
