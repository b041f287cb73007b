import { type Card, LIMITS } from '@cardinal/domain'
import { cutText } from './cut-text.ts'
import { fromMatch } from './mark-matches.ts'

/** The first line that contains text, without marks of headings or lists. */
export function titleOf(content: string): string {
  const line = content.split('\n', 50).find((each) => bare(each) !== '') ?? ''
  return bare(line).slice(0, 200) || 'Untitled'
}

/**
 * The text after the title, on one line, without Markdown. It begins shortly before the first match of the words,
 * if any.
 */
export function excerptOf(content: string, words: readonly string[] = []): string {
  const start = content.slice(0, 2_000).split('\n')
  const first = start.findIndex((each) => bare(each) !== '')
  const body = content.slice(start.slice(0, first + 1).join('\n').length)
  const found = fromMatch(body, words, 100)
  return found
    .slice(0, 2_000)
    .split('\n')
    .map(bare)
    .filter((each) => each !== '')
    .join(' · ')
    .slice(0, 300)
}

/** The beginning of a card's text on one line. For a note without Markdown. */
export function lineOf({ type, content }: Pick<Card, 'type' | 'content'>, limit?: number): string {
  if (type !== 'note') return cutText(content, limit).shown
  const title = titleOf(content)
  // A title that fills the line needs no excerpt. This runs for each row of the list.
  const excerpt = title.length > (limit ?? LIMITS.textCut) ? '' : excerptOf(content)
  return cutText([title, excerpt].filter((part) => part !== '').join(' · '), limit).shown
}

/** A line of Markdown as plain text. A row of a table becomes a list of its cells. */
function bare(line: string): string {
  const start = line.slice(0, 1_000).trim()
  if (/^(?:```|~~~)/.test(start) || (/^[|:\s-]+$/.test(start) && start.includes('|'))) return ''
  return cellsOf(start.replace(/^(?:(?:#{1,6}(?=\s)|>|[-*+](?=\s)|\d{1,9}[.)](?=\s)|-{3,}$)\s*)+/, ''))
    .replace(/^\[[ xX]\]\s+/, '')
    .replace(/!?\[([^[\]]{0,300})\]\([^()]{0,1000}\)/g, '$1')
    .replace(/<((?:https?|mailto):[^<>\s]{1,1000})>/g, '$1')
    .replace(/(\*\*|__|~~|`)(?=\S)(.+?)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}*_])([*_])(?=[^\s*_])([^*_]{1,300}?)(?<=\S)\1(?![\p{L}\p{N}*_])/gu, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim()
}

function cellsOf(line: string): string {
  if (!line.startsWith('|') && !/[^\\]\|$/.test(line)) return line
  return line
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(', ')
}
