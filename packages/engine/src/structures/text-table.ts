import { type Card, fold, foldToParts, sitesOf, textsBesides } from '@cardinal/domain'
import {
  addAll,
  type Bits,
  bitsFor,
  clearBit,
  firstOrdinal,
  hasBit,
  keepCommon,
  ordinalsOf,
  resizedBits,
  setBit,
  takeAway,
} from './bits.ts'
import { type CardTable, sortKeyOf } from './card-table.ts'
import { foldedUnit } from './folded-units.ts'
import { ScanCache } from './scan-cache.ts'
import { isBelow, isOfSameSites, SiteTable } from './site-table.ts'
import { SliceEnd } from './slice-end.ts'
import { haveSameTexts, TextIndex, type TextIndexOptions } from './text-index.ts'

/** Cards that contain a text for sure, and cards that must be checked with `contains`. Null: none. */
interface FoundTexts {
  readonly sure: Bits | null
  readonly unsure: Bits | null
}

/**
 * Finds cards by their texts. A new or changed card is only recorded as unindexed. Text questions and `flush`
 * index a few such cards at a time; until then they are scanned. So a change costs no more than its row, and
 * a new workspace can be searched at once.
 */
export class TextTable {
  private readonly cards: CardTable
  private readonly unitsAtOnce: number
  private readonly sliceEnd: SliceEnd
  private readonly unindexed = new UnindexedCards()
  private readonly scans: ScanCache
  private readonly index: TextIndex
  private readonly siteTable = new SiteTable()

  /** @param unitsAtOnce approximate number of UTF-16 units to index in one step */
  constructor(
    cards: CardTable,
    unitsAtOnce: number,
    { sliceEnd = new SliceEnd(), mostTokens }: TextIndexOptions = {},
  ) {
    this.cards = cards
    this.unitsAtOnce = unitsAtOnce
    this.sliceEnd = sliceEnd
    this.scans = new ScanCache(sliceEnd)
    this.index = new TextIndex((ordinal) => this.unindexed.indexedOf(ordinal) ?? this.cards.at(ordinal), {
      sliceEnd,
      mostTokens,
    })
  }

  /** Records a card as unindexed if its texts change. Call it before its row changes. */
  note(ordinal: number, before: Card | undefined, after: Card | undefined): void {
    if (before !== undefined && after !== undefined && haveSameTexts(before, after)) return
    this.scans.forget(ordinal)
    this.unindexed.add(ordinal, before, this.cards.capacity)
  }

  /** Flushes some deferred work, for a few ms. False: nothing was left. */
  flush(): boolean {
    if (this.unindexed.count > 0) {
      this.indexSome()
      return true
    }
    if (this.index.flush()) return true
    this.siteTable.makeRoom()
    return false
  }

  /** The index by token. Indexes every deferred card first. */
  get words(): TextIndex {
    this.indexAll()
    return this.index
  }

  /** The index by site. Indexes every deferred card first. */
  get sites(): SiteTable {
    this.indexAll()
    return this.siteTable
  }

  /**
   * Finds candidates for a folded text that isn't empty.
   *
   * @param within skips other cards unless it is null
   */
  candidates(folded: string, within: Bits | null = null): FoundTexts {
    // Indexing a few of many deferred cards would only delay this answer; `flush` will get to them.
    if (this.unindexed.count < MANY_WAIT) this.indexSome()
    const { capacity, all } = this.cards
    const { ordinals, isSure } = this.index.candidates(folded, capacity, within)
    const { unlisted } = this.index
    if (this.unindexed.count === 0 && unlisted.size === 0)
      return isSure ? { sure: ordinals, unsure: null } : { sure: null, unsure: ordinals }
    takeAway(ordinals, this.unindexed.ordinals)
    const waiting = bitsFor(capacity)
    addAll(waiting, this.unindexed.ordinals)
    for (const ordinal of unlisted) setBit(waiting, ordinal)
    keepCommon(waiting, within ?? all)
    if (isSure) return { sure: ordinals, unsure: waiting }
    addAll(ordinals, waiting)
    return { sure: null, unsure: ordinals }
  }

  /** Finds the cards that contain a folded text; only among `within` unless that is null. */
  find(folded: string, within: Bits | null): Bits {
    const { sure, unsure } = this.candidates(folded, within)
    const found = sure ?? bitsFor(this.cards.capacity)
    if (unsure !== null) this.addChecked(found, unsure, folded)
    return found
  }

  /** Adds to a bitmap the cards of `within` that contain a folded text. May add others. */
  addContaining(cards: Bits, folded: string, within: Bits): void {
    const areAllIndexed = this.unindexed.count === 0 && this.index.unlisted.size === 0
    if (areAllIndexed && this.index.addSure(cards, folded, within)) return
    const { sure, unsure } = this.candidates(folded, within)
    if (sure !== null) addAll(cards, sure)
    if (unsure !== null) this.addChecked(cards, unsure, folded)
  }

  /** Keeps the cards of a bitmap that may contain a folded text. Returns the cards to be checked; null: none. */
  keepCandidates(cards: Bits, folded: string): Bits | null {
    const { sure, unsure } = this.candidates(folded, cards)
    cards.fill(0)
    for (const found of [sure, unsure]) if (found !== null) addAll(cards, found)
    return unsure
  }

  /** Finds the cards of `within` with an address of a site, or of one below it. */
  findSite(site: string, within: Bits): Bits {
    const found = bitsFor(this.cards.capacity)
    for (const ordinal of this.siteTable.cardsBelow(site)) setBit(found, ordinal)
    takeAway(found, this.unindexed.ordinals)
    keepCommon(found, within)
    if (this.unindexed.count === 0) return found
    const waiting = within.slice()
    const indexed = within.slice()
    takeAway(indexed, this.unindexed.ordinals)
    takeAway(waiting, indexed)
    for (const ordinal of ordinalsOf(waiting))
      if (sitesOf(this.cards.at(ordinal)).some((each) => isBelow(each, site))) setBit(found, ordinal)
    return found
  }

  contains(ordinal: number, folded: string): boolean {
    let isScanned = false
    const isContained = this.scans.contains(ordinal, folded, this.cards.capacity, () => {
      isScanned = true
      return this.scan(ordinal, folded)
    })
    if (isScanned) this.sliceEnd.check()
    return isContained
  }

  private scan(ordinal: number, folded: string): boolean {
    if (!this.unindexed.has(ordinal)) return this.index.contains(ordinal, folded)
    const card = this.cards.at(ordinal)
    return (
      containsFolded(card.content, folded) ||
      card.subnotes.some(({ text }) => containsFolded(text, folded)) ||
      textsBesides(card).some((text) => containsFolded(text, folded))
    )
  }

  /**
   * Adds to a bitmap those of `unsure` that contain a folded text. Cards already in the bitmap are not
   * scanned.
   */
  addChecked(cards: Bits, unsure: Bits, folded: string): void {
    for (const ordinal of ordinalsOf(unsure))
      if (!hasBit(cards, ordinal) && this.contains(ordinal, folded)) setBit(cards, ordinal)
  }

  get isWorthRebuilding(): boolean {
    return this.index.isWorthRebuilding
  }

  approximateBytes(): number {
    return this.index.approximateBytes() + this.siteTable.approximateBytes()
  }

  /** Indexes some of the deferred cards, for a few ms. */
  private indexSome(): void {
    let units = 0
    while (this.unindexed.count > 0 && units < this.unitsAtOnce) units += this.indexOne()
  }

  private indexAll(): void {
    while (this.unindexed.count > 0) {
      this.indexOne()
      this.sliceEnd.check()
    }
  }

  /** Indexes the first deferred card. Returns roughly how many units were read. */
  private indexOne(): number {
    const ordinal = this.unindexed.first()
    const indexed = this.unindexed.indexedOf(ordinal)
    const card = this.cards.in(ordinal)
    this.list(ordinal, indexed, card)
    this.unindexed.delete(ordinal)
    if (this.unindexed.count === 0) this.scans.forgetAll()
    return unitsIn(indexed) + unitsIn(card)
  }

  /** @param indexed the card as the index has it; `unindexed` must still return it */
  private list(ordinal: number, indexed: Card | undefined, card: Card | undefined): void {
    const isOther = !isOfSameSites(indexed, card)
    if (isOther && indexed !== undefined) this.siteTable.remove(ordinal, indexed)
    if (card === undefined) {
      this.index.remove(ordinal)
      return
    }
    const folded = this.index.set(ordinal, card, this.cards.capacity)
    if (isOther) this.siteTable.add(ordinal, card, folded, this.cards.capacity)
    this.cards.contentKey[ordinal] = sortKeyOf(folded)
  }
}

/** With this many deferred cards, a question scans them instead of indexing some. */
const MANY_WAIT = 1_000

/** Units of a card's texts, at least 1, so that a loop over cards without texts ends. */
function unitsIn(card: Card | undefined): number {
  if (card === undefined) return 1
  let units = card.content.length
  for (const { text } of card.subnotes) units += text.length
  for (const text of textsBesides(card)) units += text.length
  return units + 1
}

/**
 * Whether a text contains a folded substring, without caching anything. Plain text uses the platform's own
 * functions. Other text is folded unit by unit, where every unit allows it.
 */
export function containsFolded(text: string, substring: string): boolean {
  // White space that folding squeezes or trims can't matter to a substring without white space.
  if (!NOT_PLAIN.test(text) && !substring.includes(' ')) return text.toLowerCase().includes(substring)
  if (PLAIN_WORD.test(substring))
    return text.toLowerCase().includes(substring) || foldToParts(text).includes(substring)
  return containsByUnits(text, substring) ?? fold(text).includes(substring)
}

/** Searches by units. Null: the text can't be folded unit by unit. */
function containsByUnits(text: string, substring: string): boolean | null {
  const last = substring.charCodeAt(substring.length - 1)
  // Folding trims a space at the end of a text, which this loop sees only after it has compared.
  if (substring === '' || last === SPACE || substring.length > LONGEST_PIECE) return null
  if (text.length > units.length) units = new Uint16Array(text.length * 2)
  let count = 0
  let isAfterSpace = true
  let isFound = false
  for (let i = 0; i < text.length; i++) {
    const unit = foldedUnit(text.charCodeAt(i))
    // A combining mark changes the unit before it, so units can't be folded one by one.
    if (unit === null) return null
    if (unit === SPACE && isAfterSpace) continue
    isAfterSpace = unit === SPACE
    units[count++] = unit
    isFound ||= unit === last && endsWith(substring, count)
  }
  return isFound
}

/** Compares the last units written with the substring. Its last unit is known to match. */
function endsWith(substring: string, count: number): boolean {
  const start = count - substring.length
  if (start < 0) return false
  for (let i = substring.length - 2; i >= 0; i--)
    if (units[start + i] !== substring.charCodeAt(i)) return false
  return true
}

/** Scratch buffer, reused for each text. */
let units = new Uint16Array(4096)
/** Matches text that lower-casing does not fold completely. Line breaks count as plain. */
const NOT_PLAIN = /[^ -~\n]/
const PLAIN_WORD = /^[!-~]+$/
const SPACE = 0x20
/** Longer substrings would make the comparison at each position too slow. */
const LONGEST_PIECE = 64

/** Ordinals of cards that were added, changed or removed since they were indexed. */
class UnindexedCards {
  private bits: Bits = bitsFor(1024)
  /** The indexed version of changed and removed cards. */
  private readonly indexed = new Map<number, Card>()
  private size = 0
  /** Lower bound of the ordinals. */
  private lowest = 0

  get count(): number {
    return this.size
  }

  /** A bitmap, no longer than the latest capacity. Valid until the next change. */
  get ordinals(): Bits {
    return this.bits
  }

  has(ordinal: number): boolean {
    return this.size > 0 && ordinal < this.bits.length * 32 && hasBit(this.bits, ordinal)
  }

  /** @param indexed the version in the index, if any; ignored when the ordinal is unindexed already */
  add(ordinal: number, indexed: Card | undefined, capacity: number): void {
    if (this.has(ordinal)) return
    if (ordinal >= this.bits.length * 32) this.bits = resizedBits(this.bits, capacity)
    setBit(this.bits, ordinal)
    this.lowest = Math.min(this.lowest, ordinal)
    this.size++
    if (indexed !== undefined) this.indexed.set(ordinal, indexed)
  }

  /** Returns the outdated version in the index. Undefined: the card is not in the index, or is not outdated there. */
  indexedOf(ordinal: number): Card | undefined {
    return this.indexed.get(ordinal)
  }

  /** The lowest ordinal; there must be one. Posting lists that are filled in ascending order only append. */
  first(): number {
    this.lowest = firstOrdinal(this.bits, this.lowest)
    return this.lowest
  }

  delete(ordinal: number): void {
    if (!this.has(ordinal)) return
    clearBit(this.bits, ordinal)
    this.indexed.delete(ordinal)
    this.size--
  }
}
