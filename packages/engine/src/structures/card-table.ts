import {
  CARD_TYPES,
  type Card,
  COLORS,
  type Color,
  dueKey,
  hasDescription,
  type Id,
  isDone,
  placeKey,
  textWithAddress,
  wasCompleted,
} from '@cardinal/domain'
import { type Bits, bitsFor, clearBit, hasBit, ordinalsOf, resized, resizedBits, setBit } from './bits.ts'
import { BoundedColumn } from './bounded-column.ts'
import type { FoldedUnits } from './folded-units.ts'

/**
 * Card rows by ordinal, and the columns that queries read. A card keeps its ordinal for life; ordinals of
 * deleted cards are reused.
 */
export class CardTable {
  private readonly ordinalsById = new Map<Id, number>()
  private readonly rows: (Card | undefined)[] = []
  private readonly freeOrdinals: number[] = []
  /** Capacity in ordinals; a multiple of 1024. */
  private room = 1024
  /** ms since 1970 */
  createdAt = new BoundedColumn(this.room)
  updatedAt = new BoundedColumn(this.room)
  tagCount = new Uint16Array(this.room)
  /** The `colorNumber` of each card. */
  color = new Uint8Array(this.room)
  /** Numbers that sort as the due dates and as the order by hand; see `dueKey` and `placeKey` of the domain. */
  dueKey = new Float64Array(this.room)
  placeKey = new Float64Array(this.room)
  /** Index into `CARD_TYPES`. */
  type = new Uint8Array(this.room)
  contentKey = new Float64Array(this.room)
  /** Hash of the trimmed content. Equal contents have equal hashes. */
  contentHash = new Uint32Array(this.room)
  /** All cards, and those of each type. */
  all: Bits = bitsFor(this.room)
  byType: Bits[] = CARD_TYPES.map(() => bitsFor(this.room))
  /** Cards of each `colorNumber`, and their number. */
  byColor: Bits[] = [null, ...COLORS].map(() => bitsFor(this.room))
  readonly colorCounts = new Uint32Array(this.byColor.length)
  /** Cards that have each of `TRAITS`, in the same order. */
  private byTrait: Bits[] = TRAITS.map(() => bitsFor(this.room))
  /** UTF-16 units of completions and files. */
  private valueUnits = 0
  /** The answer of `withSameContent`; null after a change of any content. */
  private sameContent: Bits | null = null

  get count(): number {
    return this.ordinalsById.size
  }

  /** Exclusive upper bound of ordinals, and the capacity of bitmaps. */
  get capacity(): number {
    return this.room
  }

  /** Exclusive upper bound of the ordinals that were ever used: columns are empty from here on. */
  get usedOrdinals(): number {
    return this.rows.length
  }

  ordinalOf(id: Id): number | undefined {
    const ordinal = this.ordinalsById.get(id) ?? -1
    return ordinal < 0 ? undefined : ordinal
  }

  /** Returns the card at an ordinal; undefined for a free one. */
  in(ordinal: number): Card | undefined {
    return this.rows[ordinal]
  }

  /** Returns the card at an ordinal that is known to be taken. */
  at(ordinal: number): Card {
    const card = this.rows[ordinal]
    if (card === undefined) throw new RangeError(`Ordinal ${ordinal} is free`)
    return card
  }

  get(id: Id): Card | undefined {
    const ordinal = this.ordinalsById.get(id) ?? -1
    return ordinal < 0 ? undefined : this.rows[ordinal]
  }

  allOrdinals(): Uint32Array {
    return ordinalsOf(this.all)
  }

  /** Returns whether some card's content is this text, white space around it aside. */
  hasContent(trimmed: string): boolean {
    if (trimmed === '') return false
    const hash = hashOf(trimmed)
    for (let ordinal = 0; ordinal < this.rows.length; ordinal++)
      if (this.contentHash[ordinal] === hash && this.rows[ordinal]?.content.trim() === trimmed) return true
    return false
  }

  /**
   * The cards whose trimmed content and address are equal to those of another card. Valid until a change; not
   * to be changed.
   */
  withSameContent(): Bits {
    if (this.sameContent?.length === this.all.length) return this.sameContent
    const bits = bitsFor(this.room)
    const ordinalsByContent = new Map<string, number>()
    for (const ordinal of this.withRepeatedHash()) {
      const card = this.at(ordinal)
      const key = `${card.content.trim()}\0${textWithAddress(card).trim()}`
      const other = ordinalsByContent.get(key)
      if (other === undefined) ordinalsByContent.set(key, ordinal)
      else for (const each of [other, ordinal]) setBit(bits, each)
    }
    this.sameContent = bits
    return bits
  }

  values(): IterableIterator<Card> {
    return this.livingRows()
  }

  /** The ordinal of a card, or a free one for a new card. Call `put` afterwards. */
  ordinalFor(id: Id): number {
    const ordinal = this.ordinalsById.get(id) ?? -1
    return ordinal < 0 ? this.takeOrdinal(id) : ordinal
  }

  /** Puts a card at its ordinal, without its `contentKey`, which is set when its texts are folded. */
  put(ordinal: number, card: Card): void {
    const before = this.rows[ordinal]
    if (before !== undefined) this.unlist(ordinal, before)
    this.rows[ordinal] = card
    this.valueUnits += unitsOfValues(card)
    this.createdAt.set(ordinal, card.createdAt)
    this.updatedAt.set(ordinal, card.updatedAt)
    this.tagCount[ordinal] = card.tagIds.length
    this.color[ordinal] = colorNumber(card.color)
    this.type[ordinal] = CARD_TYPES.indexOf(card.type)
    if (before?.content !== card.content) this.contentHash[ordinal] = hashOf(card.content.trim())
    if (before === undefined || textWithAddress(before) !== textWithAddress(card)) this.sameContent = null
    this.dueKey[ordinal] = dueKey(card.dueAt)
    this.placeKey[ordinal] = placeKey(card)
    setBit(this.all, ordinal)
    setBit(this.byType[CARD_TYPES.indexOf(card.type)] as Bits, ordinal)
    setBit(this.byColor[colorNumber(card.color)] as Bits, ordinal)
    this.countColor(card.color, 1)
    TRAITS.forEach(([, has], at) => {
      if (has(card)) setBit(this.byTrait[at] as Bits, ordinal)
    })
  }

  /** Returns the cards that have a trait. Valid until the next change. */
  having(trait: Trait): Bits {
    return this.byTrait[TRAITS.findIndex(([name]) => name === trait)] as Bits
  }

  /** Replaces a row by one that differs only in its tags. */
  putTags(ordinal: number, card: Card): void {
    this.rows[ordinal] = card
    this.tagCount[ordinal] = card.tagIds.length
  }

  remove(id: Id): void {
    const ordinal = this.ordinalsById.get(id) ?? -1
    if (ordinal < 0) return
    clearBit(this.all, ordinal)
    this.unlist(ordinal, this.at(ordinal))
    this.ordinalsById.delete(id)
    this.createdAt.free(ordinal)
    this.updatedAt.free(ordinal)
    this.rows[ordinal] = undefined
    this.freeOrdinals.push(ordinal)
    this.sameContent = null
  }

  /** Fewer than a third of the ordinals are taken, so that a rebuild saves memory. */
  get isWorthRebuilding(): boolean {
    return this.rows.length > 4096 && this.count * 3 < this.rows.length
  }

  approximateBytes(): number {
    const rows = this.count * (BYTES_OF_AN_ID + BYTES_OF_A_ROW) + this.valueUnits
    return rows + this.room * BYTES_OF_COLUMNS
  }

  private *livingRows(): IterableIterator<Card> {
    for (const row of this.rows) if (row !== undefined) yield row
  }

  /** Takes a card from the bitmaps of its type, colour and traits, and from the sizes. */
  private unlist(ordinal: number, card: Card): void {
    const { type, color } = card
    this.valueUnits -= unitsOfValues(card)
    for (const bits of this.byTrait) clearBit(bits, ordinal)
    clearBit(this.byType[CARD_TYPES.indexOf(type)] as Bits, ordinal)
    clearBit(this.byColor[colorNumber(color)] as Bits, ordinal)
    this.countColor(color, -1)
  }

  private countColor(color: Color | null, more: 1 | -1): void {
    const number = colorNumber(color)
    this.colorCounts[number] = (this.colorCounts[number] as number) + more
  }

  /**
   * Ordinals of cards whose content hash has the same low bits as another card's: all cards with equal
   * contents, and a few more. Takes one byte a card.
   */
  private withRepeatedHash(): number[] {
    const ordinals = ordinalsOf(this.all)
    const mask = 8 * 2 ** Math.ceil(Math.log2(ordinals.length + 32)) - 1
    const [once, twice] = [bitsFor(mask + 1), bitsFor(mask + 1)]
    const bitOf = (ordinal: number) => (this.contentHash[ordinal] as number) & mask
    for (const ordinal of ordinals) setBit(hasBit(once, bitOf(ordinal)) ? twice : once, bitOf(ordinal))
    return Array.from(ordinals.filter((ordinal) => hasBit(twice, bitOf(ordinal))))
  }

  private takeOrdinal(id: Id): number {
    const ordinal = this.freeOrdinals.pop() ?? this.rows.length
    if (ordinal >= this.room) this.grow()
    this.ordinalsById.set(id, ordinal)
    if (ordinal === this.rows.length) this.rows.push(undefined)
    return ordinal
  }

  private grow(): void {
    // Grows by a quarter: more would slow down every bitmap of cards, which has the whole capacity.
    this.room += 1024 * Math.ceil(this.room / 4096)
    this.createdAt = this.createdAt.resized(this.room)
    this.updatedAt = this.updatedAt.resized(this.room)
    this.contentKey = resized(this.contentKey, new Float64Array(this.room))
    this.dueKey = resized(this.dueKey, new Float64Array(this.room))
    this.placeKey = resized(this.placeKey, new Float64Array(this.room))
    this.tagCount = resized(this.tagCount, new Uint16Array(this.room))
    this.color = resized(this.color, new Uint8Array(this.room))
    this.type = resized(this.type, new Uint8Array(this.room))
    this.contentHash = resized(this.contentHash, new Uint32Array(this.room))
    this.all = resizedBits(this.all, this.room)
    this.byType = this.byType.map((bits) => resizedBits(bits, this.room))
    this.byColor = this.byColor.map((bits) => resizedBits(bits, this.room))
    this.byTrait = this.byTrait.map((bits) => resizedBits(bits, this.room))
  }
}

/** Returns 0 for colourless, else 1 + the place in `COLORS`. */
export function colorNumber(color: Color | null): number {
  return color === null ? 0 : 1 + COLORS.indexOf(color)
}

/** Returns the colour of a number in the colour column. */
export function colorOfNumber(number: number): Color | null {
  return COLORS[number - 1] ?? null
}

/** Properties of a card that have a bitmap. */
const TRAITS = [
  ['done', isDone],
  ['completed', wasCompleted],
  ['start', ({ startAt }: Card) => startAt !== null],
  ['dead', ({ page }: Card) => page?.deadAt != null],
  ['subtasks', ({ subnotes }: Card) => subnotes.length > 0],
  ['parent', ({ parentIds }: Card) => parentIds.length > 0],
  ['children', ({ childIds }: Card) => childIds.length > 0],
  ['description', ({ content }: Card) => hasDescription(content)],
  ['copy', ({ page }: Card) => page?.copiedAt !== undefined],
  ['file', ({ files }: Card) => files !== null],
] as const
type Trait = (typeof TRAITS)[number][0]

/**
 * FNV-1a hash (32 bits) of the first UTF-16 units and the length of a text. Equal texts have equal hashes.
 */
function hashOf(text: string): number {
  let hash = 0x811c9dc5 ^ text.length
  const end = Math.min(text.length, HASHED_UNITS)
  for (let i = 0; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/**
 * Returns the first three units of folded texts, up to a line break, as a number that compares by code point as the
 * content would; equal numbers say nothing.
 */
export function sortKeyOf({ units, length }: FoldedUnits): number {
  let key = 0
  let isOver = false
  for (let i = 0; i < 3; i++) {
    isOver ||= i >= length || units[i] === LINE_BREAK
    key = key * 0x20000 + (isOver ? 0 : 1 + liftSurrogate(units[i] as number))
  }
  return key
}

/** The half-open range of sort keys of the contents that begin with a folded text. */
export function sortKeyRange(folded: string): readonly [number, number] {
  let [key, span] = [0, 1]
  for (let i = 0; i < 3; i++) {
    key *= 0x20000
    if (i < folded.length) key += 1 + liftSurrogate(folded.charCodeAt(i))
    else span *= 0x20000
  }
  return [key, key + span]
}

const LINE_BREAK = 0x0a

function liftSurrogate(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x2800 : unit
}

const HASHED_UNITS = 64
const BYTES_OF_COLUMNS = 8 + 8 + 8 + 8 + 2 + 1 + 1 + 8 + 4 + 4
/** An entry of the map; the id itself belongs to the row. */
const BYTES_OF_AN_ID = 40
/**
 * Bytes of an object of ten fields with its id, arrays and strings, without its texts, as seen in heap
 * snapshots.
 */
const BYTES_OF_A_ROW = 420

function unitsOfValues({ completions, files }: Card): number {
  return (completions?.length ?? 0) + (files?.length ?? 0)
}
