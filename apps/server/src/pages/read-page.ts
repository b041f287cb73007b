import { PAGE_LIMITS } from '@cardinal/domain'
import { Parser } from 'htmlparser2'
import { isObject, type Json, parseJson } from '../lib/decoding.ts'

/** A page's metadata. Texts are on one line and cut. Pictures are absolute addresses, best first. */
export interface PageFacts {
  readonly title: string
  readonly description: string
  readonly siteName: string
  readonly language: string
  readonly icons: readonly string[]
  readonly covers: readonly string[]
}

/** UTF-16 units of JSON-LD that are read, levels of nesting, and number of objects. */
const JSON_LENGTH = 200_000
const JSON_DEPTH = 6
const JSON_OBJECTS = 200
/** How many elements may be open at once. */
const OPEN_ELEMENTS = 1_000
const MOST_ICONS = 3

/**
 * Reads a page's title, description, site, language, icons and cover: from Open Graph and Twitter's tags,
 * `<title>`, `<meta>`, `<link>`, and JSON-LD. Runs nothing and fetches nothing.
 *
 * @param address of the page
 */
export function readPage(html: string, address: string): PageFacts {
  const reader = new HeadReader()
  const parser = new Parser(reader, { decodeEntities: true, lowerCaseTags: true })
  try {
    parser.write(html)
    parser.end()
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
  }
  return reader.facts(address)
}

class TooDeep extends Error {}

interface FoundIcon {
  readonly address: string
  readonly score: number
}

/** Collects metadata from the parser's events. */
class HeadReader {
  readonly #meta = new Map<string, string>()
  readonly #icons: FoundIcon[] = []
  readonly #structured: string[] = []
  #language = ''
  #base = ''
  #title = ''
  #heading = ''
  #open = 0
  #reading: 'nothing' | 'title' | 'heading' | 'structured' = 'nothing'
  #inside = ''

  onopentag(name: string, attributes: Record<string, string>): void {
    if (++this.#open > OPEN_ELEMENTS) throw new TooDeep()
    // The `<title>` inside an SVG is not the page's.
    if (name === 'svg') this.#inside = 'svg'
    if (name === 'html') this.#language = attributes.lang ?? ''
    else if (name === 'base') this.#base ||= attributes.href ?? ''
    else if (name === 'meta') this.#takeMeta(attributes)
    else if (name === 'link') this.#takeLink(attributes)
    else if (name === 'title' && this.#title === '' && this.#inside === '') this.#reading = 'title'
    else if (name === 'h1' && this.#heading === '') this.#reading = 'heading'
    else if (name === 'script' && /^application\/ld\+json\b/i.test(attributes.type ?? '')) {
      this.#reading = 'structured'
      this.#structured.push('')
    }
  }

  ontext(text: string): void {
    if (this.#reading === 'title' && this.#title.length < 10_000) this.#title += text
    else if (this.#reading === 'heading' && this.#heading.length < 10_000) this.#heading += text
    else if (this.#reading === 'structured') {
      const last = this.#structured.length - 1
      const before = this.#structured[last] ?? ''
      if (before.length < JSON_LENGTH) this.#structured[last] = before + text
    }
  }

  onclosetag(name: string): void {
    this.#open--
    if (name === 'svg') this.#inside = ''
    if (name === 'title' || name === 'h1' || name === 'script') this.#reading = 'nothing'
  }

  facts(address: string): PageFacts {
    const base = resolved(this.#base, address) ?? address
    const structured = factsIn(this.#structured)
    const first = (...texts: readonly (string | undefined)[]) => texts.find((text) => text?.trim()) ?? ''
    const meta = (name: string) => this.#meta.get(name)
    const covers = [meta('og:image:secure_url'), meta('og:image'), meta('twitter:image'), structured.image]
    const icons = [...this.#icons].sort((a, b) => b.score - a.score).map((icon) => icon.address)
    const all = (found: readonly (string | undefined)[]) => [
      ...new Set(found.flatMap((each) => resolved(each ?? '', base) ?? [])),
    ]
    return {
      title: cut(
        first(meta('og:title'), this.#title, meta('twitter:title'), structured.title, this.#heading),
        PAGE_LIMITS.title,
      ),
      description: cut(
        first(
          meta('og:description'),
          meta('description'),
          meta('twitter:description'),
          structured.description,
        ),
        PAGE_LIMITS.description,
      ),
      siteName: cut(
        first(meta('og:site_name'), meta('application-name'), structured.siteName),
        PAGE_LIMITS.siteName,
      ),
      language: languageOf(first(this.#language, meta('content-language'), meta('og:locale'))),
      icons: [...all(icons).slice(0, MOST_ICONS), ...all(['/favicon.ico'])],
      covers: all(covers).slice(0, 2),
    }
  }

  #takeMeta(attributes: Record<string, string>): void {
    const name = (attributes.property ?? attributes.name ?? attributes['http-equiv'] ?? '').toLowerCase()
    const { content } = attributes
    if (content !== undefined && !this.#meta.has(name) && this.#meta.size < 1_000)
      this.#meta.set(name, content)
  }

  #takeLink({ rel = '', href, sizes = '' }: Record<string, string>): void {
    const relations = rel.toLowerCase().split(/\s+/)
    if (href === undefined || this.#icons.length >= 100) return
    const isTouch = relations.some((each) => each.startsWith('apple-touch-icon'))
    if (!isTouch && !relations.includes('icon')) return
    const size = Number(/^(\d+)x\d+/i.exec(sizes)?.[1] ?? (isTouch ? 180 : 16))
    // Best is the smallest icon of at least 64 pixels, then the largest smaller one.
    this.#icons.push({ address: href, score: size >= 64 ? 10_000 - size : size })
  }
}

/** Null: no web address, such as `data:`. */
function resolved(reference: string, base: string): string | null {
  const trimmed = reference.trim()
  if (trimmed === '' || trimmed.length > PAGE_LIMITS.address || !URL.canParse(trimmed, base)) return null
  const url = new URL(trimmed, base)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
}

interface StructuredFacts {
  readonly title?: string
  readonly description?: string
  readonly siteName?: string
  readonly image?: string
}

/** Facts of the first object with a headline or name; see `objectsOf` for the order. */
function factsIn(texts: readonly string[]): StructuredFacts {
  for (const text of texts) {
    const about = objectsOf(parseJson(text)).find((each) => textIn(each.headline) ?? textIn(each.name))
    if (about === undefined) continue
    return {
      title: textIn(about.headline) ?? textIn(about.name) ?? '',
      description: textIn(about.description) ?? '',
      siteName: textIn(isObject(about.publisher) ? about.publisher.name : undefined) ?? '',
      image: imageIn(about.image) ?? imageIn(about.thumbnailUrl) ?? '',
    }
  }
  return {}
}

/** All objects, including those in lists and graphs. Pages and articles come first. */
function objectsOf(root: unknown): Json[] {
  const found: Json[] = []
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 0 }]
  for (
    let next = waiting.shift();
    next !== undefined && found.length < JSON_OBJECTS;
    next = waiting.shift()
  ) {
    const { value, depth } = next
    if (depth > JSON_DEPTH) continue
    const parts = Array.isArray(value)
      ? value
      : isObject(value) && Array.isArray(value['@graph'])
        ? value['@graph']
        : []
    for (const part of parts.slice(0, JSON_OBJECTS)) waiting.push({ value: part, depth: depth + 1 })
    if (isObject(value)) found.push(value)
  }
  const isAbout = ({ '@type': type }: Json) => ABOUT.test(Array.isArray(type) ? type.join(' ') : String(type))
  return found.filter(isAbout)
}

const ABOUT =
  /Article|Posting|WebPage|Product|Recipe|Video|Book|Movie|Event|SoftwareApplication|Course|Podcast|Report/

function imageIn(value: unknown): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return textIn(first) ?? (isObject(first) ? textIn(first.url) : null)
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** A normalised language tag; empty: not one. */
export function languageOf(text: string): string {
  const tag = text.trim().replaceAll('_', '-')
  return tag.length <= PAGE_LIMITS.language && /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(tag) ? tag : ''
}

/** One line without control characters, of at most `most` UTF-16 units. */
export function cut(text: string, most: number): string {
  const line = text
    .slice(0, most * 10)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\ufffd\s]+/gu, ' ')
    .trim()
  const short = line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line
  return Buffer.from(short)
    .toString()
    .replace(/\ufffd+/g, '')
}
