import { resized } from './bits.ts'
import { indexOfUnits } from './folded-units.ts'

/** Where in a token a substring must occur. */
export type PlaceInToken = 'anywhere' | 'start' | 'end' | 'whole'

/**
 * Interns tokens as numbers from 0. A token is looked up by a hash of its units in the text buffer, without
 * making a string. A look-up touches two places in memory: an entry of the open-addressed table, and the
 * token's record.
 *
 * A record, in 32-bit numbers: the token's number, its mark, its length, its units in pairs.
 */
export class TokenTable {
  count = 0
  private records = new Int32Array(1 << 12)
  /** View of the records as units. */
  private units = new Uint16Array(this.records.buffer)
  private used = 0
  /** Position of each token's record. */
  private starts = new Uint32Array(1 << 9)
  /** Open addressing; each entry is a hash and the record's position + 1, or 0 if free. At most half full. */
  private places = new Int32Array(1 << 11)
  /**
   * Direct-mapped cache of recently found tokens. A few hundred words make up half of all texts; they stay in
   * the processor's cache here.
   */
  private readonly recent = new Int32Array(2 * RECENT)

  /** Returns the record of the token with the units from `start` to `end`, or -1. `hash` must be their `hashUnits`. */
  find(units: Uint16Array, start: number, end: number, hash: number): number {
    const { places, recent } = this
    const lately = (hash & (RECENT - 1)) << 1
    if (recent[lately] === hash) {
      const record = (recent[lately + 1] as number) - 1
      if (record >= 0 && this.is(record, units, start, end)) return record
    }
    const mask = places.length - 2
    for (let at = (hash << 1) & mask; ; at = (at + 2) & mask) {
      const record = (places[at + 1] as number) - 1
      if (record < 0) return -1
      if (places[at] !== hash || !this.is(record, units, start, end)) continue
      recent[lately] = hash
      recent[lately + 1] = record + 1
      return record
    }
  }

  /** As `find`, but makes a new record if there is none. */
  findOrAdd(units: Uint16Array, start: number, end: number, hash: number): number {
    const known = this.find(units, start, end, hash)
    return known < 0 ? this.add(units, start, end, hash) : known
  }

  at(record: number): number {
    return this.records[record] as number
  }

  /** Returns the mark last set on a record; 0 at first. */
  markOf(record: number): number {
    return this.records[record + MARK] as number
  }

  setMark(record: number, mark: number): void {
    this.records[record + MARK] = mark
  }

  /** Returns whether the token matches the pattern. */
  holds(token: number, substring: Uint16Array, place: PlaceInToken): boolean {
    const record = this.starts[token] as number
    const length = this.records[record + LENGTH] as number
    const start = 2 * record + UNITS
    const end = start + length
    const count = substring.length
    if (place === 'anywhere') return indexOfUnits(this.units, start, end, substring) >= 0
    if (count > length || (place === 'whole' && count < length)) return false
    const from = place === 'end' ? end - count : start
    return isSame(this.units, from, substring, 0, count)
  }

  /** Calls `visit` with the units of each token in a range, and where they begin and end. */
  each(
    from: number,
    to: number,
    visit: (token: number, units: Uint16Array, start: number, end: number) => void,
  ): void {
    for (let token = from; token < to; token++) {
      const record = this.starts[token] as number
      const start = 2 * record + UNITS
      visit(token, this.units, start, start + (this.records[record + LENGTH] as number))
    }
  }

  approximateBytes(): number {
    return this.places.byteLength + this.records.byteLength + this.starts.byteLength
  }

  private is(record: number, units: Uint16Array, start: number, end: number): boolean {
    const count = end - start
    return (
      this.records[record + LENGTH] === count && isSame(this.units, 2 * record + UNITS, units, start, count)
    )
  }

  private add(units: Uint16Array, start: number, end: number, hash: number): number {
    const record = this.used
    const length = end - start
    this.used += UNITS / 2 + ((length + 1) >> 1)
    if (this.used > this.records.length) this.growRecords()
    if (this.count === this.starts.length) this.starts = resized(this.starts, new Uint32Array(this.count * 2))
    this.records[record] = this.count
    this.records[record + LENGTH] = length
    this.units.set(units.subarray(start, end), 2 * record + UNITS)
    this.starts[this.count++] = record
    if (this.count * 4 > this.places.length) this.growPlaces()
    place(this.places, hash, record)
    return record
  }

  private growRecords(): void {
    const records = new Int32Array(Math.max(this.used, Math.ceil(this.records.length * 1.5)))
    records.set(this.records)
    this.records = records
    this.units = new Uint16Array(records.buffer)
  }

  private growPlaces(): void {
    const before = this.places
    this.places = new Int32Array(before.length * 2)
    for (let at = 0; at < before.length; at += 2) {
      const record = (before[at + 1] as number) - 1
      if (record >= 0) place(this.places, before[at] as number, record)
    }
  }
}

function place(places: Int32Array, hash: number, record: number): void {
  const mask = places.length - 2
  let at = (hash << 1) & mask
  while (places[at + 1] !== 0) at = (at + 2) & mask
  places[at] = hash
  places[at + 1] = record + 1
}

function isSame(units: Uint16Array, at: number, others: Uint16Array, from: number, count: number): boolean {
  for (let i = 0; i < count; i++) if (units[at + i] !== others[from + i]) return false
  return true
}

const RECENT = 1 << 12
const MARK = 1
const LENGTH = 2
/** Offset of the first unit in a record, in units. */
const UNITS = 6
