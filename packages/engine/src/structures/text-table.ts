import type { Card } from '@cardinal/domain'
import { addAll, type Bits, bitsFor, clearBit, keepCommon, ordinalsOf, takeAway } from './bits.ts'
import { type CardTable, sortKeyOf } from './card-table.ts'
import { containsFolded } from './contains-folded.ts'
import { ScanCache } from './scan-cache.ts'
import { SiteTable } from './site-table.ts'
import { haveSameTexts, TextIndex } from './text-index.ts'
import { UnindexedCards } from './unindexed-cards.ts'

/** Cards that contain a text, and others that have to be looked at with `contains`; null: none. */
export interface FoundTexts {
  readonly sure: Bits | null
  readonly unsure: Bits | null
}

/**
 * What cards say, and which of them say what. A card that comes, changes or goes is only noted down here; it is
 * indexed, by words and sites, little by little: by whoever looks for a text, and by `flush`. Until then it is
 * looked at. So a change costs no more than its row, and a workspace that has just come can be searched at once.
 */
export class TextTable {
  private readonly cards: CardTable
  private readonly unitsAtOnce: number
  private readonly unindexed = new UnindexedCards()
  /** Into cards that wait to be indexed. */
  private readonly scans = new ScanCache()
  private readonly index = new TextIndex(
    (ordinal) => this.unindexed.indexedOf(ordinal) ?? this.cards.at(ordinal),
  )
  private readonly siteTable = new SiteTable()

  /** @param unitsAtOnce so many UTF-16 units are indexed at once, about, where not all have to be */
  constructor(cards: CardTable, unitsAtOnce: number) {
    this.cards = cards
    this.unitsAtOnce = unitsAtOnce
  }

  /** To be told of before the row at an ordinal changes. */
  note(ordinal: number, before: Card | undefined, after: Card | undefined): void {
    if (before !== undefined && after !== undefined && haveSameTexts(before, after)) return
    this.scans.forget(ordinal)
    this.unindexed.add(ordinal, before, this.cards.capacity)
  }

  /** Does some of what was put off: a few ms. False: nothing was. */
  flush(): boolean {
    if (this.unindexed.count > 0) {
      this.indexSome()
      return true
    }
    if (this.index.flush()) return true
    this.siteTable.flush()
    return false
  }

  /** The lists by word, with every card in them. */
  get words(): TextIndex {
    this.indexAll()
    return this.index
  }

  /** The lists by site, with every card in them. */
  get sites(): SiteTable {
    this.indexAll()
    return this.siteTable
  }

  /**
   * Cards with a folded text that isn't empty.
   *
   * @param from cards with ordinals below it are left out; a multiple of 256
   */
  candidates(folded: string, from = 0): FoundTexts {
    // Of many that wait, those that a question could list would soon be indexed by `flush`, and hold up its answer.
    if (this.unindexed.count < MANY_WAIT) this.indexSome()
    const { capacity, all } = this.cards
    const { ordinals, isSure } = this.index.candidates(folded, capacity, from)
    if (this.unindexed.count === 0)
      return isSure ? { sure: ordinals, unsure: null } : { sure: null, unsure: ordinals }
    takeAway(ordinals, this.unindexed.ordinals)
    const waiting = bitsFor(capacity)
    addAll(waiting, this.unindexed.ordinals, from)
    keepCommon(waiting, all)
    if (isSure) return { sure: ordinals, unsure: waiting }
    addAll(ordinals, waiting)
    return { sure: null, unsure: ordinals }
  }

  /**
   * Cards that contain a folded text; among `within`, unless that is null.
   *
   * @param from cards with ordinals below it may be left out; a multiple of 256
   */
  find(folded: string, within: Bits | null, from = 0): Bits {
    const { sure, unsure } = this.candidates(folded, from)
    const found = sure ?? bitsFor(this.cards.capacity)
    if (within !== null) keepCommon(found, within)
    if (unsure === null) return found
    if (within !== null) keepCommon(unsure, within)
    this.keepContaining(unsure, folded)
    addAll(found, unsure)
    return found
  }

  contains(ordinal: number, folded: string): boolean {
    if (!this.unindexed.has(ordinal)) return this.index.contains(ordinal, folded)
    return this.scans.contains(ordinal, folded, this.cards.capacity, () => {
      const { content, subnotes } = this.cards.at(ordinal)
      return containsFolded(content, folded) || subnotes.some(({ text }) => containsFolded(text, folded))
    })
  }

  /** Leaves those in a set whose texts contain a folded text. */
  keepContaining(ordinals: Bits, folded: string): void {
    for (const ordinal of ordinalsOf(ordinals))
      if (!this.contains(ordinal, folded)) clearBit(ordinals, ordinal)
  }

  get isWorthRebuilding(): boolean {
    return this.index.isWorthRebuilding
  }

  approximateBytes(): number {
    return this.index.approximateBytes() + this.siteTable.approximateBytes()
  }

  /** Lists some of the cards that wait for it: a few ms. */
  private indexSome(): void {
    let units = 0
    while (this.unindexed.count > 0 && units < this.unitsAtOnce) units += this.indexOne()
  }

  private indexAll(): void {
    while (this.unindexed.count > 0) this.indexOne()
  }

  /** Lists the card in the lowest deferred ordinal; answers with how many units that was to read, about. */
  private indexOne(): number {
    const ordinal = this.unindexed.first()
    const indexed = this.unindexed.indexedOf(ordinal)
    const card = this.cards.in(ordinal)
    this.list(ordinal, indexed, card)
    this.unindexed.delete(ordinal)
    if (this.unindexed.count === 0) this.scans.forgetAll()
    return unitsIn(indexed) + unitsIn(card)
  }

  /** @param indexed whose texts are indexed for the ordinal now; `unindexed` still says so */
  private list(ordinal: number, indexed: Card | undefined, card: Card | undefined): void {
    const isOther = indexed?.content !== card?.content
    if (isOther && indexed !== undefined) this.siteTable.remove(ordinal, indexed.content)
    if (card === undefined) {
      this.index.remove(ordinal)
      return
    }
    const folded = this.index.set(ordinal, card, this.cards.capacity)
    if (isOther) this.siteTable.add(ordinal, card.content, folded, this.cards.capacity)
    this.cards.contentKey[ordinal] = sortKeyOf(folded)
  }
}

/** A number of cards. */
const MANY_WAIT = 1_000

/** And one, so that going over empty ones comes to an end too. */
function unitsIn(card: Card | undefined): number {
  if (card === undefined) return 1
  let units = card.content.length
  for (const { text } of card.subnotes) units += text.length
  return units + 1
}
