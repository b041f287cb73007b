import { toInstant, wireFile } from '@cardinal/contract'
import {
  addressAfter,
  type Card,
  type CardFile,
  type CardValues,
  COLORS,
  cardFile,
  completeAddress,
  completionsOf,
  DAY_MS,
  INITIAL_VALUES,
  isAddress,
  LIMITS,
  placeProblem,
  recurrenceProblem,
  toCompletions,
  toFiles,
  unsafeAddress,
  VALUE_FIELDS,
} from '@cardinal/domain'
import { type Fields, textOf } from './ledger.ts'

interface ValueInFiles<Value> {
  /** Name in CSV, JSON and Markdown. */
  readonly field: string
  /** Name in HTML. */
  readonly attribute: string
  /** Null: absent, or unreadable. */
  readonly take: (fields: Fields, name: string) => Value | null
  readonly write: (value: Value) => string
}

const VALUES_IN_FILES: { readonly [Field in keyof CardValues]: ValueInFiles<CardValues[Field]> } = {
  color: {
    field: 'color',
    attribute: 'DATA-COLOR',
    take: (fields, name) => fields.take(name, (found) => COLORS.find((color) => color === found) ?? null),
    write: (color) => color ?? '',
  },
  isPublic: {
    field: 'is_public',
    attribute: 'DATA-PUBLIC',
    take: (fields, name) => fields.isOn(name),
    write: String,
  },
  doneAt: {
    field: 'doneAt',
    attribute: 'DATA-DONE',
    take: (fields, name) => fields.moment(name),
    write: (doneAt) => (doneAt === null ? '' : toInstant(doneAt)),
  },
  dueAt: {
    field: 'dueAt',
    attribute: 'DATA-DUE',
    take: (fields, name) => fields.due(name),
    write: orNothing,
  },
  startAt: {
    field: 'startAt',
    attribute: 'DATA-START',
    take: (fields, name) => fields.due(name, null, true),
    write: orNothing,
  },
  recurrence: {
    field: 'recurrence',
    attribute: 'DATA-RECURRENCE',
    take: textWithout(recurrenceProblem),
    write: orNothing,
  },
  completions: {
    field: 'completions',
    attribute: 'DATA-COMPLETIONS',
    take: completionsIn,
    write: (completions) => completionsOf(completions).map(toInstant).join(' '),
  },
  files: {
    field: 'files',
    attribute: 'DATA-FILES',
    take: filesIn,
    write: orNothing,
  },
  place: { field: 'place', attribute: 'DATA-PLACE', take: textWithout(placeProblem), write: orNothing },
}

/**
 * Reads moments from a list, or from a text with spaces in between. Leaves out unreadable and future ones, and
 * the oldest if there are too many; all are noted as lost.
 */
function completionsIn(fields: Fields, name: string): CardValues['completions'] {
  const latest = Date.now() + DAY_MS
  return fields.take(name, (found, garbled) => {
    const moments = Array.isArray(found) ? found : (textOf(found) ?? '').trim().split(/\s+/)
    const times = moments.flatMap((moment) => {
      // `instant` reads 1970-01-01 as no date, because other programs write that. In our own list it is a
      // completion.
      const time = moment === toInstant(0) ? 0 : fields.moments.instant(name, moment)
      return time === null || time > latest ? [] : [time]
    })
    if (times.length < moments.length) garbled()
    if (new Set(times).size > LIMITS.completions) fields.lose(name)
    return toCompletions(times)
  })
}

/**
 * Reads references to files from a list, or from its JSON. Leaves out unreadable ones and those beyond the limit,
 * and notes them as lost.
 */
function filesIn(fields: Fields, name: string): CardValues['files'] {
  return fields.take(name, (found, garbled) => {
    const list = typeof found === 'string' ? parsed(found) : found
    if (!Array.isArray(list)) return null
    const files = list.slice(0, LIMITS.filesPerCard).flatMap(fileIn)
    if (list.length > LIMITS.filesPerCard) fields.lose(name)
    else if (files.length < list.length) garbled()
    return toFiles(files)
  })
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** Checked by the contract, so that every call accepts what an import stores. */
function fileIn(found: unknown): CardFile[] {
  const read = wireFile.safeParse(found)
  return read.success ? [cardFile(read.data)] : []
}

/** Reads a text in which `problemOf` finds no problem. */
function textWithout(problemOf: (text: string) => string | null) {
  return (fields: Fields, name: string) =>
    fields.take(name, (found) => (typeof found === 'string' && problemOf(found) === null ? found : null))
}

function orNothing(text: string | null): string {
  return text ?? ''
}

type Names = Pick<ValueInFiles<unknown>, 'field' | 'attribute'>

/** Reads a card's values by their field names in a format. */
export function readValues(fields: Fields, kind: keyof Names): CardValues {
  return Object.fromEntries(
    VALUE_FIELDS.map((name) => {
      const { [kind]: field, take } = VALUES_IN_FILES[name]
      return [name, take(fields, field.toLowerCase()) ?? INITIAL_VALUES[name]]
    }),
  ) as unknown as CardValues
}

/** The values that differ from the initial ones, by their field names in a format. */
export function writeValues(card: CardValues, kind: keyof Names): Record<string, string> {
  const changed = VALUE_FIELDS.filter((name) => card[name] !== INITIAL_VALUES[name])
  return Object.fromEntries(changed.map((name) => [VALUES_IN_FILES[name][kind], writeValue(card, name)]))
}

/** The address by its field name in a format; empty if the file has no such field. */
export function readAddress(fields: Fields, name: string): { address?: string | null } {
  if (!fields.has(name)) return {}
  return {
    address: fields.take(name, (found) => {
      const address = completeAddress(textOf(found) ?? '')
      return isAddress(address) && unsafeAddress(address) === null ? address : null
    }),
  }
}

/** Whether the address of a card does not follow from its content, so that a file needs a field for it. */
export function isAddressApart(card: Card): boolean {
  return addressAfter(null, card) !== card.address
}

/** '' for null. */
export function writeValue<Field extends keyof CardValues>(
  card: Pick<CardValues, Field>,
  name: Field,
): string {
  return VALUES_IN_FILES[name].write(card[name])
}
