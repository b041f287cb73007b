/** A field that no card can keep, and how many rows have it. */
export interface LostField {
  readonly field: string
  readonly count: number
}

/** Names that one receipt tells of. */
const NAMES = 100
/** What only tells records apart is no loss. */
const NO_LOSS = /^(?:_?id|uuid|guid|hash|key|index|type|typecode|note ?id|.*_id|.*ids?)$/

/** Counts what a file holds and no card can keep, by the names of its fields. */
export class LostFields {
  readonly #counts = new Map<string, number>()

  add(name: string, count = 1): void {
    const known = this.#counts.get(name)
    if (known === undefined && this.#counts.size >= NAMES) return
    this.#counts.set(name.slice(0, 100), (known ?? 0) + count)
  }

  /** Counts the fields of a record that hold something and were not read. */
  addUnread(fields: TrackedFields): void {
    for (const [name, value] of fields.entries())
      if (!fields.isRead(name) && !isEmpty(value) && !NO_LOSS.test(name)) this.add(name)
  }

  merge(lost: readonly LostField[] = []): void {
    for (const { field, count } of lost) this.add(field, count)
  }

  get list(): readonly LostField[] {
    return [...this.#counts].map(([field, count]) => ({ field, count }))
  }
}

/** The fields of a record, which remembers which of them were read. */
export class TrackedFields implements ReadonlyTracked {
  readonly #values: ReadonlyMap<string, unknown>
  readonly #read = new Set<string>()

  constructor(values: ReadonlyMap<string, unknown>) {
    this.#values = values
  }

  get(name: string): unknown {
    this.#read.add(name)
    return this.#values.get(name)
  }

  has(name: string): boolean {
    return this.#values.has(name)
  }

  entries(): Iterable<[string, unknown]> {
    return this.#values.entries()
  }

  isRead(name: string): boolean {
    return this.#read.has(name)
  }

  /** Returns the same fields with some replaced. Reading a replaced one says nothing about the record. */
  with(others: Readonly<Record<string, unknown>>): ReadonlyTracked {
    const laid = new Map(Object.entries(others))
    return {
      get: (name) => (laid.has(name) ? laid.get(name) : this.get(name)),
      has: (name) => laid.has(name) || this.has(name),
    }
  }
}

/** What a reader of records needs of their fields. */
export interface ReadonlyTracked {
  get(name: string): unknown
  has(name: string): boolean
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false || value === 0) return true
  if (Array.isArray(value)) return value.length === 0
  if (typeof value === 'object') return Object.keys(value).length === 0
  return typeof value === 'string' && value.trim() === ''
}
