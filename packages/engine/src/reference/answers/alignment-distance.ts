/**
 * Returns the distance of two texts by optimal string alignment over code points, computed in a whole matrix. It is the
 * least number of inserted, deleted and replaced code points and swapped neighbours.
 */
export function alignmentDistance(a: string, b: string): number {
  const from = [...a]
  const to = [...b]
  const cost: number[][] = from
    .concat('')
    .map((_, i) => to.concat('').map((__, j) => (i === 0 ? j : j === 0 ? i : 0)))
  const at = (i: number, j: number) => cost[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= from.length; i++) {
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1]
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const row = cost[i] ?? []
      row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (isSame ? 0 : 1))
      if (isSwap) row[j] = Math.min(at(i, j), at(i - 2, j - 2) + 1)
    }
  }
  return at(from.length, to.length)
}
