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

/**
 * Finds the links of a line: `[title](address)`, `[title](<address> "more")` and `<https://address>`. Titles may hold pairs of
 * square brackets, and addresses pairs of round ones. The time is linear in the length of the line.
 */
export function* linksIn(line: string): Generator<MarkdownLink> {
  if (!line.includes('](') && !/<https?:/i.test(line)) return
  const ends = closingBrackets(line)
  const opened: number[] = []
  for (let at = 0; at < line.length; at++) {
    const sign = line[at]
    if (sign === '\\') at++
    else if (sign === '[') opened.push(at)
    else if (sign === '<') {
      AUTOLINK.lastIndex = at
      const [all = '', address = ''] = AUTOLINK.exec(line) ?? []
      if (address !== '') yield { title: '', address }
      at += Math.max(0, all.length - 1)
    } else if (sign === ']') {
      const start = opened.pop()
      const end = ends[at + 1] ?? 0
      if (start === undefined || line[at + 1] !== '(' || end === 0) continue
      const address = end - at > LONGEST_TARGET ? '' : addressIn(line.slice(at + 2, end))
      if (address === '') continue
      yield { title: unescaped(line.slice(start + 1, at)), address }
      at = end
      opened.length = 0
    }
  }
}

/** An address that stands by itself. */
const AUTOLINK = /<(https?:\/\/[^\s<>]{1,8000})>/iy

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

/** UTF-16 units inspected between the round brackets. */
const LONGEST_TARGET = 20_000

/**
 * Returns for each opening round bracket where it closes; 0: nowhere. One without a partner closes at the next closing
 * bracket: the address behind it has an opening bracket alone.
 */
function closingBrackets(line: string): Int32Array {
  const ends = new Int32Array(line.length + 1)
  const open: number[] = []
  for (let at = 0; at < line.length; at++)
    if (line[at] === '\\') at++
    else if (line[at] === '(') open.push(at)
    else if (line[at] === ')') ends[open.pop() ?? line.length] = at
  let next = 0
  const alone = new Set(open)
  for (let at = line.length - 1; at >= 0 && alone.size > 0; at--)
    if (line[at] === ')') next = at
    else if (alone.has(at)) ends[at] = next
  return ends
}

/** The address at the beginning of a link's target; empty if none. */
function addressIn(target: string): string {
  const inside = target.trimStart()
  return /^<([^<>]*)/.exec(inside)?.[1]?.trim() ?? /^\S*/.exec(inside)?.[0] ?? ''
}

function unescaped(title: string): string {
  return title.replace(/\\(.)/g, '$1')
}
