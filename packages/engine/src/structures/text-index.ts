import { fold, type SearchedTexts, textsBesides, textsOfCard } from '@cardinal/domain'
import { type Bits, bitsFor, countBits, holdsAtMost, isEmpty, resized } from './bits.ts'
import { FoldedUnits, unitsOf } from './folded-units.ts'
import { JoinedWords } from './joined-words.ts'
import { SliceEnd } from './slice-end.ts'
import { TokenFinder } from './token-finder.ts'
import { TokenGrams } from './token-grams.ts'
import { type CloseToken, TokenLetters } from './token-letters.ts'
import { rarestFirst, type TokenPattern, tokenPatternsOf } from './token-patterns.ts'
import { TokenPostings } from './token-postings.ts'
import { TokenTable } from './token-table.ts'

/**
 * Candidates for a text. `isSure`: all of them contain it. Otherwise each must be checked with `contains`.
 */
interface TextCandidates {
  readonly ordinals: Bits
  readonly isSure: boolean
}

export interface TextIndexOptions {
  readonly sliceEnd?: SliceEnd
  /** How many different tokens are indexed at most. */
  readonly mostTokens?: number | undefined
}

/**
 * Finds the cards that contain a substring. Texts are split into tokens (words, signs, single characters of
 * scripts without spaces). Cards are indexed by token, tokens by their grams.
 *
 * Example: `learn` is inside one token, so the answer is the union of the postings of `learn`, `learning`,
 * `relearn`. `machine lear` spans two tokens: candidates have a token that ends in `machine` and one that
 * starts with `lear`. Their texts are then scanned. Spaces are not indexed.
 *
 * Folded texts are made and kept only for scanned cards.
 */
export class TextIndex {
  private readonly textsAt: (ordinal: number) => SearchedTexts
  /**
   * State of each card: `LISTED` when its tokens are in the postings, `UNLISTED` when there are too many tokens for that,
   * `LOWER` when lower-casing gives its folded texts.
   */
  private states = new Uint8Array(1024)
  /** Folded texts of scanned cards, where lower-casing is not enough. */
  private readonly scanned: (string | undefined)[] = []
  private lookedUnits = 0
  private readonly folded = new FoldedUnits()
  private readonly tokens = new TokenTable()
  private readonly grams: TokenGrams
  private readonly letters: TokenLetters
  private readonly joined: JoinedWords
  private readonly finder: TokenFinder
  private readonly postings: TokenPostings
  private readonly mostTokens: number
  /** Cards that are in no posting list: each must be scanned. */
  private readonly unlistedCards = new Set<number>()
  /** The latest mark. Tokens with this mark occurred in the current text. */
  private mark = 0

  /** @param textsAt the texts of a card when it was indexed last */
  constructor(
    textsAt: (ordinal: number) => SearchedTexts,
    { sliceEnd = new SliceEnd(), mostTokens = MOST_TOKENS }: TextIndexOptions = {},
  ) {
    this.textsAt = textsAt
    this.mostTokens = mostTokens
    this.grams = new TokenGrams(this.tokens, sliceEnd)
    this.finder = new TokenFinder(this.tokens, this.grams)
    this.letters = new TokenLetters(this.tokens)
    this.joined = new JoinedWords(mostTokens)
    this.postings = new TokenPostings(this.finder)
  }

  /**
   * Indexes a card's texts in place of its earlier ones, which `textsAt` must still return.
   *
   * @returns the folded texts; valid until the next call
   */
  set(ordinal: number, texts: SearchedTexts, capacity: number): FoldedUnits {
    if (this.tokens.count >= this.mostTokens) return this.setUnlisted(ordinal, texts, capacity)
    const before = this.isListed(ordinal) ? this.textsAt(ordinal) : undefined
    this.unlistedCards.delete(ordinal)
    if (before === undefined) {
      this.folded.read(texts)
      this.list(ordinal, capacity, NO_MARK)
    } else if (haveSameTexts(before, texts)) {
      this.folded.read(texts)
      return this.folded
    } else {
      const old = this.tokensOf(before)
      this.joined.remove(this.folded, ordinal)
      const markOfOld = this.mark
      this.folded.read(texts)
      this.list(ordinal, capacity, markOfOld)
      for (const record of old)
        if (this.tokens.markOf(record) === markOfOld) this.postings.remove(this.tokens.at(record), ordinal)
    }
    this.setState(ordinal, LISTED, capacity)
    return this.folded
  }

  remove(ordinal: number): void {
    if (this.isListed(ordinal)) {
      for (const record of this.tokensOf(this.textsAt(ordinal)))
        this.postings.remove(this.tokens.at(record), ordinal)
      this.joined.remove(this.folded, ordinal)
    }
    this.unlistedCards.delete(ordinal)
    if (ordinal < this.states.length) this.states[ordinal] = 0
    this.forget(ordinal)
  }

  /** Cards whose tokens are not indexed, because there are too many. They are candidates for every text. */
  get unlisted(): ReadonlySet<number> {
    return this.unlistedCards
  }

  /** Returns the folded content of a card: the first of its texts. */
  contentOf(ordinal: number): string {
    const texts = this.textsOf(ordinal)
    const end = texts.indexOf('\n')
    return end < 0 ? texts : texts.slice(0, end)
  }

  contains(ordinal: number, folded: string): boolean {
    return this.textsOf(ordinal).includes(folded)
  }

  /**
   * Finds candidates for a folded text that isn't empty.
   *
   * @param within skips other cards unless it is null
   */
  candidates(folded: string, capacity: number, within: Bits | null = null): TextCandidates {
    if (within !== null && holdsAtMost(within, FEW_CARDS)) return { ordinals: within.slice(), isSure: false }
    this.folded.readFolded(folded)
    const patterns = tokenPatternsOf(this.folded)
    const only = patterns.length === 1 ? patterns[0] : undefined
    if (only !== undefined) return { ordinals: this.cardsWith(only, capacity, within), isSure: true }
    let ordinals: Bits | null = within
    for (const substring of patterns.sort(rarestFirst).slice(0, MOST_PIECES)) {
      if (ordinals !== null && this.isQuickerToScan(ordinals, substring)) break
      ordinals = this.cardsWith(substring, capacity, ordinals)
      if (isEmpty(ordinals)) return { ordinals, isSure: true }
    }
    if (ordinals === within) ordinals = within?.slice() ?? null
    return { ordinals: ordinals ?? bitsFor(capacity), isSure: false }
  }

  /**
   * Adds the cards that contain a folded text to a bitmap, if the tokens alone tell which these are. Does nothing where few
   * cards are wanted, because scanning those is quicker.
   */
  addSure(cards: Bits, folded: string, wanted: Bits): boolean {
    if (holdsAtMost(wanted, FEW_CARDS)) return false
    this.folded.readFolded(folded)
    const [pattern, ...others] = tokenPatternsOf(this.folded)
    if (pattern === undefined || others.length > 0) return false
    this.postings.addTo(cards, pattern)
    return true
  }

  /** Returns how many cards have a whole word. */
  countWithWord(word: string): number {
    const token = this.finder.tokenOf(unitsOf(word))
    return token < 0 ? 0 : this.postings.size(token)
  }

  /** Returns cards that have a whole word, as `wordsOf` gives it. */
  cardsWithWord(word: string): Uint32Array {
    const token = this.finder.tokenOf(unitsOf(word))
    return token < 0 ? NO_ORDINALS : this.postings.list(token)
  }

  /** Returns the words close to a typed one; some may be on no card. */
  closeWords(typed: string): CloseToken[] {
    return this.letters.closeTo(typed)
  }

  /** Returns the joined words close to a typed one, with their cards. */
  closeJoinedWords(typed: string): ReturnType<JoinedWords['closeTo']> {
    return this.joined.closeTo(typed)
  }

  /** Adds the cards of a token to a bitmap; only those of `within`. */
  addToken(cards: Bits, token: number, within: Bits): void {
    this.postings.addToken(cards, token, within)
  }

  /** Whether more than half of the tokens are on no card, so that rebuilding pays. */
  get isWorthRebuilding(): boolean {
    return this.tokens.count > 4096 && this.postings.areMostEmpty(this.tokens.count)
  }

  /** Flushes some deferred work, for a few ms. False: nothing was left. */
  flush(): boolean {
    if (this.grams.flush()) return true
    this.postings.makeRoom()
    return false
  }

  approximateBytes(): number {
    const lists =
      this.postings.approximateBytes() +
      this.grams.approximateBytes() +
      this.letters.approximateBytes() +
      this.joined.approximateBytes()
    return this.tokens.approximateBytes() + this.states.byteLength + lists + this.lookedUnits * 2
  }

  /** Returns the folded texts of a card, joined by line breaks. */
  private textsOf(ordinal: number): string {
    const texts = this.textsAt(ordinal)
    if (((this.states[ordinal] as number) & LOWER) !== 0) return lowerCaseOf(texts)
    const known = this.scanned[ordinal]
    if (known !== undefined) return known
    const made = textsOfCard(texts).map(fold).join('\n')
    this.scanned[ordinal] = made
    this.lookedUnits += made.length
    return made
  }

  private setUnlisted(ordinal: number, texts: SearchedTexts, capacity: number): FoldedUnits {
    this.remove(ordinal)
    this.folded.read(texts)
    this.unlistedCards.add(ordinal)
    this.setState(ordinal, UNLISTED, capacity)
    return this.folded
  }

  /** Sets the state of a card whose texts have just been folded. */
  private setState(ordinal: number, state: number, capacity: number): void {
    if (ordinal >= this.states.length) this.states = resized(this.states, new Uint8Array(capacity))
    this.states[ordinal] = state | (this.folded.isLowerCase ? LOWER : 0)
    this.forget(ordinal)
  }

  private forget(ordinal: number): void {
    const known = this.scanned[ordinal]
    if (known === undefined) return
    this.lookedUnits -= known.length
    this.scanned[ordinal] = undefined
  }

  private isListed(ordinal: number): boolean {
    return ordinal < this.states.length && ((this.states[ordinal] as number) & LISTED) !== 0
  }

  /** Adds a card to the postings of its tokens, except those with the mark `markOfOld`, which its earlier texts had. */
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
      if (before !== markOfOld) this.postings.add(tokens.at(record), ordinal, capacity)
    }
    this.joined.add(folded, ordinal)
  }

  /** Records of the tokens of indexed texts, without repeats. Gives each a new mark. */
  private tokensOf(texts: SearchedTexts): number[] {
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

  private cardsWith(substring: TokenPattern, capacity: number, within: Bits | null): Bits {
    const ordinals = bitsFor(capacity)
    this.postings.addTo(ordinals, substring, within)
    return ordinals
  }

  /** Returns whether scanning each card is cheaper than finding the substring's tokens. */
  private isQuickerToScan(ordinals: Bits, substring: TokenPattern): boolean {
    const tokens = this.finder.effort(substring)
    return tokens > MANY_TOKENS && countBits(ordinals) * TOKENS_PER_SCAN < tokens
  }
}

function lowerCaseOf(card: SearchedTexts): string {
  let texts = card.content
  for (const { text } of card.subnotes) texts += `\n${text}`
  for (const text of textsBesides(card)) texts += `\n${text}`
  return texts.toLowerCase()
}

export function haveSameTexts(a: SearchedTexts, b: SearchedTexts): boolean {
  return (
    a.content === b.content &&
    a.subnotes.length === b.subnotes.length &&
    a.subnotes.every((subnote, i) => subnote.text === b.subnotes[i]?.text) &&
    haveSameTextsBesides(a, b)
  )
}

function haveSameTextsBesides(a: SearchedTexts, b: SearchedTexts): boolean {
  if (a.page === b.page && a.address === b.address && a.type === b.type) return true
  const texts = textsBesides(b)
  const others = textsBesides(a)
  return others.length === texts.length && others.every((text, i) => text === texts[i])
}

const LISTED = 1
const LOWER = 2
const UNLISTED = 4
/**
 * How many different tokens the index may have; they take about 60 MB with their grams. Later cards are scanned,
 * which is slower and takes no memory. The 740 links of a real file have 3,900 tokens; 100,000 such links would
 * have about 130,000 (Heaps' law with the exponent of that file, 0.72).
 */
const MOST_TOKENS = 250_000
/** Sentinel: matches no token. */
const NO_MARK = -1
/** Patterns of a long text that are looked up. The candidates are compared in full anyway. */
const MOST_PIECES = 8
/** Up to this many cards are scanned instead of looking up tokens. */
const FEW_CARDS = 64
/** How many tokens can be visited in the time that scanning one card takes. */
const TOKENS_PER_SCAN = 40
/** Fewer tokens are visited in less time than counting the cards takes. */
const MANY_TOKENS = 800
const NO_ORDINALS = new Uint32Array(0)
