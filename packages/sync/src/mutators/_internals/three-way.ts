import { diff3Merge } from 'node-diff3'

/**
 * Merges two edits of one text, begun from the same base: by lines first, and where both touched the same
 * lines by words. Null where they overlap even then.
 *
 * @param mine the text that arrives now
 * @param theirs the text that is there
 */
export function mergeTexts(base: string, mine: string, theirs: string): string | null {
  if (mine === theirs || theirs === base) return mine
  if (mine === base) return theirs
  return mergePieces(base, mine, theirs, splitLines, (o, a, b) =>
    mergePieces(o, a, b, splitWords, () => null),
  )
}

type Split = (text: string) => string[]
type MergeConflict = (base: string, mine: string, theirs: string) => string | null

function mergePieces(
  base: string,
  mine: string,
  theirs: string,
  split: Split,
  conflict: MergeConflict,
): string | null {
  const [o, a, b] = [split(base), split(mine), split(theirs)]
  if (Math.max(o.length * a.length, o.length * b.length) > MOST_COMPARISONS) return null
  let merged = ''
  for (const region of diff3Merge(a, o, b, { excludeFalseConflicts: true })) {
    if (region.ok !== undefined) merged += region.ok.join('')
    else if (region.conflict !== undefined) {
      const { o, a, b } = region.conflict
      const settled = conflict(o.join(''), a.join(''), b.join(''))
      if (settled === null) return null
      merged += settled
    }
  }
  return merged
}

/** Each with its line break, so that joining gives the text back. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** Words with the white space after them; letters of scripts that write none between words one by one. */
function splitWords(text: string): string[] {
  return (
    text.match(
      /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+|^)\s*/gu,
    ) ?? []
  )
}

/** Beyond this a merge would hold up the transaction, so the texts count as overlapping. */
const MOST_COMPARISONS = 4_000_000
