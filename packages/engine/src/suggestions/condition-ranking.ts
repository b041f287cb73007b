import type { ConditionSuggestion } from '../questions.ts'

type WithoutCount<Each> = Each extends unknown ? Omit<Each, 'count'> : never

/** A condition, and the numbers of the matches that meet it, each once. */
export interface Candidate {
  readonly condition: WithoutCount<ConditionSuggestion>
  readonly matches: readonly number[]
}

/** Of so many sites with most matches the best is suggested. */
export const MOST_SITES = 20

/**
 * Chooses the conditions that narrow best. A share p of the matches scores 4·p·(1 − p), as for tags. Matches that an
 * earlier choice covers count no longer: the years of a long time are worth more than the year and the kind of the
 * same cards. Equal scores go by place.
 *
 * @param room numbers of matches are below it
 * @param total number of matches
 */
export function bestConditions(
  candidates: readonly Candidate[],
  room: number,
  total: number,
  limit: number,
): ConditionSuggestion[] {
  const covered = new Uint8Array(room)
  const best: ConditionSuggestion[] = []
  const open = candidates.filter(({ matches }) => matches.length > 0 && matches.length < total)
  while (best.length < limit) {
    let [at, highest] = [-1, 0]
    for (const [place, { matches }] of open.entries()) {
      const p = matches.reduce((sum, match) => sum + (1 - (covered[match] as number)), 0) / total
      const score = 4 * p * (1 - p)
      if (score > highest) [at, highest] = [place, score]
    }
    const [chosen] = at < 0 ? [] : open.splice(at, 1)
    if (chosen === undefined) break
    for (const match of chosen.matches) covered[match] = 1
    best.push({ ...chosen.condition, count: chosen.matches.length })
  }
  return best
}
