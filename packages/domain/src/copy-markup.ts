import { LIMITS } from './limits.ts'

/**
 * The elements of a copy of a page: text in its simplest form. No element has attributes, but for the address of a link.
 * Nothing in here can run, or is fetched when it is shown.
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

/** A text, or an element with what it holds. */
export type CopyNode = string | CopyElement

export interface CopyElement {
  readonly name: CopyName
  /** Of a link: an address of the web. */
  readonly href?: string
  readonly children: readonly CopyNode[]
}

const BLOCKS: ReadonlySet<string> = new Set(COPY_BLOCKS)
/** Elements that hold nothing. */
export const EMPTY_ELEMENTS: ReadonlySet<string> = new Set(['br', 'hr'])

export function isCopyBlock(name: string): boolean {
  return BLOCKS.has(name)
}

/**
 * Returns whether a link of a copy may have this address: a whole one of the web, and not `javascript:` or the like.
 */
export function isCopyHref(address: string): boolean {
  return address.length <= LIMITS.copyAddress && HREF.test(address)
}

const HREF = /^https?:\/\/[^\s"<>\\]+$/

/** Writes a copy as text: HTML of the elements above. Reading it gives the same nodes. */
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

/** Returns the words of a copy. Each block begins a line. */
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
