import type { PageFiles } from './files.ts'
import { escaped, type Part, type StyleText } from './parts.ts'
import {
  adoptedBy,
  drawingStyle,
  drawnImage,
  drawnVideo,
  framePath,
  frameStyle,
  hasBox,
  isCountersSize,
  linkTo,
  pageIn,
  shadowOf,
} from './shown.ts'
import { FRAME_BODY, FRAME_HTML } from './style-text.ts'
import { addressOf, type Place, Styles, shownText } from './styles.ts'

/** Elements without end tag. */
const VOID = new Set('area br col embed hr img input source track wbr'.split(' '))
/** Elements to leave out: they run, load something, hold hidden content, or need scripts. */
const LEFT_OUT = new Set(
  'script noscript base meta link template noembed noframes track param applet portal fencedframe'.split(' '),
)
/** Attributes to leave out: they load something, serve only the page's server, or need scripts. */
const LEFT_OUT_ATTRIBUTES = new Set(
  `action archive attributionsrc autofocus autoplay background checked cite classid code codebase contenteditable crossorigin data
  decoding download fetchpriority form formaction formmethod formtarget href http-equiv imagesizes imagesrcset integrity loading
  longdesc lowsrc manifest nonce ping popover poster preload profile referrerpolicy selected sizes src srcdoc srcset target value
  xlink:href xml:base`.split(/\s+/),
)
const PLAIN_NAME = /^[a-z_][\w:.-]*$/i
const HTML = 'http://www.w3.org/1999/xhtml'
const SVG = 'http://www.w3.org/2000/svg'
/** Replaces pictures of one pixel, which count readers. */
const EMPTY_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
/** Elements without a dash in their name that may have a shadow tree. */
const HOSTS = /^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$|-/

/** The beginning of each kept page. Its policy forbids all requests, wherever the page is opened. */
const HEAD = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; media-src data:; font-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'">`
/** The browser's style for modal dialogs and popovers, which only scripts can open. */
const ABOVE = `<style>:where([data-kept-above]){position:fixed;inset:0;width:fit-content;height:fit-content;margin:auto;border:solid;padding:.25em;overflow:auto;color:CanvasText;background:Canvas;z-index:2147483647}</style>`
const FRAME_RULES = `<style>:where(${FRAME_HTML}){all:initial;display:flow-root;min-height:100%}:where(kept-head){display:none}:where(${FRAME_BODY}){display:block;margin:8px}</style>`

/** Elements with parsing rules of their own, and plain ones that replace them. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  frameset: 'div',
  listing: 'pre',
  plaintext: 'pre',
  xmp: 'pre',
}
const FRAME_NAMES: Readonly<Record<string, string>> = {
  html: FRAME_HTML,
  head: 'kept-head',
  body: FRAME_BODY,
}

interface Step {
  readonly node: Node
  readonly place: Place
}

/**
 * Writes a page as it is shown, synchronously, so that it can’t change meanwhile. Files are only requested,
 * and read later.
 */
export class Walk {
  readonly parts: Part[] = []
  readonly styles: Styles
  /** Frames whose page could not be read. */
  unreadFrames = 0
  /** Canvases that the browser forbids to read. */
  unreadDrawings = 0
  readonly #files: PageFiles
  readonly #steps: (Step | string | (() => void))[] = []
  readonly #isFrameKnown: (path: string) => boolean
  #sprites = 0

  /** @param isFrameKnown whether a script in the frame at this path can read its page */
  constructor(files: PageFiles, isFrameKnown: (path: string) => boolean) {
    this.#files = files
    this.styles = new Styles(files)
    this.#isFrameKnown = isFrameKnown
  }

  /** @param isFrame whether the page is in a frame */
  page(document: Document, isFrame: boolean): void {
    const place: Place = { document, root: document, isFrame }
    if (isFrame) this.parts.push(FRAME_RULES)
    else if (document.doctype !== null || document.compatMode === 'CSS1Compat')
      this.parts.push('<!doctype html>')
    if (!isFrame && document.documentElement.localName !== 'html') this.parts.push(HEAD)
    this.#tree(document.documentElement, place)
  }

  /** Without recursion: some pages are deeper than the call stack. */
  #tree(root: Node, place: Place): void {
    this.#steps.push({ node: root, place })
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      if (typeof step === 'string') this.parts.push(step)
      else if (typeof step === 'function') step()
      else this.#write(step)
    }
  }

  #write({ node, place }: Step): void {
    if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE)
      this.parts.push(escaped(node.nodeValue ?? ''))
    else if (node.nodeType === Node.ELEMENT_NODE) this.#element(node as Element, place)
  }

  #element(element: Element, place: Place): void {
    const name = element.localName
    if (name === 'link') this.#linkedSheet(element as HTMLLinkElement, place)
    else if (LEFT_OUT.has(name.toLowerCase()) || !PLAIN_NAME.test(name)) return
    else if (name === 'style') this.#style(element as HTMLStyleElement, place)
    else if (element.namespaceURI !== HTML) this.#drawn(element, place)
    else if (name === 'iframe' || name === 'frame') this.#frame(element as HTMLIFrameElement, place)
    else if (name === 'object' || name === 'embed') this.#embedded(element, place)
    else if (!isNothingShown(element, place)) this.#written(element, place)
  }

  #written(element: Element, place: Place): void {
    const name = element.localName
    const own = OTHER_NAMES[name] ?? (place.isFrame ? FRAME_NAMES[name] : null) ?? name
    this.#open(own, element, place, this.#shownState(element, place))
    if (VOID.has(name)) return
    if (name === 'head' && !place.isFrame) this.parts.push(HEAD, ABOVE)
    this.#steps.push(`</${own}>`)
    if (name === 'textarea') {
      this.parts.push(`\n${escaped((element as HTMLTextAreaElement).value)}`)
      return
    }
    // Its children are for browsers without canvas.
    if (name === 'canvas') return
    if (name === 'body') this.#steps.push(() => this.#adopted(place.root, place))
    this.#children(element, place)
    if (name === 'pre' && element.textContent?.startsWith('\n')) this.parts.push('\n')
    if (HOSTS.test(name)) this.#shadow(element, place)
  }

  #children(parent: Node, place: Place): void {
    for (let node = parent.lastChild; node !== null; node = node.previousSibling)
      this.#steps.push({ node, place })
  }

  #open(name: string, element: Element, place: Place, given: ReadonlyMap<string, Part>): void {
    this.parts.push(`<${name}`)
    for (const attribute of element.attributes) {
      const { name: own, value } = attribute
      const lower = own.toLowerCase()
      const isLeftOut =
        lower.startsWith('on') || LEFT_OUT_ATTRIBUTES.has(lower) || given.has(own) || !PLAIN_NAME.test(own)
      if (isLeftOut) continue
      const isStyle = lower === 'style' || (element.namespaceURI === SVG && value.includes('url('))
      const written = isStyle ? this.#styleAttribute(value, element, place) : escaped(value)
      this.parts.push(` ${own}="`, written, '"')
    }
    for (const [own, value] of given) this.parts.push(` ${own}="`, value, '"')
    this.parts.push('>')
  }

  #styleAttribute(text: string, { baseURI }: Element, place: Place): StyleText {
    const parts = text.includes('(') ? this.styles.read(text, baseURI, place) : [text]
    return { kind: 'style', parts, within: 'attribute' }
  }

  /** Attributes for shown state that the element's own attributes lack, such as a typed value. */
  #shownState(element: Element, place: Place): Map<string, Part> {
    const given = new Map<string, Part>()
    const base = element.baseURI
    const name = element.localName
    if (name === 'a' || name === 'area') {
      const href = linkTo(element.getAttribute('href'), base)
      if (href !== null) given.set('href', escaped(href))
    } else if (name === 'img') this.#image(element as HTMLImageElement, given)
    else if (name === 'input') this.#field(element as HTMLInputElement, given)
    else if (name === 'option') {
      if ((element as HTMLOptionElement).selected) given.set('selected', '')
    } else if (name === 'canvas') this.#canvas(element as HTMLCanvasElement, place, given)
    else if (name === 'video') this.#video(element as HTMLVideoElement, given)
    else if (['li', 'meter', 'progress'].includes(name)) {
      const value = element.getAttribute('value')
      if (value !== null) given.set('value', escaped(value))
    } else {
      const background = element.getAttribute('background')
      const url = background === null ? null : addressOf(background, base)
      if (url !== null) given.set('background', this.#picture(url))
    }
    if (element.matches(':modal, :popover-open')) given.set('data-kept-above', '')
    else if (element.hasAttribute('popover')) given.set('popover', 'manual')
    return given
  }

  #picture(url: string, drawn: (() => Promise<Blob | null>) | null = null): Part {
    if (/^data:/i.test(url)) return escaped(url)
    const bare = withoutHash(url)
    const file = this.#files.picture(bare, drawn)
    return [{ kind: 'file', file, hash: '' }, escaped(url.slice(bare.length))]
  }

  #image(image: HTMLImageElement, given: Map<string, Part>): void {
    const address = image.currentSrc || image.src
    if (address === '') return
    const url = addressOf(address, image.baseURI)
    const { complete, naturalWidth, naturalHeight } = image
    const isCounter = complete && naturalWidth === 1 && naturalHeight <= 1
    const isLate = !complete && !hasBox(image)
    if (url === null || isCounter || isLate) return void given.set('src', EMPTY_PICTURE)
    const source: Part[] = [this.#picture(url, complete ? () => drawnImage(image) : null)]
    given.set('src', source)
    const isChosen = image.srcset !== '' || image.parentElement?.localName === 'picture'
    if (isChosen && naturalWidth > 0 && !/^data:/i.test(url))
      given.set('srcset', this.#inDensity(url, naturalWidth, source))
  }

  /** The picture as a `srcset` with its density, where its pixels are smaller than those of the page. */
  #inDensity(url: string, width: number, source: Part[]): Part {
    const set: Part[] = []
    const file = this.#files.picture(withoutHash(url))
    file.readers.push(async (blob) => {
      const bitmap = await createImageBitmap(blob).catch(() => null)
      const density = bitmap === null ? 1 : bitmap.width / width
      bitmap?.close()
      if (density === 0 || Math.abs(density - 1) < 0.01) return
      set.push({ kind: 'file', file, hash: '' }, ` ${density.toFixed(4)}x`)
      source.length = 0
    })
    return set
  }

  #field(field: HTMLInputElement, given: Map<string, Part>): void {
    if (field.type === 'checkbox' || field.type === 'radio') {
      if (field.checked) given.set('checked', '')
    } else if (field.type === 'image') {
      const url = addressOf(field.src, field.baseURI)
      if (url !== null) given.set('src', this.#picture(url))
    } else if (field.type === 'password') given.set('value', '*'.repeat(field.value.length))
    else if (field.type !== 'file' && field.value !== '') given.set('value', escaped(field.value))
  }

  /** The drawing becomes a background, so that the page’s own rules for the element still apply. */
  #canvas(canvas: HTMLCanvasElement, place: Place, given: Map<string, Part>): void {
    if (canvas.width === 0 || canvas.height === 0) return
    try {
      const data = canvas.toDataURL()
      const style = this.#styleAttribute(canvas.getAttribute('style') ?? '', canvas, place)
      style.parts.push(
        `;${drawingStyle(canvas)};background:url('${data}') 0 0/100% 100% no-repeat content-box`,
      )
      given.set('style', style)
    } catch {
      this.unreadDrawings += 1
    }
  }

  #video(video: HTMLVideoElement, given: Map<string, Part>): void {
    const shown = drawnVideo(video)
    if (shown !== null) given.set('poster', escaped(shown))
    else if (video.poster !== '') {
      const url = addressOf(video.poster, video.baseURI)
      if (url !== null) given.set('poster', this.#picture(url))
    }
  }

  /** An element of SVG or MathML. */
  #drawn(element: Element, place: Place): void {
    const name = element.localName
    const given = new Map<string, Part>()
    const href = element.getAttribute('href') ?? element.getAttribute('xlink:href')
    if (href !== null && (name === 'image' || name === 'feImage')) {
      const url = addressOf(href, element.baseURI)
      if (url !== null) given.set('href', this.#picture(url))
    } else if (href !== null && name === 'a') {
      const link = linkTo(href, element.baseURI)
      if (link !== null) given.set('href', escaped(link))
    } else if (href?.trim().startsWith('#')) given.set('href', escaped(href.trim()))
    // An animation could change the address of a link.
    if (/^(?:set|animate.*)$/i.test(name) && /href|^on/i.test(element.getAttribute('attributeName') ?? ''))
      return
    if (name === 'use' && href !== null && !href.trim().startsWith('#'))
      given.set('href', `#${this.#sprite(href, element, place)}`)
    this.#open(name, element, place, given)
    this.#steps.push(`</${name}>`)
    this.#children(element, place)
  }

  /** A symbol from another file. Browsers don't load those from `data:`, so it is written before its use. */
  #sprite(href: string, element: Element, place: Place): string {
    const address = addressOf(href, element.baseURI) ?? ''
    const bare = withoutHash(address)
    const id = address.slice(bare.length + 1)
    this.#sprites += 1
    const name = `kept-symbol-${this.#sprites}`
    const parts: Part[] = []
    this.parts.push(parts)
    if (bare === '' || id === '') return name
    this.#files.sheet(bare, (text) => {
      const symbol =
        text === null ? null : new DOMParser().parseFromString(text, 'image/svg+xml').getElementById(id)
      if (symbol === null) return
      symbol.id = name
      const walk = new Walk(this.#files, () => false)
      walk.#tree(symbol, place)
      parts.push('<defs>', ...walk.parts, '</defs>')
    })
    return name
  }

  #style(element: HTMLStyleElement, place: Place): void {
    const { sheet } = element
    if (sheet === null || sheet.disabled) return
    const text = shownText(sheet, element.textContent)
    if (text === null) return
    const within = element.namespaceURI === SVG ? 'svg' : 'html'
    this.#styleElement(this.styles.read(text, element.baseURI, place), element.media, place, within)
  }

  #styleElement(parts: Part[], media: string, place: Place, within: 'html' | 'svg' = 'html'): void {
    const isShown = !place.isFrame || media === '' || place.document.defaultView?.matchMedia(media).matches
    if (isShown !== true) return
    const condition = media === '' || place.isFrame ? '' : ` media="${escaped(media)}"`
    this.parts.push(`<style${condition}>`, { kind: 'style', parts, within }, '</style>')
  }

  #linkedSheet(link: HTMLLinkElement, place: Place): void {
    const { sheet } = link
    const isOther = link.relList?.contains('alternate')
    if (sheet === null || sheet === undefined || sheet.disabled || isOther) return
    const url = addressOf(link.href, link.baseURI)
    if (url !== null) this.#styleElement(this.styles.load(url, sheet, place), link.media, place)
  }

  /** Writes the style sheets that scripts adopted. */
  #adopted(root: Document | ShadowRoot, place: Place): void {
    for (const sheet of adoptedBy(root)) {
      const text = sheet.disabled ? null : shownText(sheet, null)
      if (text === null) continue
      const parts = this.styles.read(text, place.document.baseURI, place)
      this.#styleElement(parts, sheet.media.mediaText, place)
    }
  }

  #shadow(element: Element, place: Place): void {
    const root = shadowOf(element as HTMLElement)
    if (root === null) return
    const within: Place = { ...place, root }
    const delegates = root.delegatesFocus ? ' shadowrootdelegatesfocus' : ''
    this.parts.push(`<template shadowrootmode="open"${delegates}>`)
    this.#steps.push('</template>', () => this.#adopted(root, within))
    this.#children(root, within)
  }

  /** The page in a frame becomes a shadow tree, because frames are blocked where kept pages are shown. */
  #frame(frame: HTMLIFrameElement, place: Place): void {
    if (isCountersSize(frame)) return
    const inner = pageIn(frame)
    const style = this.#styleAttribute(frameStyle(frame, inner), frame, place)
    const names = `id="${escaped(frame.id)}" class="${escaped(frame.className)}"`
    this.parts.push(`<div ${names} style="`, style, '"><template shadowrootmode="open">')
    this.#steps.push('</template></div>')
    if (inner !== null) {
      this.parts.push(FRAME_RULES)
      const within: Place = { document: inner, root: inner, isFrame: true }
      this.#steps.push({ node: inner.documentElement, place: within })
      return
    }
    const path = framePath(frame.contentWindow)
    if (path !== null && this.#isFrameKnown(path)) this.parts.push({ kind: 'frame', path })
    else this.unreadFrames += 1
  }

  #embedded(element: Element, place: Place): void {
    if (isCountersSize(element)) return
    const source = element.getAttribute('data') ?? element.getAttribute('src')
    const url = source === null ? null : addressOf(source, element.baseURI)
    const isPicture =
      /^image\//i.test(element.getAttribute('type') ?? '') ||
      /\.(?:svg|png|jpe?g|gif|webp|avif)(?:[?#]|$)/i.test(url ?? '')
    if (url !== null && isPicture) {
      this.#open('img', element, place, new Map([['src', this.#picture(url)]]))
      return
    }
    this.unreadFrames += 1
    this.parts.push(`<div style="${escaped(frameStyle(element, null))}"></div>`)
  }
}

/** Whether an element shows nothing: the sources of a picture, the title of a frame, and hidden fields. */
function isNothingShown(element: Element, place: Place): boolean {
  const name = element.localName
  if (name === 'source' || (name === 'title' && place.isFrame)) return true
  return name === 'input' && (element as HTMLInputElement).type === 'hidden'
}

const withoutHash = (url: string) => url.split('#')[0] ?? ''
