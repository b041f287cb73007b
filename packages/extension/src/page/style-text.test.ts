import { describe, expect, it } from 'vitest'
import { framePrelude, pagePrelude, readStyle, type StylePiece, selectorToAsk } from './style-text.ts'

/** The pieces as one text, with files to load in brackets. */
const shown = (pieces: readonly StylePiece[]) =>
  pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece
      if (piece.kind === 'font') return `[font ${piece.rule}]`
      return piece.kind === 'url' ? `[${piece.url}]` : `[import ${piece.url} ${piece.before}${piece.after}]`
    })
    .join('')
const read = (text: string) => shown(readStyle(text))
const selectors = (text: string) =>
  readStyle(text).flatMap((piece) =>
    typeof piece === 'object' && piece.kind === 'url' ? [piece.selector] : [],
  )

describe('the text of a style sheet', () => {
  it('addresses of pictures are found in every form that browsers read', () => {
    expect(read(`a{background:url(a.png),url( "b c.png" ),URL('d\\'e.png') no-repeat}`)).toBe(
      `a{background:[a.png],[b c.png],[d'e.png] no-repeat}`,
    )
    expect(read('a{background:url(\\61 b\\(c\\).png)}')).toBe('a{background:[ab(c).png]}')
    expect(read(`a{background:image-set("1.png" 1x, url(2.png) type("image/png") 2x)}`)).toBe(
      'a{background:image-set([1.png] 1x, [2.png] type("image/png") 2x)}',
    )
    expect(read('a{background:-webkit-image-set("1.png" 1x)}b{content:"url(no.png)"}')).toBe(
      'a{background:-webkit-image-set([1.png] 1x)}b{content:"url(no.png)"}',
    )
  })

  it('what is no address stays as it is: comments, strings, data, and places within the page', () => {
    for (const text of [
      '/* url(a.png) @import "x"; */a{b:c}',
      'a{background:url(data:image/png;base64,AAA=)}',
      `a{background:url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E")}`,
      'a{filter:url(#blur);background:url()}',
      'a{my-url:b;--x:curl(y)}',
      'a::before{content:"\\"url(b.png)"}',
    ])
      expect(read(text)).toBe(text)
  })

  it('imports keep their layer, condition and media, and count only outside of blocks', () => {
    expect(read('@charset "utf-8";@import "a.css";@import url(b.css) screen and (min-width:1px);c{}')).toBe(
      '[import a.css ][import b.css @media screen and (min-width:1px){}]c{}',
    )
    expect(read('@import url("a.css") layer(x.y) supports(display: grid) print;')).toBe(
      '[import a.css @layer x.y{@supports (display: grid){@media print{}}}]',
    )
    expect(read('@import "a;b.css" layer;')).toBe('[import a;b.css @layer {}]')
    expect(read('a{@import "b.css";}')).toBe('a{@import "b.css";}')
  })

  it('a font is one piece with all its formats', () => {
    const rule = `@font-face { font-family: "A}"; src: url(a.eot?#x) format("embedded-opentype"), url('a}.woff2') }`
    expect(read(`b{c:d}${rule}e{f:g}`)).toBe(`b{c:d}[font ${rule}]e{f:g}`)
  })

  it('each picture knows the selector of its rule, also within other rules and after comments', () => {
    expect(
      selectors('/* { */ .a > b:hover{background:url(1)}@media print{.c{x:y;background:url(2)}}'),
    ).toEqual(['.a > b:hover', '.c'])
    expect(selectors('.a{&:hover{background:url(1)}}@page{background:url(2)}')).toEqual([null, null])
    expect(selectorToAsk('.a > b:hover, li::marker, :root')).toBe('.a > b,li,*')
    expect(selectorToAsk('a > :first-child')).toBe('a >*')
    expect(selectorToAsk('.sm\\:x')).toBeNull()
  })

  it('within another page html, body and :root have other names, and media ask the window of the frame', () => {
    const change = (prelude: string) => framePrelude(prelude, (media) => media === 'print')
    expect(shown(readStyle('html,body>p,:root .body-x,a[b="html"]{html:x}', change))).toBe(
      'kept-html,kept-body>p,kept-html .body-x,a[b="html"]{html:x}',
    )
    expect(shown(readStyle('@media print{body{x:y}}@media (min-width:9px){a{b:c}}', change))).toBe(
      '@media all{kept-body{x:y}}@media not all{a{b:c}}',
    )
    expect(pagePrelude('@media (1px<width<=2px)')).toBe('@media (1px< width<=2px)')
    expect(pagePrelude('x-y:not(:defined)')).toBe('x-y:not(:is(*))')
  })

  it('broken and hostile sheets end, in a time that grows with their length', () => {
    for (const text of [
      'a{b:url(',
      'a{b:"',
      '/*',
      '@import',
      '@import "',
      '@font-face{',
      '@font-face',
      'a{b:\\',
      '}}}{{{',
    ])
      expect(read(text).length).toBeGreaterThan(0)
    for (const part of [
      '/*',
      'url(',
      '"',
      '@import "',
      '@font-face{',
      'a{',
      '((',
      '\\',
      "url('",
      'image-set("',
    ])
      expect(read(part.repeat(100_000)).length).toBeGreaterThan(0)
  })
})
