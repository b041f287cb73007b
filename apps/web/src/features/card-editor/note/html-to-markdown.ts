// @ts-expect-error: it comes without types.
import { gfm } from '@joplin/turndown-plugin-gfm'
import DOMPurify from 'dompurify'
import TurndownService from 'turndown'

const OPENABLE = /^(?:https?|ftp|mailto|tel):/i

/** The longest piece of work without a pause, in ms. */
const LONGEST_SLICE_MS = 12

/**
 * Turns pasted HTML into Markdown, with its links and without pictures. Pauses between slices, so that typing
 * isn't blocked.
 */
export async function htmlToMarkdown(html: string): Promise<string> {
  const body = DOMPurify.sanitize(html, {
    ALLOWED_TAGS,
    ALLOWED_ATTR: ['href', 'align', 'start', 'type', 'checked', 'colspan', 'rowspan', 'style', 'class'],
    ALLOWED_URI_REGEXP: OPENABLE,
    RETURN_DOM: true,
  }) as HTMLElement
  const service = turndown()
  const pieces: string[] = []
  let begun = performance.now()
  for (const part of partsOf(body)) {
    pieces.push(service.turndown(part))
    if (performance.now() - begun > LONGEST_SLICE_MS) {
      await new Promise((resolve) => setTimeout(resolve))
      begun = performance.now()
    }
  }
  return pieces.filter((piece) => piece.trim() !== '').join('\n\n')
}

const BLOCKS = new Set(['P', 'DIV', 'UL', 'OL', 'TABLE', 'PRE', 'BLOCKQUOTE', 'HR', 'SECTION', 'ARTICLE'])
const isBlock = (node: Node) => BLOCKS.has(node.nodeName) || /^H[1-6]$/.test(node.nodeName)

/** Splits the body into elements: one for each block, and one for each run of text between blocks. */
function partsOf(body: HTMLElement): HTMLElement[] {
  let root = body
  // Programs wrap what they copy in one element or several.
  while (root.children.length === 1 && root.textContent === root.firstElementChild?.textContent) {
    const only = root.firstElementChild as HTMLElement
    if (!['DIV', 'SECTION', 'ARTICLE', 'MAIN', 'SPAN'].includes(only.nodeName) && !isPlainBold(only)) break
    root = only
  }
  const parts: HTMLElement[] = []
  let open: HTMLElement | null = null
  for (const node of [...root.childNodes]) {
    if (open === null || isBlock(node)) {
      open = body.ownerDocument.createElement('div')
      parts.push(open)
    }
    open.append(node)
    if (isBlock(node)) open = null
  }
  return parts
}

/** Google Docs wraps everything in a `b` that is not bold. */
function isPlainBold(node: HTMLElement): boolean {
  return node.nodeName === 'B' && /font-weight:\s*normal/.test(node.getAttribute('style') ?? '')
}

function turndown(): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    hr: '---',
    br: '',
  })
  service.use(gfm as TurndownService.Plugin)
  service.remove(['script', 'style', 'title'])
  service.addRule('picture', { filter: 'img', replacement: () => '' })
  service.escape = escaped
  service.addRule('item', {
    filter: 'li',
    replacement: (content, node) => item(content, node as HTMLElement),
  })
  // Google Docs and Word mark bold and italic by styles.
  service.addRule('styled', {
    filter: (node) => node.nodeName === 'SPAN' && styledMark(node) !== '',
    replacement: (content, node) => {
      const mark = styledMark(node as HTMLElement)
      const text = content.trim()
      return text === '' ? content : content.replace(text, () => mark + text + [...mark].reverse().join(''))
    },
  })
  service.addRule('deadLink', {
    filter: (node) => node.nodeName === 'A' && !OPENABLE.test(node.getAttribute('href') ?? ''),
    replacement: (content) => content,
  })
  service.addRule('plainBold', { filter: isPlainBold, replacement: (content) => content })
  return service
}

function styledMark(node: HTMLElement): string {
  const style = node.getAttribute('style') ?? ''
  const isHeading = node.closest('h1, h2, h3, h4, h5, h6') !== null
  const bold = !isHeading && /font-weight:\s*(?:bold|[6-9]00)/.test(style) ? '**' : ''
  return bold + (/font-style:\s*italic/.test(style) ? '*' : '')
}

/** A list item with one space after its mark, as this editor writes it, and its check box. */
function item(content: string, node: HTMLElement): string {
  const list = node.parentElement
  const items = list === null ? [] : [...list.children].filter(({ nodeName }) => nodeName === 'LI')
  const start = Number(list?.getAttribute('start') ?? 1)
  const mark = list?.nodeName === 'OL' ? `${start + items.indexOf(node)}. ` : '- '
  const text = content
    .trim()
    .replace(/^(\[[ x]\])\s+/, '$1 ')
    .replace(/\n/g, `\n${' '.repeat(mark.length)}`)
  return `${mark}${text}${node.nextSibling ? '\n' : ''}`
}

/** Escapes only characters that would become Markdown, because the editor shows every backslash. */
function escaped(text: string): string {
  return text
    .replace(/[\\`*[\]]/g, '\\$&')
    .replace(/(^|\s)_|_(?=\s|$)/g, (mark) => mark.replace('_', '\\_'))
    .replace(/^(?:#{1,6}\s|[-+>]\s)/, '\\$&')
    .replace(/^(\d+)([.)]\s)/, '$1\\$2')
}

const ALLOWED_TAGS = [
  ...['p', 'div', 'span', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'tt'],
  ...['ul', 'ol', 'li', 'section', 'article', 'main', 'strong', 'b', 'em', 'i', 'del', 's', 'strike', 'a'],
  ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'input', 'kbd', 'samp'],
]
