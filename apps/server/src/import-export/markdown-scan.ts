/** `depth` 1 for `#`. */
export interface Heading {
  readonly depth: number
  readonly name: string
}

/** Parses a heading such as `## Cooking`, without closing signs; else null. */
export function headingIn(line: string): Heading | null {
  let depth = 0
  while (line[depth] === '#') depth++
  if (depth === 0 || depth > 6 || line.charAt(depth).trim() !== '' || depth === line.length) return null
  let end = line.trimEnd().length
  while (end > depth && line[end - 1] === '#') end--
  const name = line.slice(depth, end).trim()
  return name === '' ? null : { depth, name }
}

export interface MarkdownLink {
  readonly title: string
  readonly address: string
}

/** Links of a line in one pass: `[title](address)` or `[title](<address> "more")`. Linear time. */
export function* linksIn(line: string): Generator<MarkdownLink> {
  let opened = -1
  let close = -1
  for (let at = 0; at < line.length; at++) {
    const sign = line[at]
    if (sign === '\\') at++
    else if (sign === '[') opened = at
    else if (sign === ']') {
      if (opened >= 0 && line[at + 1] === '(') {
        const start = at + 2
        // Reused from link to link: a line may have thousands of opening brackets and no closing one.
        if (close < start) close = closeAfter(line, start)
        const address = close - start > LONGEST_TARGET ? '' : addressIn(line.slice(start, close))
        if (address !== '') {
          yield { title: unescaped(line.slice(opened + 1, at)), address }
          at = close
        }
      }
      opened = -1
    }
  }
}

/** For texts of any length. */
export function hasLink(text: string): boolean {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start)
    const line = end < 0 ? text.slice(start) : text.slice(start, end)
    if (!linksIn(line).next().done) return true
    start += line.length + 1
  }
  return false
}

/** UTF-16 units inspected between the round brackets. */
const LONGEST_TARGET = 20_000

function closeAfter(line: string, start: number): number {
  const close = line.indexOf(')', start)
  return close < 0 ? Number.POSITIVE_INFINITY : close
}

/** The address at the beginning of a link's target; empty if none. */
function addressIn(target: string): string {
  const inside = target.trimStart()
  const words = inside.startsWith('<') ? inside.slice(1) : inside
  let length = 0
  while (length < words.length && !/[\s>]/.test(words.charAt(length))) length++
  return words.slice(0, length)
}

function unescaped(title: string): string {
  return title.replace(/\\(.)/g, '$1')
}
