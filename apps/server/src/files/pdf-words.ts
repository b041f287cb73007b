import { fold } from '@cardinal/domain'

/** Result of reading a PDF. Stored, so that it is read once. */
export type PdfState =
  | 'read'
  /** Too many pages or words, so only the beginning was read. */
  | 'cut'
  /** Only pictures of pages, as scanners produce. */
  | 'no-text'
  | 'locked'
  | 'damaged'

export interface PdfWords {
  readonly state: PdfState
  /** Folded, as the search compares them. May be empty. */
  readonly words: string
}

/** The part of pdf.js that is used. */
export interface PdfReader {
  getDocument(options: object): {
    readonly promise: Promise<PdfDocument>
    destroy(): Promise<void>
  }
}

interface PdfDocument {
  readonly numPages: number
  getPage(number: number): Promise<PdfPage>
}

interface PdfPage {
  streamTextContent(options: object): ReadableStream<{ readonly items: readonly PdfItem[] }>
  cleanup(): void
}

/** A run of text, or a structure mark without text. */
interface PdfItem {
  readonly str?: string
  readonly hasEOL?: boolean
}

interface PdfLimits {
  readonly pages: number
  /** UTF-16 units. */
  readonly units: number
  /** ms after which no further page is started. */
  readonly time: number
}

/** Consecutive damaged pages after which the rest is not read. */
const MOST_DAMAGED = 50

/**
 * Reads the words of a PDF, page by page.
 *
 * @param tables folder of the character tables for Chinese, Japanese and Korean, with a trailing slash
 */
export async function readPdf(
  pdf: PdfReader,
  bytes: Uint8Array,
  tables: string,
  limits: PdfLimits,
): Promise<PdfWords> {
  const loading = pdf.getDocument({
    data: bytes,
    cMapUrl: tables,
    cMapPacked: true,
    isEvalSupported: false,
    disableFontFace: true,
    fontExtraProperties: false,
    enableXfa: false,
    useSystemFonts: true,
    useWorkerFetch: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    stopAtErrors: false,
    verbosity: 0,
  })
  try {
    return await readPages(await loading.promise, limits)
  } catch (error) {
    const isLocked = (error as Error).name === 'PasswordException'
    return { state: isLocked ? 'locked' : 'damaged', words: '' }
  } finally {
    await loading.destroy().catch(() => undefined)
  }
}

async function readPages(document: PdfDocument, { pages, units, time }: PdfLimits): Promise<PdfWords> {
  const end = performance.now() + time
  const lines = new LineJoiner()
  let [damaged, inRow] = [0, 0]
  let number = 0
  while (number < Math.min(document.numPages, pages) && inRow < MOST_DAMAGED) {
    if (performance.now() > end || lines.units > units) break
    number++
    try {
      await readPage(await document.getPage(number), lines, units)
      inRow = 0
    } catch {
      damaged++
      inRow++
    }
  }
  const all = fold(lines.text().toWellFormed())
  const words = all.slice(0, units).toWellFormed()
  if (words === '') return { state: damaged > 0 && damaged === number ? 'damaged' : 'no-text', words }
  return { state: number < document.numPages || all.length > units ? 'cut' : 'read', words }
}

async function readPage(page: PdfPage, lines: LineJoiner, units: number): Promise<void> {
  const reader = page.streamTextContent({ includeMarkedContent: false }).getReader()
  let line = ''
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    for (const { str = '', hasEOL = false } of next.value.items) {
      line += str
      // A page may draw a line that never ends.
      if (!hasEOL && line.length < LONGEST_LINE) continue
      lines.add(line)
      line = ''
    }
    if (lines.units > units) break
  }
  lines.add(line)
  await reader.cancel()
  page.cleanup()
}

const LONGEST_LINE = 10_000
/** UTF-16 units to which the parts of a divided word are cut. */
const LONGEST_WORD = 80

/** Glyphs whose meaning is not in the font, and control characters. */
const MEANINGLESS = /[\p{Co}\p{Cc}\uFFFD]+/gu
const ENDS_WITH_HYPHEN = /\p{L}\p{M}*[-\u00ad\u2010]$/u
const BEGINS_LOWER = /^\p{Ll}/u
/** Scripts without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー、。]/u

/** Joins lines, and joins words that were divided at the end of a line. */
export class LineJoiner {
  readonly #parts: string[] = []
  /** Words that may have had a hyphen before they were divided, such as well-known. */
  readonly #hyphened: string[] = []
  #last = ''
  units = 0

  add(raw: string): void {
    const line = raw.replace(MEANINGLESS, ' ').trim()
    if (line === '') return
    const last = this.#last
    if (ENDS_WITH_HYPHEN.test(last.slice(-20)) && BEGINS_LOWER.test(line)) {
      const begin = Math.max(last.lastIndexOf(' ') + 1, last.length - LONGEST_WORD)
      const [after = ''] = line.slice(0, LONGEST_WORD).split(' ', 1)
      this.#hyphened.push(last.slice(begin) + after)
      this.#parts.push(last.slice(0, -1))
    } else if (UNSPACED.test(last.slice(-1)) && UNSPACED.test(line.slice(0, 1))) this.#parts.push(last)
    else this.#parts.push(last, '\n')
    this.#last = line
    this.units += line.length + 1
  }

  text(): string {
    return [...this.#parts, this.#last, '\n', this.#hyphened.join('\n')].join('')
  }
}
