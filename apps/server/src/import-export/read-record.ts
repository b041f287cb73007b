import { CARD_TYPES, type CardType } from '@cardinal/domain'
import { isObject } from '../reading/json.ts'
import { readValues } from './card-values.ts'
import { type Fields, type Found, plainCard } from './found.ts'
import { linkRow } from './link-row.ts'
import { type LostFields, TrackedFields } from './lost-fields.ts'
import { readSubnotes } from './read-subnotes.ts'
import { translated } from './services.ts'
import { splitTags } from './tag-names.ts'
import { readTime } from './times.ts'

export const ADDRESS_FIELDS = ['url', 'link', 'href', 'uri', 'address', 'given_url', 'resolved_url']
export const TITLE_FIELDS = ['title', 'name', 'given_title', 'resolved_title']
const DESCRIPTION_FIELDS = [
  'extended',
  'note',
  'notes',
  'description',
  'excerpt',
  'comment',
  'comments',
  'annotation',
]
export const TIME_FIELDS = [
  'createdat',
  'created',
  'created_at',
  'time',
  'time_added',
  'dateadded',
  'date_added',
  'add_date',
  'added',
  'date',
]
const FOLDER_FIELDS = ['folder', 'collection', 'path']
export const TEXT_FIELDS = ['content', 'text', ...TITLE_FIELDS]

/** Returns the card in a record of any known service, or of our own export; or why there is none. */
export function readRecord(record: TrackedFields, lost?: LostFields): Found {
  const fields = translated(record)
  const found = baseCard(fields)
  if ('reason' in found) return found
  const tags = fields.get('tags') ?? fields.get('tag') ?? fields.get('labels') ?? fields.get('keywords')
  const whole = {
    card: {
      ...found.card,
      tags: [...readTags(tags), ...readTags(fields.get('marks'))],
      folders: textOf(fields, FOLDER_FIELDS)
        .split('/')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
      subnotes: readSubnotes(fields.get('titles')),
      ...readValues(({ field }) => fields.get(field.toLowerCase())),
      createdAt: firstOf(TIME_FIELDS.map((name) => readTime(fields.get(name)))),
    },
  }
  lost?.addUnread(record)
  const color = record.get('color')
  if (whole.card.color === null && typeof color === 'string' && !/^(?:|default)$/i.test(color))
    lost?.add('color')
  return whole
}

/** Returns the card in a value of JSON, or why there is none. */
export function rowOf(record: unknown, lost?: LostFields): Found {
  return isObject(record) ? readRecord(fieldsOf(record), lost) : { reason: 'This row is no card.' }
}

/** Returns the field names of an object or header, so that upper and lower case don't matter. */
export function fieldsOf(record: object): TrackedFields {
  return new TrackedFields(
    new Map(Object.entries(record).map(([name, value]) => [name.trim().toLowerCase(), value])),
  )
}

function baseCard(fields: Fields): Found {
  const address = textOf(fields, ADDRESS_FIELDS)
  const title = textOf(fields, TITLE_FIELDS)
  if (address !== '')
    return linkRow({ address, title, description: unlessSame(textOf(fields, DESCRIPTION_FIELDS), title) })
  const text = withTitle(title, textOf(fields, ['content', 'text']))
  if (text !== '') return { card: plainCard(typeOf(fields.get('type')), text) }
  return readSubnotes(fields.get('titles')).length > 0
    ? { card: plainCard(typeOf(fields.get('type')), UNTITLED) }
    : { reason: 'There is neither an address nor a text in this row.' }
}

/** The text of a list that has no title. */
const UNTITLED = 'List'

/** Returns a title above its text, unless the text begins with it. */
function withTitle(title: string, text: string): string {
  if (text === '' || title === '') return text || title
  return text.trimStart().startsWith(title.trim()) ? text : `${title.trim()}\n\n${text}`
}

export function typeOf(value: unknown): CardType {
  if (value === 'hyperlink') return 'link'
  return CARD_TYPES.find((type) => type === value) ?? 'note'
}

function readTags(value: unknown): string[] {
  if (typeof value === 'string')
    return /[,，;|]/.test(value) ? splitTags(value) : value.trim() === '' ? [] : [value.trim()]
  if (Array.isArray(value)) return value.flatMap(nameOfTag)
  if (typeof value === 'object' && value !== null) return Object.keys(value)
  return []
}

function nameOfTag(item: unknown): string[] {
  if (typeof item === 'string') return [item]
  const { name, tag, title } = (item ?? {}) as { name?: unknown; tag?: unknown; title?: unknown }
  const text = [name, tag, title].find((candidate) => typeof candidate === 'string')
  return typeof text === 'string' ? [text] : []
}

/** Returns the first of these fields that holds some text. */
function textOf(fields: Fields, names: readonly string[]): string {
  for (const name of names) {
    const value = fields.get(name)
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return ''
}

function unlessSame(text: string, other: string): string {
  return text.trim() === other.trim() ? '' : text
}

function firstOf(times: readonly (number | null)[]): number | null {
  return times.find((time) => time !== null) ?? null
}
