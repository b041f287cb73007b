import { ok, type Result, refused } from '@cardinal/domain'
import { Parser } from 'htmlparser2'
import { yieldToEventLoop } from '../workspaces/yield-to-event-loop.ts'
import { FILE_LIMITS, FileTooLarge, numbered, TOO_DEEP } from './file-limits.ts'
import type { Found, FoundFile } from './found.ts'
import { joinedTexts, linkOrText, linkRow, NO_WORDS } from './link-row.ts'
import { LostFields } from './lost-fields.ts'
import { textOfMarkup } from './markup-text.ts'
import { MARKS } from './services.ts'
import { readTime } from './times.ts'

const SLICE = 32_768

/** An element with its text and those inside it. */
interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

/** Reads one of the elements that stand for a card, with the folders around it. */
type ReadElement = (element: Element, folders: readonly string[], lost: LostFields) => Found | null

interface XmlFormat {
  readonly root: string
  /** Elements that stand for cards. */
  readonly cards: ReadonlySet<string>
  /** Elements that stand for folders; their name is that of an element inside. */
  readonly folder?: string
  readonly read: ReadElement
}

const FORMATS: readonly XmlFormat[] = [
  { root: 'en-export', cards: new Set(['note']), read: evernoteNote },
  { root: 'xbel', cards: new Set(['bookmark']), folder: 'folder', read: xbelBookmark },
  {
    root: 'rdf:rdf',
    cards: new Set(
      'bib:article,bib:book,bib:document,bib:thesis,bib:report,bib:image,bib:recording,bib:legislation,bib:memo,bib:letter,bib:interview,bib:manuscript,bib:patent,bib:illustration,bib:booksection,bib:conferenceproceedings,rdf:description'.split(
        ',',
      ),
    ),
    read: zoteroItem,
  },
]

/** Returns whether a text is one of the formats in XML that can be read. */
export function isKnownXml(text: string): boolean {
  return formatOf(text) !== undefined
}

function formatOf(text: string): XmlFormat | undefined {
  const root = /<(?!\?|!)([\w:-]+)/.exec(text.slice(0, 5_000))?.[1]?.toLowerCase()
  return FORMATS.find((format) => format.root === root)
}

/** Reads notes of Evernote (ENEX), bookmarks in XBEL, and items of Zotero (RDF). */
export async function readXml(text: string): Promise<Result<FoundFile, 'unknown' | 'cut-off'>> {
  const format = formatOf(text)
  if (format === undefined) return refused('unknown')
  const lost = new LostFields()
  const found: Found[] = []
  const open: Element[] = []
  let isWhole = false
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
      onclosetag: (name, isImplied) => {
        const element = open.pop()
        if (element === undefined) return
        if (open.length === 0) isWhole = !isImplied
        if (!format.cards.has(name)) return
        const folders = open.flatMap((outer) =>
          outer.name === format.folder ? [textIn(outer, 'title')] : [],
        )
        const row = format.read(
          element,
          folders.filter((title) => title !== ''),
          lost,
        )
        if (row !== null) found.push(row)
        // What was read need not be kept until the end.
        open.at(-1)?.children.pop()
      },
    },
    { xmlMode: true, decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  for (let start = 0; start < text.length; start += SLICE) {
    parser.write(text.slice(start, start + SLICE))
    await yieldToEventLoop()
  }
  parser.end()
  if (!isWhole) return refused('cut-off')
  return ok({ rows: numbered(found), tags: [], groups: [], lost: lost.list })
}

/** Returns a note of Evernote; one that was clipped from a page is a link. */
function evernoteNote(note: Element, _folders: readonly string[], lost: LostFields): Found {
  const title = textIn(note, 'title')
  const { text, todos } = textOfMarkup(textIn(note, 'content'))
  const attributes = note.children.find(({ name }) => name === 'note-attributes')
  const address = attributes === undefined ? '' : textIn(attributes, 'source-url')
  for (const { name } of note.children) if (name === 'resource') lost.add('resource')
  for (const { name } of attributes?.children ?? []) if (name !== 'source-url') lost.add(name)
  const found = linkOrText(
    { address: /^https?:/i.test(address) ? address : '', title, description: text },
    todos.length > 0 ? 'todo' : 'note',
    NO_WORDS,
  )
  if ('reason' in found) return found
  return {
    card: {
      ...found.card,
      subnotes: todos,
      tags: note.children.flatMap(({ name, text: tag }) => (name === 'tag' ? [tag.trim()] : [])),
      createdAt: readTime(isoTime(textIn(note, 'created'))),
    },
  }
}

function xbelBookmark(bookmark: Element, folders: readonly string[], lost: LostFields): Found {
  const { href = '', added, visited, modified } = bookmark.attributes
  if (visited !== undefined) lost.add('visited')
  if (modified !== undefined) lost.add('modified')
  if (bookmark.children.some(({ name }) => name === 'info')) lost.add('info')
  const found = linkRow({
    address: href,
    title: textIn(bookmark, 'title'),
    description: textIn(bookmark, 'desc'),
  })
  return 'reason' in found ? found : { card: { ...found.card, folders, createdAt: readTime(added) } }
}

/** Returns an item of Zotero: a link where it has an address or DOI, else a note. Attachments are left out. */
function zoteroItem(item: Element, _folders: readonly string[], lost: LostFields): Found | null {
  const title = textIn(item, 'dc:title')
  const uri =
    deepText(item, 'dcterms:uri') || textIn(item, 'dc:identifier').replace(/^DOI\s+/, 'https://doi.org/')
  const about = textIn(item, 'dcterms:abstract')
  const people = deepTexts(item, 'foaf:surname')
  const year = textIn(item, 'dc:date')
  if (title === '' && !uri.startsWith('http')) return null
  for (const name of ['link:link', 'dcterms:ispartof', 'bib:pages', 'prism:volume'])
    if (item.children.some((child) => child.name === name)) lost.add(name)
  const by = joinedTexts([people.join(', '), year], ', ')
  const found = linkOrText(
    {
      address: /^https?:/i.test(uri) ? uri : '',
      title,
      description: joinedTexts([by, about], '\n\n'),
    },
    'note',
    NO_WORDS,
  )
  if ('reason' in found) return found
  const tags = item.children.flatMap((child) =>
    child.name === 'dc:subject' ? [child.text.trim() || deepText(child, 'rdf:value')] : [],
  )
  return {
    card: {
      ...found.card,
      tags: tags.filter((tag) => tag !== '' && tag !== MARKS.unread),
      createdAt: readTime(textIn(item, 'dcterms:datesubmitted')),
    },
  }
}

function textIn(element: Element, name: string): string {
  return element.children.find((child) => child.name === name)?.text.trim() ?? ''
}

function deepTexts(element: Element, name: string): string[] {
  return element.children.flatMap((child) =>
    child.name === name ? [child.text.trim()] : deepTexts(child, name),
  )
}

/** Returns the text of the first element of this name, or of the value inside it, as Zotero writes them. */
function deepText(element: Element, name: string): string {
  for (const child of element.children) {
    const text = child.name === name ? child.text.trim() || textIn(child, 'rdf:value') : deepText(child, name)
    if (text !== '') return text
  }
  return ''
}

/** Returns `20130527T044410Z` as `2013-05-27T04:44:10Z`. */
function isoTime(text: string): string {
  return text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
}
