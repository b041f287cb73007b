import { createHash } from 'node:crypto'
import type { parseHTML } from 'linkedom'
import { isObject, parseJson } from '../lib/decoding.ts'
import { copyArticle } from '../pages/copy-page.ts'
import type { CopiesInFile, Found } from './found.ts'
import { type Ledger, textOf } from './ledger.ts'
import { rowOf } from './read-record.ts'

/** A file with a list of 20 links. */
const LIST = /(?:^|\/)metadata_\d+_to_\d+\.json$/

interface SavedPage {
  readonly html: Uint8Array
  readonly slug: string
}

/**
 * The files of an Omnivore export: lists of links, and, named by each link's `slug`, a copy of its page and its
 * highlights.
 */
export class OmnivoreFiles {
  readonly #ledger: Ledger
  readonly #decode: (bytes: Uint8Array) => string | null
  readonly #found: Found[] = []
  readonly #placeBySlug = new Map<string, number>()
  readonly #highlights = new Map<string, string>()
  readonly #pages: SavedPage[] = []
  #parse: typeof parseHTML | null = null

  constructor(ledger: Ledger, decode: (bytes: Uint8Array) => string | null) {
    this.#ledger = ledger
    this.#decode = decode
  }

  /** Whether an archive with these paths is an Omnivore export. */
  static isAmong(paths: readonly string[]): boolean {
    return paths.some((path) => LIST.test(path))
  }

  /** Imports the parser of pages only now, because its memory is needed for other files. */
  async load(): Promise<void> {
    this.#parse = (await import('linkedom')).parseHTML
  }

  /** Reads a file. Returns whether it belongs to the export. */
  take(path: string, bytes: Uint8Array): boolean {
    const page = /(?:^|\/)content\/([^/]+)\.html$/.exec(path)?.[1]
    if (page !== undefined) {
      this.#pages.push({ html: bytes, slug: page })
      return true
    }
    const slug = /(?:^|\/)highlights\/([^/]+)\.md$/.exec(path)?.[1]
    if (slug === undefined && !LIST.test(path)) return false
    const text = this.#decode(bytes)?.trim() ?? ''
    if (slug !== undefined) {
      this.#highlights.set(slug, text)
      return true
    }
    const records = parseJson(text)
    if (!Array.isArray(records)) return false
    for (const record of records) {
      const found = rowOf(record, this.#ledger)
      if (isObject(record)) this.#placeBySlug.set(textOf(record.slug) ?? '', this.#found.length)
      this.#found.push(
        'card' in found && isObject(record) ? withKey(found, textOf(record.slug) ?? '') : found,
      )
    }
    return true
  }

  /** The links. Highlights follow the description. */
  rows(): readonly Found[] {
    for (const [slug, text] of this.#highlights) {
      const place = this.#placeBySlug.get(slug) ?? -1
      const found = this.#found[place]
      if (found === undefined || 'reason' in found) this.#ledger.note('highlights without a link', text)
      else if (text !== '')
        this.#found[place] = { card: { ...found.card, content: `${found.card.content}\n\n${text}` } }
    }
    for (const { slug } of this.#pages)
      if (!this.#placeBySlug.has(slug)) this.#ledger.note('copies of pages without a link', slug)
    return this.#found
  }

  /** Copies of pages. Each is made when it is read. Undefined: none. */
  copies(): CopiesInFile | undefined {
    const pages = this.#pages.filter(({ slug }) => this.#cardOf(slug) !== undefined)
    return pages.length === 0 ? undefined : { count: pages.length, items: this.#copiesOf(pages) }
  }

  *#copiesOf(pages: readonly SavedPage[]): Generator<unknown> {
    for (const { html, slug } of pages) {
      const card = this.#cardOf(slug)
      const address = card === undefined ? '' : (/^https?:\S+$/m.exec(card.content)?.[0] ?? '')
      const parse = address === '' ? null : this.#parse
      const copy = parse && copyArticle(parse, this.#decode(html) ?? '', address)
      const fetchedAt = new Date(card?.createdAt ?? Date.now()).toISOString()
      yield copy === null ? null : { ...copy, entity: keyOf(slug), state: 'kept', address, fetchedAt }
    }
  }

  #cardOf(slug: string) {
    const found = this.#found[this.#placeBySlug.get(slug) ?? -1]
    return found !== undefined && 'card' in found ? found.card : undefined
  }
}

function withKey({ card }: Extract<Found, { card: unknown }>, slug: string): Found {
  return { card: { ...card, links: { key: keyOf(slug), parents: [], children: [] } } }
}

/** A key in the form of an id. */
function keyOf(slug: string): string {
  return createHash('sha256').update(slug).digest('hex').slice(0, 24)
}
