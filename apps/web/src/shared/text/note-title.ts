import { fromMatch } from './mark-matches.ts'

/** The first line with text, without heading or list marks. */
export function titleOf(content: string): string {
  const line = content.split('\n', 50).find((each) => bare(each) !== '') ?? ''
  return bare(line).slice(0, 200) || 'Untitled'
}

/** The text after the title, on one line, without Markdown. Begins shortly before the first of the words, where it has one. */
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

/** Removes heading, list, quote and checkbox marks, emphasis, code marks and link addresses. */
function bare(line: string): string {
  return line
    .slice(0, 1_000)
    .replace(/^\s*(?:#{1,6}(?=\s)|>|[-*+](?=\s)|\d{1,9}[.)](?=\s)|-{3,}$)\s*/, '')
    .replace(/^\[[ xX]\]\s+/, '')
    .replace(/!?\[([^[\]]{0,300})\]\([^()]{0,1000}\)/g, '$1')
    .replace(/(\*\*|__|~~|`)(?=\S)(.+?)\1/g, '$2')
    .trim()
}
