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
  /** As it was opened; null: a paragraph that nobody opened. */
  readonly written: string | null
  /** Null: the element is left out, and what it holds belongs to the one around it. */
  readonly name: CopyName | null
  readonly href: string | null
  readonly children: CopyNode[]
}

const ELEMENTS: ReadonlySet<string> = new Set([...COPY_BLOCKS, ...COPY_INLINES])

/** What may stand directly in an element; `flow`: blocks, or a text as it is. */
type Content = 'flow' | 'paragraphs' | 'items' | 'rows' | 'cells' | 'inline'

/**
 * Builds a copy from the opening, texts and closing of elements in any order, however wrong. What comes out is always a
 * copy by the rules: known elements alone, each where it may stand, links with addresses of the web, a limit on size and
 * depth. A page and a written copy are both read through it.
 */
export class CopyBuilder {
  readonly #root: CopyNode[] = []
  readonly #open: Open[] = []
  #length = 0
  #isFull = false

  /** More was given than a copy may hold. */
  get isCut(): boolean {
    return this.#isFull
  }

  /** @param address where a link leads; one that a copy may not have makes it no link */
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

  /** Ends a paragraph that nobody opened: what comes is below it. */
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
      // Its words must not run into the words before it.
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

  /** Units of the tags that a text needs around it where it is. */
  get #costAround(): number {
    return AROUND_TEXT[this.#content].reduce((sum, name) => sum + costOf(name), 0)
  }

  /** Opens what a text needs around it where it is. */
  #makeRoomForText(): void {
    for (const name of AROUND_TEXT[this.#content]) this.#push(null, name, null)
  }

  /** Returns whether a text behind this is at the start of a line, where white space says nothing. */
  #beginsLine(last: CopyNode | undefined): boolean {
    if (last === undefined) return isCopyBlock(this.#innermost?.name ?? 'p')
    return typeof last !== 'string' && (last.name === 'br' || isCopyBlock(last.name))
  }

  #push(written: string | null, name: CopyName | null, href: string | null): void {
    // An element that opens so deep is left out with its end; a page of people has none.
    if (this.#open.length < DEEPEST) this.#open.push({ written, name, href, children: [] })
  }

  #closeDownTo(at: number): void {
    while (this.#open.length > at) {
      const closed = this.#open.pop()
      if (closed?.name != null) this.#keep(closed, closed.name)
    }
  }

  /** Puts a closed element into the one around it. One without content is left out, but for cells, which have places. */
  #keep({ children, href }: Open, name: CopyName): void {
    const last = children.at(-1)
    if (typeof last === 'string' && isCopyBlock(name)) {
      const trimmed = last.trimEnd()
      if (trimmed === '') children.pop()
      else children[children.length - 1] = trimmed
    }
    const [only] = children
    if (only === undefined && name !== 'td' && name !== 'th') return
    // White space needs no emphasis, but keeps words apart.
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

/** Units of an element's tags as they are written. */
function costOf(name: string): number {
  return 2 * name.length + 5
}

const DEEPEST = 5 * LIMITS.copyDepth
/** Control characters but for tabs and line breaks, and halves of surrogate pairs. */
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
