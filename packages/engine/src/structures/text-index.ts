import { type Bits, bitsFor, countBits, isEmpty, keepCommon } from './bits.ts'
import { type CardTexts, FoldedUnits, textOf, unitsOf } from './folded-units.ts'
import { grown } from './grown.ts'
import { SlotLists } from './slot-lists.ts'
import { type Piece, piecesOf, rarestFirst } from './text-pieces.ts'
import { TokenFinder } from './token-finder.ts'
import { TokenGrams } from './token-grams.ts'
import { TokenTable } from './token-table.ts'

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
 *
 * Folded texts are made and kept only where somebody has to look at them.
 */
export class TextIndex {
  private readonly textsAt: (slot: number) => CardTexts
  /** What is known of the texts of each card: `LISTED`, and `LOWER` if lower case is all that folding does. */
  private states = new Uint8Array(1024)
  /** Folded texts that were made to be looked at, where lower case would not have done. */
  private readonly looked: (string | undefined)[] = []
  private lookedUnits = 0
  private readonly folded = new FoldedUnits()
  private readonly tokens = new TokenTable()
  private readonly slotsByToken = new SlotLists()
  private readonly grams = new TokenGrams(this.tokens)
  private readonly finder = new TokenFinder(this.tokens, this.grams)
  /** The last mark given: tokens that bear it have been met in the text at hand. */
  private mark = 0

  /** @param textsAt what the card in a slot said when it was listed last */
  constructor(textsAt: (slot: number) => CardTexts) {
    this.textsAt = textsAt
  }

  /**
   * Lists a card's texts, in place of those it had; `textsAt` still gives those. Answers with the folded
   * texts, which stand until the next call of anything here.
   */
  set(slot: number, texts: CardTexts, capacity: number): FoldedUnits {
    const before = this.isListed(slot) ? this.textsAt(slot) : undefined
    if (before === undefined) {
      this.folded.read(texts)
      this.list(slot, capacity, NO_MARK)
    } else if (haveSameTexts(before, texts)) {
      this.folded.read(texts)
      return this.folded
    } else {
      const old = this.tokensOf(before)
      const markOfOld = this.mark
      this.folded.read(texts)
      this.list(slot, capacity, markOfOld)
      for (const record of old)
        if (this.tokens.markOf(record) === markOfOld) this.slotsByToken.remove(this.tokens.at(record), slot)
    }
    if (slot >= this.states.length) this.states = grown(this.states, new Uint8Array(capacity))
    this.states[slot] = LISTED | (this.folded.isLowerCase ? LOWER : 0)
    this.forget(slot)
    return this.folded
  }

  remove(slot: number): void {
    if (!this.isListed(slot)) return
    for (const record of this.tokensOf(this.textsAt(slot)))
      this.slotsByToken.remove(this.tokens.at(record), slot)
    this.states[slot] = 0
    this.forget(slot)
  }

  /** The folded content of a card: the first of its texts. */
  contentOf(slot: number): string {
    const texts = this.textsOf(slot)
    const end = texts.indexOf('\n')
    return end < 0 ? texts : texts.slice(0, end)
  }

  contains(slot: number, folded: string): boolean {
    return this.textsOf(slot).includes(folded)
  }

  /**
   * Cards that may contain a folded text that isn't empty.
   *
   * @param from cards in slots below it are left out; a multiple of 256
   */
  candidates(folded: string, capacity: number, from = 0): TextCandidates {
    this.folded.readFolded(folded)
    const pieces = piecesOf(this.folded)
    const only = pieces.length === 1 ? pieces[0] : undefined
    if (only !== undefined) return { slots: this.cardsWith(only, capacity, from), isSure: true }
    let slots: Bits | null = null
    for (const piece of pieces.sort(rarestFirst).slice(0, MOST_PIECES)) {
      if (slots !== null && this.isQuickerToLook(slots, piece)) break
      const found = this.cardsWith(piece, capacity, from)
      if (slots === null) slots = found
      else keepCommon(slots, found)
      if (isEmpty(slots)) return { slots, isSure: true }
    }
    return { slots: slots ?? bitsFor(capacity), isSure: false }
  }

  /** How many cards have a whole word. */
  countWithWord(word: string): number {
    const token = this.finder.tokenOf(unitsOf(word))
    return token < 0 ? 0 : this.slotsByToken.size(token)
  }

  /** Cards that have a whole word, as `wordsOf` gives it. */
  cardsWithWord(word: string): Uint32Array {
    const token = this.finder.tokenOf(unitsOf(word))
    return token < 0 ? NO_SLOTS : this.slotsByToken.list(token)
  }

  /** More than half of the tokens are on no card any more: building anew would pay. */
  get isWorthRebuilding(): boolean {
    return this.tokens.count > 4096 && this.slotsByToken.areMostEmpty(this.tokens.count)
  }

  /** Does some of what was put off: a few ms. False: nothing was. */
  tidy(): boolean {
    if (this.grams.tidy()) return true
    this.slotsByToken.tidy()
    return false
  }

  approximateBytes(): number {
    const lists = this.slotsByToken.approximateBytes() + this.grams.approximateBytes()
    return this.tokens.approximateBytes() + this.states.byteLength + lists + this.lookedUnits * 2
  }

  /** The folded texts of a card, joined by line breaks. */
  private textsOf(slot: number): string {
    const texts = this.textsAt(slot)
    if (this.states[slot] === (LISTED | LOWER)) return lowerCaseOf(texts)
    const known = this.looked[slot]
    if (known !== undefined) return known
    this.folded.read(texts)
    const made = textOf(this.folded.units, 0, this.folded.length)
    this.looked[slot] = made
    this.lookedUnits += made.length
    return made
  }

  private forget(slot: number): void {
    const known = this.looked[slot]
    if (known === undefined) return
    this.lookedUnits -= known.length
    this.looked[slot] = undefined
  }

  private isListed(slot: number): boolean {
    return slot < this.states.length && this.states[slot] !== 0
  }

  /** Enters a card into the lists of the folded texts' tokens, but for those that bear a mark. */
  private list(slot: number, capacity: number, markOfOld: number): void {
    const { folded, tokens } = this
    const { units, runStarts, runEnds, runHashes } = folded
    const mark = ++this.mark
    for (let run = 0; run < folded.runCount; run++) {
      const start = runStarts[run] as number
      const record = tokens.findOrAdd(units, start, runEnds[run] as number, runHashes[run] as number)
      const before = tokens.markOf(record)
      if (before === mark) continue
      tokens.setMark(record, mark)
      if (before !== markOfOld) this.slotsByToken.add(tokens.at(record), slot, capacity)
    }
  }

  /** The records of the tokens of texts that are listed, each once; they bear a new mark now. */
  private tokensOf(texts: CardTexts): number[] {
    const { folded, tokens } = this
    const mark = ++this.mark
    const records: number[] = []
    folded.read(texts)
    const { units, runStarts, runEnds, runHashes } = folded
    for (let run = 0; run < folded.runCount; run++) {
      const start = runStarts[run] as number
      const record = tokens.findOrAdd(units, start, runEnds[run] as number, runHashes[run] as number)
      if (tokens.markOf(record) === mark) continue
      tokens.setMark(record, mark)
      records.push(record)
    }
    return records
  }

  private cardsWith(piece: Piece, capacity: number, from: number): Bits {
    const slots = bitsFor(capacity)
    const tokens = this.finder.with(piece)
    for (let i = 0; i < tokens.length; i++) this.slotsByToken.addTo(slots, tokens[i] as number, from)
    return slots
  }

  /** To look at each card of a set takes less than to find the cards with a piece. */
  private isQuickerToLook(slots: Bits, piece: Piece): boolean {
    const tokens = this.finder.effort(piece)
    return tokens > MANY_TOKENS && countBits(slots) * TOKENS_A_LOOK < tokens
  }
}

function lowerCaseOf({ content, subnotes }: CardTexts): string {
  let texts = content
  for (const { text } of subnotes) texts += `\n${text}`
  return texts.toLowerCase()
}

export function haveSameTexts(a: CardTexts, b: CardTexts): boolean {
  return (
    a.content === b.content &&
    a.subnotes.length === b.subnotes.length &&
    a.subnotes.every((subnote, i) => subnote.text === b.subnotes[i]?.text)
  )
}

const LISTED = 1
const LOWER = 2
/** Borne by no token that was met before. */
const NO_MARK = -1
/** The longest pieces tell enough of a long text; what they leave is compared in full. */
const MOST_PIECES = 8
/** A card is looked at in the time in which so many tokens and their lists are gone over. */
const TOKENS_A_LOOK = 40
/** Fewer take less to go over than it takes to count the cards. */
const MANY_TOKENS = 800
const NO_SLOTS = new Uint32Array(0)
