import type { Id } from '@cardinal/domain'
import type { Tally } from '../structures/forward-index.ts'
import {
  hitsOf,
  type LabelEvidence,
  type LabelSigns,
  labelScore,
  rarityOf,
  saysSomething,
  strengthOf,
} from '../suggestions/label-ranking.ts'
import { asksNothing, COMMON_WORD, type LabelText } from '../suggestions/texts.ts'
import type { Reader } from '../tables.ts'

export type LabelReader = Pick<Reader, 'cards' | 'tags' | 'groups' | 'texts' | 'postings' | 'forwardIndex'>

/**
 * Receives the evidence of one sign (site, word or chosen tag) for one tag: `count` of its cards have the
 * tag.
 */
type Sign = (signs: MutableSigns, count: number) => void

/** The counted evidence of one sign. */
interface Note extends Tally {
  readonly tell: Sign
}

type MutableSigns = { -readonly [Field in keyof LabelSigns]: LabelSigns[Field][number][] }

/**
 * Gathers evidence for labels. Visits the earlier cards that share a sign with the text and adds up strengths
 * in columns by tag ordinal. Counts are kept, so that the reasons for the best tags need no second count.
 */
export class LabelGathering {
  readonly pastCards: number
  private readonly reader: LabelReader
  /** Ordinal of the card being tagged, which is not an earlier card. */
  private readonly own: number | undefined
  private readonly text: LabelText
  private readonly chosen: readonly Id[]
  private readonly isInText: Uint8Array
  private readonly isLeftOut: Uint8Array
  private readonly siteStrength: Float64Array
  private readonly wordStrength: Float64Array
  private readonly wordHits: Float64Array
  private readonly togetherStrength: Float64Array
  private readonly notes: Note[] = []

  constructor(reader: LabelReader, own: number | undefined, chosen: readonly Id[], text: LabelText) {
    const { cards, tags } = reader
    this.reader = reader
    this.own = own
    this.text = text
    this.chosen = chosen
    this.pastCards = cards.count - (own === undefined ? 0 : 1)
    const size = tags.usedOrdinals
    this.isInText = new Uint8Array(size)
    this.isLeftOut = new Uint8Array(size)
    this.siteStrength = new Float64Array(size)
    this.wordStrength = new Float64Array(size)
    this.wordHits = new Float64Array(size)
    this.togetherStrength = new Float64Array(size)
    const ordinalsOf = (ids: readonly Id[]) => ids.flatMap((id) => tags.ordinalOf(id) ?? [])
    const chosenOrdinals = ordinalsOf(chosen)
    const leftOut = [
      ...chosenOrdinals,
      ...tags.implied.impliedBy(chosenOrdinals),
      ...ordinalsOf(reader.groups.hiddenTagIds()),
    ]
    for (const ordinal of leftOut) this.isLeftOut[ordinal] = 1
  }

  /** Returns the tags with the highest scores, best first, ties by name. */
  best(limit: number): { ordinal: number; score: number }[] {
    this.findNames()
    this.addUp()
    const { tags } = this.reader
    const isBlank = asksNothing(this.text, this.chosen)
    const best: { ordinal: number; score: number }[] = []
    // In order of names, so that the first of equal scores wins.
    for (const ordinal of tags.inNameOrder()) {
      if (this.isLeftOut[ordinal] === 1) continue
      const score = labelScore(this.evidenceOf(ordinal), this.pastCards, isBlank)
      const worst = best[limit - 1]
      // Skip a tag without evidence, or below the worst of the best.
      if (score === 0 || (worst !== undefined && score <= worst.score)) continue
      let at = best.length
      while (at > 0 && score > (best[at - 1]?.score ?? 0)) at--
      best.splice(at, 0, { ordinal, score })
      if (best.length > limit) best.pop()
    }
    return best
  }

  /** Whether a tag is never suggested: it is chosen, implied by a chosen tag, or hidden. */
  isOutOfQuestion(ordinal: number): boolean {
    return this.isLeftOut[ordinal] === 1
  }

  /** Returns the parts of a tag's score. */
  evidenceOf(ordinal: number): LabelEvidence {
    return {
      cardCount: this.reader.postings.size(ordinal),
      isInText: this.isInText[ordinal] === 1,
      siteStrength: this.siteStrength[ordinal] as number,
      wordStrength: this.wordStrength[ordinal] as number,
      wordHits: this.wordHits[ordinal] as number,
      togetherStrength: this.togetherStrength[ordinal] as number,
    }
  }

  /** Returns the evidence for some tags, in their order. */
  signsOf(ordinals: readonly number[]): LabelSigns[] {
    const signs = ordinals.map((): MutableSigns => ({ sites: [], words: [], together: [] }))
    /** By tag ordinal: its index in `ordinals` plus 1; 0: not in the list. */
    const places = new Uint32Array(this.isInText.length)
    for (const [at, ordinal] of ordinals.entries()) places[ordinal] = at + 1
    for (const { tags, counts, tell } of this.notes)
      for (let i = 0; i < tags.length; i++) {
        const place = places[tags[i] as number] as number
        if (place > 0) tell(signs[place - 1] as MutableSigns, counts[i] as number)
      }
    return signs
  }

  /** Finds tags whose name occurs in the text, word by word. */
  private findNames(): void {
    const { tags } = this.reader
    const { words } = this.text
    for (let from = 0; from < words.length; from++) {
      const longest = tags.longestNameBeginning(words[from] as string)
      for (let to = from + 1; to <= Math.min(words.length, from + longest); to++)
        for (const ordinal of tags.withWords(words.slice(from, to).join(' '))) this.isInText[ordinal] = 1
    }
  }

  private addUp(): void {
    const { tags, postings, forwardIndex } = this.reader
    const { sites, words } = this.reader.texts
    for (const site of this.text.sites) {
      const ordinals = sites.cardsOf(site)
      const of = this.pastAmong(ordinals)
      this.addStrength(this.siteStrength, of, forwardIndex.tally(ordinals), (signs, count) => {
        signs.sites.push({ site, count, of })
      })
    }
    for (const word of this.text.distinctWords) {
      // Allows one more than the limit, which may be the card being tagged.
      if (words.countWithWord(word) > COMMON_WORD + 1) continue
      const ordinals = words.cardsWithWord(word)
      const of = this.pastAmong(ordinals)
      if (of > COMMON_WORD) continue
      const telling = this.tellingOf(forwardIndex.tally(ordinals), of)
      this.addStrength(this.wordStrength, of, telling, (signs, count) => {
        signs.words.push({ word, count, of })
      })
    }
    for (const tagId of this.chosen) {
      const ordinal = tags.ordinalOf(tagId)
      if (ordinal === undefined) continue
      const of = this.pastPostings(ordinal)
      const tally = forwardIndex.tally(postings.list(ordinal))
      this.addStrength(this.togetherStrength, of, tally, (signs, count) => {
        signs.together.push({ tagId, count, of })
      })
    }
  }

  /** The tags on a word's cards for which the word is evidence. Also adds to their `wordHits`. */
  private tellingOf({ tags, counts }: Tally, of: number): Tally {
    const { sizes } = this.reader.postings
    const telling: Tally = { tags: [], counts: [] }
    for (let i = 0; i < tags.length; i++) {
      const [tag, count] = [tags[i] as number, counts[i] as number]
      if (!saysSomething({ count, of }, sizes[tag] ?? 0, this.pastCards)) continue
      telling.tags.push(tag)
      telling.counts.push(count)
      this.wordHits[tag] = (this.wordHits[tag] as number) + hitsOf(count)
    }
    return telling
  }

  /**
   * Adds the evidence of a sign to a column. The card being tagged is counted too, which changes nothing: its
   * tags are chosen already and are not suggested.
   */
  private addStrength(column: Float64Array, of: number, { tags, counts }: Tally, tell: Sign): void {
    const { notes, pastCards } = this
    const { sizes } = this.reader.postings
    const rarity = rarityOf(of, pastCards)
    for (let i = 0; i < tags.length; i++) {
      const tag = tags[i] as number
      const share = { count: counts[i] as number, of }
      column[tag] = (column[tag] as number) + strengthOf(share, sizes[tag] ?? 0, pastCards, rarity)
    }
    notes.push({ tags, counts, tell })
  }

  /** Returns how many earlier cards have a tag. */
  private pastPostings(tag: number): number {
    const { postings, forwardIndex } = this.reader
    return postings.size(tag) - (this.own !== undefined && forwardIndex.has(this.own, tag) ? 1 : 0)
  }

  /** Returns how many of some cards are earlier cards. */
  private pastAmong(ordinals: Uint32Array): number {
    const hasOwn = this.own !== undefined && includesSorted(ordinals, this.own)
    return ordinals.length - (hasOwn ? 1 : 0)
  }
}

function includesSorted(ordinals: Uint32Array, ordinal: number): boolean {
  let low = 0
  let high = ordinals.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ordinals[middle] as number) < ordinal) low = middle + 1
    else high = middle
  }
  return ordinals[low] === ordinal
}
