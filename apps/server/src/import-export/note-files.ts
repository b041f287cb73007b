import type { CarriedFiles } from './carried-files.ts'
import { FILE_LIMITS } from './file-limits.ts'
import { type Found, plainCard } from './found.ts'
import { splitFrontMatter } from './front-matter.ts'
import { type Fields, type Ledger, textOf, textsOf } from './ledger.ts'
import { joinedTexts, linkOrText, linkRow, NO_WORDS, textBelow } from './link-row.ts'
import { hasLink, headingIn } from './markdown-scan.ts'
import { textOfMarkup } from './markup-text.ts'
import { isOwnNote } from './own-notes.ts'
import { tagsInProse } from './prose-tags.ts'
import { CARD_BEGINS } from './read-markdown.ts'
import { MARKS, TRASHED } from './service.ts'

interface NoteFile {
  readonly path: string
  readonly text: string
}

/** The suffix of file names in Notion's exports. */
const NOTION_ID = /[ -][0-9a-f]{32}(?=\.|$|\/)/g
const TITLES = ['title', 'name']
const TAGS = ['tags', 'tag', 'keywords', 'categories', 'category']
const DUE = ['due', 'due date', 'due_date', 'duedate', 'deadline']
const ADDRESSES = ['url', 'source', 'link', 'source_url']
const TIMES = ['created', 'created time', 'date', 'created_at', 'date created', 'date_created']
/** Properties by which a page of a Notion table is recognised. */
const KNOWN = new Set([
  ...TAGS,
  ...DUE,
  ...ADDRESSES,
  ...TIMES,
  'status',
  'type',
  'date',
  'created by',
  'last edited time',
  'priority',
  'category',
  'done',
])

/** Whether a card has a field for a property of this name. */
export function isPropertyOfCards(name: string): boolean {
  return [TAGS, DUE, ADDRESSES, TIMES].some((names) => names.includes(name.trim().toLowerCase()))
}

/**
 * Reads a Markdown file as one note. Its title is that of the front matter, the heading or the file. Tags are
 * those of the front matter and the words after #. Folders are those of its path. Notion's lines of properties
 * below the heading and Logseq's `name:: value` count as front matter. A note with an address in its front matter
 * is a link.
 */
export function readNoteFile({ path, text }: NoteFile, ledger: Ledger): Found {
  const names = path
    .replaceAll(NOTION_ID, '')
    .split('/')
    .filter((name) => name !== '' && name !== '.')
  const fileName = (names.at(-1) ?? '').replace(/\.[^.]*$/, '')
  const [facts, below] = splitFrontMatter(text, ledger)
  let body = below.replace(/\r\n?/g, '\n').trim()
  const [first = ''] = body.split('\n', 1)
  const heading = headingIn(first)
  const isTitled = heading?.depth === 1
  if (isTitled) body = body.slice(first.length).trim()
  const page = /^(?:[a-z][\w-]{0,60}:: [^\n]*(?:\n|$))+/.exec(body)?.[0] ?? ''
  for (const line of page.trim().split('\n')) {
    const [, name = '', value = ''] = /^([\w-]+):: (.*)$/.exec(line) ?? []
    if (name !== '' && !Object.hasOwn(facts, name)) facts[name] = value
  }
  body = body.slice(page.length).trim()
  const properties = NOTION_ID.test(path) ? /^(?:[\p{L}][^\n:]{0,60}: [^\n]*(?:\n|$))+/u.exec(body) : null
  NOTION_ID.lastIndex = 0
  const pairs = (properties?.[0] ?? '')
    .trim()
    .split('\n')
    .map((line) => /^([^:]+): (.*)$/.exec(line) ?? [])
  // A page without properties may also begin like this.
  if (pairs.some(([, name = '']) => KNOWN.has(name.toLowerCase()))) {
    for (const [, name = '', value = ''] of pairs) facts[name] = value
    body = body.slice(properties?.[0].length).trim()
  }
  const title = isTitled ? heading.name : fileName
  return ledger.read(facts, (fields) => noteOf(fields, title, body, names.slice(0, -1)))
}

/** Whether a single file is one note: it has front matter, or is named as Markdown and is not mostly a list of links. */
export function isNote(text: string, name: string): boolean {
  if (isOwnNote(text) || text.includes(CARD_BEGINS)) return false
  if (/^([ \t]*)---[ \t]*\r?\n\1[^\s:#-][^:\n]{0,60}:(?:[ \t]|\r?\n)/.test(text)) return true
  if (/^\+\+\+[ \t]*\r?\n[\w"'-]{1,60}[ \t]*=/.test(text)) return true
  if (!/\.(?:md|markdown)$/i.test(name)) return false
  const lines = text
    .slice(0, 100_000)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^#{1,6} /.test(line))
  return lines.filter((line) => hasLink(line)).length * 2 < lines.length || lines.length === 0
}

/** @param name for a note whose front matter has no title */
function noteOf(fields: Fields, name: string, body: string, folders: readonly string[]): Found {
  const title = fields.text(...TITLES) || name
  const address = fields.first(ADDRESSES, addressIn)
  const found: Found =
    address === null
      ? { card: plainCard('note', textBelow(title, body)) }
      : linkRow({ address, title, description: body })
  if ('reason' in found) return found
  return {
    card: {
      ...found.card,
      tags: [...TAGS.flatMap((each) => fields.take(each, tagsIn) ?? []), ...tagsInProse(body)],
      folders,
      dueAt: fields.due(DUE.find((each) => fields.isSet(each)) ?? 'due'),
      createdAt: fields.moment(...TIMES),
    },
  }
}

/** An address, or a Markdown link to one. */
function addressIn(value: unknown): string | null {
  const text = typeof value === 'string' ? value : ''
  return (
    /^(?:\[[^\]\n]{0,500}\]\()?<?(https?:\/\/[^\s<>]{1,8000})/i
      .exec(text)?.[1]
      ?.replace(/\)$/, (end) => (text.startsWith('[') ? '' : end)) ?? null
  )
}

/** @param value may be `[[page]]` or `[[page|shown]]`, which YAML reads as nested lists */
function tagsIn(value: unknown, garbled: () => void): string[] | null {
  if (Array.isArray(value))
    return (textsOf(value.flat(2), garbled) ?? []).map(tagOf).filter((name) => name !== '')
  const text = textOf(value)
  if (text === null) return null
  return (/[,;，、]|\[\[/.test(text) ? text.split(/[,;，、]|(?<=\]\])/) : text.split(/\s+/))
    .map(tagOf)
    .filter((name) => name !== '')
}

function tagOf(text: string): string {
  const name = text
    .trim()
    .replace(/^["'“‘](.*)["'”’]$/, '$1')
    .replace(/^#/, '')
  return /^\[\[([^|\]]*)(?:\|[^\]]*)?\]\]$/.exec(name)?.[1]?.trim() ?? name
}

/** Whether a text is an item of Joplin's export: a note, notebook or tag, with its metadata at the end. */
export function isJoplinItem(text: string): boolean {
  return /\ntype_: \d+\s*$/.test(text) || /^id: [0-9a-f]{32}\n/.test(text)
}

interface JoplinItem {
  readonly head: string
  readonly facts: ReadonlyMap<string, string>
}

/** Joplin's notes with their notebooks and tags. */
export function readJoplin(texts: readonly string[], ledger: Ledger, carried: CarriedFiles): Found[] {
  const items = texts.map(joplinItem)
  const ofType = (type: string) => items.filter(({ facts }) => facts.get('type_') === type)
  const folders = new Map(
    ofType('2').map(({ head, facts }): [string | undefined, JoplinFolder] => [
      facts.get('id'),
      { head, parent: facts.get('parent_id'), isTrashed: !/^0?$/.test(facts.get('deleted_time') ?? '') },
    ]),
  )
  for (const { parent, head } of folders.values())
    if (parent && !folders.has(parent)) ledger.note('notebook above another', head, { isGarbled: true })
  const tagNames = new Map(ofType('5').map(({ head, facts }) => [facts.get('id'), head]))
  const tagsOf = new Map<string, string[]>()
  for (const { facts } of ofType('6')) {
    const noteId = facts.get('note_id') ?? ''
    tagsOf.set(noteId, [...(tagsOf.get(noteId) ?? []), tagNames.get(facts.get('tag_id')) ?? ''])
  }
  for (const { head, facts } of ofType('4')) carried.rename(facts.get('id') ?? '', head)
  const notes = ofType('1').map(({ head, facts }) =>
    ledger.read(Object.fromEntries(facts), (fields) => {
      if (facts.get('encryption_applied') === '1') return { reason: ENCRYPTED }
      if (fields.moment('deleted_time') !== null || isBelowTrash(facts.get('parent_id'), folders))
        return { reason: TRASHED }
      const found = joplinNote(head, fields, (target) => carried.find(target, '')?.name ?? null)
      if ('reason' in found) return found
      const notebook = facts.get('parent_id')
      if (notebook && !folders.has(notebook)) ledger.note('notebook', head, { isGarbled: true })
      const isConflict = fields.isOn('is_conflict')
      if (isConflict) ledger.note('conflict copy', head)
      return {
        card: {
          ...carried.linked(found.card, ''),
          tags: [
            ...(tagsOf.get(facts.get('id') ?? '') ?? []).filter((name) => name !== ''),
            ...(isConflict ? [MARKS.conflict] : []),
          ],
          folders: pathOf(facts.get('parent_id'), folders),
        },
      }
    }),
  )
  // The file's name is its id.
  for (const { head, facts } of ofType('4')) ledger.attach(head, facts.get('id'))
  return notes
}

const ENCRYPTED = 'It is encrypted. Export it again while its program has the password.'

/** Internal fields of Joplin, and the default values of unset ones. */
const JOPLIN_OWN =
  'parent_id,created_time,updated_time,user_updated_time,type_,source,source_application,order,is_shared,share_id,encryption_applied,encryption_cipher_text,master_key_id,conflict_original_id'
const JOPLIN_ZERO = 'latitude,longitude,altitude'

function joplinNote(head: string, fields: Fields, nameOf: (target: string) => string | null): Found {
  fields.skip(JOPLIN_OWN.split(','))
  fields.skip(JOPLIN_ZERO.split(','), ['0', '0.0', '0.0000', '0.00000000'])
  const [title = '', ...rest] = head.split('\n')
  const source = fields.text('source_url')
  const address = /^https?:/i.test(source) ? source : ''
  const isTodo = fields.isOn('is_todo')
  const completed = fields.moment('todo_completed')
  // 1 is Markdown. HTML notes come from clipped pages and other programs' editors.
  const isHtml = fields.oneOf('markup_language', ['1', '2']) === '2'
  const body = rest.join('\n').trim()
  const { text, todos } = isHtml ? textOfMarkup(body, nameOf) : { text: body, todos: [] }
  const found = linkOrText(
    {
      address,
      title: title.trim(),
      description: joinedTexts([text, address === '' ? source : ''], '\n\n'),
    },
    isTodo ? 'todo' : 'note',
    NO_WORDS,
  )
  if ('reason' in found) return found
  return {
    card: {
      ...found.card,
      subnotes: todos,
      doneAt: isTodo ? completed : null,
      dueAt: fields.due('todo_due'),
      createdAt: fields.moment('user_created_time', 'created_time'),
    },
  }
}

interface JoplinFolder {
  readonly head: string
  readonly parent: string | undefined
  readonly isTrashed: boolean
}

type JoplinFolders = ReadonlyMap<string | undefined, JoplinFolder>

/** The folders around a note, innermost first. Ends at a cycle. */
function foldersAround(id: string | undefined, folders: JoplinFolders): JoplinFolder[] {
  const around = new Set<JoplinFolder>()
  // A longer path makes the row fail.
  for (let at = folders.get(id); at !== undefined && !around.has(at); at = folders.get(at.parent)) {
    if (around.size > FILE_LIMITS.folders) break
    around.add(at)
  }
  return [...around]
}

function pathOf(id: string | undefined, folders: JoplinFolders): string[] {
  return foldersAround(id, folders)
    .map(({ head }) => head.trim())
    .reverse()
}

function isBelowTrash(id: string | undefined, folders: JoplinFolders): boolean {
  return foldersAround(id, folders).some(({ isTrashed }) => isTrashed)
}

/** Metadata at the end of an item, and the text above. */
function joplinItem(text: string): JoplinItem {
  const lines = text.replace(/\r\n?/g, '\n').trimEnd().split('\n')
  let from = lines.length
  while (from > 0 && /^[a-z_]+: ?/.test(lines[from - 1] ?? '')) from--
  const facts = lines.slice(from).map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  return { head: lines.slice(0, from).join('\n').trim(), facts: new Map(facts) }
}
