import type { Dice } from './dice.ts'

/**
 * Makes texts of unique words, so that each can be searched: a merge may combine two edits into a third text, but
 * never breaks up a word.
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

  /** An edit of a text: a word, a line, or all of it changes. */
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

/** The unique words in a text, or in all texts of plain data. Names and marks next to them are left out. */
export function wordsIn(data: unknown): string[] {
  if (typeof data === 'string') return data.match(/\bw\d+x\b/g) ?? []
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(wordsIn) : []
}
