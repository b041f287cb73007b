import { UNIT, unitKinds } from '@cardinal/domain'
import { type Bits, bitsFor, isEmpty, keepCommon, setBit, slotsOf } from './bits.ts'
import { SlotLists } from './slot-lists.ts'
import { type Place, TokenGrams } from './token-grams.ts'
import { EMPTY_HASH, HASH_MASK, hashUnit, hashUnits, TokenTable } from './token-table.ts'

/** Cards that may contain a text. `isSure`: they do; else each has to be looked at with `contains`. */
export interface TextCandidates {
  readonly slots: Bits
  readonly isSure: boolean
}

/**
 * Which cards contain a piece of text. Texts are cut into runs (words, signs, single characters of
 * scripts without spaces); cards are listed by run, and runs are found by the grams in them.
 *
 * A piece without a run's end inside it is contained in a card exactly when it is contained in one of the
 * card's runs, so that the lists are the answer. A piece of several runs has its inner runs whole in the
 * text, its first as the end of one and its last as the beginning of one; what satisfies that is looked
 * at. Spaces are listed nowhere.
 */
export class TextIndex {
  /**
   * Folded texts of each card, joined by line breaks, which folding leaves in no text. Null: there is one
   * text, whose lower-case form is its folded one, and which the card's row has anyway.
   */
  private texts: (string | null | undefined)[] = []
  private readonly contentAt: (slot: number) => string
  private readonly tokens = new TokenTable()
  private readonly slotsByToken = new SlotLists()
  private readonly grams = new TokenGrams()
  /** The last mark that each token bore; a new one begins with every card that is listed. */
  private readonly marks: number[] = []
  private mark = 0
  /** Tokens on no card any more; they stay until the index is built anew. */
  private emptyTokens = 0
  private textUnits = 0

  /** @param contentAt the content of the card in a slot, as it stood when it was listed last */
  constructor(contentAt: (slot: number) => string) {
    this.contentAt = contentAt
  }

  /**
   * Lists a card's texts, in place of those it had; `contentAt` still gives the content before.
   *
   * @param texts folded, joined by line breaks
   * @param content as it will stand in the row
   */
  set(slot: number, texts: string, content: string, capacity: number): void {
    const before = this.textsOf(slot)
    if (before === texts) {
      this.keep(slot, texts, content)
      return
    }
    this.mark++
    const now = this.tokenIdsIn(texts)
    if (before !== undefined) this.drop(slot, before)
    for (const token of now) {
      if (this.slotsByToken.size(token) === 0) this.emptyTokens--
      this.slotsByToken.add(token, slot, capacity)
    }
    this.keep(slot, texts, content)
  }

  remove(slot: number): void {
    const before = this.textsOf(slot)
    if (before === undefined) return
    this.mark++
    this.drop(slot, before)
    this.textUnits -= this.texts[slot]?.length ?? 0
    this.texts[slot] = undefined
  }

  /** The folded content of a card: the first of its texts. */
  contentOf(slot: number): string {
    const texts = this.textsOf(slot) ?? ''
    const end = texts.indexOf('\n')
    return end < 0 ? texts : texts.slice(0, end)
  }

  contains(slot: number, folded: string): boolean {
    return this.textsOf(slot)?.includes(folded) ?? false
  }

  /** Cards that may contain a folded text that isn't empty. */
  candidates(folded: string, capacity: number): TextCandidates {
    const pieces = piecesOf(folded)
    const only = pieces.length === 1 ? pieces[0] : undefined
    if (only !== undefined) return { slots: this.cardsWith(only, capacity), isSure: true }
    let slots: Bits | null = null
    for (const piece of pieces.sort(longestFirst).slice(0, MOST_PIECES)) {
      const found = this.cardsWith(piece, capacity)
      if (slots === null) slots = found
      else keepCommon(slots, found)
      if (isEmpty(slots)) return { slots, isSure: true }
    }
    return { slots: slots ?? bitsFor(capacity), isSure: false }
  }

  /** Cards among `within` that contain a folded text. */
  find(folded: string, within: Bits, capacity: number): Bits {
    const { slots, isSure } = this.candidates(folded, capacity)
    keepCommon(slots, within)
    return isSure ? slots : this.keepContaining(slots, folded)
  }

  keepContaining(slots: Bits, folded: string): Bits {
    const kept = new Uint32Array(slots.length)
    for (const slot of slotsOf(slots)) if (this.contains(slot, folded)) setBit(kept, slot)
    return kept
  }

  /** How many cards have a whole word. */
  countWithWord(word: string): number {
    const token = this.tokenOf(word)
    return token < 0 ? 0 : this.slotsByToken.size(token)
  }

  /** Cards that have a whole word, as `wordsOf` gives it. */
  cardsWithWord(word: string): Uint32Array {
    const token = this.tokenOf(word)
    return token < 0 ? NO_SLOTS : this.slotsByToken.list(token)
  }

  /** More than half of the tokens are on no card any more: building anew would pay. */
  get isWorthRebuilding(): boolean {
    return this.tokens.count > 4096 && this.emptyTokens * 2 > this.tokens.count
  }

  approximateBytes(): number {
    const lists = this.slotsByToken.approximateBytes() + this.grams.approximateBytes()
    return this.tokens.approximateBytes() + this.textUnits + lists
  }

  /** Takes a card out of the lists of its texts' tokens, but for those that bear the present mark. */
  private drop(slot: number, texts: string): void {
    for (const token of this.tokenIdsIn(texts)) {
      this.slotsByToken.remove(token, slot)
      if (this.slotsByToken.size(token) === 0) this.emptyTokens++
    }
  }

  /** The folded texts of a card; undefined for a slot that holds none. */
  private textsOf(slot: number): string | undefined {
    const texts = this.texts[slot]
    return texts === null ? this.contentAt(slot).toLowerCase() : texts
  }

  private keep(slot: number, texts: string, content: string): void {
    this.textUnits -= this.texts[slot]?.length ?? 0
    this.texts[slot] = content.toLowerCase() === texts ? null : texts
    this.textUnits += this.texts[slot]?.length ?? 0
  }

  /** Tokens of texts that don't bear the present mark yet, each once; now they do. */
  private tokenIdsIn(texts: string): number[] {
    const ids: number[] = []
    eachRun(texts, (start, end, hash) => {
      const id = this.tokenId(texts, start, end, hash)
      if (this.marks[id] === this.mark) return
      this.marks[id] = this.mark
      ids.push(id)
    })
    return ids
  }

  private tokenId(text: string, start: number, end: number, hash: number): number {
    const known = this.tokens.find(text, start, end, hash)
    if (known >= 0) return known
    const token = text.slice(start, end)
    const id = this.tokens.add(token, hash)
    this.marks.push(0)
    this.grams.add(id, token)
    this.emptyTokens++
    return id
  }

  private tokenOf(text: string): number {
    return this.tokens.find(text, 0, text.length, hashUnits(text, 0, text.length))
  }

  private cardsWith({ text, place }: Piece, capacity: number): Bits {
    const slots = bitsFor(capacity)
    for (const token of this.tokensWith(text, place)) this.slotsByToken.addTo(slots, token)
    return slots
  }

  private tokensWith(text: string, place: Place): number[] {
    if (place === 'whole') return [this.tokenOf(text)].filter((token) => token >= 0)
    const found: number[] = []
    const candidates = this.grams.candidates(text, place)
    const count = candidates?.length ?? this.tokens.count
    for (let i = 0; i < count; i++) {
      const token = candidates === null ? i : (candidates[i] as number)
      if (holds(this.tokens.tokens[token] as string, text, place)) found.push(token)
    }
    return found
  }
}

/** A run of a piece of text, and where it must stand in a run of the text that contains the piece. */
interface Piece {
  readonly text: string
  readonly place: Place
}

function piecesOf(folded: string): Piece[] {
  const kinds = unitKinds()
  const pieces: Piece[] = []
  eachRun(folded, (start, end) => {
    const isSingle = kinds[folded.charCodeAt(start)] === UNIT.single
    const isOpenBefore = start === 0 && !isSingle
    const isOpenBehind = end === folded.length && !isSingle
    const place = isOpenBefore ? (isOpenBehind ? 'anywhere' : 'end') : isOpenBehind ? 'start' : 'whole'
    pieces.push({ text: folded.slice(start, end), place })
  })
  return pieces
}

/** Visits the runs of a text with the hash of each, in one pass over its units. */
function eachRun(text: string, visit: (start: number, end: number, hash: number) => void): void {
  const kinds = unitKinds()
  const end = text.length
  for (let at = 0; at < end; ) {
    const start = at
    let unit = text.charCodeAt(at++)
    const kind = kinds[unit] as number
    if (kind === UNIT.gap) continue
    let hash = hashUnit(EMPTY_HASH, unit)
    while (kind !== UNIT.single && at < end) {
      unit = text.charCodeAt(at)
      if (kinds[unit] !== kind) break
      hash = hashUnit(hash, unit)
      at++
    }
    visit(start, at, hash & HASH_MASK)
  }
}

function holds(token: string, text: string, place: Place): boolean {
  if (place === 'anywhere') return token.includes(text)
  return place === 'start' ? token.startsWith(text) : token.endsWith(text)
}

function longestFirst(a: Piece, b: Piece): number {
  return b.text.length - a.text.length
}

/** The longest pieces tell enough of a long text; what they leave is compared in full. */
const MOST_PIECES = 8
const NO_SLOTS = new Uint32Array(0)
