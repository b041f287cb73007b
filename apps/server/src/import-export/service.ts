import { type Fields, textOf } from './ledger.ts'

/** Tags for flags of other services; docs/api.md lists them. */
export const MARKS = {
  unread: 'unread',
  archived: 'archived',
  favourite: 'favourite',
  isPrivate: 'private',
  cancelled: 'cancelled',
  conflict: 'conflict',
} as const

/** Field that `translate` sets on deleted records. */
export const IN_TRASH = 'in the trash'
/** Field that `translate` sets to the reason why a record becomes no card. */
export const LEFT_OUT = 'left out'
export const TRASHED = 'It is in the trash of its program, and was left out.'

/** A service whose records need more than renamed fields. */
export interface Service {
  readonly name: string
  /** Fields that identify its records. All must be present. */
  readonly signs: readonly string[]
  /** Whether a record with these fields is from this service. Absent: always. */
  readonly fits?: (fields: Fields) => boolean
  /** Values by the names of `readRecord`. Other fields are unchanged. */
  readonly translate: (fields: Fields) => Readonly<Record<string, unknown>>
}

/** A list with the mark if `isSo`, else an empty list. */
export function when(isSo: boolean, mark: string): string[] {
  return isSo ? [mark] : []
}

/** Splits at commas. Also reads Python lists: `['a', 'b']`. */
export function commaSeparated(value: unknown): string[] | null {
  const list = listOfPython(textOf(value) ?? '')
  if (list !== null) return list
  const names = textOf(value)
    ?.split(',')
    .map((name) => name.trim())
  return names?.filter((name) => name !== '') ?? null
}

/** Highlights as subnotes, each followed by its note. */
export function passagesIn(highlights: readonly Fields[]) {
  return highlights.map((each) => {
    each.skip(
      'created,createdat,created_at,updated,updatedat,updated_at,color,colour,type,position,time'.split(','),
    )
    const passage = each.text('text', 'quote', 'content', 'exact', 'highlight')
    const about = each.text('note', 'comment', 'annotation')
    return { text: [passage, about].filter((text) => text !== '').join(' – '), isTicked: false }
  })
}

/** Reads `['a', "b's"]` as two names. Null: not such a list. */
export function listOfPython(text: string): string[] | null {
  if (!/^\[.*\]$/s.test(text.trim())) return null
  const items = [...text.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)]
  if (items.length === 0) return text.trim() === '[]' ? [] : null
  return items.map(([, single, double]) => (single ?? double ?? '').replace(/\\(.)/g, '$1'))
}
