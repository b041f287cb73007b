/** Returns the parts of a folded name, split at spaces and underscores. */
export function nameParts(foldedName: string): string[] {
  return foldedName.split(/[ _]/).filter((part) => part !== '')
}

/** Returns some part of the folded name starts with the folded word. */
export function beginsAPart(foldedName: string, foldedWord: string): boolean {
  return nameParts(foldedName).some((part) => part.startsWith(foldedWord))
}

/** Returns how many edits a keyword forgives: none below 4 code points, one from 4, two from 8. */
export function forgivenEdits(foldedKeyword: string): number {
  // Short texts have few code points whatever they are made of, and a long one needs no exact count.
  if (foldedKeyword.length < 4) return 0
  const length = foldedKeyword.length >= 16 ? 16 : [...foldedKeyword].length
  if (length < 4) return 0
  return length < 8 ? 1 : 2
}

/**
 * Returns the name is near the keyword: it contains it, or it (or one of its parts) is within the edits that the
 * keyword's length forgives. Both folded. Source: docs/search.md, section 6.
 */
export function isNear(foldedName: string, foldedKeyword: string): boolean {
  if (foldedName.includes(foldedKeyword)) return true
  const edits = forgivenEdits(foldedKeyword)
  if (edits === 0) return false
  return (
    isWithinEdits(foldedName, foldedKeyword, edits) ||
    nameParts(foldedName).some((part) => isWithinEdits(part, foldedKeyword, edits))
  )
}

/**
 * Returns whether the optimal string alignment distance of a and b is at most `edits` (inserting, deleting, replacing a
 * code point, or swapping two neighbours; no piece is edited twice). Only the diagonal band that can stay within
 * `edits` is worked out, so long texts cost little.
 */
export function isWithinEdits(a: string, b: string, edits: number): boolean {
  // A code point is one or two units: texts further apart than this can't be within reach.
  if (a.length > 2 * (b.length + edits) || b.length > 2 * (a.length + edits)) return false
  const from = [...a]
  const to = [...b]
  if (Math.abs(from.length - to.length) > edits) return false
  return bandedDistance(from, to, edits) <= edits
}

function bandedDistance(from: readonly string[], to: readonly string[], edits: number): number {
  const tooFar = edits + 1
  let twoBack: number[] = []
  let oneBack: number[] = Array.from({ length: to.length + 1 }, (_, j) => Math.min(j, tooFar))
  for (let i = 1; i <= from.length; i++) {
    const row = new Array<number>(to.length + 1).fill(tooFar)
    row[0] = i
    let best = i
    for (let j = Math.max(1, i - edits); j <= Math.min(to.length, i + edits); j++) {
      const replaced = at(oneBack, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1)
      let cost = Math.min(replaced, at(oneBack, j) + 1, at(row, j - 1) + 1)
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      if (isSwap) cost = Math.min(cost, at(twoBack, j - 2) + 1)
      row[j] = Math.min(cost, tooFar)
      best = Math.min(best, cost)
    }
    // A swap reaches back over a row, but what it finds there is at most one edit from this row too.
    if (best > edits) return tooFar
    twoBack = oneBack
    oneBack = row
  }
  return at(oneBack, to.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
