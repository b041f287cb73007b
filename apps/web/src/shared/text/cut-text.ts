import { LIMITS } from '@cardinal/domain'

/**
 * The beginning of a text (HM-16). It is cut after a word if one ends near the limit, and never inside a
 * character of two UTF-16 units.
 */
export function cutText(text: string, limit: number = LIMITS.textCut): { shown: string; isCut: boolean } {
  if (text.length <= limit) return { shown: text, isCut: false }
  const end = isLowSurrogate(text.charCodeAt(limit)) ? limit - 1 : limit
  const hard = text.slice(0, end)
  const space = hard.search(/\s\S*$/)
  const soft = space > limit * 0.8 ? hard.slice(0, space) : hard
  return { shown: `${soft.replace(/[\s\-–—*_#>]+$/, '')}…`, isCut: true }
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
