import type { PageFiles } from './files.ts'
import type { Part } from './parts.ts'
import { framePrelude, pagePrelude, readStyle, type StyleUrl, selectorToAsk } from './style-text.ts'

/** Sheets that import each other: greatest depth, and number. */
const DEEPEST_IMPORT = 16
const MOST_IMPORTS = 500

/** Where a style sheet applies. */
export interface Place {
  readonly document: Document
  readonly root: Document | ShadowRoot
  /** Whether the page is in a frame. */
  readonly isFrame: boolean
}

const NO_PICTURE = "url('data:,')"

/** Reads the style sheets of a page, with the sheets and files that they load. */
export class Styles {
  /** Fonts of the whole page: browsers ignore fonts that are declared in shadow trees. */
  readonly fonts: Part[] = []
  readonly #files: PageFiles
  readonly #found = new Map<Document | ShadowRoot, Map<string, boolean>>()
  readonly #faces = new Map<Document, ReadonlySet<string>>()
  #imports = 0

  constructor(files: PageFiles) {
    this.#files = files
  }

  /** @param base the address to which those in the text are relative */
  read(text: string, base: string, place: Place, chain: readonly string[] = []): Part[] {
    const { defaultView } = place.document
    const change = place.isFrame
      ? (prelude: string) =>
          framePrelude(prelude, (media) => defaultView === null || defaultView.matchMedia(media).matches)
      : pagePrelude
    const parts = readStyle(text, change).map((piece): Part => {
      if (typeof piece === 'string') return piece
      if (piece.kind === 'url') return this.#picture(piece, base, place)
      if (piece.kind === 'font') return this.#font(piece.rule, base, place)
      const url = addressOf(piece.url, base)
      const { before, after } = piece
      return url === null ? '' : this.#import(url, { before, after }, place, chain)
    })
    return parts
  }

  /** Reads the sheet at an address. The returned list is filled when its text is there. */
  load(url: string, sheet: CSSStyleSheet, place: Place): Part[] {
    const parts: Part[] = []
    this.#files.sheet(url, (text, base) => {
      const shown = shownText(sheet, text)
      if (text === null && shown !== null) this.#files.unread.sheet -= 1
      if (shown !== null) parts.push(...this.read(shown, base, place, [url, base]))
    })
    return parts
  }

  #import(
    url: string,
    around: { readonly before: string; readonly after: string },
    place: Place,
    chain: readonly string[],
  ): Part {
    this.#imports += 1
    const isEndless = chain.includes(url) || chain.length > DEEPEST_IMPORT || this.#imports > MOST_IMPORTS
    if (isEndless) return ''
    const parts: Part[] = []
    this.#files.sheet(url, (text, base) => {
      if (text === null) return
      const rules = this.read(text, base, place, [...chain, url])
      parts.push(around.before, ...rules, around.after)
    })
    return parts
  }

  #picture({ url, selector }: StyleUrl, base: string, place: Place): Part {
    const address = addressOf(url, base)
    if (address === null || (selector !== null && !this.#isFound(selector, place.root))) return NO_PICTURE
    const [bare = '', hash] = address.split('#')
    const file = this.#files.picture(bare)
    file.styleUses += 1
    const isSafe = hash !== undefined && /^[\w.()=,-]*$/.test(hash)
    return { kind: 'file', file, hash: isSafe ? `#${hash}` : '' }
  }

  /** Whether an element matches the selector. Pictures of other rules are left out. */
  #isFound(selector: string, root: Document | ShadowRoot): boolean {
    const known = this.#found.get(root) ?? new Map<string, boolean>()
    this.#found.set(root, known)
    const before = known.get(selector)
    if (before !== undefined) return before
    const asked = selectorToAsk(selector)
    let isFound = true
    try {
      isFound = asked === null || root.querySelector(asked) !== null
    } catch {
      // A selector that can't be tested counts as found.
    }
    known.set(selector, isFound)
    return isFound
  }

  #font(rule: string, base: string, place: Place): Part {
    const style = styleOf(rule)
    if (style === null || this.#unloaded(place.document).has(faceKey((name) => style.getPropertyValue(name))))
      return ''
    const own = [...style].filter((name) => name !== 'src')
    const pieces = readStyle(`src:${style.getPropertyValue('src')}`)
    const urls = pieces.flatMap((piece, n) => {
      if (typeof piece === 'string' || piece.kind !== 'url') return []
      const format = String(pieces[n + 1] ?? '')
      const url = addressOf(piece.url, base)
      return url === null || /embedded-opentype|svg/i.test(format) ? [] : [url]
    })
    // Fonts in `data:` addresses stay as they are.
    if (urls.length === 0) return this.#place([rule], place)
    const file = this.#files.font(urls)
    const texts = own.map((name) => `${name}:${style.getPropertyValue(name)};`)
    const src: Part = { kind: 'file', file, hash: '' }
    return this.#place([`@font-face{${texts.join('')}src:`, src, '}'], place)
  }

  #place(face: Part[], { isFrame, root, document }: Place): Part {
    if (!isFrame && root === document) return face
    this.fonts.push(face)
    return ''
  }

  /** Fonts that the page declares and has not loaded. */
  #unloaded(document: Document): ReadonlySet<string> {
    const known = this.#faces.get(document)
    if (known !== undefined) return known
    const faces = [...document.fonts].filter(({ status }) => status === 'unloaded')
    const values = (face: FontFace): Record<string, string> => ({
      'font-family': face.family,
      'font-weight': face.weight,
      'font-style': face.style,
      'unicode-range': face.unicodeRange,
    })
    const keys = new Set(faces.map((face) => faceKey((name) => values(face)[name] ?? '')))
    this.#faces.set(document, keys)
    return keys
  }
}

const DEFAULTS = { 'font-weight': 'normal', 'font-style': 'normal', 'unicode-range': 'u+0-10ffff' }

function faceKey(value: (name: string) => string): string {
  const bare = (text: string) => text.replace(/["'\s]/g, '').toLowerCase()
  const rest = Object.entries(DEFAULTS).map(([name, usual]) => bare(value(name)) || usual)
  return [bare(value('font-family')), ...rest].join('|').replaceAll('|400|', '|normal|')
}

function styleOf(rule: string): CSSStyleDeclaration | null {
  const [face] = rulesOf(rule)
  return face === undefined ? null : ((face as CSSFontFaceRule).style ?? null)
}

/** The rules of a text, without imports. */
function rulesOf(text: string): readonly CSSRule[] {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return [...sheet.cssRules]
}

/**
 * The present text of a sheet. Where a script changed the rules, it is written from them. Otherwise it is the
 * original text, because browsers write some rules wrongly. Null: neither can be read.
 */
export function shownText(sheet: CSSStyleSheet, text: string | null): string | null {
  let rules: readonly CSSRule[] | null = null
  try {
    rules = [...sheet.cssRules]
  } catch {
    // The rules of another site's sheet can't be read.
  }
  if (rules === null) return text
  const own = rules.filter((rule) => !('styleSheet' in rule))
  if (text !== null && rulesOf(text).length === own.length) return text
  return rules.map(({ cssText }) => cssText).join('\n')
}

/** The absolute address. Null: it can't be loaded. */
export function addressOf(url: string, base: string): string | null {
  if (!URL.canParse(url, base)) return null
  const address = new URL(url, base)
  return /^(?:https?|blob|data):$/.test(address.protocol) ? address.href : null
}
