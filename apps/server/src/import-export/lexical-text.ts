import { isObject, type Json, parseJson } from '../lib/decoding.ts'
import { FILE_LIMITS } from './file-limits.ts'
import { textOf } from './ledger.ts'
import { type MarkupText, wordsOfPicture } from './markup-text.ts'

/** Blocks of the editor that begin a line of their own. */
const BLOCKS = new Set([
  'paragraph',
  'heading',
  'quote',
  'code',
  'list',
  'listitem',
  'table',
  'tablerow',
  'horizontalrule',
  'unencrypted-image',
  'youtube',
  'tweet',
])

/** The text of a Super note of Standard Notes: the state of the Lexical editor as JSON. Null: another text. */
export function textOfLexical(text: string): MarkupText | null {
  if (!text.startsWith('{"root":')) return null
  const state = parseJson(text)
  const root = isObject(state) && isObject(state.root) ? state.root : null
  if (root === null) return null
  const lines: string[] = ['']
  const todos: { text: string; isTicked: boolean }[] = []
  const add = (words: string) => lines.push(`${lines.pop() ?? ''}${words}`)
  const endLine = () => {
    if ((lines.at(-1) ?? '') !== '') lines.push('')
  }
  const visit = (node: Json, depth: number, lists: number, number: number | null) => {
    if (depth > FILE_LIMITS.jsonDepth) return
    const type = typeof node.type === 'string' ? node.type : ''
    if (BLOCKS.has(type)) endLine()
    const isItem = type === 'listitem' && !childrenOf(node).some((child) => child.type === 'list')
    const from = lines.length - 1
    if (isItem && typeof node.checked !== 'boolean')
      add(`${'  '.repeat(Math.max(0, lists - 1))}${number === null ? '-' : `${number}.`} `)
    if (typeof node.text === 'string') add(node.text)
    if (type === 'unencrypted-image')
      add(wordsOfPicture({ src: textOf(node.src) ?? '', alt: textOf(node.alt) ?? '' }))
    if (type === 'youtube') add(`https://www.youtube.com/watch?v=${textOf(node.videoID) ?? ''}`)
    if (type === 'tweet') add(`https://twitter.com/i/web/status/${textOf(node.id) ?? ''}`)
    if (type === 'linebreak') lines.push('')
    if (type === 'tablecell' && (lines.at(-1) ?? '') !== '') add(' | ')
    const before = (lines.at(-1) ?? '').length
    const isNumbered = type === 'list' && node.listType === 'number'
    let next = typeof node.start === 'number' ? node.start : 1
    for (const child of childrenOf(node)) {
      const isNested = childrenOf(child).some((inside) => inside.type === 'list')
      visit(child, depth + 1, lists + (type === 'list' ? 1 : 0), isNumbered ? next : null)
      if (!isNested) next++
    }
    if (typeof node.url === 'string' && !(lines.at(-1) ?? '').slice(before).includes(node.url))
      add(` ${node.url}`)
    if (isItem && typeof node.checked === 'boolean') {
      todos.push({ text: lines.splice(from).join(' ').trim(), isTicked: node.checked })
      lines.push('')
    }
    if (BLOCKS.has(type)) endLine()
  }
  visit(root, 0, 0, null)
  return { text: lines.join('\n').trim(), todos: todos.filter((todo) => todo.text !== '') }
}

function childrenOf({ children }: Json): Json[] {
  return Array.isArray(children) ? children.filter(isObject) : []
}
