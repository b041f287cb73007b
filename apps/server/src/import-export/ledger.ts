import type { Due } from '@cardinal/domain'
import { isObject } from '../lib/decoding.ts'
import { isTimeZone, Moments } from './moments.ts'

/** A field of a file that no card got, with the number of its rows. */
export interface LostField {
  readonly field: string
  readonly count: number
  /** The beginning of one value. */
  readonly example: string
  /** Whether the field is known, but this value could not be read. */
  readonly isGarbled: boolean
  /** The first file names. Absent: not a field of files. */
  readonly names?: readonly string[]
}

/** Name of the entry that counts files attached to cards. */
const FILES = 'attached files'
/** Most attached files listed by name. */
const MAX_FILES = 100
/** UTF-16 units at the end of a path that are shown. */
const PATH_LENGTH = 200

/** How many different field names a receipt lists. The others are counted together. */
const MAX_FIELDS = 100
const NAME_LENGTH = 100
const EXAMPLE_LENGTH = 80
/** Levels of nesting searched for an example. */
const EXAMPLE_DEPTH = 5
const OTHER_FIELDS = 'other fields'
/** What programs write for "no date": 0, and the earliest moments of Go, MySQL, Unix and .NET. */
const NO_MOMENT =
  /^(?:0(?:\.0)?|(?:0001-01-01|1970-01-01)[T ]00:00:00(?:\.0+)?(?:Z|\+00:?00)?|0000-00-00(?:[T ]00:00:00)?)$/
/** Ids. They are not listed as lost. */
const NO_LOSS = /^(?:_?id|uuid|guid)$/i

/** Counts the fields of a file that no reader took, and the values that could not be read. */
export class Ledger {
  readonly moments: Moments
  readonly #lost = new Map<string, LostField>()
  readonly #files: string[] = []
  /** Names in the archive of the files attached to cards, without folders. */
  readonly #stored = new Set<string>()

  readonly #isKept: (name: string) => boolean

  /** @param isKept whether a card has a file of this name */
  constructor(moments = new Moments(), isKept: (name: string) => boolean = () => false) {
    this.moments = moments
    this.#isKept = isKept
  }

  /** Counts a field as lost. */
  note(field: string, value: unknown, { isGarbled = false, count = 1 } = {}): void {
    const name = field.slice(0, NAME_LENGTH)
    const key = `${isGarbled} ${name}`
    const known = this.#lost.get(key)
    if (known !== undefined) this.#lost.set(key, { ...known, count: known.count + count })
    else if (this.#lost.size < MAX_FIELDS || name === OTHER_FIELDS)
      this.#lost.set(key, { field: name, count, example: exampleOf(value), isGarbled })
    else this.note(OTHER_FIELDS, name, { count })
  }

  /**
   * Counts a card's file that is not imported.
   *
   * @param storedAs its name in the archive; default: `path`
   */
  attach(path: string, storedAs = path): void {
    if (this.#isKept(storedAs)) return
    const name = path.slice(-PATH_LENGTH)
    this.note(FILES, name)
    if (this.#files.length < MAX_FILES) this.#files.push(name)
    this.#stored.add(baseName(storedAs))
  }

  /** Whether a card refers to a file of the archive, with or without its extension. */
  isAttached(path: string): boolean {
    const name = baseName(path)
    return this.#stored.has(name) || this.#stored.has(name.replace(/\.\w+$/, ''))
  }

  merge(lost: readonly LostField[] = []): void {
    for (const { field, example, isGarbled, count, names = [] } of lost) {
      for (const name of names) this.attach(name)
      if (count > names.length) this.note(field, example, { isGarbled, count: count - names.length })
    }
  }

  get list(): readonly LostField[] {
    return [...this.#lost.values()].map((lost) =>
      lost.field === FILES && !lost.isGarbled && this.#files.length > 0
        ? { ...lost, names: this.#files }
        : lost,
    )
  }

  /**
   * Reads one row. Fields that `read` does not take count as lost, unless the row fails.
   *
   * @param values by name, in any case
   */
  read<T>(values: object, read: (fields: Fields) => T): T {
    const fields = new Fields(values, this.moments)
    const result = read(fields)
    for (const name of fields.files) this.attach(name)
    if (!isObject(result) || !('reason' in result))
      for (const { field, value, isGarbled } of fields.losses()) this.note(field, value, { isGarbled })
    return result
  }
}

interface Loss {
  readonly field: string
  readonly value: unknown
  readonly isGarbled: boolean
}

type Read<T> = (value: unknown, garbled: () => void) => T | null

/** One row. Knows which fields were taken, and which could not be read. */
export class Fields {
  readonly #values = new Map<string, { readonly name: string; readonly value: unknown }>()
  readonly #overrides = new Map<string, unknown>()
  readonly #taken = new Set<string>()
  readonly #garbled = new Map<string, unknown>()
  readonly #inner: Fields[] = []
  readonly #lost = new Set<string>()
  readonly #moments: Moments
  readonly #path: string
  /** Attached files, which are not imported. */
  readonly files: string[] = []

  constructor(values: object, moments = new Moments(), path = '') {
    this.#moments = moments
    this.#path = path
    for (const [name, value] of Object.entries(values))
      this.#values.set(name.trim().toLowerCase(), { name: name.trim(), value })
  }

  has(name: string): boolean {
    return this.#overrides.has(name) || this.#values.has(name)
  }

  /** Whether a field is not empty. */
  isSet(name: string): boolean {
    return !isEmpty(this.#overrides.has(name) ? this.#overrides.get(name) : this.#values.get(name)?.value)
  }

  /** The text of a field, without taking the field; '': no text. */
  peek(name: string): string {
    const value = this.#values.get(name)?.value
    return typeof value === 'string' ? value : ''
  }

  /** The names of the fields, in lower case. */
  names(): Iterable<string> {
    return this.#values.keys()
  }

  /** Replaces fields by these values. The replaced fields don't count as taken. The values never count as lost. */
  override(values: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(values)) this.#overrides.set(name, value)
  }

  /**
   * Null: empty, or unreadable.
   *
   * @param name in lower case
   * @param read returns null for an unreadable value, and calls `garbled` for a partly readable one
   */
  take<T>(name: string, read: Read<T>): T | null {
    if (this.#overrides.has(name)) {
      const value = this.#overrides.get(name)
      return isEmpty(value) ? null : read(value, () => undefined)
    }
    const field = this.#values.get(name)
    if (field === undefined) return null
    this.#taken.add(name)
    if (isEmpty(field.value)) return null
    const result = read(field.value, () => this.#garbled.set(field.name, field.value))
    if (result === null) this.#garbled.set(field.name, field.value)
    return result
  }

  /** The first non-empty field. */
  first<T>(names: readonly string[], read: Read<T>): T | null {
    const name = names.find((each) => this.isSet(each))
    return name === undefined ? null : this.take(name, read)
  }

  text(...names: readonly string[]): string {
    return this.first(names, textOf) ?? ''
  }

  /** ms since 1970 */
  moment(...names: readonly string[]): number | null {
    const name = names.find((each) => this.isSet(each) && !this.#isZero(each))
    this.skip(names.filter((each) => this.#isZero(each)))
    return name === undefined
      ? null
      : this.take(name, (value) => this.#moments.instant(this.#path + name, value))
  }

  /**
   * A due date.
   *
   * @param zone of the row; null: none is named
   * @param isAllDay whether to ignore the time of day
   */
  due(name: string, zone: string | null = null, isAllDay = false): Due | null {
    if (this.#isZero(name)) {
      this.skip([name])
      return null
    }
    return this.take(name, (value) => this.#moments.due(this.#path + name, value, zone, isAllDay))
  }

  zone(name: string): string | null {
    return this.take(name, (value) => (isTimeZone(value) ? value : null))
  }

  /** The file's date parser, for dates inside other values. */
  get moments(): Moments {
    return this.#moments
  }

  /** A time as ISO text, for `override`. */
  instant(name: string): string | null {
    const moment = this.moment(name)
    return moment === null ? null : new Date(moment).toISOString()
  }

  /** Whether a flag is set, in JSON or in a table. */
  isOn(name: string): boolean {
    return this.take(name, markOf) ?? false
  }

  /** Takes a field whose value is one of these, ignoring case. */
  oneOf<T extends string>(name: string, known: readonly T[]): T | null {
    return this.take(
      name,
      (value) =>
        known.find((each) => each.toLowerCase() === (textOf(value) ?? '').trim().toLowerCase()) ?? null,
    )
  }

  list(name: string): readonly unknown[] {
    return this.take(name, (value) => (Array.isArray(value) ? value : null)) ?? []
  }

  /** A nested object. Its fields count as fields of the row. */
  object(name: string): Fields {
    const value = this.take(name, (found) => (isObject(found) ? found : null))
    return this.#inside(name, value ?? {})
  }

  /** A nested object, or a list of them. Their fields count as fields of the row. */
  objects(name: string): readonly Fields[] {
    const list = this.take(name, (value, garbled) => {
      if (isObject(value)) return [value]
      if (!Array.isArray(value)) return null
      if (!value.every((each) => isObject(each) || isEmpty(each))) garbled()
      return value.filter(isObject)
    })
    return (list ?? []).map((each) => this.#inside(name, each))
  }

  /**
   * Files of the row that are named, but not imported.
   *
   * @param nameOf null: the file has no name
   */
  attach(name: string, nameOf: (file: unknown) => string | null): void {
    const all = this.take(name, (value) => (Array.isArray(value) ? value : [value])) ?? []
    for (const file of all) {
      const called = nameOf(file)
      if (called === null) this.#garbled.set(this.#nameOf(name), file)
      else this.files.push(called)
    }
  }

  /** Counts a taken field as lost. */
  lose(name: string): void {
    this.#lost.add(name)
  }

  /**
   * Takes fields that say nothing about a card.
   *
   * @param values only if they have one of these values; absent: always
   */
  skip(names: readonly string[], values?: readonly string[]): void {
    for (const name of names) {
      const texts = textsOf(this.#values.get(name)?.value, () => undefined) ?? []
      if (values === undefined || values.includes(texts.join().trim().toLowerCase())) this.#taken.add(name)
    }
  }

  *losses(): Generator<Loss> {
    for (const [field, value] of this.#garbled) yield { field: this.#path + field, value, isGarbled: true }
    for (const [key, { name, value }] of this.#values)
      if ((!this.#taken.has(key) || this.#lost.has(key)) && !isEmpty(value) && !NO_LOSS.test(name))
        yield { field: this.#path + name, value, isGarbled: false }
    // A list of objects counts once per row.
    const seen = new Set<string>()
    for (const fields of this.#inner)
      for (const loss of fields.losses()) {
        const key = `${loss.isGarbled} ${loss.field}`
        if (!seen.has(key)) yield loss
        seen.add(key)
      }
  }

  #inside(name: string, values: object): Fields {
    const fields = new Fields(values, this.#moments, `${this.#path}${this.#nameOf(name)}.`)
    if (!this.#overrides.has(name)) this.#inner.push(fields)
    return fields
  }

  #isZero(name: string): boolean {
    return !this.#overrides.has(name) && NO_MOMENT.test((textOf(this.#values.get(name)?.value) ?? '').trim())
  }

  #nameOf(name: string): string {
    return this.#values.get(name)?.name ?? name
  }
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** A list of texts, or one text. */
export function textsOf(value: unknown, garbled: () => void): string[] | null {
  if (!Array.isArray(value)) {
    const text = textOf(value)
    return text === null ? null : [text]
  }
  const texts = value.flatMap((each) => textOf(each) ?? [])
  if (texts.length < value.length) garbled()
  return texts
}

/** What spreadsheets write for true and false, and people for yes and no, in several languages. */
const TRUE_IN_SHEETS = new Set(
  'wahr,vrai,verdadero,vero,verdadeiro,waar,prawda,sant,sann,sand,tosi,истина,істина,doğru,igaz,pravda,αληθησ,ja,oui,sí,si,sì,sim,tak,да,так,是,はい,예'.split(
    ',',
  ),
)
const FALSE_IN_SHEETS = new Set(
  'falsch,faux,falso,onwaar,fałsz,falskt,usann,falsk,epätosi,ложь,хибність,yanliş,hamis,nepravda,ψευδησ,nein,non,não,nee,nie,nej,нет,ні,否,いいえ,아니요'.split(
    ',',
  ),
)

export function markOf(value: unknown): boolean | null {
  const text = (textOf(value) ?? '').trim()
  if (/^(?:true|1|y|yes|on|x)$/i.test(text) || TRUE_IN_SHEETS.has(text.toLowerCase())) return true
  return /^(?:false|0|n|no|off)$/i.test(text) || FALSE_IN_SHEETS.has(text.toLowerCase()) ? false : null
}

/** Zero and false are the values of unset fields. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false || value === 0) return true
  if (Array.isArray(value)) return value.length === 0
  if (typeof value === 'object') return Object.keys(value).length === 0
  return typeof value === 'string' && value.trim() === ''
}

function exampleOf(value: unknown, depth = 0): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') {
    const text = String(value).slice(0, 1_000).replace(/\s+/g, ' ').trim()
    return text.length > EXAMPLE_LENGTH ? `${text.slice(0, EXAMPLE_LENGTH).trimEnd()}…` : text
  }
  if (depth >= EXAMPLE_DEPTH) return ''
  for (const part of Array.isArray(value) ? value.slice(0, 10) : Object.values(value).slice(0, 10)) {
    const example = isEmpty(part) ? '' : exampleOf(part, depth + 1)
    if (example !== '') return example
  }
  return ''
}
