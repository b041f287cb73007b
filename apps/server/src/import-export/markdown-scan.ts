/** `depth` 1 for `#`. */
export interface Heading {
  readonly depth: number
  readonly name: string
}

/** Parses a heading such as `## Cooking`, without the signs at its end. Null: not a heading. */
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
 * Finds the links of a line: `[title](address)`, `[title](<address> "more")` and `<https://address>`. Titles may
 * contain pairs of square brackets and pictures, addresses pairs of round brackets. If a list item is a single
 * link, its title is all between the first bracket and the last `](`, because buku escapes nothing. Takes linear
 * time.
 *
 * @param isOneEach whether an item that could be several links is read as one
 */
export function linksIn(line: string, isOneEach = false): MarkdownLink[] {
  if (!line.includes('](') && !/<https?:/i.test(line)) return []
  const links = separateLinks(line)
  const whole = wholeLinkIn(line)
  const last = links.at(-1)
  if (whole === null || (links.length > 1 && last?.at === whole.at && !isOneEach)) return links
  return [whole]
}

/** @property at index of its `](` */
interface PlacedLink extends MarkdownLink {
  readonly at: number
}

function wholeLinkIn(line: string): PlacedLink | null {
  const start = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(?=\[)/.exec(line)?.[0].length ?? 0
  if (start === 0) return null
  const words = line.slice(0, tagCommentIn(line)?.at).trimEnd().split(' ')
  while (words.at(-1)?.startsWith('#')) words.pop()
  const item = words.join(' ').trimEnd()
  const at = item.lastIndexOf('](')
  if (at <= start || !item.endsWith(')')) return null
  const [, quoted, bare] =
    /^(?:<([^<>]*)>|(\S+))(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?$/.exec(item.slice(at + 2, -1).trim()) ?? []
  const address = quoted?.trim() ?? bare ?? ''
  return address === '' ? null : { title: titleIn(item.slice(start + 1, at)), address, at }
}

/** The tags that buku writes after a link, with their index. */
export function tagCommentIn(line: string): { at: number; tags: string } | null {
  const at = line.lastIndexOf(TAG_COMMENT)
  const rest = at < 0 ? '' : line.slice(at + TAG_COMMENT.length).trimEnd()
  return rest.endsWith('-->') ? { at, tags: rest.slice(0, -3).trim() } : null
}

const TAG_COMMENT = '<!-- TAGS: '

function separateLinks(line: string): PlacedLink[] {
  const links: PlacedLink[] = []
  /** Pictures inside open brackets; dropped if the brackets turn out to be a link. */
  const pictures: PlacedLink[] = []
  const ends = closingBrackets(line)
  const opened: number[] = []
  for (let at = 0; at < line.length; at++) {
    const sign = line[at]
    if (sign === '\\') at++
    else if (sign === '[') opened.push(at)
    else if (sign === '<') {
      AUTOLINK.lastIndex = at
      const [all = '', address = ''] = AUTOLINK.exec(line) ?? []
      if (address !== '') links.push({ title: '', address, at })
      at += Math.max(0, all.length - 1)
    } else if (sign === ']') {
      const start = opened.pop()
      const end = ends[at + 1] ?? 0
      if (start === undefined || line[at + 1] !== '(' || end === 0) continue
      const address = end - at > LONGEST_TARGET ? '' : addressIn(line.slice(at + 2, end))
      if (address === '') continue
      const link = { title: titleIn(line.slice(start + 1, at)), address, at }
      at = end
      if (line[start - 1] === '!' && opened.length > 0) {
        pictures.push(link)
        continue
      }
      while ((pictures.at(-1)?.at ?? -1) > start) pictures.pop()
      links.push(link)
      opened.length = 0
    }
  }
  return [...links, ...pictures]
}

/** An address without a title. */
const AUTOLINK = /<(https?:\/\/[^\s<>]{1,8000})>/iy

/** Whether a text of any length has a line with a link. */
export function hasLink(text: string): boolean {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start)
    const line = end < 0 ? text.slice(start) : text.slice(start, end)
    if (linksIn(line).length > 0) return true
    start += line.length + 1
  }
  return false
}

/** UTF-16 units that are read after an opening round bracket. */
const LONGEST_TARGET = 20_000

/**
 * For the index of each opening round bracket, the index of its closing bracket; 0: none. If brackets don't
 * match, the next closing one is taken, and the address contains an opening bracket.
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

/** The address at the beginning of a link's target; empty: none. */
function addressIn(target: string): string {
  const inside = target.trimStart()
  return /^<([^<>]*)/.exec(inside)?.[1]?.trim() ?? /^\S*/.exec(inside)?.[0] ?? ''
}

/** The title without escapes. For a single picture, its alternative text. Only punctuation is escaped. */
function titleIn(text: string): string {
  const picture = /^\s*!\[([^[\]]*)\]\([^()]*\)\s*$/.exec(text)?.[1]
  return (picture ?? text).replace(/\\([!-/:-@[-`{-~])/g, '$1')
}
