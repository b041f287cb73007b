import { expect, it } from 'vitest'
import { LineJoiner, type PdfReader, readPdf } from './pdf-words.ts'

const LIMITS = { pages: 5, units: 100, time: 60_000 }

/** A reader of PDFs with these lines on each page; null: a damaged page. */
function readerOf(pages: readonly (readonly string[] | null)[], count = pages.length): PdfReader {
  const page = (lines: readonly string[]) => ({
    streamTextContent: () =>
      new ReadableStream({
        start(out) {
          out.enqueue({ items: lines.map((str) => ({ str, hasEOL: true })) })
          out.close()
        },
      }),
    cleanup: () => undefined,
  })
  const getPage = async (number: number) => {
    const lines = pages[number - 1]
    if (lines == null) throw new Error('damaged')
    return page(lines)
  }
  const document = { numPages: count, getPage }
  return { getDocument: () => ({ promise: Promise.resolve(document), destroy: async () => undefined }) }
}

const read = (pages: readonly (readonly string[] | null)[], limits = {}, count = pages.length) =>
  readPdf(readerOf(pages, count), new Uint8Array(), '', { ...LIMITS, ...limits })

it('a PDF with more pages or words, or one that takes longer, is cut, and says so', async () => {
  expect(await read([['One'], ['Two']])).toEqual({ state: 'read', words: 'one two' })
  expect(await read([['One'], ['Two'], ['Three']], { pages: 2 })).toEqual({ state: 'cut', words: 'one two' })
  expect(await read([['One'], ['Two']], { units: 5 })).toEqual({ state: 'cut', words: 'one t' })
  expect((await read([['x'.repeat(500)], ['Two']])).words).toBe('x'.repeat(100))
  expect(await read([['One']], { time: -1 })).toEqual({ state: 'no-text', words: '' })
})

it('damaged pages are left out, and a PDF that claims a thousand million of them ends', async () => {
  expect(await read([['One'], null, ['Three']])).toEqual({ state: 'read', words: 'one three' })
  expect(await read([null, null])).toEqual({ state: 'damaged', words: '' })
  const { state } = await read([], { pages: 1_000_000_000 }, 1_000_000_000)
  expect(state).toBe('damaged')
})

it.each([
  [['a sen-', 'tence'], 'a sentence\nsen-tence'],
  [['a sen\u2010', 'tence'], 'a sentence\nsen\u2010tence'],
  // A hyphen in a name, after a number, or as a dash does not divide a word.
  [['Jean-', 'Luc'], 'Jean-\nLuc\n'],
  [['10-', 'year'], '10-\nyear\n'],
  [['a dash -', 'between'], 'a dash -\nbetween\n'],
  [['図書', '館'], '図書館\n'],
  [['한국', '어'], '한국\n어\n'],
  // Glyphs of unknown meaning, and characters that no text has.
  [['\uf001word\u0000', '', '\ufffd'], 'word\n'],
])('the lines %j are joined to %j', (lines, joined) => {
  const joiner = new LineJoiner()
  for (const line of lines) joiner.add(line)
  expect(joiner.text().replace(/^\n/, '')).toBe(joined)
})
