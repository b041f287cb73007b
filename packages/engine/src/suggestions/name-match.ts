import { beginsAPart, isNear } from '@cardinal/domain'

export type NameMatch = 'exact' | 'prefix' | 'part' | 'near'

/** How a folded name fits the folded word being typed for it; null when it doesn't. */
export function matchName(foldedName: string, foldedWord: string): NameMatch | null {
  if (foldedName === foldedWord) return 'exact'
  if (foldedName.startsWith(foldedWord)) return 'prefix'
  if (beginsAPart(foldedName, foldedWord) || foldedName.includes(foldedWord)) return 'part'
  return isNear(foldedName, foldedWord) ? 'near' : null
}
