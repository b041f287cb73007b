import { isNear } from '@cardinal/domain'

export type NameMatch = 'exact' | 'prefix' | 'part' | 'near'

/** Returns how a folded name matches the folded word being typed; null when it doesn't. */
export function matchName(foldedName: string, foldedWord: string): NameMatch | null {
  const at = foldedName.indexOf(foldedWord)
  if (at < 0) return isNear(foldedName, foldedWord) ? 'near' : null
  if (at > 0) return 'part'
  return foldedName === foldedWord ? 'exact' : 'prefix'
}

/** Returns how the best of a tag's folded names matches the word; null when none does. */
export function bestMatch(foldedNames: readonly string[], foldedWord: string): NameMatch | null {
  let best: NameMatch | null = null
  for (const name of foldedNames) {
    const match = matchName(name, foldedWord)
    if (match !== null && (best === null || RANKS[match] < RANKS[best])) best = match
  }
  return best
}

const RANKS: Readonly<Record<NameMatch, number>> = { exact: 0, prefix: 1, part: 2, near: 3 }
