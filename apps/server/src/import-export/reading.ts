import { decode } from './decode.ts'
import { type DateOrder, type MomentOptions, Moments } from './moments.ts'

/** What a person chose for the reading of a file; the rest is found. */
export interface ReadingChoice extends MomentOptions {
  /** By a name of the Encoding Standard. */
  readonly encoding?: string | undefined
  /** What the file is called, which says what a text without marks of its own is. */
  readonly fileName?: string | undefined
}

/** What a file does not tell itself. Null: nothing of it depends on that. */
export interface Assumed {
  /** Of the first file that is not UTF-8. */
  readonly encoding: string | null
  readonly timeZone: string | null
  readonly dateOrder: DateOrder | null
}

/** One reading of a file or an archive: what was chosen for it, and what it had to assume. */
export class Reading {
  readonly moments: Moments
  readonly fileName: string
  readonly #choice: ReadingChoice
  #encoding: string | null = null

  constructor(choice: ReadingChoice = {}, moments = new Moments(choice)) {
    this.moments = moments
    this.fileName = choice.fileName ?? ''
    this.#choice = choice
  }

  /** Returns bytes as text; null: they are no text. */
  decode(bytes: Uint8Array): string | null {
    const decoded = decode(bytes, this.#choice.encoding)
    if (decoded === null) return null
    if (this.#encoding === null || this.#encoding === 'utf-8') this.#encoding = decoded.encoding
    return decoded.text
  }

  /** Returns a reading with what this one found out about the order of days and months. */
  again(): Reading {
    return new Reading(this.#choice, this.moments.decided())
  }

  get assumed(): Assumed {
    const { usesTimeZone, timeZone, assumedOrder } = this.moments
    return {
      encoding: this.#encoding,
      timeZone: usesTimeZone ? timeZone : null,
      dateOrder: assumedOrder,
    }
  }
}
