import { type Id, unique } from '@cardinal/domain'
import type { LabelQuery, Suggestion } from '../questions.ts'
import { firstSlots, type SlotOrder } from '../structures/top-slots.ts'
import { type LabelEvidence, labelRanking } from '../suggestions/label-ranking.ts'
import { COMMON_WORD, type LabelText, readLabelText } from '../suggestions/label-text.ts'
import { rank } from '../suggestions/rank.ts'
import type { Reader } from '../tables.ts'
import { compareUse, inUse } from './tag-rows.ts'

type LabelReader = Pick<Reader, 'cards' | 'tags' | 'groups' | 'texts' | 'sites' | 'carriers' | 'carried'>

type Growing<List> = List extends readonly (infer Item)[] ? Item[] : never

/** Evidence while it is being gathered. */
interface Evidence extends LabelEvidence {
  isInText: boolean
  readonly sites: Growing<LabelEvidence['sites']>
  readonly words: Growing<LabelEvidence['words']>
  readonly together: Growing<LabelEvidence['together']>
}

/** Which tags belong on this text, or card? From the past cards that have something in common with it. */
export function suggestLabels(reader: LabelReader, params: LabelQuery): Suggestion[] {
  const own = params.cardId === null ? undefined : reader.cards.slotOf(params.cardId)
  const chosen = unique([...params.tagIds, ...(own === undefined ? [] : reader.cards.at(own).tagIds)])
  const gathering = new Gathering(reader, own, chosen)
  const text = readLabelText(params.text)
  gathering.addNames(text)
  for (const site of text.sites)
    gathering.addShare(reader.sites.cardsOf(site), (evidence, share) =>
      evidence.sites.push({ site, ...share }),
    )
  for (const word of text.distinctWords) gathering.addWord(word)
  for (const tagId of chosen) gathering.addTogether(tagId)
  gathering.addMostUsed(params.limit)
  const pastCards = reader.cards.count - (own === undefined ? 0 : 1)
  return rank(gathering.evidence.values(), labelRanking(pastCards), params.limit, (tag) => inUse(reader, tag))
}

/** Collects what speaks for each tag. Tags that are chosen or hidden are left out from the start. */
class Gathering {
  readonly evidence = new Map<number, Evidence>()
  private readonly reader: LabelReader
  /** The slot of the card that is being tagged: it is no past card. */
  private readonly own: number | undefined
  private readonly leftOut: ReadonlySet<number>
  private readonly counts: Uint32Array

  constructor(reader: LabelReader, own: number | undefined, chosen: readonly Id[]) {
    this.reader = reader
    this.own = own
    this.leftOut = new Set(chosen.flatMap((id) => reader.tags.slotOf(id) ?? []))
    this.counts = new Uint32Array(reader.tags.usedSlots)
  }

  /** Tags whose name, word by word, stands in the text. */
  addNames({ words }: LabelText): void {
    for (let from = 0; from < words.length; from++) {
      const longest = this.reader.tags.longestNameBeginning(words[from] as string)
      for (let to = from + 1; to <= Math.min(words.length, from + longest); to++) {
        const name = words.slice(from, to).join(' ')
        for (const slot of this.reader.tags.withWords(name)) {
          const evidence = this.of(slot)
          if (evidence !== null) evidence.isInText = true
        }
      }
    }
  }

  addWord(word: string): void {
    const slots = this.reader.texts.cardsWithWord(word)
    if (this.pastCount(slots) > COMMON_WORD) return
    this.addShare(slots, (evidence, share) => evidence.words.push({ word, ...share }))
  }

  addTogether(tagId: Id): void {
    const slot = this.reader.tags.slotOf(tagId)
    if (slot === undefined) return
    this.addShare(this.reader.carriers.list(slot), (evidence, share) =>
      evidence.together.push({ tagId, ...share }),
    )
  }

  /** So that there is something to suggest even when nothing else speaks. */
  addMostUsed(limit: number): void {
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

  /** Counts the tags of some cards, and tells of each which share of the cards carries it. */
  addShare(
    slots: Uint32Array,
    add: (evidence: Evidence, share: { count: number; of: number }) => void,
  ): void {
    const { carried } = this.reader
    const touched: number[] = []
    for (const slot of slots) {
      if (slot === this.own) continue
      const start = carried.start(slot)
      for (let i = start; i < start + carried.size(slot); i++) {
        const tag = carried.pool[i] as number
        if (this.counts[tag] === 0) touched.push(tag)
        this.counts[tag] = (this.counts[tag] as number) + 1
      }
    }
    const of = this.pastCount(slots)
    for (const tag of touched) {
      const evidence = this.of(tag)
      if (evidence !== null) add(evidence, { count: this.counts[tag] as number, of })
      this.counts[tag] = 0
    }
  }

  private of(slot: number): Evidence | null {
    const known = this.evidence.get(slot)
    if (known !== undefined) return known
    const tag = this.reader.tags.at(slot)
    if (tag === undefined || this.isLeftOut(slot)) return null
    const cardCount = this.reader.carriers.size(slot)
    const evidence = { tag, cardCount, isInText: false, sites: [], words: [], together: [] }
    this.evidence.set(slot, evidence)
    return evidence
  }

  private isLeftOut(slot: number): boolean {
    const tag = this.reader.tags.at(slot)
    return this.leftOut.has(slot) || (tag !== undefined && this.reader.groups.hides(tag.id))
  }

  private pastCount(slots: Uint32Array): number {
    return slots.length - (this.own !== undefined && includesSorted(slots, this.own) ? 1 : 0)
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
