import { diffIndices } from 'node-diff3'
import {
  costOf,
  type Effort,
  newEffort,
  type Split,
  sameEnds,
  splitLines,
  splitWords,
  type Three,
} from './mutators/_internals/merged-text.ts'

/** A changed range of a text, in UTF-16 units of the text before the change. */
interface TextChange {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/**
 * The ranges in which two texts differ, from the first to the last: by lines, and by words within changed
 * lines. Texts that take long to compare differ in one range.
 */
export function textChanges(before: string, after: string): TextChange[] {
  return changesIn(before, after, newEffort(), [splitLines, splitWords])
}

function changesIn(before: string, after: string, effort: Effort, splits: readonly Split[]): TextChange[] {
  const [split, ...finer] = splits
  if (before === after) return []
  if (split === undefined) return [onePlace(before, after)]
  const whole: Three = [split(before), split(after), split(after)]
  const same = sameEnds(whole)
  const starts = startsOf(whole[0])
  const [o, a] = whole.map((pieces) => pieces.slice(same.first, pieces.length - same.last)) as Three
  effort.steps -= costOf(o, a)
  if (effort.steps < 0) return [onePlace(before, after)]
  return diffIndices(o, a).flatMap(({ buffer1: [at, count], buffer2Content }) => {
    const from = starts[same.first + at] as number
    const old = before.slice(from, starts[same.first + at + count])
    return changesIn(old, buffer2Content.join(''), effort, finer).map((change) => ({
      ...change,
      from: from + change.from,
      to: from + change.to,
    }))
  })
}

/** The offset of each line or word, and of the end. */
function startsOf(pieces: readonly string[]): number[] {
  const starts = [0]
  for (const piece of pieces) starts.push((starts.at(-1) as number) + piece.length)
  return starts
}

function onePlace(before: string, after: string): TextChange {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}
