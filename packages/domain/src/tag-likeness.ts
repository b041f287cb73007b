import { isWithinEdits } from './nearness.ts'

/** Why two names may mean one tag: they differ only in punctuation, in number (singular, plural), or in one letter. */
export type NameLikeness = 'signs' | 'plural' | 'letter'

/** Shorter names may differ in a letter and mean two things, such as `list` and `lisp`. */
const LONG_ENOUGH = 7

/** Both names folded. Null: not alike enough to mean the same. */
export function nameLikeness(a: string, b: string): NameLikeness | null {
  const [plain, other] = [withoutSigns(a), withoutSigns(b)]
  if (plain === '' || other === '') return null
  if (plain === other) return 'signs'
  if (singular(plain) === singular(other)) return 'plural'
  const isLong = plain.length >= LONG_ENOUGH && other.length >= LONG_ENOUGH
  // Digits tell versions and years apart.
  const sameFigures = plain.replace(/\D/g, '') === other.replace(/\D/g, '')
  return isLong && sameFigures && isWithinEdits(plain, other, 1) ? 'letter' : null
}

/**
 * Keys of a folded name; names that are alike share one. The keys: the name without punctuation, its singular, and every
 * text with one letter removed.
 */
export function likenessKeys(folded: string): readonly string[] {
  const plain = withoutSigns(folded)
  if (plain === '') return []
  const keys = new Set([plain, singular(plain)])
  if (plain.length >= LONG_ENOUGH - 1)
    for (let at = 0; at < Math.min(plain.length, 40); at++) keys.add(plain.slice(0, at) + plain.slice(at + 1))
  return [...keys]
}

/** Removes punctuation. `c++` and `c#` keep theirs: without it little is left. */
function withoutSigns(folded: string): string {
  const plain = folded.replace(/[\s_\-.']/g, '')
  return plain.length < 3 ? folded : plain
}

/** English plurals only; other words stay unchanged. */
function singular(name: string): string {
  if (name.length > 4 && name.endsWith('ies')) return `${name.slice(0, -3)}y`
  if (name.length > 4 && /(?:ch|sh|ss|x)es$/.test(name)) return name.slice(0, -2)
  return name.length > 3 && name.endsWith('s') && !name.endsWith('ss') ? name.slice(0, -1) : name
}
