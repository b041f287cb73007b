import {
  COPY_BLOCKS,
  COPY_INLINES,
  type CopyName,
  type CopyNode,
  EMPTY_ELEMENTS,
  isCopyBlock,
  isCopyHref,
} from './copy-markup.ts'
import { LIMITS } from './limits.ts'

interface Open {
  /** The element's name in the source. Null: a paragraph that the builder opened. */
  readonly written: string | null
  /** Null: the element is dropped, and its children go to the enclosing element. */
  readonly name: CopyName | null
  readonly href: string | null
  readonly children: CopyNode[]
}

const ELEMENTS: ReadonlySet<string> = new Set([...COPY_BLOCKS, ...COPY_INLINES])

/** Children that an element may have; `flow`: blocks or plain text. */
type Content = 'flow' | 'paragraphs' | 'items' | 'rows' | 'cells' | 'inline'

/**
 * Builds a copy from start tags, text and end tags in any order, however malformed. The result always follows the rules:
 * known elements only, each where it is allowed, links to web addresses, limits on size and depth. Both a fetched page and a
 * stored copy are read through it.
 */
export class CopyBuilder {
  readonly #root: CopyNode[] = []
  readonly #open: Open[] = []
  #length = 0
  #isFull = false

  /** Whether the input exceeded the limits of a copy. */
  get isCut(): boolean {
    return this.#isFull
  }

  /** @param address where a link leads; an address that `isCopyHref` refuses is dropped with the link */
  open(written: string, address?: string): void {
    const name = ELEMENTS.has(written) ? (written as CopyName) : null
    const href = name === 'a' && address !== undefined && isCopyHref(address) ? address : null
    if (!this.#hasRoom(costOf(written) + (href?.length ?? 0) + this.#costAround)) return
    if (name === 'br') this.#break()
    else if (name === null || this.#depth >= LIMITS.copyDepth) this.#push(written, null, null)
    else if (isCopyBlock(name)) this.#openBlock(name)
    else if (name === 'a' && (href === null || this.#isInside('a'))) this.#push(written, null, null)
    else {
      this.#makeRoomForText()
      this.#push(written, name, href)
    }
  }

  text(given: string): void {
    const clean = given.replace(UNWANTED, '')
    const around = this.#costAround
    const room = LIMITS.copyLength - this.#length - around
    if (clean === '' || this.#isFull) return
    if (this.#hasRoom(clean.length + around)) this.#write(clean)
    else if (room > 0) this.#write(clean.slice(0, room).replace(UNWANTED, ''))
  }

  close(written: string): void {
    const at = this.#open.findLastIndex((each) => each.written === written)
    if (at >= 0) this.#closeDownTo(at)
  }

  /** Ends a paragraph that the builder opened, so that the next element is outside it. */
  endParagraph(): void {
    const at = this.#open.findIndex((each) => each.written === null)
    if (at >= 0) this.#closeDownTo(at)
  }

  finish(): readonly CopyNode[] {
    this.#closeDownTo(0)
    return this.#root
  }

  #write(clean: string): void {
    const isBlank = clean.trim() === ''
    if (isBlank && this.#content !== 'inline' && this.#content !== 'flow') return
    this.#makeRoomForText()
    const children = this.#children
    const last = children.at(-1)
    const before = typeof last === 'string' ? last : ''
    const isLineBegun = before === '' ? !this.#beginsLine(last) : !before.endsWith(' ')
    const added = this.#isInside('pre') ? clean : isLineBegun ? squeezed(clean) : squeezed(clean).trimStart()
    if (before !== '') children[children.length - 1] = before + added
    else if (added !== '') children.push(added)
  }

  #hasRoom(length: number): boolean {
    if (!this.#isFull) this.#length += length
    if (this.#length > LIMITS.copyLength) this.#isFull = true
    return !this.#isFull
  }

  #openBlock(name: CopyName): void {
    this.endParagraph()
    if (!mayHold(this.#content, name)) {
      // Separate its words from the words before it.
      if (this.#content === 'inline') this.text(this.#isInside('pre') ? '\n' : ' ')
      this.#push(name, null, null)
    } else if (EMPTY_ELEMENTS.has(name)) this.#children.push({ name, children: [] })
    else this.#push(name, name, null)
  }

  #break(): void {
    if (this.#isInside('pre')) this.text('\n')
    else if (this.#content === 'inline' || this.#content === 'flow')
      this.#children.push({ name: 'br', children: [] })
  }

  /** UTF-16 units of the tags that a text at this position must be wrapped in. */
  get #costAround(): number {
    return AROUND_TEXT[this.#content].reduce((sum, name) => sum + costOf(name), 0)
  }

  /** Opens the elements that a text at this position must be wrapped in. */
  #makeRoomForText(): void {
    for (const name of AROUND_TEXT[this.#content]) this.#push(null, name, null)
  }

  /** Whether text at this position begins a line, so that leading white space is dropped. */
  #beginsLine(last: CopyNode | undefined): boolean {
    if (last === undefined) return isCopyBlock(this.#innermost?.name ?? 'p')
    return typeof last !== 'string' && (last.name === 'br' || isCopyBlock(last.name))
  }

  #push(written: string | null, name: CopyName | null, href: string | null): void {
    // Deeper elements are dropped with their end tags; no page written by people is so deep.
    if (this.#open.length < DEEPEST) this.#open.push({ written, name, href, children: [] })
  }

  #closeDownTo(at: number): void {
    while (this.#open.length > at) {
      const closed = this.#open.pop()
      if (closed?.name != null) this.#keep(closed, closed.name)
    }
  }

  /** Adds a closed element to its parent. Empty elements are dropped, except table cells, whose position counts. */
  #keep({ children, href }: Open, name: CopyName): void {
    const last = children.at(-1)
    if (typeof last === 'string' && isCopyBlock(name)) {
      const trimmed = last.trimEnd()
      if (trimmed === '') children.pop()
      else children[children.length - 1] = trimmed
    }
    const [only] = children
    if (only === undefined && name !== 'td' && name !== 'th') return
    // Emphasis around white space alone is dropped; the white space stays.
    const isSpace = children.length === 1 && typeof only === 'string' && only.trim() === ''
    if (isSpace && !isCopyBlock(name)) this.#write(only)
    else this.#children.push({ name, ...(href !== null && { href }), children })
  }

  get #innermost(): Open | undefined {
    return this.#open.findLast((each) => each.name !== null)
  }

  get #depth(): number {
    return this.#open.filter((each) => each.name !== null).length
  }

  get #children(): CopyNode[] {
    return this.#innermost?.children ?? this.#root
  }

  get #content(): Content {
    return contentOf(this.#innermost?.name ?? null)
  }

  #isInside(name: CopyName): boolean {
    return this.#open.some((each) => each.name === name)
  }
}

/** UTF-16 units of an element's start and end tags. */
function costOf(name: string): number {
  return 2 * name.length + 5
}

const DEEPEST = 5 * LIMITS.copyDepth
/** Control characters except tab and line break, and lone surrogates. */
const UNWANTED = /[^\P{Cc}\t\n]|\p{Cs}/gu

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ')
}

const AROUND_TEXT: Readonly<Record<Content, readonly CopyName[]>> = {
  flow: [],
  inline: [],
  paragraphs: ['p'],
  items: ['li'],
  rows: ['tr', 'td'],
  cells: ['td'],
}

function contentOf(name: CopyName | null): Content {
  switch (name) {
    case null:
    case 'blockquote':
      return 'paragraphs'
    case 'ul':
    case 'ol':
      return 'items'
    case 'table':
      return 'rows'
    case 'tr':
      return 'cells'
    case 'li':
    case 'th':
    case 'td':
      return 'flow'
    default:
      return 'inline'
  }
}

function mayHold(content: Content, block: CopyName): boolean {
  switch (content) {
    case 'inline':
      return false
    case 'items':
      return block === 'li'
    case 'rows':
      return block === 'tr'
    case 'cells':
      return block === 'td' || block === 'th'
    default:
      return block !== 'li' && block !== 'tr' && block !== 'td' && block !== 'th'
  }
}
