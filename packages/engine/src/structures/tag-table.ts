import { compareCodePoints, fold, type Id, nameParts, type Tag, wordsOf } from '@cardinal/domain'
import { grown } from './grown.ts'
import { IdTable } from './id-table.ts'
import { NameParts } from './name-parts.ts'

/** A tag's names in the forms that questions compare. */
interface Names {
  readonly folded: string
  readonly parts: readonly string[]
  /** Its words joined by spaces: how it would stand in a text. */
  readonly words: string
}

/** Slots below this one no tag ever has. */
export const FIRST_TAG = 8

const NO_NAMES: Names = { folded: '', parts: [], words: '' }

/**
 * Tags in slots. A tag gets its slot when it is first heard of, be it by a card that carries it before
 * its own row has come; as long as there is no row it isn't there for any question.
 */
export class TagTable {
  private readonly slotsById = new IdTable()
  private readonly ids: Id[] = new Array(FIRST_TAG).fill('')
  private readonly rows: (Tag | undefined)[] = new Array(FIRST_TAG).fill(undefined)
  private readonly names: Names[] = new Array(FIRST_TAG).fill(NO_NAMES)
  /** What rows say of clicks, by slot: for loops over all tags, which would wait for each row. */
  clickCount = new Float64Array(64)
  /** ms since 1970; NaN: never. */
  lastClickedAt = new Float64Array(64)
  private readonly freeSlots: number[] = []
  private readonly slotsByFoldedName = new Map<string, number[]>()
  private readonly slotsByWords = new Map<string, number[]>()
  private readonly longestByFirstWord = new Map<string, number>()
  private readonly slotsByName = new Map<string, number[]>()
  private readonly allParts = new NameParts()
  /** Slots of tags that are there, by name. */
  private readonly byName: number[] = []
  private rankOfSlot: Uint32Array | null = null

  get count(): number {
    return this.byName.length
  }

  /** Slots are below this. */
  get usedSlots(): number {
    return this.ids.length
  }

  slotOf(id: Id): number | undefined {
    const slot = this.slotsById.get(id)
    return slot < 0 ? undefined : slot
  }

  slotFor(id: Id): number {
    const known = this.slotsById.get(id)
    if (known >= 0) return known
    const slot = this.freeSlots.pop() ?? this.ids.length
    this.slotsById.add(id, slot)
    this.ids[slot] = id
    this.rows[slot] = undefined
    this.names[slot] = NO_NAMES
    return slot
  }

  /** The id of the tag of a slot: one and the same text for all who carry it. */
  idAt(slot: number): Id {
    return this.ids[slot] as Id
  }

  /** The tag in a slot; undefined when only its id was heard of. */
  at(slot: number): Tag | undefined {
    return this.rows[slot]
  }

  get(id: Id): Tag | undefined {
    const slot = this.slotsById.get(id)
    return slot < 0 ? undefined : this.rows[slot]
  }

  getByName(name: string): Tag | undefined {
    const slot = this.slotsByName.get(name)?.[0]
    return slot === undefined ? undefined : this.rows[slot]
  }

  foldedName(slot: number): string {
    return (this.names[slot] ?? NO_NAMES).folded
  }

  parts(slot: number): readonly string[] {
    return (this.names[slot] ?? NO_NAMES).parts
  }

  /** Slots of the tags whose folded name is the folded word. */
  namedBy(foldedWord: string): readonly number[] {
    return this.slotsByFoldedName.get(foldedWord) ?? []
  }

  /** Slots of the tags whose name has exactly these words. */
  withWords(words: string): readonly number[] {
    return this.slotsByWords.get(words) ?? []
  }

  /** How many words the longest name that begins with this word has, or once had; 0 when none does. */
  longestNameBeginning(word: string): number {
    return this.longestByFirstWord.get(word) ?? 0
  }

  /** Slots of the tags in whose folded name some part starts with the folded word; some come several times. */
  withPartBeginning(foldedWord: string): number[] {
    return this.allParts.slotsBeginning(foldedWord)
  }

  /** Some part of some tag's folded name starts with one of the folded words. */
  hasPartBeginning(foldedWords: readonly string[]): boolean {
    return foldedWords.some((word) => this.allParts.hasBeginning(word))
  }

  /** Slots of all tags that are there, by name. */
  inNameOrder(): readonly number[] {
    return this.byName
  }

  /** The place of each tag in the order by name; of slots without a tag it says nothing. */
  nameRanks(): Uint32Array {
    if (this.rankOfSlot === null) {
      this.rankOfSlot = new Uint32Array(this.ids.length)
      for (const [rank, slot] of this.byName.entries()) this.rankOfSlot[slot] = rank
    }
    return this.rankOfSlot
  }

  put(tag: Tag): number {
    const slot = this.slotFor(tag.id)
    const before = this.rows[slot]
    this.putClicks(slot, tag)
    if (before?.name === tag.name) {
      this.rows[slot] = tag
      return slot
    }
    if (before !== undefined) this.unlist(slot, before)
    this.rows[slot] = tag
    this.list(slot, tag)
    return slot
  }

  /** Forgets a tag and frees its slot; whoever calls has taken the slot off every card. */
  remove(id: Id): void {
    const slot = this.slotsById.get(id)
    if (slot < 0) return
    const row = this.rows[slot]
    if (row !== undefined) this.unlist(slot, row)
    this.rows[slot] = undefined
    this.slotsById.remove(id)
    this.freeSlots.push(slot)
    this.rankOfSlot = null
  }

  approximateBytes(): number {
    return this.ids.length * BYTES_A_TAG
  }

  private putClicks(slot: number, { clickCount, lastClickedAt }: Tag): void {
    if (slot >= this.clickCount.length) {
      this.clickCount = grown(this.clickCount, new Float64Array(slot * 2))
      this.lastClickedAt = grown(this.lastClickedAt, new Float64Array(slot * 2))
    }
    this.clickCount[slot] = clickCount
    this.lastClickedAt[slot] = lastClickedAt ?? Number.NaN
  }

  private list(slot: number, tag: Tag): void {
    const folded = fold(tag.name)
    const words = wordsOf(folded)
    const names = { folded, parts: nameParts(folded), words: words.join(' ') }
    const [first] = words
    if (first !== undefined)
      this.longestByFirstWord.set(first, Math.max(words.length, this.longestNameBeginning(first)))
    this.names[slot] = names
    addTo(this.slotsByFoldedName, folded, slot)
    addTo(this.slotsByName, tag.name, slot)
    if (names.words !== '') addTo(this.slotsByWords, names.words, slot)
    for (const part of names.parts) this.allParts.add(part, slot)
    this.byName.splice(this.placeByName(tag), 0, slot)
    this.rankOfSlot = null
  }

  private unlist(slot: number, tag: Tag): void {
    takeFrom(this.slotsByFoldedName, this.foldedName(slot), slot)
    takeFrom(this.slotsByName, tag.name, slot)
    takeFrom(this.slotsByWords, (this.names[slot] ?? NO_NAMES).words, slot)
    for (const part of this.parts(slot)) this.allParts.remove(part, slot)
    this.byName.splice(this.placeByName(tag), 1)
    this.names[slot] = NO_NAMES
    this.rankOfSlot = null
  }

  /** Where a tag stands in the order by name, or would. */
  private placeByName(tag: Tag): number {
    let low = 0
    let high = this.byName.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.rows[this.byName[middle] as number]
      if (other !== undefined && compareTagNames(other, tag) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** By name, then id: how ties of tags are broken. */
export function compareTagNames(a: Tag, b: Tag): number {
  return compareCodePoints(a.name, b.name) || compareCodePoints(a.id, b.id)
}

function addTo(map: Map<string, number[]>, key: string, slot: number): void {
  const slots = map.get(key)
  if (slots === undefined) map.set(key, [slot])
  else slots.push(slot)
}

function takeFrom(map: Map<string, number[]>, key: string, slot: number): void {
  const rest = (map.get(key) ?? []).filter((each) => each !== slot)
  if (rest.length === 0) map.delete(key)
  else map.set(key, rest)
}

/** The row, its three names and their places in the maps. */
const BYTES_A_TAG = 900
