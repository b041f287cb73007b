import { isWithinEdits } from './nearness.ts'

/** Why two names may mean one tag: but for signs, as singular and plural, or but for one letter. */
export type NameLikeness = 'signs' | 'plural' | 'letter'

/** Names shorter than this may differ in a letter and mean two things, such as `list` and `lisp`. */
const LONG_ENOUGH = 7

/** Returns how much two folded names are alike; null: too little to say that they mean the same. */
export function nameLikeness(a: string, b: string): NameLikeness | null {
  const [plain, other] = [withoutSigns(a), withoutSigns(b)]
  if (plain === '' || other === '') return null
  if (plain === other) return 'signs'
  if (singular(plain) === singular(other)) return 'plural'
  const isLong = plain.length >= LONG_ENOUGH && other.length >= LONG_ENOUGH
  // Figures tell versions and years apart.
  const sameFigures = plain.replace(/\D/g, '') === other.replace(/\D/g, '')
  return isLong && sameFigures && isWithinEdits(plain, other, 1) ? 'letter' : null
}

/**
 * Returns keys of a folded name: names that are alike share one. The name without signs, its singular, and each text
 * that is left without one letter.
 */
export function likenessKeys(folded: string): readonly string[] {
  const plain = withoutSigns(folded)
  if (plain === '') return []
  const keys = new Set([plain, singular(plain)])
  if (plain.length >= LONG_ENOUGH - 1)
    for (let at = 0; at < Math.min(plain.length, 40); at++) keys.add(plain.slice(0, at) + plain.slice(at + 1))
  return [...keys]
}

/** Removes signs from a name. `c++` and `c#` are no `c`: signs count where little else is left. */
function withoutSigns(folded: string): string {
  const plain = folded.replace(/[\s_\-.']/g, '')
  return plain.length < 3 ? folded : plain
}

/** Returns the singular. English plurals alone: other words stay as they are. */
function singular(name: string): string {
  if (name.length > 4 && name.endsWith('ies')) return `${name.slice(0, -3)}y`
  if (name.length > 4 && /(?:ch|sh|ss|x)es$/.test(name)) return name.slice(0, -2)
  return name.length > 3 && name.endsWith('s') && !name.endsWith('ss') ? name.slice(0, -1) : name
}
