import { createHash } from 'node:crypto'
import { type CardFile, LIMITS, ok, type Result, refused } from '@cardinal/domain'
import { Parser } from 'htmlparser2'
import { isObject } from '../lib/decoding.ts'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { CarriedFiles } from './carried-files.ts'
import { joinFamilies } from './families.ts'
import { ARCHIVE_LIMITS, FILE_LIMITS, FileTooLarge, numbered, TOO_DEEP } from './file-limits.ts'
import { type Found, type FoundCard, type FoundFile, plainCard } from './found.ts'
import { objectsIn } from './json-shapes.ts'
import { type Fields, Ledger } from './ledger.ts'
import { joinedTexts, linkOrText, linkRow, NO_WORDS } from './link-row.ts'
import { MEDIA, textOfMarkup } from './markup-text.ts'
import type { Moments } from './moments.ts'
import { readOpml } from './read-opml.ts'
import { MARKS } from './service.ts'
import { splitTags } from './tag-names.ts'
import { ruleOf } from './task-tables.ts'
import { ZoteroLibrary } from './zotero-library.ts'

const SLICE_UNITS = 32_768

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

/**
 * Reads an element as a card. Null: it is part of another card.
 *
 * @param key unique in the file
 */
type ReadElement = (
  fields: Fields,
  folders: readonly string[],
  key: string,
  ledger: Ledger,
  resources?: Resources,
) => Found | readonly Found[] | null

/** Where files inside of the XML are stored. */
export interface Resources {
  readonly carried: CarriedFiles
  /** Path of the XML in its archive. */
  readonly path: string
  /** Reads the bytes of the XML a second time, to find the files in it. */
  readonly bytes: () => Promise<Uint8Array>
}

interface XmlFormat {
  readonly root: string
  /** Whether an element below the root or a folder is a card. */
  readonly isCard: (element: Element) => boolean
  /** Name of the elements that are folders. A child element has the folder's name. */
  readonly folder?: string
  readonly read: ReadElement
}

const FORMATS: readonly XmlFormat[] = [
  { root: 'en-export', isCard: ({ name }) => name === 'note', read: evernoteNote },
  { root: 'xbel', isCard: ({ name }) => name === 'bookmark', folder: 'folder', read: xbelBookmark },
  { root: 'posts', isCard: ({ name }) => name === 'post', read: postOfPinboard },
  { root: 'rdf:rdf', isCard: isZoteroItem, read: zoteroItem },
]

/** Journals and series are elements with an address, but without a type of item. */
function isZoteroItem({ name, children }: Element): boolean {
  return ZOTERO_TYPES.has(name) || children.some((child) => child.name === 'z:itemtype')
}

/** Names of elements that are items, because some writers leave out the type. */
const ZOTERO_TYPES = new Set(
  'bib:article,bib:book,bib:data,bib:document,bib:thesis,bib:report,bib:image,bib:motionpicture,bib:recording,bib:legislation,bib:memo,bib:letter,bib:interview,bib:manuscript,bib:patent,bib:illustration,bib:booksection,bib:conferenceproceedings,rdf:description'.split(
    ',',
  ),
)

export const XML_ROOTS = ['opml', ...FORMATS.map(({ root }) => root)]

/** Whether a text is in one of the XML formats below, or in OPML. */
export function isKnownXml(text: string): boolean {
  return rootOf(text) === 'opml' || formatOf(text) !== undefined
}

export function isEvernote(text: string): boolean {
  return rootOf(text) === 'en-export'
}

function formatOf(text: string): XmlFormat | undefined {
  return FORMATS.find((format) => format.root === rootOf(text))
}

function rootOf(text: string): string | undefined {
  return /<(?!\?|!)([\w:-]+)/.exec(text.slice(0, 5_000))?.[1]?.toLowerCase()
}

/** Reads notes of Evernote (ENEX), bookmarks in XBEL, items of Zotero (RDF), and outlines (OPML). */
export async function readXml(
  text: string,
  moments: Moments,
  resources?: Resources,
): Promise<Result<FoundFile, 'unknown' | 'cut-off'>> {
  if (rootOf(text) === 'opml') return readOpml(text, moments)
  const format = formatOf(text)
  if (format === undefined) return refused('unknown')
  const ledger = new Ledger(moments)
  const found: Found[] = []
  const open: Element[] = []
  const zotero = new ZoteroLibrary(ledger)
  let elements = 0
  let data = 0
  let isWhole = false
  const readCard = (element: Element) => {
    zotero.begin(element)
    const folders = open.flatMap((outer) => (outer.name === format.folder ? [textIn(outer, 'title')] : []))
    const row = ledger.read(fieldsOf(element), (fields) =>
      format.read(
        fields,
        folders.filter((title) => title !== ''),
        `element ${elements++}`,
        ledger,
        resources,
      ),
    )
    for (const one of row === null ? [] : ([row].flat() as readonly Found[])) found.push(zotero.note(one))
    // Free the memory of elements that have been read.
    open.at(-1)?.children.pop()
  }
  /** Notes elements outside of cards, except folder names. */
  const noteBesides = (element: Element, outer: Element) => {
    const { name, attributes } = element
    if (name === format.folder) {
      for (const [each, value] of Object.entries(attributes))
        if (!['id', 'folded'].includes(each) && value !== '') ledger.note(`${name}.${each}`, value)
      return
    }
    if (name === 'title' && outer.name === format.folder) return
    const content = textIn(element, 'dc:title') || contentOf(element)
    if (content !== '') ledger.note(`${outer.name}.${name}`, content)
  }
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (open.length >= FILE_LIMITS.folders) throw new FileTooLarge(TOO_DEEP)
        const element: Element = { name, attributes, children: [], text: '' }
        open.at(-1)?.children.push(element)
        open.push(element)
      },
      ontext: (words) => {
        const element = open.at(-1)
        if (element !== undefined) element.text += words
      },
      onclosetag: (_, isImplied) => {
        const element = open.pop()
        if (element === undefined) return
        if (open.length === 0) isWhole = !isImplied
        const outer = open.at(-1)
        if (element.name === 'data' && outer?.name === 'resource') {
          const path = `${resources?.path ?? ''}/resource ${++data}`
          keepData(element, path, resources)
        }
        if (zotero.take(element)) outer?.children.pop()
        else if (outer === undefined || (open.length > 1 && outer.name !== format.folder)) return
        else if (format.isCard(element)) readCard(element)
        else noteBesides(element, outer)
      },
    },
    { xmlMode: true, decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  for (let start = 0; start < text.length; start += SLICE_UNITS) {
    parser.write(text.slice(start, start + SLICE_UNITS))
    await yieldToEventLoop()
  }
  parser.end()
  if (data > 0 && resources !== undefined) {
    const { bytes } = resources
    resources.carried.addSource(async function* (wanted) {
      for (const held of dataIn(await bytes())) {
        const hash = createHash('sha256').update(held).digest('hex')
        if (wanted.has(hash)) yield { hash, bytes: held }
      }
    })
  }
  if (!isWhole) return refused('cut-off')
  return ok({ rows: numbered(zotero.join(found)), tags: [], groups: [], lost: ledger.list })
}

/** Stores facts about a file instead of its bytes: their hash in Evernote, and where they are in the XML. */
function keepData(element: Element, path: string, resources: Resources | undefined): void {
  const bytes = Buffer.from(element.text, 'base64')
  element.text = ''
  if (bytes.length === 0) return
  const tell = (name: string, text: string) =>
    element.children.push({ name, attributes: {}, children: [], text })
  tell('md5', createHash('md5').update(bytes).digest('hex'))
  if (resources === undefined || bytes.length > Math.min(ARCHIVE_LIMITS.file, resources.carried.room)) return
  resources.carried.add(path, bytes)
  tell('path', path)
}

/** The files in an XML, in order. Each is decoded when it is read. */
function* dataIn(bytes: Uint8Array): Generator<Uint8Array> {
  const xml = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = xml.indexOf('<data'); at >= 0; at = xml.indexOf('<data', at)) {
    const start = xml.indexOf('>', at) + 1
    const end = xml.indexOf('</data', start)
    if (start === 0 || end < 0) return
    yield new Uint8Array(Buffer.from(xml.toString('latin1', start, end), 'base64'))
    at = end
  }
}

/** Attributes and child elements by name. Repeated ones have a list. */
function fieldsOf({ attributes, children }: Element): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...attributes }
  const found = new Map<string, unknown[]>()
  for (const child of children) {
    const values = found.get(child.name)
    if (values === undefined) found.set(child.name, [contentOf(child)])
    else values.push(contentOf(child))
  }
  for (const [name, values] of found) fields[name] = values.length === 1 ? values[0] : values
  return fields
}

function contentOf(element: Element): unknown {
  const text = element.text.trim()
  const { children, attributes } = element
  if (children.length === 0 && Object.keys(attributes).length === 0) return text
  return { ...fieldsOf(element), ...(text !== '' && { [TEXT]: text }) }
}

/** Field name of an element's own text. */
const TEXT = 'text()'

/** An Evernote note with its tasks. A note clipped from a page becomes a link. */
function evernoteNote(
  fields: Fields,
  _folders: readonly string[],
  key: string,
  ledger: Ledger,
  resources?: Resources,
): Found | readonly Found[] {
  const title = fields.text('title')
  const { files, byHash, known, unknown } = filesOfNote(fields, title, resources)
  const missing = new Map<string, string>()
  const content = fields.take('content', elementText) ?? ''
  const { text: withMarks, todos } = textOfMarkup(content, (target, mediaType) => {
    const hash = target.startsWith(MEDIA) ? target.slice(MEDIA.length) : null
    if (hash !== null && !known.has(hash)) missing.set(hash, mediaType || 'file')
    return byHash.get(hash ?? '')?.name ?? null
  })
  // Files whose hash is unknown are listed already, and each may be one of the missing files.
  for (const kind of [...missing.values()].slice(unknown)) fields.files.push(unnamedFile(kind, title))
  for (const _ of content.matchAll(/<en-crypt[\s>]/gi)) ledger.note('encrypted text', title)
  const text = withMarks.replace(/\]\(<en-media:([0-9a-f]{32})>\)/g, (whole, hash: string) =>
    byHash.has(hash) ? `](file:${byHash.get(hash)?.hash})` : whole,
  )
  const attributes = fields.object('note-attributes')
  const source = attributes.text('source-url')
  // Evernote sets this order on every reminder, so it is not listed as lost.
  attributes.skip(['reminder-order'])
  const dueAt = attributes.due('reminder-time')
  const doneAt = attributes.moment('reminder-done-time')
  const address = /^https?:/i.test(source) ? source : ''
  const tasks = fields.objects('task').map((task, index) => ({
    key: `${key} task ${index}`,
    parent: key,
    card: evernoteTask(task),
  }))
  const found = linkOrText(
    { address, title, description: joinedTexts([text, address === '' ? source : ''], '\n\n') },
    todos.length > 0 || tasks.length > 0 || dueAt !== null || doneAt !== null ? 'todo' : 'note',
    NO_WORDS,
  )
  if ('reason' in found) return found
  const isTodo = found.card.type === 'todo'
  if (!isTodo && doneAt !== null) attributes.lose('reminder-done-time')
  const own = resources === undefined ? found.card : resources.carried.attached(found.card, files)
  const card = {
    ...own,
    subnotes: todos,
    dueAt,
    doneAt: isTodo ? doneAt : null,
    tags: (fields.take('tag', elementTexts) ?? []).filter((tag) => tag.trim() !== ''),
    createdAt: fields.moment('created'),
  }
  return joinFamilies([{ key, parent: null, card }, ...tasks], ledger).map((one) => ({ card: one }))
}

/** The files of a note, also by their hashes in Evernote; the hashes that are known, and how many are not. A file that a card can't have is named as lost. */
function filesOfNote(fields: Fields, title: string, resources: Resources | undefined) {
  const files: CardFile[] = []
  const byHash = new Map<string, CardFile>()
  const kept = new Set<string>()
  const known = new Set<string>()
  let unknown = 0
  fields.take('resource', (value) => {
    for (const resource of Array.isArray(value) ? value : [value]) {
      const name = resourceName(resource, title)
      const data = isObject(resource) && isObject(resource.data) ? resource.data : {}
      const { md5, path } = data
      if (typeof md5 === 'string') known.add(md5)
      else unknown++
      const file =
        typeof path === 'string' && typeof md5 === 'string'
          ? (resources?.carried.named(path, name) ?? null)
          : null
      if (file === null || (!kept.has(file.hash) && kept.size >= LIMITS.filesPerCard)) fields.files.push(name)
      else {
        if (!kept.has(file.hash)) files.push(file)
        kept.add(file.hash)
        byHash.set(String(md5), file)
      }
    }
    return true
  })
  return { files, byHash, known, unknown }
}

/** Name of an attachment; pictures of clipped pages have none. */
function resourceName(file: unknown, title: string): string {
  const [resource] = objectsIn([file])
  const attributes = resource?.['resource-attributes']
  const name = isObject(attributes) ? elementText(attributes['file-name']) : null
  return name?.trim() || unnamedFile(elementText(resource?.mime) ?? 'file', title)
}

function unnamedFile(kind: string, title: string): string {
  return `${kind} in “${title.slice(0, 100)}”`
}

/** Evernote's display and storage fields of a task. */
const TASK_OWN = 'updated,statusupdated,innote,sortweight,notelevelid,taskgroupnotelevelid,creator,lasteditor'

function evernoteTask(task: Fields): FoundCard {
  task.skip(TASK_OWN.split(','))
  task.skip(['taskflag', 'repeataftercompletion'], ['false'])
  const isDone = task.oneOf('taskstatus', ['open', 'completed']) === 'completed'
  const isDay = /^date_only$/i.test(task.text('duedateuioption'))
  const dueAt = task.due('duedate', task.zone('timezone'), isDay)
  const text = joinedTexts([task.text('title').trim(), task.text('description').trim()], '\n\n')
  return {
    ...plainCard('todo', text || 'Task'),
    dueAt,
    recurrence: task.take('recurrence', ruleOf),
    doneAt: isDone ? (task.moment('statusupdated') ?? Date.now()) : null,
    createdAt: task.moment('created'),
  }
}

function xbelBookmark(fields: Fields, folders: readonly string[]): Found {
  const found = linkRow({
    address: fields.text('href'),
    title: fields.take('title', elementText) ?? '',
    description: fields.take('desc', elementText) ?? '',
  })
  if ('reason' in found) return found
  // buku writes all tags in one text.
  const tags = splitTags(fields.text('tags'))
  return { card: { ...found.card, tags, folders, createdAt: fields.moment('added') } }
}

/** A bookmark of Pinboard or Delicious, whose tags are separated by spaces. */
function postOfPinboard(fields: Fields): Found {
  fields.skip(['hash', 'meta', 'others', 'user'])
  const found = linkRow({
    address: fields.text('href'),
    title: fields.text('description'),
    description: fields.text('extended'),
  })
  if ('reason' in found) return found
  const isPrivate = fields.oneOf('shared', ['yes', 'no']) === 'no' || fields.isOn('private')
  const flags = [...(fields.isOn('toread') ? [MARKS.unread] : []), ...(isPrivate ? [MARKS.isPrivate] : [])]
  const tags = (fields.take('tag', elementText) ?? '').split(/\s+/).filter((tag) => tag !== '')
  return { card: { ...found.card, tags, flags, createdAt: fields.moment('time') } }
}

/** A Zotero item: a link if it has an address or DOI, else a note. A person's note (`bib:Memo`) has only a text. */
function zoteroItem(fields: Fields): Found | null {
  fields.skip(['rdf:about', 'z:itemtype', 'dcterms:isreferencedby', 'link:link'])
  const title = fields.take('dc:title', elementText) ?? ''
  const tags = (fields.take('dc:subject', elementTexts) ?? []).filter(
    (tag) => tag !== '' && tag !== MARKS.unread,
  )
  if (title === '' && fields.isSet('rdf:value')) {
    const { text, todos } = textOfMarkup(fields.take('rdf:value', elementText) ?? '')
    return text === '' && todos.length === 0
      ? null
      : { card: { ...plainCard('note', text || 'Note'), subnotes: todos, tags } }
  }
  const uri = fields.take('dc:identifier', identifierOf) ?? ''
  const address = /^https?:/i.test(uri) ? uri : ''
  if (title === '' && address === '') return null
  const people = PEOPLE.flatMap((name) => fields.take(name, surnamesIn) ?? [])
  const by = joinedTexts([people.join(', '), fields.text('dc:date')], ', ')
  const about = fields.take('dcterms:abstract', elementText) ?? ''
  const found = linkOrText(
    { address, title, description: joinedTexts([by, about], '\n\n') },
    'note',
    NO_WORDS,
  )
  if ('reason' in found) return found
  return {
    card: {
      ...found.card,
      tags,
      createdAt: fields.moment('dcterms:datesubmitted'),
    },
  }
}

const PEOPLE = ['bib:authors', 'bib:editors', 'bib:contributors', 'z:presenters', 'z:interviewees']

/** The text of an element, or of its child, as Zotero writes it. */
function elementText(value: unknown): string | null {
  if (typeof value === 'string') return value
  const [element] = Array.isArray(value) ? objectsIn(value) : objectsIn([value])
  const own = element?.[TEXT]
  if (typeof own === 'string') return own
  for (const [name, inside] of Object.entries(element ?? {}))
    if (name === 'rdf:value' || typeof inside === 'object') {
      const text = elementText(inside)
      if (text !== null) return text
    }
  return null
}

/** The texts of an element that may be repeated. */
function elementTexts(value: unknown, garbled: () => void): string[] | null {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  const texts = all.flatMap((each) => elementText(each) ?? [])
  if (texts.length < all.length) garbled()
  return texts.length === 0 ? null : texts
}

/** An address or DOI. Other identifiers, such as ISBNs, are ignored. */
function identifierOf(value: unknown, garbled: () => void): string | null {
  const texts = elementTexts(value, garbled) ?? []
  const addresses = texts.map((text) => text.replace(/^DOI\s+/, 'https://doi.org/'))
  const address = addresses.find((text) => /^https?:/i.test(text)) ?? null
  if (address !== null && texts.length > 1) garbled()
  return address
}

/** Surnames in a value, at any depth. */
function surnamesIn(value: unknown): string[] | null {
  const found: string[] = []
  const waiting: unknown[] = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    for (const [name, inside] of Object.entries(next).reverse())
      if (name === 'foaf:surname' && typeof inside === 'string') found.push(inside)
      else waiting.push(inside)
  }
  return found.length === 0 ? null : found
}

function textIn(element: Element, name: string): string {
  return element.children.find((child) => child.name === name)?.text.trim() ?? ''
}
