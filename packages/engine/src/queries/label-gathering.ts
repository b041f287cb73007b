import type { Id, Tag } from '@cardinal/domain'
import { firstSlots, type SlotOrder } from '../structures/top-slots.ts'
import {
  type LabelEvidence,
  type LabelSigns,
  type SiteSign,
  strengthOf,
  type TagSign,
  type WordSign,
} from '../suggestions/label-ranking.ts'
import { COMMON_WORD, type LabelText } from '../suggestions/label-text.ts'
import type { Reader } from '../tables.ts'
import { compareUse } from './tag-rows.ts'

export type LabelReader = Pick<
  Reader,
  'cards' | 'tags' | 'groups' | 'texts' | 'sites' | 'carriers' | 'carried'
>

/** Evidence while it grows. */
type Growing = { -readonly [Field in keyof LabelEvidence]: LabelEvidence[Field] }
type Strength = 'siteStrength' | 'wordStrength' | 'togetherStrength'

/** Past cards that have a site, a word or a chosen tag in common with the text. */
interface Sign {
  readonly slots: Uint32Array
  /** How many they are, the card that is being tagged left out. */
  readonly of: number
}

/** Goes through the past cards that have something in common with a text, and counts their tags. */
export class LabelGathering {
  readonly pastCards: number
  private readonly reader: LabelReader
  /** The slot of the card that is being tagged: it is no past card. */
  private readonly own: number | undefined
  private readonly chosen: ReadonlySet<number>
  private readonly text: LabelText
  private readonly sites: readonly (Sign & { readonly site: string })[]
  private readonly words: readonly (Sign & { readonly word: string })[]
  private readonly together: readonly (Sign & { readonly tagId: Id })[]
  private readonly evidence = new Map<number, Growing>()
  private readonly counts: Uint32Array

  constructor(reader: LabelReader, own: number | undefined, chosen: readonly Id[], text: LabelText) {
    this.reader = reader
    this.own = own
    this.text = text
    this.chosen = new Set(chosen.flatMap((id) => reader.tags.slotOf(id) ?? []))
    this.pastCards = reader.cards.count - (own === undefined ? 0 : 1)
    this.sites = text.sites.map((site) => ({ site, ...this.sign(reader.sites.cardsOf(site)) }))
    this.words = text.distinctWords
      .filter((word) => reader.texts.countWithWord(word) <= COMMON_WORD + 1)
      .map((word) => ({ word, ...this.sign(reader.texts.cardsWithWord(word)) }))
      .filter(({ of }) => of <= COMMON_WORD)
    this.together = chosen.flatMap((tagId) => {
      const slot = reader.tags.slotOf(tagId)
      return slot === undefined ? [] : [{ tagId, ...this.sign(reader.carriers.list(slot)) }]
    })
    this.counts = new Uint32Array(reader.tags.usedSlots)
  }

  /** Every tag that something speaks for, and as many of the most used others as are asked for. */
  candidates(limit: number): Iterable<LabelEvidence> {
    this.findNames()
    for (const sign of this.sites) this.addStrength(sign, 'siteStrength')
    for (const sign of this.words) this.addStrength(sign, 'wordStrength')
    for (const sign of this.together) this.addStrength(sign, 'togetherStrength')
    this.addMostUsed(limit)
    return this.evidence.values()
  }

  /** What speaks for each of some tags, in their order. */
  signsOf(tags: readonly Tag[]): LabelSigns[] {
    const slots = tags.map((tag) => this.reader.tags.slotOf(tag.id) ?? 0)
    const signs = slots.map(() => ({
      sites: [] as SiteSign[],
      words: [] as WordSign[],
      together: [] as TagSign[],
    }))
    const visit = (sign: Sign, add: (at: number, share: { count: number; of: number }) => void) => {
      const touched = this.count(sign)
      for (const [at, slot] of slots.entries()) {
        const count = this.counts[slot] as number
        if (count > 0) add(at, { count, of: sign.of })
      }
      for (const slot of touched) this.counts[slot] = 0
    }
    for (const sign of this.sites)
      visit(sign, (at, share) => signs[at]?.sites.push({ site: sign.site, ...share }))
    for (const sign of this.words)
      visit(sign, (at, share) => signs[at]?.words.push({ word: sign.word, ...share }))
    for (const sign of this.together)
      visit(sign, (at, share) => signs[at]?.together.push({ tagId: sign.tagId, ...share }))
    return signs
  }

  /** Tags whose name, word by word, stands in the text. */
  private findNames(): void {
    const { tags } = this.reader
    const { words } = this.text
    for (let from = 0; from < words.length; from++) {
      const longest = tags.longestNameBeginning(words[from] as string)
      for (let to = from + 1; to <= Math.min(words.length, from + longest); to++) {
        for (const slot of tags.withWords(words.slice(from, to).join(' '))) {
          const evidence = this.of(slot)
          if (evidence !== null) evidence.isInText = true
        }
      }
    }
  }

  private addStrength(sign: Sign, strength: Strength): void {
    for (const slot of this.count(sign)) {
      const evidence = this.of(slot)
      const share = { count: this.counts[slot] as number, of: sign.of }
      if (evidence !== null) evidence[strength] += strengthOf(share, evidence.cardCount, this.pastCards)
      this.counts[slot] = 0
    }
  }

  /** So that there is something to suggest even when nothing else speaks. */
  private addMostUsed(limit: number): void {
    const { tags, carriers } = this.reader
    const unspoken = tags
      .inNameOrder()
      .filter((slot) => carriers.size(slot) > 0 && !this.evidence.has(slot) && !this.isLeftOut(slot))
    const byUse: SlotOrder = {
      keys: carriers.sizes,
      turn: -1,
      compare: (a, b) => compareUse(this.reader, a, b),
    }
    for (const slot of firstSlots(Uint32Array.from(unspoken), limit, byUse)) this.of(slot)
  }

  /** Counts the tags of a sign's cards into `counts`; answers which ones now have a count. */
  private count({ slots }: Sign): number[] {
    const { pool, starts, sizes } = this.reader.carried
    const { counts } = this
    const touched: number[] = []
    for (const slot of slots) {
      if (slot === this.own) continue
      const start = starts[slot] as number
      const end = start + (sizes[slot] as number)
      for (let i = start; i < end; i++) {
        const tag = pool[i] as number
        if (counts[tag] === 0) touched.push(tag)
        counts[tag] = (counts[tag] as number) + 1
      }
    }
    return touched
  }

  private of(slot: number): Growing | null {
    const known = this.evidence.get(slot)
    if (known !== undefined) return known
    const tag = this.reader.tags.at(slot)
    if (tag === undefined || this.isLeftOut(slot)) return null
    const evidence = {
      tag,
      cardCount: this.reader.carriers.size(slot),
      isInText: false,
      siteStrength: 0,
      wordStrength: 0,
      togetherStrength: 0,
    }
    this.evidence.set(slot, evidence)
    return evidence
  }

  private isLeftOut(slot: number): boolean {
    const tag = this.reader.tags.at(slot)
    return this.chosen.has(slot) || (tag !== undefined && this.reader.groups.hides(tag.id))
  }

  private sign(slots: Uint32Array): Sign {
    const hasOwn = this.own !== undefined && includesSorted(slots, this.own)
    return { slots, of: slots.length - (hasOwn ? 1 : 0) }
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
