import { CARD_TYPES } from '../card.ts'
import { COLORS } from '../color.ts'
import { fold } from '../folding.ts'
import { type Calendar, readDays, readWallDays } from './days.ts'
import { CARD_HOLDINGS, CARD_STATES, type SearchCondition } from './search-tree.ts'

/** `text` is as written, squeezed, without its quotes. */
interface FieldValue {
  readonly text: string
  readonly isQuoted: boolean
  readonly calendar: Calendar
}

type ReadValue = (value: FieldValue) => SearchCondition | null

/** Parsers of the values. Null: not understood, so that field and value are a plain word. */
const FIELDS = {
  tag: ({ text, isQuoted }) => readTag(text, isQuoted),
  text: ({ text }) => (fold(text) === '' ? null : { kind: 'text', text }),
  copy: ({ text }) => (fold(text) === '' ? null : { kind: 'copy', text }),
  file: ({ text }) => (fold(text) === '' ? null : { kind: 'file', text }),
  site: ({ text }) => readSite(text),
  group: ({ text }) => (fold(text) === '' ? null : { kind: 'group', title: text }),
  color: ({ text }) => readColor(text.toLowerCase()),
  type: ({ text }) => readType(text.toLowerCase()),
  is: ({ text, calendar }) => readState(text.toLowerCase(), calendar),
  has: ({ text }) => {
    const named = text.toLowerCase().replace('subnotes', 'subtasks')
    const what = CARD_HOLDINGS.find((each) => each === named)
    return what === undefined ? null : { kind: 'has', what }
  },
  tags: ({ text, isQuoted }) => readNumbers(text) ?? (/^\p{L}/u.test(text) ? readTag(text, isQuoted) : null),
  workspace: ({ text }) => (text.toLowerCase() === 'all' ? { kind: 'workspace', which: 'all' } : null),
  due: (value) =>
    value.text.toLowerCase() === 'overdue' ? readState('overdue', value.calendar) : readDay('due', value),
  start: (value) => readDay('start', value),
  done: ({ text, calendar }) => {
    const span = readDays(text, calendar)
    return span && { kind: 'completed', ...span }
  },
  created: (value) => readTime('created', value),
  updated: (value) => readTime('updated', value),
} satisfies Readonly<Record<string, ReadValue>>

export type FieldName = keyof typeof FIELDS
export const FIELD_NAMES = Object.keys(FIELDS) as readonly FieldName[]

/** Null: not understood. */
export function readField(written: string, value: FieldValue): SearchCondition | null {
  const name = fieldNamed(written)
  return name === null ? null : FIELDS[name](value)
}

/** The field of this name, or of its other spelling. Null: there is none. */
export function fieldNamed(written: string): FieldName | null {
  const name = written === 'colour' ? 'color' : written
  return FIELD_NAMES.find((each) => each === name) ?? null
}

function readTime(field: 'created' | 'updated', { text, calendar }: FieldValue): SearchCondition | null {
  const span = readDays(text, calendar)
  return span && { kind: 'time', field, ...span }
}

function readDay(kind: 'due' | 'start', { text, calendar }: FieldValue): SearchCondition | null {
  const word = text.toLowerCase()
  if (word === 'any') return { kind, days: word, start: null, end: null }
  const span = readWallDays(text, calendar)
  return span && { kind, ...span }
}

function readTag(text: string, isQuoted: boolean): SearchCondition | null {
  const isExact = !isQuoted && /^[^,，()"]+!$/.test(text)
  const name = isExact ? text.slice(0, -1).trim() : text
  return fold(name) === '' ? null : { kind: 'tag', name, isExact }
}

function readSite(text: string): SearchCondition | null {
  const site = /^(?:https?:\/\/)?(?:www\.)?((?:[^\s/?#@:,()".]+\.)+[^\s/?#@:,()".]+)\/?$/i.exec(text)?.[1]
  return site === undefined ? null : { kind: 'site', site: site.toLowerCase() }
}

function readColor(text: string): SearchCondition | null {
  if (text === 'none') return { kind: 'color', color: null }
  const color = COLORS.find((each) => each === text)
  return color === undefined ? null : { kind: 'color', color }
}

function readType(text: string): SearchCondition | null {
  const type = CARD_TYPES.find((each) => each === text)
  return type === undefined ? null : { kind: 'type', type }
}

/** `is:note` is short for `type:note`, and `is:untagged` for `tags:0`. */
function readState(text: string, { now }: Calendar): SearchCondition | null {
  if (text === 'overdue') return now === null ? null : { kind: 'overdue', now }
  if (text === 'untagged') return { kind: 'tags', least: 0, most: 0 }
  const state = CARD_STATES.find((each) => each === text)
  return state === undefined ? readType(text) : { kind: 'is', state }
}

/** `3`, `>3`, `>=3`, `<3`, `<=3`, `1..3` */
function readNumbers(text: string): SearchCondition | null {
  const parts = /^(?:([<>]=?)?(\d{1,4})|(\d{1,4})\.\.(\d{1,4}))$/.exec(text)
  if (parts === null) return null
  const [, sign, number, least, most] = parts
  const count = Number(number)
  if (number === undefined) return { kind: 'tags', least: Number(least), most: Number(most) }
  switch (sign) {
    case '>':
      return { kind: 'tags', least: count + 1, most: null }
    case '>=':
      return { kind: 'tags', least: count, most: null }
    case '<':
      return count === 0 ? null : { kind: 'tags', least: 0, most: count - 1 }
    case '<=':
      return { kind: 'tags', least: 0, most: count }
    default:
      return { kind: 'tags', least: count, most: count }
  }
}
