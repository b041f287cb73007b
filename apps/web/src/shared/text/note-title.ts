/** The first line with text, without heading or list marks. */
export function titleOf(content: string): string {
  const line = content.split('\n', 50).find((each) => bare(each) !== '') ?? ''
  return bare(line).slice(0, 200) || 'Untitled'
}

/** The text after the title, on one line, without Markdown. */
export function excerptOf(content: string): string {
  const lines = content.slice(0, 2_000).split('\n')
  const first = lines.findIndex((each) => bare(each) !== '')
  return lines
    .slice(first + 1)
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
