import type { Id } from '@cardinal/domain'
import {
  type LabelEvidence,
  type LabelSigns,
  labelScore,
  rarityOf,
  strengthOf,
} from '../suggestions/label-ranking.ts'
import { COMMON_WORD, type LabelText } from '../suggestions/label-text.ts'
import type { Reader } from '../tables.ts'

export type LabelReader = Pick<
  Reader,
  'cards' | 'tags' | 'groups' | 'texts' | 'sites' | 'carriers' | 'carried'
>

/** Notes for a tag what a site, a word or a chosen tag says of it, which `count` of its cards carry. */
type Sign = (signs: Telling, count: number) => void

type Telling = { -readonly [Field in keyof LabelSigns]: LabelSigns[Field][number][] }

/**
 * Goes through the past cards that have something in common with a text, and adds up in columns by tag
 * slot what each speaks for. What was counted is noted down, so that the reasons for the few best tags
 * can be told without counting again.
 */
export class LabelGathering {
  readonly pastCards: number
  private readonly reader: LabelReader
  /** The slot of the card that is being tagged: it is no past card. */
  private readonly own: number | undefined
  private readonly text: LabelText
  private readonly chosen: readonly Id[]
  private readonly isInText: Uint8Array
  private readonly isLeftOut: Uint8Array
  private readonly siteStrength: Float64Array
  private readonly wordStrength: Float64Array
  private readonly togetherStrength: Float64Array
  private readonly counts: Uint32Array
  private readonly signs: Sign[] = []
  /** By threes: sign, tag slot, count. */
  private readonly notes: number[] = []

  constructor(reader: LabelReader, own: number | undefined, chosen: readonly Id[], text: LabelText) {
    const { cards, tags } = reader
    this.reader = reader
    this.own = own
    this.text = text
    this.chosen = chosen
    this.pastCards = cards.count - (own === undefined ? 0 : 1)
    const size = tags.usedSlots
    this.isInText = new Uint8Array(size)
    this.isLeftOut = new Uint8Array(size)
    this.siteStrength = new Float64Array(size)
    this.wordStrength = new Float64Array(size)
    this.togetherStrength = new Float64Array(size)
    this.counts = new Uint32Array(size)
    for (const id of [...chosen, ...reader.groups.hiddenTagIds()]) {
      const slot = tags.slotOf(id)
      if (slot !== undefined) this.isLeftOut[slot] = 1
    }
  }

  /** The tags that most speaks for, best first, as slots with their scores; ties by name. */
  best(limit: number): { slot: number; score: number }[] {
    this.findNames()
    this.addUp()
    const { tags } = this.reader
    const best: { slot: number; score: number }[] = []
    // In the order of names, so that of equal scores the first one met goes first.
    for (const slot of tags.inNameOrder()) {
      if (this.isLeftOut[slot] === 1) continue
      const score = labelScore(this.evidenceOf(slot), this.pastCards)
      const worst = best[limit - 1]
      // A score of 0: nothing speaks for the tag, not even that it is used.
      if (score === 0 || (worst !== undefined && score <= worst.score)) continue
      let at = best.length
      while (at > 0 && score > (best[at - 1]?.score ?? 0)) at--
      best.splice(at, 0, { slot, score })
      if (best.length > limit) best.pop()
    }
    return best
  }

  /** The parts of a tag's score. */
  evidenceOf(slot: number): LabelEvidence {
    return {
      cardCount: this.reader.carriers.size(slot),
      isInText: this.isInText[slot] === 1,
      siteStrength: this.siteStrength[slot] as number,
      wordStrength: this.wordStrength[slot] as number,
      togetherStrength: this.togetherStrength[slot] as number,
    }
  }

  /** What speaks for each of some tags, in their order. */
  signsOf(slots: readonly number[]): LabelSigns[] {
    const told = slots.map((): Telling => ({ sites: [], words: [], together: [] }))
    const places = new Map(slots.map((slot, at) => [slot, told[at]]))
    for (let i = 0; i < this.notes.length; i += 3) {
      const signs = places.get(this.notes[i + 1] as number)
      if (signs !== undefined) this.signs[this.notes[i] as number]?.(signs, this.notes[i + 2] as number)
    }
    return told
  }

  /** Tags whose name, word by word, stands in the text. */
  private findNames(): void {
    const { tags } = this.reader
    const { words } = this.text
    for (let from = 0; from < words.length; from++) {
      const longest = tags.longestNameBeginning(words[from] as string)
      for (let to = from + 1; to <= Math.min(words.length, from + longest); to++)
        for (const slot of tags.withWords(words.slice(from, to).join(' '))) this.isInText[slot] = 1
    }
  }

  private addUp(): void {
    const { sites, texts, tags, carriers } = this.reader
    for (const site of this.text.sites)
      this.addStrength(this.siteStrength, sites.cardsOf(site), (of) => (signs, count) => {
        signs.sites.push({ site, count, of })
      })
    for (const word of this.text.distinctWords) {
      // One more than is common may turn out to be the card that is being tagged.
      if (texts.countWithWord(word) > COMMON_WORD + 1) continue
      const slots = texts.cardsWithWord(word)
      if (this.pastAmong(slots) > COMMON_WORD) continue
      this.addStrength(this.wordStrength, slots, (of) => (signs, count) => {
        signs.words.push({ word, count, of })
      })
    }
    for (const tagId of this.chosen) {
      const slot = tags.slotOf(tagId)
      if (slot !== undefined)
        this.addStrength(this.togetherStrength, carriers.list(slot), (of) => (signs, count) => {
          signs.together.push({ tagId, count, of })
        })
    }
  }

  /** Counts the tags of a sign's cards, and adds what their number says to a column. */
  private addStrength(column: Float64Array, slots: Uint32Array, telling: (of: number) => Sign): void {
    const { counts, notes, signs, pastCards } = this
    const { sizes } = this.reader.carriers
    const of = this.pastAmong(slots)
    const rarity = rarityOf(of, pastCards)
    const touched = this.count(slots)
    for (const tag of touched) {
      const count = counts[tag] as number
      counts[tag] = 0
      column[tag] = (column[tag] as number) + strengthOf({ count, of }, sizes[tag] ?? 0, pastCards, rarity)
      notes.push(signs.length, tag, count)
    }
    signs.push(telling(of))
  }

  /** Counts the tags of past cards into `counts`; answers which ones now have a count. */
  private count(slots: Uint32Array): number[] {
    const { pool, starts, sizes } = this.reader.carried
    const { counts, own } = this
    const touched: number[] = []
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number
      if (slot === own) continue
      const start = starts[slot] as number
      const end = start + (sizes[slot] as number)
      for (let j = start; j < end; j++) {
        const tag = pool[j] as number
        if (counts[tag] === 0) touched.push(tag)
        counts[tag] = (counts[tag] as number) + 1
      }
    }
    return touched
  }

  /** How many of some cards are past ones. */
  private pastAmong(slots: Uint32Array): number {
    const hasOwn = this.own !== undefined && includesSorted(slots, this.own)
    return slots.length - (hasOwn ? 1 : 0)
  }
}

function includesSorted(slots: Uint32Array, slot: number): boolean {
  let low = 0
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((slots[middle] as number) < slot) low = middle + 1
    else high = middle
  }
  return slots[low] === slot
}
