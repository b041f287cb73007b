import { joinFamilies, type Member } from './families.ts'
import { numbered } from './file-limits.ts'
import { type Found, type FoundFile, plainCard } from './found.ts'
import { type Fields, Ledger, textOf } from './ledger.ts'
import { joinedTexts, NO_WORDS } from './link-row.ts'
import { isTimeZone, type Moments } from './moments.ts'
import { MARKS } from './service.ts'
import { inSlices } from './slices.ts'
import { ruleOf } from './task-tables.ts'

/** A property of iCalendar with its parameters; names in lower case. */
interface Property {
  readonly name: string
  /** The name as the file spells it. */
  readonly spelling: string
  readonly params: ReadonlyMap<string, string>
  readonly value: string
}

export function isCalendar(text: string): boolean {
  return /^BEGIN:VCALENDAR[ \t]*[\r\n]/i.test(text)
}

/**
 * Reads the tasks of a calendar (RFC 5545, VTODO), as Apple Reminders, Nextcloud and others write it. Journal
 * entries become notes. Events and reminders are noted as lost.
 */
export async function readCalendar(text: string, moments: Moments): Promise<FoundFile> {
  const ledger = new Ledger(moments)
  const members: Member[] = []
  const failed: Found[] = []
  let calendar = ''
  let properties: Property[] = []
  const open: string[] = []
  for await (const line of inSlices(unfolded(text))) {
    const property = propertyIn(line)
    if (property === null) continue
    const { name, value } = property
    const kind = value.trim().toUpperCase()
    if (name === 'begin') {
      if (kind === 'VALARM') ledger.note('reminders (VALARM)', '')
      if (open.length === 1) properties = []
      open.push(kind)
    } else if (name === 'end') {
      open.pop()
      if (open.length > 1) continue
      const titleOf = () => firstOf(properties, 'summary')
      if (kind === 'VEVENT') ledger.note('events', titleOf())
      if (kind === 'VCALENDAR') calendar = ''
      if (kind !== 'VTODO' && kind !== 'VJOURNAL') continue
      const found = ledger.read(recordOf(properties), (fields) =>
        memberOf(fields, properties, kind, calendar, members.length),
      )
      if ('reason' in found) failed.push(found)
      else members.push(found)
    } else if (open.length === 2) properties.push(property)
    else if (open.length === 1 && name === 'x-wr-calname') calendar = plain(value)
  }
  const rows = [...joinFamilies(members, ledger).map((card) => ({ card })), ...failed]
  return { rows: numbered(rows), tags: [], groups: [], lost: ledger.list }
}

/** Joins lines: one that begins with a space continues the line above. */
function unfolded(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')
}

/** Reads `NAME;PARAM=x;OTHER="y:z":value`. Null: not a property. */
function propertyIn(line: string): Property | null {
  const head = /^([\w-]{1,100})((?:;(?:[^":]|"[^"]*")*)?):/.exec(line)
  if (head === null) return null
  const [all, name = '', rest = ''] = head
  const params = new Map(
    [...rest.matchAll(/;([\w-]+)=("[^"]*"|[^;]*)/g)].map(([, key = '', value = '']) => [
      key.toLowerCase(),
      value.replaceAll('"', ''),
    ]),
  )
  return { name: name.toLowerCase(), spelling: name, params, value: line.slice(all.length) }
}

function firstOf(properties: readonly Property[], name: string): string {
  return plain(properties.find((property) => property.name === name)?.value ?? '')
}

/** The text without escapes. */
function plain(value: string): string {
  return value
    .replace(/\\([\\;,nN])/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign))
    .trim()
}

/** Values by name. A repeated property has a list. */
function recordOf(properties: readonly Property[]): Record<string, unknown> {
  // Without a prototype: a property may be named `constructor`.
  const record: Record<string, unknown> = Object.create(null)
  for (const { spelling, value } of properties) {
    const held = record[spelling]
    record[spelling] = held === undefined ? value : [held, value].flat()
  }
  return record
}

/** Fields about the order, timing and storage of tasks. */
const UNSEEN = [
  'uid,dtstamp,last-modified,sequence,recurrence-id,completed,x-apple-sort-order,x-oc-hidesubtasks,x-mozilla-generation',
  'x-mozilla-lastack,x-lic-error,x-moz-generation,x-moz-lastack,last-mod,transp,percent_complete',
]
  .join()
  .split(',')

function memberOf(
  fields: Fields,
  properties: readonly Property[],
  kind: string,
  calendar: string,
  index: number,
): Member | { readonly reason: string } {
  const isTodo = kind === 'VTODO'
  const completed = fields.moment('completed')
  fields.skip(UNSEEN)
  fields.skip(['priority'], ['0'])
  fields.skip(['percent-complete'], ['0', '100'])
  fields.skip(['status'], ['needs-action', 'completed', 'cancelled', 'draft', 'final'])
  fields.skip(['class'], ['public', 'private', 'confidential'])
  fields.attach('attach', textOf)
  const status = firstOf(properties, 'status').toUpperCase()
  const isCancelled = status === 'CANCELLED'
  const isWhole = status === '' && firstOf(properties, 'percent-complete') === '100'
  const isDone = isTodo && (isCancelled || isWhole || status === 'COMPLETED' || completed !== null)
  const texts = ['summary', 'description', 'url', 'comment'].map((name) =>
    joinedTexts([fields.take(name, textsOf) ?? []].flat().map(plain), '\n\n'),
  )
  const content = joinedTexts(texts, '\n\n')
  if (content === '') return { reason: NO_WORDS }
  const due = momentOf(fields, properties, 'due')
  const start = isTodo ? momentOf(fields, properties, 'dtstart') : null
  if (start?.includes('T') && start !== due) fields.lose('dtstart')
  // The day of an entry in a journal, which may be written later.
  if (!isTodo && fields.isSet('dtstart')) fields.skip(['created'])
  const isPrivate = /^(?:PRIVATE|CONFIDENTIAL)$/i.test(firstOf(properties, 'class'))
  const uid = firstOf(properties, 'uid')
  const parent = properties.find(({ name, params }) => name === 'related-to' && isParent(params))
  if (parent !== undefined && properties.filter(({ name }) => name === 'related-to').length === 1)
    fields.skip(['related-to'])
  return {
    key: uid === '' ? `item ${index}` : `${uid}${firstOf(properties, 'recurrence-id')}`,
    parent: parent === undefined ? null : plain(parent.value),
    parentField: 'RELATED-TO',
    card: {
      ...plainCard(isTodo ? 'todo' : 'note', content),
      tags: (fields.take('categories', textsOf) ?? []).flatMap(itemsOf),
      flags: [...(isCancelled ? [MARKS.cancelled] : []), ...(isPrivate ? [MARKS.isPrivate] : [])],
      folders: calendar === '' ? [] : [calendar.replaceAll('/', ' ')],
      dueAt: isTodo ? due : null,
      // A start at the due time adds nothing.
      startAt:
        isTodo && start !== null && start.slice(0, 10) !== due?.slice(0, 10) ? start.slice(0, 10) : null,
      recurrence: isTodo ? fields.take('rrule', ruleOf) : null,
      doneAt: isDone ? (completed ?? Date.now()) : null,
      createdAt: isTodo ? fields.moment('created') : fields.moment('dtstart', 'created'),
    },
  }
}

/** A relation without a type is one to a parent. */
function isParent(params: ReadonlyMap<string, string>): boolean {
  return (params.get('reltype') ?? 'PARENT').toUpperCase() === 'PARENT'
}

/** Some programs write a path before a zone's name. */
function momentOf(fields: Fields, properties: readonly Property[], name: string) {
  const { params } = properties.find((property) => property.name === name) ?? {}
  const zone = params?.get('tzid')?.split('/').slice(-2).join('/')
  return fields.due(name, isTimeZone(zone) ? zone : null, params?.get('value') === 'DATE')
}

function textsOf(value: unknown): string[] | null {
  return [value].flat().flatMap((each) => textOf(each) ?? [])
}

/** Splits at commas without a backslash. */
function itemsOf(value: string): string[] {
  return (value.match(/(?:\\.|[^,\\])+/g) ?? []).map(plain).filter((item) => item !== '')
}
