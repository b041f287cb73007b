import { addressesIn } from './address.ts'

/**
 * Splits a text into one text per link. A line with one address is one text. A line with more is cut before each further
 * one. A line without any belongs to the one above it. No word is lost. A text with fewer than two addresses is one text.
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

/** Cuts a line before each address but the first; empty for a line without one. */
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
