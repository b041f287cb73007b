/** A heading of Markdown, and how deep it is. */
export interface Heading {
  readonly depth: number
  readonly name: string
}

/** Returns the heading that a line is (`## Cooking`, closing signs left out), or null. */
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

/**
 * Finds the links of a line in one pass: `[title](address)` or `[title](<address> "more")`. The time is linear in the
 * length of the line.
 */
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
        // Kept from one link to the next: a line may have thousands of beginnings and no end.
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

/** Returns whether a text of any length holds such a link. */
export function hasLink(text: string): boolean {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start)
    const line = end < 0 ? text.slice(start) : text.slice(start, end)
    if (!linksIn(line).next().done) return true
    start += line.length + 1
  }
  return false
}

/** Characters between the round brackets that are looked at. */
const LONGEST_TARGET = 20_000

function closeAfter(line: string, start: number): number {
  const close = line.indexOf(')', start)
  return close < 0 ? Number.POSITIVE_INFINITY : close
}

/** Returns the address at the beginning of a text between round brackets; empty where there is none. */
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
