/** Part of a style sheet: text, or something that a browser would load. */
export type StylePiece = string | StyleUrl | StyleImport | StyleFont

export interface StyleUrl {
  readonly kind: 'url'
  /** As written, without quotes and escapes. */
  readonly url: string
  /** The selector of its rule. Null: none, or a nested one. */
  readonly selector: string | null
}

interface StyleImport {
  readonly kind: 'import'
  readonly url: string
  /** Text to write around the imported rules. */
  readonly before: string
  readonly after: string
}

interface StyleFont {
  readonly kind: 'font'
  /** The whole rule. */
  readonly rule: string
}

/** Changes the text before a `{`: a selector or an at-rule. */
type PreludeChange = (prelude: string) => string

const NAME = /[-\w@\u0080-\uffff]+/y

/**
 * Splits the text of a style sheet at the files that it loads. Parses only strings, comments, brackets and
 * blocks, in linear time.
 */
export function readStyle(text: string, changePrelude: PreludeChange = (prelude) => prelude): StylePiece[] {
  const reading = new Reading(text, changePrelude)
  reading.toEnd()
  return reading.pieces
}

class Reading {
  readonly pieces: StylePiece[] = []
  readonly #text: string
  readonly #change: PreludeChange
  #at = 0
  /** The text before this index is in `pieces`. */
  #taken = 0
  #prelude = 0
  /** The preludes of the open blocks. */
  readonly #blocks: string[] = []
  /** The names before the open brackets. */
  readonly #brackets: string[] = []

  constructor(text: string, change: PreludeChange) {
    this.#text = text
    this.#change = change
  }

  toEnd(): void {
    while (this.#at < this.#text.length) this.#step()
    this.#take(this.#text.length)
  }

  #take(end: number): void {
    if (end > this.#taken) this.pieces.push(this.#text.slice(this.#taken, end))
    this.#taken = Math.max(this.#taken, end)
  }

  /** Replaces the text from `start` to here by a piece. */
  #put(start: number, piece: StylePiece): void {
    this.#take(start)
    this.pieces.push(piece)
    this.#taken = this.#at
  }

  #step(): void {
    const start = this.#at
    const sign = this.#text.charAt(start)
    NAME.lastIndex = start
    const name = NAME.exec(this.#text)?.[0].toLowerCase()
    if (name !== undefined) this.#readName(name, start)
    else if (sign === '/' && this.#text[start + 1] === '*') this.#at = after(this.#text, '*/', start + 2)
    else if (sign === '"' || sign === "'") this.#readString(start)
    else if (sign === '\\') this.#at += 2
    else {
      this.#at += 1
      this.#mark(sign, start)
    }
  }

  #mark(sign: string, start: number): void {
    if (sign === '(') this.#brackets.push('')
    else if (sign === ')') this.#brackets.pop()
    else if (sign === '{') this.#open(start)
    else if (sign === '}' || sign === ';') {
      if (sign === '}') this.#blocks.pop()
      // A bracket ends with its block, even in a broken sheet.
      if (sign === '}') this.#brackets.length = 0
      if (this.#brackets.length === 0) this.#prelude = this.#at
    }
  }

  #open(start: number): void {
    const prelude = this.#text.slice(this.#prelude, start)
    if (this.#taken <= this.#prelude) {
      this.#take(this.#prelude)
      this.pieces.push(this.#change(prelude))
      this.#taken = start
    }
    this.#blocks.push(withoutComments(prelude).trim())
    this.#brackets.length = 0
    this.#prelude = this.#at
  }

  #readString(start: number): void {
    this.#at = endOfString(this.#text, start)
    const isSet = this.#brackets.at(-1)?.endsWith('image-set') === true
    if (isSet) this.#putUrl(start, unescaped(this.#text.slice(start + 1, this.#at - 1)))
  }

  #readName(name: string, start: number): void {
    this.#at = start + name.length
    const isOutside = this.#blocks.length === 0
    if (name === '@font-face') this.#readFont(start)
    else if (name === '@import' && isOutside) this.#readImport(start)
    else if (name === '@charset' && isOutside) {
      this.#readStatement()
      this.#put(start, '')
    } else if (this.#text[this.#at] !== '(') return
    else if (name === 'url' || name === 'src') this.#readUrl(start)
    else {
      this.#at += 1
      this.#brackets.push(name)
    }
  }

  #readUrl(start: number): void {
    const { url, end } = urlAt(this.#text, this.#at + 1)
    this.#at = end
    this.#putUrl(start, url)
  }

  /** Fragments and `data:` addresses stay as they are. */
  #putUrl(start: number, url: string): void {
    if (url === '' || url.startsWith('#') || /^data:/i.test(url)) return
    const selector = this.#blocks.at(-1) ?? null
    const isPlain = selector !== null && !selector.startsWith('@') && !selector.includes('&')
    this.#put(start, { kind: 'url', url, selector: isPlain ? selector : null })
  }

  /** Moves behind the `;` of a statement, and returns its text. */
  #readStatement(): string {
    const start = this.#at
    let depth = 0
    while (this.#at < this.#text.length) {
      const sign = this.#text[this.#at]
      if (sign === '"' || sign === "'") this.#at = endOfString(this.#text, this.#at)
      else if (sign === '/' && this.#text[this.#at + 1] === '*')
        this.#at = after(this.#text, '*/', this.#at + 2)
      else if (sign === '\\') this.#at += 2
      else if (sign === ';' && depth <= 0) break
      else {
        if (sign === '(') depth += 1
        if (sign === ')') depth -= 1
        this.#at += 1
      }
    }
    const text = this.#text.slice(start, this.#at)
    this.#at = Math.min(this.#at + 1, this.#text.length)
    this.#prelude = this.#at
    return text
  }

  #readImport(start: number): void {
    this.#put(start, importOf(this.#readStatement().trim()))
    this.#taken = this.#at
  }

  #readFont(start: number): void {
    const open = this.#text.indexOf('{', this.#at)
    if (open === -1) return
    this.#at = open + 1
    while (this.#at < this.#text.length && this.#text[this.#at] !== '}') {
      const sign = this.#text[this.#at]
      if (sign === '"' || sign === "'") this.#at = endOfString(this.#text, this.#at)
      else if (/^url\($/i.test(this.#text.slice(this.#at, this.#at + 4)))
        this.#at = urlAt(this.#text, this.#at + 4).end
      else this.#at += sign === '\\' ? 2 : 1
    }
    this.#at = Math.min(this.#at + 1, this.#text.length)
    this.#put(start, { kind: 'font', rule: this.#text.slice(start, this.#at) })
    this.#prelude = this.#at
  }
}

function withoutComments(text: string): string {
  let rest = text
  let kept = ''
  for (let start = rest.indexOf('/*'); start !== -1; start = rest.indexOf('/*')) {
    kept += `${rest.slice(0, start)} `
    rest = rest.slice(after(rest, '*/', start + 2))
  }
  return kept + rest
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found === -1 ? text.length : found + mark.length
}

/** Behind the quote that ends the string at `start`, or the end of its line. */
function endOfString(text: string, start: number): number {
  const quote = text[start]
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === quote || text[at] === '\n') return at + 1
  }
  return text.length
}

/** The address in `url(…)`, from behind its bracket. */
function urlAt(text: string, from: number): { readonly url: string; readonly end: number } {
  let start = from
  while (/\s/.test(text.charAt(start))) start += 1
  const isQuoted = text[start] === '"' || text[start] === "'"
  if (isQuoted) {
    const end = endOfString(text, start)
    return { url: unescaped(text.slice(start + 1, end - 1)).trim(), end: after(text, ')', end) }
  }
  let end = start
  while (end < text.length && text[end] !== ')') end += text[end] === '\\' ? 2 : 1
  return { url: unescaped(text.slice(start, end)).trim(), end: Math.min(end + 1, text.length) }
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(/\\(?:([0-9a-f]{1,6})\s?|\n|([\s\S]))/gi, (_all, hex?: string, sign?: string) => {
    if (hex === undefined) return sign ?? ''
    const code = Number.parseInt(hex, 16)
    return code === 0 || code > 0x10_ff_ff ? '\ufffd' : String.fromCodePoint(code)
  })
}

/** @param statement the text between `@import` and its `;` */
function importOf(statement: string): StyleImport {
  const isUrl = /^url\(/i.test(statement)
  const { url, end } = isUrl ? urlAt(statement, 4) : stringAt(statement)
  let rest = statement.slice(end).trim()
  let before = ''
  const wrap = (rule: string) => {
    before += `${pagePrelude(rule)}{`
  }
  const layer = /^layer(?=\s|\(|$)/i.exec(rest)
  if (layer !== null) {
    const named = bracketAt(rest, 5)
    wrap(`@layer ${named?.inside ?? ''}`)
    rest = rest.slice(named?.end ?? 5).trim()
  }
  const supports = /^supports(?=\()/i.test(rest) ? bracketAt(rest, 8) : null
  if (supports !== null) {
    const { inside } = supports
    wrap(`@supports ${/^(?:\(|not\b|selector\(|font-)/i.test(inside.trim()) ? inside : `(${inside})`}`)
    rest = rest.slice(supports.end).trim()
  }
  if (rest !== '') wrap(`@media ${rest}`)
  return { kind: 'import', url, before, after: '}'.repeat(before.split('{').length - 1) }
}

function stringAt(text: string): { readonly url: string; readonly end: number } {
  const end = endOfString(text, 0)
  return { url: unescaped(text.slice(1, end - 1)).trim(), end }
}

/** The text in the brackets that open at `start`. Null: none opens there. */
function bracketAt(text: string, start: number): { readonly inside: string; readonly end: number } | null {
  if (text[start] !== '(') return null
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return { inside: text.slice(start + 1, at), end: at + 1 }
  }
  return { inside: text.slice(start + 1), end: text.length }
}

/**
 * Rewrites a selector for a page in a frame, whose `html` and `body` get other names. `matches`: whether a
 * media query applies.
 */
export function framePrelude(prelude: string, matches: (media: string) => boolean): string {
  const media = /^\s*@media\b/i.exec(prelude)
  if (media !== null) return `@media ${matches(prelude.slice(media[0].length).trim()) ? 'all' : 'not all'}`
  if (/^\s*@/.test(prelude)) return pagePrelude(prelude)
  return pagePrelude(prelude)
    .replace(/:root\b/gi, FRAME_HTML)
    .replace(/(^|[\s>+~,(}])(html|body)(?![\w-])/gi, (_all, sign: string, name: string) => {
      return sign + (name.toLowerCase() === 'html' ? FRAME_HTML : FRAME_BODY)
    })
}

export const FRAME_HTML = 'kept-html'
export const FRAME_BODY = 'kept-body'

/**
 * Rewrites a selector for a kept page. `:defined` matches everything, because custom elements are never
 * defined without scripts. A `<` of a comparison gets a space, so that it can't begin a tag.
 */
export function pagePrelude(prelude: string): string {
  return prelude.replaceAll(':defined', ':is(*)').replace(/<(?!=)/g, '< ')
}

/**
 * The selector without states and pseudo-elements, to test whether the page has such an element. Null: it
 * can't be tested.
 */
export function selectorToAsk(selector: string): string | null {
  const bare = selector
    .split(',')
    .map((one) => one.replace(/::?[\w-]+(?:\([^()]*\))?/g, '').trim())
    .map((one) => (one === '' || /[>+~]$/.test(one) ? `${one}*` : one))
    .join(',')
  return /[:\\/]/.test(bare) ? null : bare
}
