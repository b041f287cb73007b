import { type CopyNode, isCopyBlock } from '@cardinal/domain/copies'

/** A part of a text node of a copy that belongs to a highlight. */
export interface MarkedPart {
  readonly start: number
  readonly end: number
  /** Index of the highlight. */
  readonly mark: number
}

/** The most places of one highlight. */
const MOST_PLACES = 100
/** The fewest characters of a highlight to look for. */
const SHORTEST_HIGHLIGHT = 2

/**
 * Finds every place of the highlights in a copy, regardless of white space and across elements. Of two that overlap,
 * the one that begins first counts.
 *
 * @returns the marked parts of each text of the copy, by its number in the order of reading; texts without any are left out
 */
export function markedPlaces(
  nodes: readonly CopyNode[],
  highlights: readonly string[],
): ReadonlyMap<number, readonly MarkedPart[]> {
  const { words, textOf, placeOf } = squeezedTexts(nodes)
  const found = new Map<number, MarkedPart[]>()
  for (const { start, end, mark } of apart(placesOf(words, highlights))) {
    for (let at = start; at < end; ) {
      const text = textOf[at] as number
      let last = at
      while (last + 1 < end && textOf[last + 1] === text) last++
      const part = { start: placeOf[at] as number, end: (placeOf[last] as number) + 1, mark }
      if (text >= 0) found.set(text, [...(found.get(text) ?? []), part])
      at = last + 1
    }
  }
  return found
}

interface Place {
  readonly start: number
  readonly end: number
  readonly mark: number
}

function placesOf(words: string, highlights: readonly string[]): Place[] {
  return highlights.flatMap((highlight, mark) => {
    const wanted = highlight.trim().replace(/\s+/g, ' ')
    const places: Place[] = []
    if (wanted.length < SHORTEST_HIGHLIGHT) return places
    for (let at = words.indexOf(wanted); at >= 0 && places.length < MOST_PLACES; ) {
      places.push({ start: at, end: at + wanted.length, mark })
      at = words.indexOf(wanted, at + wanted.length)
    }
    return places
  })
}

function apart(places: readonly Place[]): Place[] {
  const kept: Place[] = []
  for (const place of places.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (place.start >= (kept.at(-1)?.end ?? 0)) kept.push(place)
  return kept
}

/**
 * The text of a copy with single spaces. For each code unit, the text node and the offset that it comes from. A
 * space between two blocks has the index -1.
 */
function squeezedTexts(nodes: readonly CopyNode[]) {
  const parts: string[] = []
  const textOf: number[] = []
  const placeOf: number[] = []
  let count = 0
  let isSpace = true
  const add = (sign: string, text: number, place: number) => {
    parts.push(sign)
    textOf.push(text)
    placeOf.push(place)
  }
  const endWord = () => {
    if (!isSpace) add(' ', -1, 0)
    isSpace = true
  }
  const read = (node: CopyNode): void => {
    if (typeof node === 'string') {
      const text = count++
      for (let at = 0; at < node.length; at++) {
        const isWhite = /\s/.test(node.charAt(at))
        if (!isWhite || !isSpace) add(isWhite ? ' ' : node.charAt(at), text, at)
        isSpace = isWhite
      }
    } else {
      const isLine = isCopyBlock(node.name) || node.name === 'br'
      if (isLine) endWord()
      node.children.forEach(read)
      if (isLine) endWord()
    }
  }
  nodes.forEach(read)
  return { words: parts.join(''), textOf, placeOf }
}
