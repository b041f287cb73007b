import type { Card } from '@cardinal/domain'
import { addAll, type Bits, bitsFor, clearBit, keepCommon, slotsOf, takeAway } from './bits.ts'
import { type CardTable, sortKeyOf } from './card-table.ts'
import { containsFolded } from './contains-folded.ts'
import { Looks } from './looks.ts'
import { SiteTable } from './site-table.ts'
import { haveSameTexts, TextIndex } from './text-index.ts'
import { Unlisted } from './unlisted.ts'

/** Cards that contain a text, and others that have to be looked at with `contains`; null: none. */
export interface FoundTexts {
  readonly sure: Bits | null
  readonly unsure: Bits | null
}

/**
 * What cards say, and which of them say what. A card that comes, changes or goes is only noted down here; it is
 * listed, by words and sites, little by little: by whoever looks for a text, and by `tidy`. Until then it is
 * looked at. So a change costs no more than its row, and a workspace that has just come can be searched at once.
 */
export class TextTable {
  private readonly cards: CardTable
  private readonly unitsAtOnce: number
  private readonly unlisted = new Unlisted()
  /** Into cards that wait to be listed. */
  private readonly looks = new Looks()
  private readonly index = new TextIndex((slot) => this.unlisted.listedOf(slot) ?? this.cards.at(slot))
  private readonly siteTable = new SiteTable()

  /** @param unitsAtOnce so many UTF-16 units are listed at once, about, where not all have to be */
  constructor(cards: CardTable, unitsAtOnce: number) {
    this.cards = cards
    this.unitsAtOnce = unitsAtOnce
  }

  /** To be told of before the row in a slot changes. */
  note(slot: number, before: Card | undefined, after: Card | undefined): void {
    if (before !== undefined && after !== undefined && haveSameTexts(before, after)) return
    this.looks.forget(slot)
    this.unlisted.add(slot, before, this.cards.capacity)
  }

  /** Does some of what was put off: a few ms. False: nothing was. */
  tidy(): boolean {
    if (this.unlisted.count > 0) {
      this.listSome()
      return true
    }
    if (this.index.tidy()) return true
    this.siteTable.tidy()
    return false
  }

  /** The lists by word, with every card in them. */
  get words(): TextIndex {
    this.listAll()
    return this.index
  }

  /** The lists by site, with every card in them. */
  get sites(): SiteTable {
    this.listAll()
    return this.siteTable
  }

  /**
   * Cards with a folded text that isn't empty.
   *
   * @param from cards in slots below it are left out; a multiple of 256
   */
  candidates(folded: string, from = 0): FoundTexts {
    // Of many that wait, those that a question could list would soon be listed by `tidy`, and hold up its answer.
    if (this.unlisted.count < MANY_WAIT) this.listSome()
    const { capacity, all } = this.cards
    const { slots, isSure } = this.index.candidates(folded, capacity, from)
    if (this.unlisted.count === 0)
      return isSure ? { sure: slots, unsure: null } : { sure: null, unsure: slots }
    takeAway(slots, this.unlisted.slots)
    const waiting = bitsFor(capacity)
    addAll(waiting, this.unlisted.slots, from)
    keepCommon(waiting, all)
    if (isSure) return { sure: slots, unsure: waiting }
    addAll(slots, waiting)
    return { sure: null, unsure: slots }
  }

  /**
   * Cards that contain a folded text; among `within`, unless that is null.
   *
   * @param from cards in slots below it may be left out; a multiple of 256
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

  contains(slot: number, folded: string): boolean {
    if (!this.unlisted.has(slot)) return this.index.contains(slot, folded)
    return this.looks.contains(slot, folded, this.cards.capacity, () => {
      const { content, subnotes } = this.cards.at(slot)
      return containsFolded(content, folded) || subnotes.some(({ text }) => containsFolded(text, folded))
    })
  }

  /** Leaves those in a set whose texts contain a folded text. */
  keepContaining(slots: Bits, folded: string): void {
    for (const slot of slotsOf(slots)) if (!this.contains(slot, folded)) clearBit(slots, slot)
  }

  get isWorthRebuilding(): boolean {
    return this.index.isWorthRebuilding
  }

  approximateBytes(): number {
    return this.index.approximateBytes() + this.siteTable.approximateBytes()
  }

  /** Lists some of the cards that wait for it: a few ms. */
  private listSome(): void {
    let units = 0
    while (this.unlisted.count > 0 && units < this.unitsAtOnce) units += this.listOne()
  }

  private listAll(): void {
    while (this.unlisted.count > 0) this.listOne()
  }

  /** Lists the card in the first slot that waits; answers with how many units that was to read, about. */
  private listOne(): number {
    const slot = this.unlisted.first()
    const listed = this.unlisted.listedOf(slot)
    const card = this.cards.in(slot)
    this.list(slot, listed, card)
    this.unlisted.delete(slot)
    if (this.unlisted.count === 0) this.looks.forgetAll()
    return unitsIn(listed) + unitsIn(card)
  }

  /** @param listed whose texts are listed for the slot now; `unlisted` still says so */
  private list(slot: number, listed: Card | undefined, card: Card | undefined): void {
    const isOther = listed?.content !== card?.content
    if (isOther && listed !== undefined) this.siteTable.remove(slot, listed.content)
    if (card === undefined) {
      this.index.remove(slot)
      return
    }
    const folded = this.index.set(slot, card, this.cards.capacity)
    if (isOther) this.siteTable.add(slot, card.content, folded, this.cards.capacity)
    this.cards.contentKey[slot] = sortKeyOf(folded)
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
