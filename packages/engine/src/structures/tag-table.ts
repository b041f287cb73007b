import {
  compareCodePoints,
  fold,
  type Id,
  isCalled,
  isInTexts,
  nameParts,
  namesOfTag,
  otherNamesOf,
  type Tag,
  unique,
  wordsOf,
} from '@cardinal/domain'
import type { Closeness } from '@cardinal/domain/loose'
import { resized } from './bits.ts'
import { unitsOf } from './folded-units.ts'
import type { GroupTable } from './group-table.ts'
import { ImpliedTags } from './implied-tags.ts'
import { NameParts, SortedBlocks } from './name-parts.ts'
import { TokenLetters } from './token-letters.ts'
import { TokenTable } from './token-table.ts'
import { hashUnits } from './unit-hash.ts'

/** A tag's name, and its other names, in the forms that queries compare. */
interface Names {
  /** The name itself first; each once. */
  readonly folded: readonly [string, ...string[]]
  /** Words of all names, split at spaces and underscores. */
  readonly parts: readonly string[]
  /** The words of each name joined by spaces, as they would occur in a text. */
  readonly words: readonly string[]
  /** The parts and the single words of all names, to which typed words may be close. */
  readonly single: readonly string[]
}

/** Tag ordinals begin here; smaller numbers are never tags. */
export const FIRST_TAG = 8

const NO_NAMES: Names = { folded: [''], parts: [], words: [], single: [] }

/**
 * Tag rows by ordinal. A tag gets its ordinal when its id is first mentioned, which may be by a card before
 * the tag's own row arrives. Queries ignore it until then.
 */
export class TagTable {
  private readonly ordinalsById = new Map<Id, number>()
  private readonly ids: Id[] = new Array(FIRST_TAG).fill('')
  private readonly rows: (Tag | undefined)[] = new Array(FIRST_TAG).fill(undefined)
  private readonly names: Names[] = new Array(FIRST_TAG).fill(NO_NAMES)
  /** Click counts are also kept in columns, because loops over all tags are slow over row objects. */
  clickCount = new Float64Array(64)
  /** ms since 1970; NaN: never. */
  lastClickedAt = new Float64Array(64)
  private readonly freeOrdinals: number[] = []
  private readonly ordinalsByFoldedName: OrdinalsByName = new Map()
  private readonly ordinalsByWords: OrdinalsByName = new Map()
  private readonly longestByFirstWord = new Map<string, number>()
  private readonly ordinalsByName: OrdinalsByName = new Map()
  private readonly allParts = new NameParts()
  /** Ordinals of tags with a row, by name. */
  private readonly byName = new SortedBlocks<number>((a, b) =>
    compareTagNames(this.rows[a] as Tag, this.rows[b] as Tag),
  )
  /** `byName` as a list, until the next change. */
  private listByName: readonly number[] | null = null
  private listById: readonly number[] | null = null
  private listByFoldedName: readonly number[] | null = null
  private listed = 0
  private rankOfOrdinal: Uint32Array | null = null
  /** Made by the first question about close words; null after a change of a name. */
  private single: SingleWords | null = null
  readonly implied: ImpliedTags

  constructor(groups: GroupTable) {
    this.implied = new ImpliedTags(this, groups)
  }

  get count(): number {
    return this.listed
  }

  /** Exclusive upper bound of ordinals. */
  get usedOrdinals(): number {
    return this.ids.length
  }

  ordinalOf(id: Id): number | undefined {
    return this.ordinalsById.get(id)
  }

  ordinalFor(id: Id): number {
    const known = this.ordinalsById.get(id)
    if (known !== undefined) return known
    const ordinal = this.freeOrdinals.pop() ?? this.ids.length
    this.ordinalsById.set(id, ordinal)
    this.ids[ordinal] = id
    this.rows[ordinal] = undefined
    this.names[ordinal] = NO_NAMES
    return ordinal
  }

  /** Returns the tag's id. Every caller gets the same string object (interned). */
  idAt(ordinal: number): Id {
    return this.ids[ordinal] as Id
  }

  /** Returns the tag's row; undefined while only its id is known. */
  at(ordinal: number): Tag | undefined {
    return this.rows[ordinal]
  }

  get(id: Id): Tag | undefined {
    const ordinal = this.ordinalsById.get(id) ?? -1
    return ordinal < 0 ? undefined : this.rows[ordinal]
  }

  /**
   * The tag with this name in stored form. Between two changes, two tags may have it: then the first by id.
   */
  getByName(name: string): Tag | undefined {
    const tags = ordinalsOf(this.ordinalsByName, name).flatMap((ordinal) => this.rows[ordinal] ?? [])
    return tags.length < 2 ? tags[0] : tags.sort((a, b) => compareCodePoints(a.id, b.id))[0]
  }

  /** Returns the tag with this other name; the first by id. */
  getByOtherName(name: string): Tag | undefined {
    const tags = ordinalsOf(this.ordinalsByFoldedName, fold(name)).flatMap(
      (ordinal) => this.rows[ordinal] ?? [],
    )
    return tags.filter((tag) => isCalled(tag, name)).sort((a, b) => compareCodePoints(a.id, b.id))[0]
  }

  foldedName(ordinal: number): string {
    return this.foldedNames(ordinal)[0]
  }

  /** Returns the folded name and the other names, folded; each once. */
  foldedNames(ordinal: number): readonly [string, ...string[]] {
    return (this.names[ordinal] ?? NO_NAMES).folded
  }

  parts(ordinal: number): readonly string[] {
    return (this.names[ordinal] ?? NO_NAMES).parts
  }

  /** Ordinals of the tags whose folded name, or another of their names, equals the word. */
  namedBy(foldedWord: string): readonly number[] {
    return ordinalsOf(this.ordinalsByFoldedName, foldedWord)
  }

  /** Ordinals of the tags of which a name consists of exactly these words. */
  withWords(words: string): readonly number[] {
    return ordinalsOf(this.ordinalsByWords, words)
  }

  /** Returns an upper bound of the number of words in names that begin with this word; 0 when there is none. */
  longestNameBeginning(word: string): number {
    return this.longestByFirstWord.get(word) ?? 0
  }

  /** Ordinals of the tags with a name part that starts with the word. A tag may occur several times. */
  withPartBeginning(foldedWord: string): number[] {
    return this.allParts.ordinalsBeginning(foldedWord)
  }

  /** Returns whether any tag has a name part that starts with one of the words. */
  hasPartBeginning(foldedWords: readonly string[]): boolean {
    return foldedWords.some((word) => this.allParts.hasBeginning(word))
  }

  /** Ordinals of the tags of which a name has this word or part. */
  withWord(word: string): readonly number[] {
    this.single ??= this.listSingle()
    return this.single.tagsByText.get(word) ?? []
  }

  /** Finds the words of names that are close to a typed one, with the ordinals of their tags. */
  closeWords(word: string): { text: string; closeness: Closeness; tags: readonly number[] }[] {
    this.single ??= this.listSingle()
    const { tagsByText, letters } = this.single
    return letters.closeTo(word).map(({ text, closeness }) => ({
      text,
      closeness,
      tags: tagsByText.get(text) as readonly number[],
    }))
  }

  /** Ordinals of all tags with a row, by name. */
  inNameOrder(): readonly number[] {
    this.listByName ??= this.byName.inOrder()
    return this.listByName
  }

  /** Ordinals of all tags with a row, by id. Most are in this order already, which makes the sort fast. */
  inIdOrder(): readonly number[] {
    this.listById ??= [...this.rows.keys()]
      .filter((ordinal) => this.rows[ordinal] !== undefined)
      // Ids are ASCII, so `<` compares by code point, in a third of the time.
      .sort((a, b) => (this.idAt(a) < this.idAt(b) ? -1 : 1))
    return this.listById
  }

  /** Ordinals of all tags with a row, by folded name, ties by id. Most are in this order already. */
  inFoldedOrder(): readonly number[] {
    this.listByFoldedName ??= [...this.inNameOrder()].sort(
      (a, b) =>
        compareCodePoints(this.foldedName(a), this.foldedName(b)) ||
        compareCodePoints(this.idAt(a), this.idAt(b)),
    )
    return this.listByFoldedName
  }

  /** Returns the rank of each tag in the order by name. Meaningless for ordinals without a row. */
  nameRanks(): Uint32Array {
    if (this.rankOfOrdinal === null) {
      this.rankOfOrdinal = new Uint32Array(this.ids.length)
      for (const [rank, ordinal] of this.inNameOrder().entries()) this.rankOfOrdinal[ordinal] = rank
    }
    return this.rankOfOrdinal
  }

  put(tag: Tag): number {
    const ordinal = this.ordinalFor(tag.id)
    const before = this.rows[ordinal]
    this.putClicks(ordinal, tag)
    this.implied.put(ordinal, before, tag)
    if (before !== undefined && hasSameNames(before, tag)) {
      this.rows[ordinal] = tag
      return ordinal
    }
    if (before !== undefined) this.unlist(ordinal, before)
    this.rows[ordinal] = tag
    this.list(ordinal, tag)
    return ordinal
  }

  /** Removes a tag and frees its ordinal. The caller must have removed it from every card. */
  remove(id: Id): void {
    const ordinal = this.ordinalsById.get(id) ?? -1
    if (ordinal < 0) return
    const row = this.rows[ordinal]
    if (row !== undefined) this.unlist(ordinal, row)
    this.implied.put(ordinal, row, undefined)
    this.rows[ordinal] = undefined
    this.ordinalsById.delete(id)
    this.freeOrdinals.push(ordinal)
    this.rankOfOrdinal = null
  }

  approximateBytes(): number {
    return this.ids.length * BYTES_A_TAG
  }

  private putClicks(ordinal: number, { clickCount, lastClickedAt }: Tag): void {
    if (ordinal >= this.clickCount.length) {
      this.clickCount = resized(this.clickCount, new Float64Array(ordinal * 2))
      this.lastClickedAt = resized(this.lastClickedAt, new Float64Array(ordinal * 2))
    }
    this.clickCount[ordinal] = clickCount
    this.lastClickedAt[ordinal] = lastClickedAt ?? Number.NaN
  }

  private list(ordinal: number, tag: Tag): void {
    const names = formsOf(tag)
    this.names[ordinal] = names
    for (const folded of names.folded) addTo(this.ordinalsByFoldedName, folded, ordinal)
    addTo(this.ordinalsByName, tag.name, ordinal)
    for (const words of names.words) {
      addTo(this.ordinalsByWords, words, ordinal)
      const [first = '', ...rest] = words.split(' ')
      const longest = Math.max(rest.length + 1, this.longestNameBeginning(first))
      this.longestByFirstWord.set(first, longest)
    }
    for (const part of names.parts) this.allParts.add(part, ordinal)
    this.byName.add(ordinal)
    this.orderChanged(1)
  }

  private unlist(ordinal: number, tag: Tag): void {
    const names = this.names[ordinal] ?? NO_NAMES
    for (const folded of names.folded) takeFrom(this.ordinalsByFoldedName, folded, ordinal)
    takeFrom(this.ordinalsByName, tag.name, ordinal)
    for (const words of names.words) takeFrom(this.ordinalsByWords, words, ordinal)
    for (const part of this.parts(ordinal)) this.allParts.remove(part, ordinal)
    this.byName.remove(ordinal)
    this.names[ordinal] = NO_NAMES
    this.orderChanged(-1)
  }

  private listSingle(): SingleWords {
    const tagsByText = new Map<string, number[]>()
    const tokens = new TokenTable()
    for (const ordinal of this.inNameOrder())
      for (const text of (this.names[ordinal] as Names).single) {
        const known = tagsByText.get(text)
        if (known !== undefined) known.push(ordinal)
        else {
          tagsByText.set(text, [ordinal])
          tokens.findOrAdd(unitsOf(text), 0, text.length, hashUnits(unitsOf(text), 0, text.length))
        }
      }
    return { tagsByText, letters: new TokenLetters(tokens) }
  }

  private orderChanged(by: number): void {
    this.listed += by
    this.listByName = null
    this.listById = null
    this.listByFoldedName = null
    this.rankOfOrdinal = null
    this.single = null
  }
}

interface SingleWords {
  readonly tagsByText: ReadonlyMap<string, readonly number[]>
  readonly letters: TokenLetters
}

function formsOf(tag: Tag): Names {
  const own = fold(tag.name)
  const others = otherNamesOf(tag).map(fold)
  const folded = unique([own, ...others])
  const words = namesOfTag(tag)
    .filter((name, at) => at === 0 || isInTexts(name))
    .map((name) => wordsOf(fold(name)).join(' '))
  const parts = unique(folded.flatMap(nameParts))
  const single = unique([...parts, ...folded.flatMap(wordsOf)])
  return {
    folded: [own, ...folded.slice(1)],
    parts,
    words: unique(words).filter((each) => each !== ''),
    // Shares the array where possible: most names have no signs.
    single: single.length === parts.length ? parts : single,
  }
}

function hasSameNames(a: Tag, b: Tag): boolean {
  const [others, names] = [otherNamesOf(a), otherNamesOf(b)]
  return a.name === b.name && others.length === names.length && others.every((name, at) => name === names[at])
}

/** Compares by name, then id: how ties of tags are broken. */
export function compareTagNames(a: Tag, b: Tag): number {
  return compareCodePoints(a.name, b.name) || compareCodePoints(a.id, b.id)
}

/** Tags by a name. Nearly every name has one tag; a set keeps the removal of one of very many cheap. */
type OrdinalsByName = Map<string, number | Set<number>>

function ordinalsOf(map: OrdinalsByName, key: string): readonly number[] {
  const ordinals = map.get(key)
  if (ordinals === undefined) return []
  return typeof ordinals === 'number' ? [ordinals] : [...ordinals]
}

function addTo(map: OrdinalsByName, key: string, ordinal: number): void {
  const ordinals = map.get(key)
  if (ordinals === undefined) map.set(key, ordinal)
  else if (typeof ordinals === 'number') map.set(key, new Set([ordinals, ordinal]))
  else ordinals.add(ordinal)
}

function takeFrom(map: OrdinalsByName, key: string, ordinal: number): void {
  const ordinals = map.get(key)
  if (typeof ordinals === 'object') ordinals.delete(ordinal)
  if (ordinals === ordinal || (typeof ordinals === 'object' && ordinals.size === 0)) map.delete(key)
}

/** A row, its names in three forms, and their entries in the maps. */
const BYTES_A_TAG = 900
