import { LIMITS } from '@cardinal/domain'
import { diff3Merge, diffIndices } from 'node-diff3'

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
 * Merges two edits of one base text: by lines, and by words where both changed the same lines. Lines that both inserted at
 * one place are all kept, as two blocks sorted by their text; common lines stand once. Null: the edits overlap.
 *
 * Invariants: the same result whichever edit is `mine`. Merging `mine` again into a result does not change it.
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
  // With a break at the end, the last line stays equal when lines are added below it.
  const merged = mergeLines(`${base}\n`, `${mine}\n`, `${theirs}\n`, effort)
  return merged === null ? null : merged.replace(/\n$/, '')
}

export type Split = (text: string) => string[]
/** The remaining budget of comparisons of one change. */
export interface Effort {
  steps: number
}

/** Returns the budget of one change: about 20 ms, because it blocks the transaction and the event loop. */
export function newEffort(): Effort {
  return { steps: 8_000_000 }
}

/** A change of one edit: it replaces `count` lines of the base from `at` on. */
interface Hunk {
  readonly at: number
  readonly count: number
  readonly lines: readonly string[]
  readonly isMine: boolean
}

function mergeLines(base: string, mine: string, theirs: string, effort: Effort): string | null {
  const whole: Three = [splitLines(base), splitLines(mine), splitLines(theirs)]
  const same = sameEnds(whole)
  const [o, a, b] = middle(whole, same)
  effort.steps -= costOf(o, a) + costOf(o, b)
  if (effort.steps < 0) return null
  // Lines inserted before a line come before lines that replace it.
  const hunks = [...hunksOf(o, a, true), ...hunksOf(o, b, false)].sort(
    (one, other) => one.at - other.at || Math.min(one.count, 1) - Math.min(other.count, 1),
  )
  const merged = whole[0].slice(0, same.first)
  let done = 0
  for (let n = 0; n < hunks.length; ) {
    const group = hunksTogether(hunks.slice(n))
    n += group.length
    const { at } = group[0] as Hunk
    const end = Math.max(...group.map((hunk) => hunk.at + hunk.count))
    const [my, their] = [true, false].map((isMine) =>
      applied(
        o,
        at,
        end,
        group.filter((hunk) => hunk.isMine === isMine),
      ),
    ) as [string[], string[]]
    const settled =
      group.length === 1 ? (group[0] as Hunk).lines : settle(o.slice(at, end), my, their, effort)
    if (settled === null) return null
    merged.push(...o.slice(done, at), ...settled)
    done = end
  }
  merged.push(...o.slice(done), ...whole[0].slice(whole[0].length - same.last))
  return merged.join('')
}

function hunksOf(o: string[], other: string[], isMine: boolean): Hunk[] {
  return diffIndices(o, other).map(({ buffer1: [at, count], buffer2Content }) => ({
    at,
    count,
    lines: buffer2Content,
    isMine,
  }))
}

/**
 * The first hunk, with the following hunks that change the same lines of the base or insert at the same
 * place.
 */
function hunksTogether(hunks: readonly Hunk[]): readonly Hunk[] {
  const { at, count } = hunks[0] as Hunk
  let [length, end] = [1, at + count]
  for (const next of hunks.slice(1)) {
    const insertsThere = count === 0 && next.count === 0 && next.at === at
    if (next.at >= end && !insertsThere) break
    end = Math.max(end, next.at + next.count)
    length++
  }
  return hunks.slice(0, length)
}

/** The lines of the base from `at` to `end`, with the changes of one edit. */
function applied(o: readonly string[], at: number, end: number, hunks: readonly Hunk[]): string[] {
  const lines: string[] = []
  let done = at
  for (const hunk of hunks) {
    lines.push(...o.slice(done, hunk.at), ...hunk.lines)
    done = hunk.at + hunk.count
  }
  return [...lines, ...o.slice(done, end)]
}

function settle(o: readonly string[], a: string[], b: string[], effort: Effort): readonly string[] | null {
  if (o.length === 0) return both(a, b, effort)
  const merged = mergeWords(o.join(''), a.join(''), b.join(''), effort)
  return merged === null ? null : [merged]
}

/** All lines that two edits inserted at one place, in their order. Lines that both inserted stand once. */
function both(a: string[], b: string[], effort: Effort): readonly string[] | null {
  // Sorted, so that the order does not depend on which edit arrived first.
  const [first, second] = a.join('') < b.join('') ? [a, b] : [b, a]
  effort.steps -= costOf(first, second)
  if (effort.steps < 0) return null
  const lines: string[] = []
  let done = 0
  for (const { buffer1, buffer1Content, buffer2Content } of diffIndices(first, second)) {
    lines.push(...first.slice(done, buffer1[0]), ...buffer1Content, ...buffer2Content)
    done = buffer1[0] + buffer1[1]
  }
  return [...lines, ...first.slice(done)]
}

function mergeWords(base: string, mine: string, theirs: string, effort: Effort): string | null {
  const whole: Three = [splitWords(base), splitWords(mine), splitWords(theirs)]
  const same = sameEnds(whole)
  const [o, a, b] = middle(whole, same)
  effort.steps -= costOf(o, a) + costOf(o, b)
  if (effort.steps < 0) return null
  let merged = whole[0].slice(0, same.first).join('')
  for (const region of diff3Merge(a, o, b, { excludeFalseConflicts: true })) {
    if (region.ok === undefined) return null
    merged += region.ok.join('')
  }
  return merged + whole[0].slice(whole[0].length - same.last).join('')
}

/** The lines or words between the common beginning and the common end of all three texts. */
function middle(whole: Three, same: ReturnType<typeof sameEnds>): Three {
  return whole.map((pieces) => pieces.slice(same.first, pieces.length - same.last)) as Three
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
