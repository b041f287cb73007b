import { decode } from './decode.ts'
import { type DateOrder, type MomentOptions, Moments } from './moments.ts'

/** The person's choices for reading a file. What is not chosen is detected. */
export interface ReadingChoice extends MomentOptions {
  /** A name of the Encoding Standard. */
  readonly encoding?: string | undefined
  /** Used to detect the format of plain texts. */
  readonly fileName?: string | undefined
}

/** Assumptions where the file is ambiguous. Null: there was nothing to assume. */
export interface Assumed {
  /** Encoding of the first file that is not UTF-8. */
  readonly encoding: string | null
  readonly timeZone: string | null
  readonly dateOrder: DateOrder | null
}

/** State of reading one file or archive: choices and assumptions. */
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

  /** Null: not a text. */
  decode(bytes: Uint8Array): string | null {
    const decoded = decode(bytes, this.#choice.encoding)
    if (decoded === null) return null
    if (this.#encoding === null || this.#encoding === 'utf-8') this.#encoding = decoded.encoding
    return decoded.text
  }

  /** A new reading that knows the orders of days and months found in this one. */
  again(): Reading {
    const again = new Reading(this.#choice, this.moments.decided())
    again.#encoding = this.#encoding
    return again
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
