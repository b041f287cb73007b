import { indexOfUnits } from './folded-units.ts'
import { grown } from './grown.ts'

/** Where in a token a substring must stand. */
export type Place = 'anywhere' | 'start' | 'end' | 'whole'

/**
 * Numbers for tokens, given by turns from 0. A token is looked up by a hash of its units where it stands
 * in a text; its record holds all that is read on the way, so that a look-up touches two places in memory:
 * one of the open-addressed table, and the record.
 *
 * A record, in 32-bit numbers: the token's number, its mark, how many units it has, its units by twos.
 */
export class TokenTable {
  count = 0
  private records = new Int32Array(1 << 12)
  /** The same memory unit by unit. */
  private units = new Uint16Array(this.records.buffer)
  private used = 0
  /** Where the record of each token begins. */
  private starts = new Uint32Array(1 << 9)
  /** Open addressing, by twos: the hash, and the record's beginning + 1, or 0 for free. At most half full. */
  private places = new Int32Array(1 << 11)
  /**
   * The same for tokens met lately, one for each of a few hashes. Half of what stands in texts are a few
   * hundred words, which are found here without leaving the processor's nearer caches.
   */
  private readonly recent = new Int32Array(2 * RECENT)

  /** The record of the token that the units from `start` to `end` are, or -1. `hash` is `hashUnits` of them. */
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

  /** The same; a new record if there is none. */
  findOrAdd(units: Uint16Array, start: number, end: number, hash: number): number {
    const known = this.find(units, start, end, hash)
    return known < 0 ? this.add(units, start, end, hash) : known
  }

  /** The token of a record. */
  at(record: number): number {
    return this.records[record] as number
  }

  /** What `setMark` left at a record; 0 at first. */
  markOf(record: number): number {
    return this.records[record + MARK] as number
  }

  setMark(record: number, mark: number): void {
    this.records[record + MARK] = mark
  }

  /** The token has the substring at that place. */
  holds(token: number, substring: Uint16Array, place: Place): boolean {
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

  /** Calls with the units of each token numbered from `from` to before `to`, and where they begin and end. */
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
    if (this.count === this.starts.length) this.starts = grown(this.starts, new Uint32Array(this.count * 2))
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
/** Where the units begin, in units. */
const UNITS = 6
