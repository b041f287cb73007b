import {
  checkOtherName,
  LIMITS,
  otherNamesOf,
  type Tag,
  tagName,
  unique,
  wordsProblem,
} from '@cardinal/domain'
import type { FoundRow, FoundTag } from './found.ts'
import { inSlices, mapInSlices } from './slices.ts'
import { cleanTagName, isWhole, knownTagName, nameInFile, UNSEEN_MARKS } from './tag-names.ts'

/** Names in the file that other spellings in it would be converted to. */
export function contestedNames(rows: readonly FoundRow[], tags: readonly FoundTag[]): string[] {
  const cleanByKey = new Map<string, string | null>()
  const take = (spelling: string) => {
    const key = keyOf(spelling)
    if (!cleanByKey.has(key)) cleanByKey.set(key, cleanTagName(spelling))
  }
  for (const { name } of tags) take(name)
  for (const row of rows)
    if ('card' in row) for (const name of [...row.card.tags, ...row.card.folders]) take(name)
  const changed = new Set<string | null>()
  for (const [key, clean] of cleanByKey) if (key !== clean) changed.add(clean)
  return [...cleanByKey].flatMap(([key, clean]) => (key === clean && changed.has(clean) ? [key] : []))
}

/** The tags of a workspace, by their names and other names in the form of `tagName`. */
export interface KnownNames {
  /** Whether a tag has this name or other name. */
  has(name: string): boolean
  /** The name of the tag that a spelling means. Never a tag that is shown differently, see `isShownAsOther`. */
  get(spelling: string): string | undefined
}

/** The names of a workspace's tags. */
export class NamesThere implements KnownNames {
  readonly #isShownAsOther = new Map<string, boolean>()
  readonly #nameByOther = new Map<string, string>()

  /** @param isNamed whether a file has names of tags, as our exports do, and not spellings */
  add(tag: Tag, isNamed = false): void {
    this.#isShownAsOther.set(tag.name, !isNamed && isShownAsOther(tag))
    for (const name of otherNamesOf(tag).map(tagName))
      if (!this.#nameByOther.has(name)) this.#nameByOther.set(name, tag.name)
  }

  has(name: string): boolean {
    return this.#isShownAsOther.has(name) || this.#nameByOther.has(name)
  }

  get(spelling: string): string | undefined {
    return this.#isShownAsOther.get(spelling) === false ? spelling : this.#nameByOther.get(spelling)
  }
}

/**
 * Whether a tag's display name has other signs than its name. `home` in a file does not mean a tag `home` that is
 * shown as `!home`.
 */
export function isShownAsOther(tag: Pick<Tag, 'name' | 'displayName'>): boolean {
  return tagName(nameInFile(tag)) !== tag.name
}

type SpelledName = readonly [name: string, spelling: string]

/**
 * Converts spellings to valid names and remembers which had to change. Two spellings become one tag only if they
 * differ in case alone; otherwise the second gets a number.
 */
export class TagNames {
  readonly #contested: ReadonlySet<string>
  readonly #known: KnownNames
  readonly #nameBySpelling = new Map<string, string | null>()
  /** By name, its first spelling. */
  readonly #spellings = new Map<string, string>()
  readonly #numbered = new Set<string>()
  readonly #last = new Map<string, number>()
  readonly #parents = new Map<string, string>()

  /**
   * @param contested see `contestedNames`
   * @param known names in the workspace
   */
  constructor(contested: readonly string[] = [], known: KnownNames = new Map()) {
    this.#contested = new Set(contested)
    this.#known = known
  }

  all(names: readonly string[]): string[] {
    return unique(names.flatMap((name) => this.#nameOf(name) ?? []))
  }

  /**
   * The names of a card's tags, up to the limit of a card: a cell with 6,000 names must not add 6,000 tags.
   * `software/android` becomes a tag with the parent `software`.
   */
  ofTags(spellings: readonly string[]): string[] {
    const names = new Set<string>()
    for (const spelling of spellings) {
      if (names.size === LIMITS.tagsPerCard) break
      if (spelling.includes('/') && !this.#nameBySpelling.has(spelling)) this.#nest(spelling)
      const name = this.#nameOf(spelling)
      if (name !== null) names.add(name)
    }
    return [...names]
  }

  /** Nested tags with their parents. */
  nested(): { name: string; parent: string }[] {
    return [...this.#parents].map(([name, parent]) => ({ name, parent }))
  }

  renamed(): { from: string; to: string | null }[] {
    const pairs = [...this.#nameBySpelling].map(([from, to]) => ({ from, to }))
    return pairs.filter(({ from, to }) => tagName(from) !== to)
  }

  /** Tags that several spellings of the file become, ignoring differences in case. */
  async joined(): Promise<{ names: string[]; to: string }[]> {
    const byName = new Map<string, Set<string>>()
    for await (const [from, to] of inSlices(this.#nameBySpelling)) {
      if (to === null) continue
      const names = byName.get(to)
      if (names === undefined) byName.set(to, new Set([tagName(from)]))
      else names.add(tagName(from))
    }
    return [...byName].flatMap(([to, names]) => (names.size > 1 ? [{ names: [...names], to }] : []))
  }

  /**
   * Names with their first spelling, if that differs and is a possible display name.
   *
   * @param areAll false: only names with a number
   */
  spellings(areAll: boolean): SpelledName[] {
    return [...this.#spellings].flatMap((spelled) => this.#shown(spelled, areAll))
  }

  /** The spellings of a whole file; see `spellings`. */
  async allSpellings(areAll: boolean): Promise<SpelledName[]> {
    const shown = await mapInSlices(this.#spellings, (spelled) => this.#shown(spelled, areAll))
    return shown.flat()
  }

  #shown([name, from]: SpelledName, areAll: boolean): SpelledName[] {
    const spelling = areAll || this.#numbered.has(name) ? shownSpelling(from) : null
    return spelling === null || spelling === name ? [] : [[name, spelling]]
  }

  #nest(name: string): void {
    const parts = name.replace(/^#/, '').split('/')
    if (parts.length > DEEPEST || parts.some((part) => part.trim() !== part || cleanTagName(part) === null))
      return
    let parent: string | null = null
    for (let depth = 1; depth <= parts.length; depth++) {
      const own = this.#nameOf(depth === parts.length ? name : parts.slice(0, depth).join('/'))
      if (own !== null && parent !== null && own !== parent) this.#parents.set(own, parent)
      parent = own
    }
  }

  #nameOf(spelling: string): string | null {
    const before = this.#nameBySpelling.get(spelling)
    if (before !== undefined) return before
    const clean = knownTagName(spelling, (name) => this.#known.has(name))
    const name = clean === null ? null : this.#freeName(clean, spelling)
    this.#nameBySpelling.set(spelling, name)
    if (name !== null && !this.#spellings.has(name)) this.#spellings.set(name, spelling)
    return name
  }

  #freeName(clean: string, spelling: string): string {
    const key = keyOf(spelling)
    // A spelling that can't be another name is not recognised at the next import.
    const isForgotten = shownSpelling(spelling) === null
    const known = this.#known.get(key)
    if (known !== undefined) return known
    if (key === clean && !this.#known.has(clean)) return clean
    const isFree = (name: string, mayBeKnown: boolean) => {
      const owner = this.#spellings.get(name)
      if (owner !== undefined) return keyOf(owner) === key
      const isKnown = this.#known.has(name)
      return !this.#contested.has(name) && (!isKnown || (mayBeKnown && this.#known.get(name) === name))
    }
    if (isFree(clean, isWhole(spelling) || isForgotten)) return clean
    for (let number = this.#last.get(clean) ?? 2; ; number++) {
      const name = numberedName(clean, number)
      if (!isFree(name, isForgotten)) continue
      this.#last.set(clean, number)
      this.#numbered.add(name)
      return name
    }
  }
}

export function numberedName(name: string, number: number): string {
  const end = ` ${number}`
  const words = name.split(' ')
  while (
    words.length > 1 &&
    (wordsProblem(words.join(' ') + end) !== null || words.join(' ').length + end.length > LIMITS.nameLength)
  )
    words.pop()
  return (
    words
      .join(' ')
      .slice(0, LIMITS.nameLength - end.length)
      .trimEnd() + end
  )
}

/** Levels of a nested tag. A name with more slashes is an address or the like. */
const DEEPEST = 10

/** Spellings with the same key become one tag. */
function keyOf(spelling: string): string {
  return tagName(shownAs(spelling))
}

/**
 * The spelling without invisible characters and a leading #. Names can't have commas or a leading minus, so signs
 * that look the same replace them.
 */
export function shownAs(spelling: string): string {
  return spelling
    .replace(/[\u00ad\u200b\u200e\u200f\u2060]/g, '')
    .replace(UNSEEN_MARKS, '')
    .replace(/^\s*#+\s*/, '')
    .replace(/[,，]/g, '\u201a')
    .replace(/^\s*[-\u2010\u2011]/, '\u2212')
}

/** The spelling as another name and display name of a tag; null: not possible. */
export function shownSpelling(spelling: string): string | null {
  return keptNames([shownAs(spelling)])[0] ?? null
}

export function keptNames(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const checked = checkOtherName(name)
    return checked.ok && wordsProblem(checked.value) === null ? [checked.value] : []
  })
}
