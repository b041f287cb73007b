/** Splits at spaces and underscores. */
export function nameParts(foldedName: string): string[] {
  return foldedName.split(/[ _]/).filter((part) => part !== '')
}

export function beginsAPart(foldedName: string, foldedWord: string): boolean {
  return nameParts(foldedName).some((part) => part.startsWith(foldedWord))
}

/** Typing errors allowed for a keyword: none below 4 code points, one from 4, two from 8. */
export function forgivenEdits(foldedKeyword: string): number {
  // Counting code points is only needed for short texts.
  if (foldedKeyword.length < 4) return 0
  const length = foldedKeyword.length >= 16 ? 16 : [...foldedKeyword].length
  if (length < 4) return 0
  return length < 8 ? 1 : 2
}

/**
 * Whether a name contains the keyword, or it or one of its parts is within the edits that the keyword's length allows. Both
 * folded. Source: docs/search.md, section 6.
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
 * Whether the optimal string alignment distance of a and b is at most `edits`: inserting, deleting, replacing a code point,
 * or swapping two neighbours; no substring is edited twice. Computes only the diagonal band within `edits`, so long texts
 * cost little.
 */
export function isWithinEdits(a: string, b: string, edits: number): boolean {
  // A code point is one or two units, so texts that differ more in length are out of reach.
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
    // A later swap reads the row before this one, but can cost no less than the best of this row.
    if (best > edits) return tooFar
    twoBack = oneBack
    oneBack = row
  }
  return at(oneBack, to.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
