import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Id } from '@cardinal/domain'
import type { Store, StoredFile } from '../store/index.ts'
import { bytesOf } from './downloads.ts'

/** ms for which the address of a kept page is valid; a frame loads it at once. */
const GOOD_FOR_MS = 60_000

/**
 * A browser may only draw a kept page. `sandbox` forbids scripts, forms, windows, and the rights of our origin;
 * the other directives forbid every request.
 */
export const PAGE_POLICY = [
  'sandbox',
  "default-src 'none'",
  'img-src data:',
  'media-src data:',
  'font-src data:',
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** Added at the end of a page. Links then would open a window, which the sandbox forbids, so they do nothing. */
const LINKS_OPEN_NOTHING = Buffer.from('<base target="_blank">')

/**
 * Addresses of kept pages. A frame sends no token, so the address has a ticket: for one file of one person, valid
 * for a minute, signed with a key that all nodes share.
 */
export class KeptPages {
  readonly #store: Store
  readonly #key: string
  readonly #now: () => number

  constructor(store: Store, key: string, now: () => number) {
    this.#store = store
    this.#key = key
    this.#now = now
  }

  /** Null: the person has no such file. */
  async addressOf(
    userId: Id,
    hash: string,
  ): Promise<{ readonly path: string; readonly until: number } | null> {
    const file = await this.#store.files.byHash(userId, hash)
    if (file === undefined || !isPage(file)) return null
    const until = this.#now() + GOOD_FOR_MS
    const ticket = `${until.toString(36)}.${userId}.${this.#sign(until, userId, hash)}`
    return { path: `/kept-pages/${hash}?ticket=${ticket}`, until }
  }

  /** The file that a ticket is for. Null: the ticket is invalid or expired. */
  async withTicket(hash: string, ticket: string): Promise<StoredFile | null> {
    const [, time = '', userId = '', signature = ''] =
      /^([0-9a-z]{1,11})\.([0-9a-f]{24})\.([\w-]{43})$/.exec(ticket) ?? []
    const until = Number.parseInt(time, 36)
    const expected = Buffer.from(this.#sign(until, userId, hash))
    const sent = Buffer.from(signature)
    if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return null
    if (until < this.#now()) return null
    const file = await this.#store.files.byHash(userId, hash)
    return file !== undefined && isPage(file) ? file : null
  }

  /** The bytes of a page, without elements that make the browser connect before the person clicks. */
  async *bytes(file: StoredFile): AsyncGenerator<Buffer> {
    const links = new LinkFilter()
    for await (const piece of bytesOf(this.#store, file, { start: 0, end: file.size }))
      yield links.next(piece)
    yield Buffer.concat([links.rest(), LINKS_OPEN_NOTHING])
  }

  #sign(until: number, userId: Id, hash: string): string {
    return createHmac('sha256', this.#key)
      .update(`kept page\0${until}\0${userId}\0${hash}`)
      .digest('base64url')
  }
}

/**
 * Whether a file may be shown as a page. HTML has no fixed first bytes, so every file of unknown type may. The
 * headers of the answer prevent any content from doing harm.
 */
function isPage({ whole_at, type }: StoredFile): boolean {
  return whole_at !== null && type === 'application/octet-stream'
}

/** Most bytes of a name that may be divided between two pieces. */
const LONGEST_NAME = 6

/**
 * Renames `<link` and `srcdoc`, so that they have no effect. No policy forbids `<link rel="preconnect">`, and a
 * frame within the page could contain one in its escaped text. Names of elements and attributes can't be written
 * with escapes, and the page is read as UTF-8.
 */
class LinkFilter {
  #held = Buffer.alloc(0)
  #isFirst = true

  next(piece: Buffer): Buffer {
    const all = Buffer.concat([this.#held, this.#isFirst ? utf8(piece) : piece])
    this.#isFirst = false
    rename(all)
    const end = Math.max(0, all.length - LONGEST_NAME + 1)
    this.#held = all.subarray(end)
    return all.subarray(0, end)
  }

  rest(): Buffer {
    return this.#held
  }
}

/**
 * A byte order mark of UTF-16 would override the header that says UTF-8. With a space before it, it does not
 * count.
 */
function utf8(begin: Buffer): Buffer {
  const isOther = (begin[0] === 0xfe && begin[1] === 0xff) || (begin[0] === 0xff && begin[1] === 0xfe)
  return isOther ? Buffer.concat([Buffer.from(' '), begin]) : begin
}

function rename(bytes: Buffer): void {
  const text = bytes.toString('latin1')
  for (const { index } of text.matchAll(/<link|srcdoc/gi)) bytes[index + 3] = 0x2d
}
