import { CARD_TYPES, type CardType, COLORS, type Color, type Day, dayOf } from '@cardinal/domain'
import { isObject } from '../lib/decoding.ts'
import { readAddress, readValues } from './card-values.ts'
import { CSL_ITEM, ZOTERO_ROW } from './csl-items.ts'
import { type Found, type FoundCard, plainCard } from './found.ts'
import { type Fields, type Ledger, markOf, textOf } from './ledger.ts'
import { joinedTexts, linkRow, textBelow } from './link-row.ts'
import { hasHour } from './moments.ts'
import { OTHER_FLAGS } from './other-flags.ts'
import { readSubnotes } from './read-subnotes.ts'
import { IN_TRASH, LEFT_OUT, listOfPython, passagesIn, type Service, TRASHED } from './service.ts'
import { SERVICES_OF_LINKS } from './services-of-links.ts'
import { SERVICES_OF_NOTES } from './services-of-notes.ts'
import { splitTags } from './tag-names.ts'

export const ADDRESS_FIELDS = [
  'url',
  'link',
  'href',
  'uri',
  'address',
  'given_url',
  'resolved_url',
  'permalink',
]
export const TITLE_FIELDS = ['title', 'name', 'given_title', 'resolved_title', 'subject', 'task']
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
/** Names of the due date, besides `dueAt`. */
const DUE_FIELDS = ['dueat', 'due', 'due date', 'due_date', 'duedate', 'due on', 'due_on']
/** Names of the start date, besides `startAt`. */
const START_FIELDS = [
  'startat',
  'start date',
  'start_date',
  'start on',
  'start_on',
  'defer date',
  'defer_date',
]
/** Names of the moment of completion, besides `doneAt`. Some programs write a mark instead. */
const DONE_FIELDS = [
  'doneat',
  'completed at',
  'completed_at',
  'completedat',
  'completed on',
  'completion date',
  'date completed',
  'date_completed',
  'completed',
  'is_completed',
  'iscompleted',
  'done',
  'is_done',
  'isdone',
]
/** Passages of a page that a person marked. */
const HIGHLIGHT_FIELDS = ['highlights', 'annotations']
export const TEXT_FIELDS = ['content', 'text', ...TITLE_FIELDS]

/** Adds the field names of `readRecord` to a record of a known service. */
export function translate(fields: Fields): void {
  const service = SERVICES.find(
    ({ signs, fits }) => signs.every((name) => fields.has(name)) && (fits?.(fields) ?? true),
  )
  if (service !== undefined) fields.override(service.translate(fields))
}

/** The first service whose signs are all present is taken, so more specific ones come first. */
const SERVICES: readonly Service[] = [
  ...SERVICES_OF_LINKS,
  CSL_ITEM,
  ZOTERO_ROW,
  ...SERVICES_OF_NOTES,
  OTHER_FLAGS,
]

export const SERVICE_NAMES = SERVICES.map(({ name }) => name)

/** The card in a record of a known service, or of our own export; or why there is none. */
export function readRecord(fields: Fields): Found {
  translate(fields)
  if (fields.isOn(IN_TRASH)) return { reason: TRASHED }
  const whyNone = fields.text(LEFT_OUT)
  if (whyNone !== '') return { reason: whyNone }
  const found = baseCard(fields)
  if ('reason' in found) return found
  const tags = fields.first(['tags', 'tag', 'labels', 'keywords'], readTags) ?? []
  const marks = fields.take('marks', readTags) ?? []
  const color = fields.take('color', colorOf)
  fields.override({ color: color === NO_COLOR ? null : color })
  const done = DONE_FIELDS.find((name) => fields.isSet(name)) ?? 'doneat'
  if (done !== 'doneat')
    fields.override({ doneat: fields.take(done, (value) => doneIn(value, fields, done)) })
  return {
    card: {
      ...found.card,
      tags,
      ...(marks.length > 0 && { flags: marks }),
      folders: fields
        .text(...FOLDER_FIELDS)
        .split('/')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
      ...readValues(fields, 'field'),
      dueAt: fields.due(DUE_FIELDS.find((name) => fields.isSet(name)) ?? 'dueat'),
      startAt: startOf(fields),
      createdAt: fields.moment(...TIME_FIELDS),
    },
  }
}

/** The moment of completion as ISO text. A mark without a date means now; '' means not done. */
function doneIn(value: unknown, fields: Fields, name: string): string | null {
  const mark = markOf(value)
  const at = mark === null ? fields.moments.instant(name, value) : mark ? Date.now() : undefined
  return at === null ? null : at === undefined ? '' : new Date(at).toISOString()
}

/** The start date. Its time is listed as lost. */
function startOf(fields: Fields): Day | null {
  const name = START_FIELDS.find((each) => fields.isSet(each)) ?? 'startat'
  const start = fields.due(name)
  if (start === null) return null
  if (hasHour(start)) fields.lose(name)
  return dayOf(start)
}

/** What other programs write for "no colour". */
const NO_COLOR = 'default'

function colorOf(value: unknown): Color | typeof NO_COLOR | null {
  const name = textOf(value)?.toLowerCase()
  return COLORS.find((color) => color === name) ?? (name === NO_COLOR ? NO_COLOR : null)
}

/** The card in a JSON value, or why there is none. */
export function rowOf(record: unknown, ledger: Ledger): Found {
  return isObject(record) ? ledger.read(record, readRecord) : { reason: 'This row is no card.' }
}

function baseCard(fields: Fields): Found {
  const isOwn = fields.has('content') && fields.has('titles')
  const address = fields.text(...(isOwn ? ADDRESSES_OF_OTHERS : ADDRESS_FIELDS))
  const title = fields.text(...TITLE_FIELDS)
  const isTask = DONE_FIELDS.some((name) => fields.has(name)) && !fields.has('doneat')
  const type = fields.take('type', typeNamed) ?? (isTask ? 'todo' : 'note')
  const passages = fields.has('titles') ? [] : HIGHLIGHT_FIELDS.filter((name) => fields.isSet(name))
  const marked = joinedTexts(
    passages.filter((name) => fields.peek(name) !== '').map((name) => fields.text(name).trim()),
    '\n\n',
  )
  const subnotes = fields.take('titles', readSubnotes) ?? passagesOf(fields, passages)
  const about = unlessSame(fields.text(...DESCRIPTION_FIELDS), title)
  const description = joinedTexts([about, marked], '\n\n')
  if (address !== '') {
    const found = linkRow({ address, title, description })
    return 'reason' in found ? found : { card: { ...found.card, subnotes } }
  }
  const body = fields.text('content', 'text')
  const below = unlessSame(description, body)
  const isUnchanged = isOwn && title === '' && below === ''
  const text = isUnchanged ? body : textBelow(title, joinedTexts([body, below], '\n\n'))
  if (text === '' && subnotes.length === 0)
    return { reason: 'There is neither an address nor a text in this row.' }
  const card = { ...plainCard(type, text === '' ? UNTITLED : text), subnotes }
  return { card: isOwn ? { ...card, ...readAddress(fields, 'address') } : card }
}

/** Highlights as subnotes. If they are a single text, they go into the description instead. */
function passagesOf(fields: Fields, names: readonly string[]): FoundCard['subnotes'] {
  return names
    .filter((name) => fields.peek(name) === '')
    .flatMap((name) => passagesIn(fields.objects(name)))
    .filter(({ text }) => text !== '')
}

/** Our own exports use this name for a link's address besides its content. */
const ADDRESSES_OF_OTHERS = ADDRESS_FIELDS.filter((name) => name !== 'address')
/** Title of an untitled list. */
const UNTITLED = 'List'

/** Null: no known type. */
export function typeNamed(value: unknown): CardType | null {
  if (value === 'hyperlink') return 'link'
  return CARD_TYPES.find((type) => type === textOf(value)?.toLowerCase()) ?? null
}

function readTags(value: unknown, garbled: () => void): string[] | null {
  const list = typeof value === 'string' ? listOfPython(value) : null
  if (list !== null) return list
  if (typeof value === 'string')
    return /[,，;|]/.test(value) ? splitTags(value) : value.trim() === '' ? [] : [value.trim()]
  if (Array.isArray(value)) {
    const names = value.flatMap(nameOfTag)
    if (names.length < value.length) garbled()
    return names.filter((name) => name.trim() !== '')
  }
  if (typeof value === 'number') return [String(value)]
  return isObject(value) ? Object.keys(value) : null
}

function nameOfTag(item: unknown): string[] {
  if (typeof item === 'string' || typeof item === 'number') return [String(item)]
  const { name, tag, title } = (item ?? {}) as { name?: unknown; tag?: unknown; title?: unknown }
  const text = [name, tag, title].find((candidate) => typeof candidate === 'string')
  return typeof text === 'string' ? [text] : []
}

function unlessSame(text: string, other: string): string {
  return text.trim() === other.trim() ? '' : text
}
