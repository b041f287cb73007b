import { addressesIn } from './address.ts'

/**
 * A text with several addresses as the texts of one link each: a line with one address is one, a line with more
 * is cut before each further one, and a line without any goes with the one above it. No word is lost. A text
 * with fewer than two addresses is one text.
 */
export function splitLinks(text: string): string[] {
  const links: string[] = []
  let before = ''
  for (const line of text.split(/[\r\n]+/)) {
    const pieces = cutBefore(line, addressesIn(line))
    const last = links.length - 1
    if (pieces.length === 0 && last >= 0) links[last] = joined(links[last] ?? '', line)
    else if (pieces.length === 0) before = joined(before, line)
    else links.push(...pieces)
  }
  if (links.length === 0) return [text.trim()]
  return [joined(before, links[0] ?? ''), ...links.slice(1)]
}

/** The line cut in front of each address but the first; nothing for a line without one. */
function cutBefore(line: string, addresses: readonly string[]): string[] {
  const pieces: string[] = []
  let start = 0
  let from = 0
  for (const [index, address] of addresses.entries()) {
    const at = line.indexOf(address, from)
    if (index > 0) {
      pieces.push(line.slice(start, at).trim())
      start = at
    }
    from = at + address.length
  }
  return addresses.length === 0 ? [] : [...pieces, line.slice(start).trim()]
}

function joined(above: string, below: string): string {
  return [above.trim(), below.trim()].filter((part) => part !== '').join('\n')
}
