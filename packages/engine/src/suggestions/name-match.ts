import { isNear } from '@cardinal/domain'

export type NameMatch = 'exact' | 'prefix' | 'part' | 'near'

/** How a folded name matches the folded word being typed; null when it doesn't. */
export function matchName(foldedName: string, foldedWord: string): NameMatch | null {
  const at = foldedName.indexOf(foldedWord)
  if (at < 0) return isNear(foldedName, foldedWord) ? 'near' : null
  if (at > 0) return 'part'
  return foldedName === foldedWord ? 'exact' : 'prefix'
}
