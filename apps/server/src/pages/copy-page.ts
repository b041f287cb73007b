import { fold, PAGE_LIMITS } from '@cardinal/domain'
import { CopyBuilder, printCopy, textOfCopy } from '@cardinal/domain/copies'
import type { Readability } from '@mozilla/readability'
import type { parseHTML } from 'linkedom'
import { cut, languageOf } from './read-page.ts'

/** Libraries, passed in because they take some MB: threads that read other files don't import them. */
interface Libraries {
  readonly parseHTML: typeof parseHTML
  readonly Readability: typeof Readability
}

/** A copy in the format of `printCopy`. */
export interface FoundCopy {
  readonly title: string
  /** Language tag; empty: unknown. */
  readonly language: string
  readonly content: string
  /** Folded words for the search. */
  readonly words: string
  /** Whether the page exceeded the size limit, so that its end is missing. */
  readonly isCut: boolean
}

/** Most elements of a page, and deepest nesting. A page beyond either is not read. */
const MOST_ELEMENTS = 50_000
const DEEPEST = 400

/**
 * Extracts a page's article: text with headings, lists, tables and links. Nothing of the page runs, and a copy
 * loads nothing when shown: no pictures, frames or styles. Null: no readable text, or too many elements.
 *
 * @param address of the page
 */
export function copyPage(
  { parseHTML, Readability }: Libraries,
  html: string,
  address: string,
): FoundCopy | null {
  const page = openPage(parseHTML, html, MOST_ELEMENTS, address)
  if (page === null) return null
  // This project has no DOM types.
  const found = new Readability<PageNode>(page.document as never, {
    disableJSONLD: true,
    serializer: (node) => node as unknown as PageNode,
  }).parse()
  if (found?.content == null) return null
  const builder = new CopyBuilder()
  addNode(builder, found.content, page.base)
  return foundIn(builder, found.title || page.title, found.lang ?? page.language)
}

/**
 * Most elements of an article that another program extracted. Fewer than for a page, because a file has many
 * articles.
 */
const MOST_OF_ARTICLE = 10_000

/** Like `copyPage`, but the article is already extracted. */
export function copyArticle(parse: Libraries['parseHTML'], html: string, address: string): FoundCopy | null {
  const page = openPage(parse, html, MOST_OF_ARTICLE, address)
  if (page === null) return null
  const builder = new CopyBuilder()
  addNode(builder, page.document.body as unknown as PageNode, page.base)
  return foundIn(builder, page.title, page.language)
}

/** Null: too many elements, or too deeply nested. */
function openPage(parse: Libraries['parseHTML'], html: string, mostElements: number, address: string) {
  if ((html.match(/<[a-z]/gi)?.length ?? 0) > mostElements) return null
  const { document } = parse(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`)
  if (isTooDeep(document.documentElement as unknown as PageNode)) return null
  fillBody(document)
  const base = document.querySelector('base')?.getAttribute('href') ?? ''
  return {
    document,
    language: document.documentElement.getAttribute('lang') ?? '',
    title: document.querySelector('title')?.textContent ?? '',
    base: URL.canParse(base, address) ? new URL(base, address).href : address,
  }
}

/** The copy of a plain text. */
export function copyText(text: string): FoundCopy | null {
  const builder = new CopyBuilder()
  builder.open('pre')
  builder.text(text.replace(/\r\n?/g, '\n'))
  builder.close('pre')
  return foundIn(builder, '', '')
}

function foundIn(builder: CopyBuilder, title: string, language: string): FoundCopy | null {
  const nodes = builder.finish()
  const words = fold(textOfCopy(nodes))
  if (words === '') return null
  return {
    title: cut(title, PAGE_LIMITS.title),
    language: languageOf(language),
    content: printCopy(nodes),
    words,
    isCut: builder.isCut,
  }
}

const OF_HEAD = new Set('head body title meta link base script style noscript template'.split(' '))

/** Moves visible content into the body, because many pages omit its tags. */
function fillBody({ documentElement, head, body }: ReturnType<typeof parseHTML>['document']): void {
  if (body.childNodes.length > 0) return
  for (const parent of [head, documentElement])
    for (const node of [...parent.childNodes])
      if (!OF_HEAD.has((node as unknown as PageNode).localName)) body.append(node)
}

/** The used part of a DOM node. */
interface PageNode {
  readonly nodeType: number
  readonly localName: string
  readonly data: string
  readonly childNodes: Iterable<PageNode>
  getAttribute(name: string): string | null
}

const ELEMENT = 1
const TEXT = 3

/** Elements that are copied, with their names in the copy. Other elements are dropped, but their content stays. */
const NAMES: Readonly<Record<string, string>> = {
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  b: 'strong',
  i: 'em',
  cite: 'em',
  var: 'em',
  strike: 'del',
  s: 'del',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  dt: 'p',
  dd: 'p',
  listing: 'pre',
}
/** Elements whose content is dropped. */
const NO_TEXT = new Set(
  'script style template noscript iframe object embed svg math canvas video audio form button select textarea input head title'.split(
    ' ',
  ),
)
/** Elements that begin a new line. */
const OWN_LINES = new Set(
  'div section article main header footer aside nav figure figcaption address details summary dl center fieldset caption'.split(
    ' ',
  ),
)

function addNode(builder: CopyBuilder, node: PageNode, base: string): void {
  if (node.nodeType === TEXT) builder.text(node.data)
  if (node.nodeType !== ELEMENT || NO_TEXT.has(node.localName)) return
  const name = NAMES[node.localName] ?? node.localName
  const isLine = OWN_LINES.has(name)
  if (isLine) builder.endParagraph()
  if (!isLine) builder.open(name, name === 'a' ? addressOf(node.getAttribute('href'), base) : undefined)
  for (const child of node.childNodes) addNode(builder, child, base)
  if (isLine) builder.endParagraph()
  else builder.close(name)
}

function addressOf(reference: string | null, base: string): string | undefined {
  const trimmed = reference?.trim() ?? ''
  // A link within the page leads nowhere in a copy.
  if (trimmed === '' || trimmed.startsWith('#') || !URL.canParse(trimmed, base)) return undefined
  return new URL(trimmed, base).href
}

/** Whether elements are nested too deeply for the recursive code that reads them. */
function isTooDeep(root: PageNode): boolean {
  let level: readonly PageNode[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true
    level = level.flatMap((node) => [...node.childNodes].filter(({ nodeType }) => nodeType === ELEMENT))
  }
  return false
}
