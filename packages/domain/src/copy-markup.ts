import { LIMITS } from './limits.ts'

/**
 * Elements allowed in the copy of a page. No attributes, except a link's address. Nothing in it can run or is fetched when
 * shown.
 */
export const COPY_BLOCKS = [
  'p',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'hr',
  'table',
  'tr',
  'th',
  'td',
] as const
export const COPY_INLINES = ['a', 'br', 'code', 'del', 'em', 'strong', 'sub', 'sup'] as const
export type CopyName = (typeof COPY_BLOCKS)[number] | (typeof COPY_INLINES)[number]

export type CopyNode = string | CopyElement

export interface CopyElement {
  readonly name: CopyName
  /** Only on links: an `http` or `https` address. */
  readonly href?: string
  readonly children: readonly CopyNode[]
}

const BLOCKS: ReadonlySet<string> = new Set(COPY_BLOCKS)
/** Void elements. */
export const EMPTY_ELEMENTS: ReadonlySet<string> = new Set(['br', 'hr'])

export function isCopyBlock(name: string): boolean {
  return BLOCKS.has(name)
}

/** Whether a copy may link to this address: absolute and of the web, never `javascript:` or the like. */
export function isCopyHref(address: string): boolean {
  return address.length <= LIMITS.copyAddress && HREF.test(address)
}

const HREF = /^https?:\/\/[^\s"<>\\]+$/

/** Prints nodes as HTML with the elements above. `readCopy` reads it back. */
export function printCopy(nodes: readonly CopyNode[]): string {
  return nodes.map(printNode).join('')
}

function printNode(node: CopyNode): string {
  if (typeof node === 'string') return escaped(node)
  const { name, href, children } = node
  const start = href === undefined ? name : `${name} href="${escaped(href)}"`
  return EMPTY_ELEMENTS.has(name) ? `<${start}>` : `<${start}>${printCopy(children)}</${name}>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Plain text; each block begins a line. */
export function textOfCopy(nodes: readonly CopyNode[]): string {
  const parts: string[] = []
  const add = (node: CopyNode): void => {
    if (typeof node === 'string') parts.push(node)
    else {
      const isBreak = isCopyBlock(node.name) || node.name === 'br'
      if (isBreak) parts.push('\n')
      node.children.forEach(add)
      if (isBreak) parts.push('\n')
    }
  }
  nodes.forEach(add)
  return parts.join('').replace(/\n+/g, '\n').trim()
}
