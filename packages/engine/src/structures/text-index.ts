import { type Bits, bitsFor, countBits, isEmpty, keepCommon } from './bits.ts'
import { type CardTexts, FoldedUnits, textOf, unitsOf } from './folded-units.ts'
import { grown } from './grown.ts'
import { PostingLists } from './posting-lists.ts'
import { TokenFinder } from './token-finder.ts'
import { TokenGrams } from './token-grams.ts'
import { rarestFirst, type TokenPattern, tokenPatternsOf } from './token-patterns.ts'
import { TokenTable } from './token-table.ts'

/** Cards that may contain a text. `isSure`: they do; else each has to be looked at with `contains`. */
export interface TextCandidates {
  readonly ordinals: Bits
  readonly isSure: boolean
}

/**
 * Which cards contain a substring of text. Texts are cut into tokens (words, signs, single characters of
 * scripts without spaces); cards are indexed by token, and tokens are found by the grams in them.
 *
 * A substring without a token's end inside it is contained in a card exactly when it is contained in one of the
 * card's tokens, so that the lists are the answer. A substring of several tokens has its inner tokens whole in the
 * text, its first as the end of one and its last as the beginning of one; what satisfies that is scanned
 * at. Spaces are indexed nowhere.
 *
 * Folded texts are made and kept only where somebody has to look at them.
 */
export class TextIndex {
  private readonly textsAt: (ordinal: number) => CardTexts
  /** What is known of the texts of each card: `LISTED`, and `LOWER` if lower case is all that folding does. */
  private states = new Uint8Array(1024)
  /** Folded texts that were made to be looked at, where lower case would not have done. */
  private readonly scanned: (string | undefined)[] = []
  private lookedUnits = 0
  private readonly folded = new FoldedUnits()
  private readonly tokens = new TokenTable()
  private readonly ordinalsByToken = new PostingLists()
  private readonly grams = new TokenGrams(this.tokens)
  private readonly finder = new TokenFinder(this.tokens, this.grams)
  /** The last mark given: tokens that bear it have been met in the text at hand. */
  private mark = 0

  /** @param textsAt what the card at an ordinal said when it was indexed last */
  constructor(textsAt: (ordinal: number) => CardTexts) {
    this.textsAt = textsAt
  }

  /**
   * Lists a card's texts, in place of those it had; `textsAt` still gives those. Answers with the folded
   * texts, which stand until the next call of anything here.
   */
  set(ordinal: number, texts: CardTexts, capacity: number): FoldedUnits {
    const before = this.isIndexed(ordinal) ? this.textsAt(ordinal) : undefined
    if (before === undefined) {
      this.folded.read(texts)
      this.list(ordinal, capacity, NO_MARK)
    } else if (haveSameTexts(before, texts)) {
      this.folded.read(texts)
      return this.folded
    } else {
      const old = this.tokensOf(before)
      const markOfOld = this.mark
      this.folded.read(texts)
      this.list(ordinal, capacity, markOfOld)
      for (const record of old)
        if (this.tokens.markOf(record) === markOfOld)
          this.ordinalsByToken.remove(this.tokens.at(record), ordinal)
    }
    if (ordinal >= this.states.length) this.states = grown(this.states, new Uint8Array(capacity))
    this.states[ordinal] = LISTED | (this.folded.isLowerCase ? LOWER : 0)
    this.forget(ordinal)
    return this.folded
  }

  remove(ordinal: number): void {
    if (!this.isIndexed(ordinal)) return
    for (const record of this.tokensOf(this.textsAt(ordinal)))
      this.ordinalsByToken.remove(this.tokens.at(record), ordinal)
    this.states[ordinal] = 0
    this.forget(ordinal)
  }

  /** The folded content of a card: the first of its texts. */
  contentOf(ordinal: number): string {
    const texts = this.textsOf(ordinal)
    const end = texts.indexOf('\n')
    return end < 0 ? texts : texts.slice(0, end)
  }

  contains(ordinal: number, folded: string): boolean {
    return this.textsOf(ordinal).includes(folded)
  }

  /**
   * Cards that may contain a folded text that isn't empty.
   *
   * @param from cards with ordinals below it are left out; a multiple of 256
   */
  candidates(folded: string, capacity: number, from = 0): TextCandidates {
    this.folded.readFolded(folded)
    const patterns = tokenPatternsOf(this.folded)
    const only = patterns.length === 1 ? patterns[0] : undefined
    if (only !== undefined) return { ordinals: this.cardsWith(only, capacity, from), isSure: true }
    let ordinals: Bits | null = null
    for (const substring of patterns.sort(rarestFirst).slice(0, MOST_PIECES)) {
      if (ordinals !== null && this.isQuickerToLook(ordinals, substring)) break
      const found = this.cardsWith(substring, capacity, from)
      if (ordinals === null) ordinals = found
      else keepCommon(ordinals, found)
      if (isEmpty(ordinals)) return { ordinals, isSure: true }
    }
    return { ordinals: ordinals ?? bitsFor(capacity), isSure: false }
  }

  /** How many cards have a whole word. */
  countWithWord(word: string): number {
    const token = this.finder.tokenOf(unitsOf(word))
    return token < 0 ? 0 : this.ordinalsByToken.size(token)
  }

  /** Cards that have a whole word, as `wordsOf` gives it. */
  cardsWithWord(word: string): Uint32Array {
    const token = this.finder.tokenOf(unitsOf(word))
    return token < 0 ? NO_ORDINALS : this.ordinalsByToken.list(token)
  }

  /** More than half of the tokens are on no card any more: building anew would pay. */
  get isWorthRebuilding(): boolean {
    return this.tokens.count > 4096 && this.ordinalsByToken.areMostEmpty(this.tokens.count)
  }

  /** Does some of what was put off: a few ms. False: nothing was. */
  flush(): boolean {
    if (this.grams.flush()) return true
    this.ordinalsByToken.flush()
    return false
  }

  approximateBytes(): number {
    const lists = this.ordinalsByToken.approximateBytes() + this.grams.approximateBytes()
    return this.tokens.approximateBytes() + this.states.byteLength + lists + this.lookedUnits * 2
  }

  /** The folded texts of a card, joined by line breaks. */
  private textsOf(ordinal: number): string {
    const texts = this.textsAt(ordinal)
    if (this.states[ordinal] === (LISTED | LOWER)) return lowerCaseOf(texts)
    const known = this.scanned[ordinal]
    if (known !== undefined) return known
    this.folded.read(texts)
    const made = textOf(this.folded.units, 0, this.folded.length)
    this.scanned[ordinal] = made
    this.lookedUnits += made.length
    return made
  }

  private forget(ordinal: number): void {
    const known = this.scanned[ordinal]
    if (known === undefined) return
    this.lookedUnits -= known.length
    this.scanned[ordinal] = undefined
  }

  private isIndexed(ordinal: number): boolean {
    return ordinal < this.states.length && this.states[ordinal] !== 0
  }

  /** Enters a card into the lists of the folded texts' tokens, but for those that bear a mark. */
  private list(ordinal: number, capacity: number, markOfOld: number): void {
    const { folded, tokens } = this
    const { units, tokenStarts, tokenEnds, tokenHashes } = folded
    const mark = ++this.mark
    for (let token = 0; token < folded.tokenCount; token++) {
      const start = tokenStarts[token] as number
      const record = tokens.findOrAdd(units, start, tokenEnds[token] as number, tokenHashes[token] as number)
      const before = tokens.markOf(record)
      if (before === mark) continue
      tokens.setMark(record, mark)
      if (before !== markOfOld) this.ordinalsByToken.add(tokens.at(record), ordinal, capacity)
    }
  }

  /** The records of the tokens of texts that are indexed, each once; they bear a new mark now. */
  private tokensOf(texts: CardTexts): number[] {
    const { folded, tokens } = this
    const mark = ++this.mark
    const records: number[] = []
    folded.read(texts)
    const { units, tokenStarts, tokenEnds, tokenHashes } = folded
    for (let token = 0; token < folded.tokenCount; token++) {
      const start = tokenStarts[token] as number
      const record = tokens.findOrAdd(units, start, tokenEnds[token] as number, tokenHashes[token] as number)
      if (tokens.markOf(record) === mark) continue
      tokens.setMark(record, mark)
      records.push(record)
    }
    return records
  }

  private cardsWith(substring: TokenPattern, capacity: number, from: number): Bits {
    const ordinals = bitsFor(capacity)
    const tokens = this.finder.with(substring)
    for (let i = 0; i < tokens.length; i++) this.ordinalsByToken.addTo(ordinals, tokens[i] as number, from)
    return ordinals
  }

  /** To look at each card of a set takes less than to find the cards with a substring. */
  private isQuickerToLook(ordinals: Bits, substring: TokenPattern): boolean {
    const tokens = this.finder.effort(substring)
    return tokens > MANY_TOKENS && countBits(ordinals) * TOKENS_A_LOOK < tokens
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
/** The longest patterns tell enough of a long text; what they leave is compared in full. */
const MOST_PIECES = 8
/** A card is looked at in the time in which so many tokens and their lists are gone over. */
const TOKENS_A_LOOK = 40
/** Fewer take less to go over than it takes to count the cards. */
const MANY_TOKENS = 800
const NO_ORDINALS = new Uint32Array(0)
