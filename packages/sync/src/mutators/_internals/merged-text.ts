import { LIMITS } from '@cardinal/domain'
import { type Effort, mergeTexts } from './three-way.ts'

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
