import type { Dice } from './dice.ts'

/**
 * Makes texts of words that stand nowhere else, so that one can look where each word went: two edits of one text may
 * be merged into a third, but no merge takes a word apart.
 */
export class Words {
  readonly #dice: Dice
  #count = 0

  constructor(dice: Dice) {
    this.#dice = dice
  }

  word(): string {
    return `w${++this.#count}x`
  }

  line(): string {
    return Array.from({ length: this.#dice.between(1, 2) }, () => this.word()).join(' ')
  }

  text(): string {
    return Array.from({ length: this.#dice.pick([1, 1, 2, 3]) }, () => this.line()).join('\n')
  }

  /** Returns a text as a person leaves it who changes this one: a word, a line, or all of it. */
  edited(text: string): string {
    const lines = text.split('\n')
    const at = this.#dice.upTo(lines.length)
    const line = lines[at] ?? ''
    return this.#dice.pick([
      () => this.text(),
      () => [...lines, this.line()].join('\n'),
      () => [this.line(), ...lines].join('\n'),
      () => lines.with(at, `${line} ${this.word()}`).join('\n'),
      () => lines.with(at, line.replace(/\S+/, this.word())).join('\n'),
      () => (lines.length > 1 ? lines.toSpliced(at, 1).join('\n') : this.line()),
    ])()
  }
}

/**
 * Returns the words that `Words` made, in a text or in all texts of plain data; names and marks next to them are none.
 */
export function wordsIn(data: unknown): string[] {
  if (typeof data === 'string') return data.match(/\bw\d+x\b/g) ?? []
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(wordsIn) : []
}
