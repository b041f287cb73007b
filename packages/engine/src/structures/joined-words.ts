import { kindOfUnit, UNIT } from '@cardinal/domain'
import type { Closeness } from '@cardinal/domain/loose'
import type { FoldedUnits } from './folded-units.ts'
import { TokenLetters } from './token-letters.ts'
import { TokenTable } from './token-table.ts'
import { hashUnits } from './unit-hash.ts'

/**
 * The joined words of indexed texts, such as `mod_dav`, with their cards. Only close words need them: other
 * searches use the tokens.
 */
export class JoinedWords {
  private readonly words = new TokenTable()
  private readonly letters = new TokenLetters(this.words)
  /** By word: the ordinals of its cards. */
  private readonly cards: Set<number>[] = []
  private readonly most: number

  /** @param most how many different words are kept */
  constructor(most: number) {
    this.most = most
  }

  add(texts: FoldedUnits, ordinal: number): void {
    eachJoined(texts, (start, end) => {
      if (this.words.count >= this.most) return
      const { units } = texts
      const word = this.words.at(this.words.findOrAdd(units, start, end, hashUnits(units, start, end)))
      this.cards[word] ??= new Set()
      this.cards[word].add(ordinal)
    })
  }

  remove(texts: FoldedUnits, ordinal: number): void {
    eachJoined(texts, (start, end) => {
      const record = this.words.find(texts.units, start, end, hashUnits(texts.units, start, end))
      if (record >= 0) this.cards[this.words.at(record)]?.delete(ordinal)
    })
  }

  closeTo(typed: string): { text: string; closeness: Closeness; ordinals: ReadonlySet<number> }[] {
    return this.letters.closeTo(typed).map(({ text, token, closeness }) => ({
      text,
      closeness,
      ordinals: this.cards[token] as ReadonlySet<number>,
    }))
  }

  approximateBytes(): number {
    let bytes = this.words.approximateBytes() + this.letters.approximateBytes()
    for (const { size } of this.cards) bytes += SET_BYTES + size * ENTRY_BYTES
    return bytes
  }
}

/** Calls `visit` with the place of each joined word: tokens that are words, with `_` alone between them. */
function eachJoined(texts: FoldedUnits, visit: (start: number, end: number) => void): void {
  const { units, tokenCount, tokenStarts, tokenEnds } = texts
  const startOf = (token: number) => tokenStarts[token] as number
  const endOf = (token: number) => tokenEnds[token] as number
  const isWord = (token: number) => kindOfUnit(units[startOf(token)] as number) === UNIT.word
  const joins = (token: number) =>
    token > 0 &&
    token + 1 < tokenCount &&
    units[startOf(token)] === UNDERSCORE &&
    endOf(token) - startOf(token) === 1 &&
    endOf(token - 1) === startOf(token) &&
    startOf(token + 1) === endOf(token) &&
    isWord(token - 1) &&
    isWord(token + 1)
  for (let token = 1; token < tokenCount; token++) {
    if (!joins(token)) continue
    const start = startOf(token - 1)
    while (joins(token + 2)) token += 2
    visit(start, endOf(token + 1))
  }
}

const UNDERSCORE = 0x5f
const SET_BYTES = 200
const ENTRY_BYTES = 40
