import { expect, it } from 'vitest'
import { readableHtml } from './kept-page-text.ts'
import { FETCH_LIMITS } from './safe-fetch.ts'

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const PAGE = `<p>é data: one<img src="data:image/png;base64,AAAA" alt="a cat"><STYLE media=all>p{background:url(data:font/woff2;base64,BBBB)}</STYLE>
 two<script>run('<p>')</script> <styled>three</styled> data:image/gif;base64,CCCC four</p>`
const LEFT = `<p>é data: one<img src="" alt="a cat"></STYLE>
 two</script> <styled>three</styled>  four</p>`

it.each([1, 2, 3, 7, 50, 81, 1_000])(
  'pictures, styles and programs are left out of a page that arrives %i bytes at a time',
  async (size) => {
    const { html, isCut } = await readableHtml(inPieces(Buffer.from(PAGE), size))
    expect([html.toString(), isCut]).toEqual([LEFT, false])
  },
)

it('a page of much text is cut at the size of a fetched page, and one that ends within a picture ends there', async () => {
  const long = Buffer.alloc(FETCH_LIMITS.bytes + 1, 'a')
  const { html, isCut } = await readableHtml(inPieces(long, 262_144))
  expect([html.length, isCut]).toEqual([FETCH_LIMITS.bytes, true])
  const open = Buffer.from(`<p>x<img src="data:image/png;base64,${'A'.repeat(1_000)}`)
  expect((await readableHtml(inPieces(open, 100))).html.toString()).toBe('<p>x<img src="')
})
