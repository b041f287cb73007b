import { LIMITS } from '@cardinal/domain'
import { diff3Merge } from 'node-diff3'

/**
 * Merges two edits of a text. Null: one must be kept as a revision, because they overlap, or the result is empty or too
 * long.
 *
 * @param base the text that both edits started from
 * @param mine the text that arrives now
 * @param theirs the text that is there
 * @param longest in UTF-16 units
 * @param effort shared by all texts of one change
 */
export function mergedText(
  base: string,
  mine: string,
  theirs: string,
  longest: number = LIMITS.contentLength,
  effort?: Effort,
): string | null {
  if (mine === theirs || theirs === base) return mine
  if (mine.trim() === '') return mine
  const merged = mergeTexts(base, mine, theirs, effort)
  return merged === null || merged.trim() === '' || merged.length > longest ? null : merged
}

/**
 * Merges two edits of one base text: by lines, and by words where both changed the same lines. Null: they overlap even
 * then.
 *
 * @param mine the text that arrives now
 * @param theirs the text that is there
 * @param effort the budget of the comparisons, which is reduced by each; when it is spent, texts count as overlapping
 */
export function mergeTexts(
  base: string,
  mine: string,
  theirs: string,
  effort: Effort = newEffort(),
): string | null {
  if (mine === theirs || theirs === base) return mine
  if (mine === base) return theirs
  return mergePieces(base, mine, theirs, effort, splitLines, (o, a, b) =>
    mergePieces(o, a, b, effort, splitWords, () => null),
  )
}

export type Split = (text: string) => string[]
type MergeConflict = (base: string, mine: string, theirs: string) => string | null

/** The remaining budget of comparisons of one change. */
export interface Effort {
  steps: number
}

/** Returns the budget of one change: about 20 ms, because it blocks the transaction and the event loop. */
export function newEffort(): Effort {
  return { steps: 8_000_000 }
}

function mergePieces(
  base: string,
  mine: string,
  theirs: string,
  effort: Effort,
  split: Split,
  conflict: MergeConflict,
): string | null {
  const whole: Three = [split(base), split(mine), split(theirs)]
  const same = sameEnds(whole)
  const [o, a, b] = whole.map((pieces) => pieces.slice(same.first, pieces.length - same.last)) as Three
  effort.steps -= costOf(o, a) + costOf(o, b)
  if (effort.steps < 0) return null
  let merged = whole[0].slice(0, same.first).join('')
  for (const region of diff3Merge(a, o, b, { excludeFalseConflicts: true })) {
    if (region.ok !== undefined) merged += region.ok.join('')
    else if (region.conflict !== undefined) {
      const { o, a, b } = region.conflict
      const settled = conflict(o.join(''), a.join(''), b.join(''))
      if (settled === null) return null
      merged += settled
    }
  }
  return merged + whole[0].slice(whole[0].length - same.last).join('')
}

export type Three = [string[], string[], string[]]

/**
 * Counts the lines or words at the start and at the end that all three texts share. Most edits touch a small part of a text.
 */
export function sameEnds([o, a, b]: Three): { readonly first: number; readonly last: number } {
  const shortest = Math.min(o.length, a.length, b.length)
  let first = 0
  while (first < shortest && o[first] === a[first] && o[first] === b[first]) first++
  let last = 0
  while (
    last < shortest - first &&
    o.at(-1 - last) === a.at(-1 - last) &&
    o.at(-1 - last) === b.at(-1 - last)
  )
    last++
  return { first, last }
}

/**
 * Returns an upper bound of the steps of the longest common subsequence: for each pair of equal pieces, one search among the
 * candidates so far.
 */
export function costOf(o: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const piece of o) counts.set(piece, (counts.get(piece) ?? 0) + 1)
  let pairs = 0
  for (const piece of other) pairs += counts.get(piece) ?? 0
  return pairs * Math.min(o.length, other.length) + o.length + other.length
}

/** Splits a text into lines with their line breaks, so that joining restores the text. */
export function splitLines(text: string): string[] {
  return text.match(/\n|[^\n]+\n?/g) ?? []
}

/**
 * Splits a text into words with the white space after them. Scripts without spaces between words are split into
 * letters.
 */
export function splitWords(text: string): string[] {
  return (
    text.match(
      /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+|^)\s*/gu,
    ) ?? []
  )
}
