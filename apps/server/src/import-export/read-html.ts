import { Parser } from 'htmlparser2'
import { yieldToEventLoop } from '../lib/waiting.ts'
import { readAddress, readValues } from './card-values.ts'
import { FILE_LIMITS, FileTooLarge, RowList, TOO_DEEP } from './file-limits.ts'
import { type Found, type FoundFile, plainCard } from './found.ts'
import { type Fields, Ledger } from './ledger.ts'
import { joinedTexts, linkOrText, linkRow, NO_WORDS } from './link-row.ts'
import { wordsOfPicture } from './markup-text.ts'
import type { Moments } from './moments.ts'
import { readSubnotes } from './read-subnotes.ts'
import { MARKS } from './service.ts'
import { splitTags } from './tag-names.ts'

/** UTF-16 units parsed before yielding to the event loop. */
const SLICE_UNITS = 32_768

/**
 * Reads a bookmark file (Netscape's format) or a plain list of links. Headings before a list are folders; `<DD>` after a
 * link is its description.
 */
export async function readHtml(text: string, moments: Moments): Promise<FoundFile> {
  const reader = new BookmarkReader(moments)
  const parser = new Parser(reader, {
    decodeEntities: true,
    lowerCaseTags: true,
    lowerCaseAttributeNames: true,
  })
  let written = 0
  for (const part of withMarkupAsText(text)) {
    parser.write(part)
    written += part.length
    if (written < SLICE_UNITS) continue
    written = 0
    await yieldToEventLoop()
  }
  parser.end()
  return { rows: reader.list.rows, tags: [], groups: [], lost: reader.ledger.list }
}

/**
 * The text in parts. In a list, what is no element of Netscape's format is escaped: several programs don't escape
 * titles and descriptions, and a page called “The <script> element” would hide all that follows it.
 */
function* withMarkupAsText(text: string): Generator<string> {
  const start = /^\s*<!doctype netscape-bookmark/i.test(text) ? text.search(/<dl[\s>]/i) : -1
  if (start < 0) return yield* inParts(text, 0, text.length)
  let from = 0
  NO_MARKUP.lastIndex = start
  for (let found = NO_MARKUP.exec(text); found !== null; found = NO_MARKUP.exec(text)) {
    yield* inParts(text, from, found.index)
    yield '&lt;'
    from = found.index + 1
  }
  yield* inParts(text, from, text.length)
}

function* inParts(text: string, start: number, end: number): Generator<string> {
  for (let at = start; at < end; at += SLICE_UNITS) yield text.slice(at, Math.min(at + SLICE_UNITS, end))
}

/**
 * A `<` that begins none of these: an element of a list, an element that formats text, a comment on a line of its
 * own.
 */
const NO_MARKUP = new RegExp(
  `<(?!${[
    '/?(?:dl|dt|dd|h[1-6]|hr|p|body|html)[\\s>/]',
    'a\\s+[\\w-]+\\s*=',
    '/a\\s*>',
    '/?(?:b|i|u|s|q|em|strong|small|sub|sup|del|ins|mark|cite|code|kbd|tt|pre|font|span|div|blockquote|ul|ol|li|br|img)(?:\\s*/?>|\\s+[\\w-]+\\s*=)',
    '(?<=^[ \\t]*<)!--[^\\n]*-->',
  ].join('|')})`,
  'gim',
)

interface Anchor {
  readonly attributes: Readonly<Record<string, string>>
  readonly folders: readonly string[]
  text: string
  description: string
  /** The words that stand for a picture in it. */
  picture: string
  /** The mark of the heading above, in files of Pocket; null: none. Pocket's links have a time attribute of their own. */
  readonly partMark: string | null
  /** The mark for the folder around it; null: none. */
  readonly folderMark: string | null
}

/** Reads bookmarks from the parser's events. A link is complete when the next element begins. */
class BookmarkReader {
  readonly list = new RowList()
  readonly ledger: Ledger
  #openElements = 0
  #isInDescription = false
  readonly #folders: { readonly name: string | null; readonly mark: string | null }[] = []
  #heading: string | null = null
  /** Whether the last heading is that of a root folder. */
  #isContainer = false
  /** Whether the last heading is that of Safari's reading list. */
  #isReadingList = false
  /** The mark for the heading above a list of Pocket or Instapaper. */
  #partMark: string | null = null
  #anchor: Anchor | null = null
  #reading: 'nothing' | 'nothing meant' | 'title' | 'heading' | 'part' | 'link' | 'description' = 'nothing'
  #part = ''
  /** Whether the file is Instapaper's. Its headings are the states or folders of the links below them. */
  #isInstapaper = false

  constructor(moments: Moments) {
    this.ledger = new Ledger(moments)
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    // The parser scans its open elements at each end tag, so their number is limited.
    if (++this.#openElements > FILE_LIMITS.openElements)
      throw new FileTooLarge('The elements of this file are nested too deeply.')
    if (name === 'a') this.#beginLink(attributes)
    else if (name === 'h3') this.#beginHeading(attributes)
    else if (name === 'h1') this.#beginPart()
    else if (name === 'dl') this.#beginList()
    else if (name === 'dd') this.#reading = this.#anchor === null ? 'nothing' : 'description'
    else if (PARAGRAPHS.has(name) && this.#reading === 'description') this.ontext('\n')
    else if (name === 'li' && this.#reading === 'description') this.ontext('\n- ')
    else if (name === 'dt' || name === 'li' || name === 'hr') this.#finishLink()
    else if (name === 'title') this.#reading = 'title'
    else if (name === 'script' || name === 'style') this.#reading = 'nothing meant'
    else if (name === 'br') this.ontext('\n')
    else if (name === 'img') this.#addPicture(attributes)
  }

  ontext(text: string): void {
    if (this.#reading === 'heading') this.#heading = (this.#heading ?? '') + text
    else if (this.#reading === 'part') this.#part += text
    else if (this.#anchor !== null && this.#reading === 'link') this.#anchor.text += text
    else if (this.#anchor !== null && this.#reading === 'description') this.#anchor.description += text
    else if (this.#reading === 'title') this.#isInstapaper ||= /^\s*Instapaper/.test(text)
    else if (this.#reading === 'nothing meant' || text.trim() === '') return
    else this.ledger.note(this.#heading === null ? 'text without a link' : 'description of a folder', text)
  }

  onclosetag(name: string): void {
    this.#openElements--
    if (name === 'h1') this.#partMark = PARTS.get(this.#part.trim()) ?? null
    if (name === 'a' && this.#isInDescription) this.#isInDescription = false
    else if (ENDS.has(name)) this.#reading = 'nothing'
    if (name !== 'dl') return
    this.#finishLink()
    this.#folders.pop()
  }

  onend(): void {
    this.#finishLink()
  }

  #addPicture(attributes: Record<string, string>): void {
    const anchor = this.#anchor
    if (anchor === null) return
    if (this.#reading === 'link') anchor.picture ||= attributes.alt ?? ''
    else if (this.#reading === 'description') {
      const between = /\S$/.test(anchor.description) ? ' ' : ''
      anchor.description += `${between}${wordsOfPicture(attributes)} `
    }
  }

  #beginPart(): void {
    this.#finishLink()
    this.#part = ''
    this.#reading = 'part'
  }

  #beginLink(attributes: Record<string, string>): void {
    // A link inside another one's description is part of that description.
    if (this.#anchor !== null && this.#reading === 'description') {
      const between = /[^\s(["'“„«]$/.test(this.#anchor.description) ? ' ' : ''
      this.#anchor.description += `${between}${attributes.href ?? ''} `
      this.#isInDescription = true
      return
    }
    this.#finishLink()
    const part = this.#isInstapaper && this.#partMark === null ? [this.#part.trim()] : []
    const folders = [...part, ...this.#folders.flatMap(({ name }) => name ?? [])].filter(
      (name) => name !== '',
    )
    const folderMark =
      this.#folders.find(({ mark }) => mark !== null)?.mark ?? (this.#isInstapaper ? this.#partMark : null)
    const marks = { partMark: this.#partMark, folderMark }
    this.#anchor = { attributes, folders, text: '', description: '', picture: '', ...marks }
    this.#reading = 'link'
  }

  #beginHeading(attributes: Record<string, string>): void {
    this.#finishLink()
    this.ledger.read({ folder: attributes }, (fields) => {
      fields.object('folder').skip([...UNSEEN, 'add_date', 'last_modified', ...FOLDER_KINDS])
    })
    this.#isContainer = CONTAINER_KINDS.some((kind) => attributes[kind] === 'true')
    this.#isReadingList = attributes.id === 'com.apple.ReadingList'
    this.#heading = ''
    this.#reading = 'heading'
  }

  #beginList(): void {
    this.#finishLink()
    if (this.#folders.length >= FILE_LIMITS.folders) throw new FileTooLarge(TOO_DEEP)
    const heading = this.#heading?.trim() || null
    const isRoot = this.#folders.every(({ name }) => name === null) && ROOTS.has(heading?.toLowerCase() ?? '')
    const name = this.#isContainer || this.#isReadingList || isRoot ? null : heading
    this.#folders.push({ name, mark: this.#isReadingList ? MARKS.unread : null })
    this.#heading = null
    this.#isContainer = false
    this.#isReadingList = false
  }

  #finishLink(): void {
    const anchor = this.#anchor
    if (anchor !== null) this.list.add(this.ledger.read(anchor.attributes, (fields) => rowOf(anchor, fields)))
    this.#anchor = null
    this.#reading = 'nothing'
  }
}

/** Names that programs give to the root folders of browsers. */
const ROOTS = new Set(['tags', 'menu', 'toolbar', 'mobile', 'unfiled'])
/** Headings of Pocket and Instapaper. */
const PARTS = new Map<string, string>([
  ['Unread', MARKS.unread],
  ['Read Archive', MARKS.archived],
  ['Archive', MARKS.archived],
  ['Starred', MARKS.favourite],
])
const ENDS = new Set(['a', 'h3', 'h1', 'title', 'script', 'style'])
const PARAGRAPHS = new Set(['p', 'div', 'blockquote'])

/** Attributes of display and behaviour. */
const UNSEEN = ['class', 'style', 'target', 'rel', 'id']
const CONTAINER_KINDS = ['personal_toolbar_folder', 'unfiled_bookmarks_folder']
const FOLDER_KINDS = [...CONTAINER_KINDS, 'folded']

function rowOf(anchor: Anchor, fields: Fields): Found {
  const { folders } = anchor
  const text = anchor.text.trim() === '' ? anchor.picture : anchor.text
  fields.skip([...UNSEEN, ...(fields.has('hash') && fields.has('description') ? ['hash'] : [])])
  // Scuttle and SemanticScuttle write the description as an attribute.
  const description = withNotes(anchor.description) || fields.text('description')
  const address = fields.text('href')
  const link = () => rowAt(address, text, description)
  const found = ownRow(anchor, fields, link) ?? link()
  if ('reason' in found) return found
  const createdAt = fields.moment('data-created', 'add_date', 'time_added')
  const partMark = fields.has('time_added') ? anchor.partMark : anchor.folderMark
  const tags = splitTags(fields.text('tags')).map((tag) =>
    LINKDING_ARCHIVED.has(tag) ? MARKS.archived : tag,
  )
  const flags = [...marksOf(fields), ...(partMark === null ? [] : [partMark])]
  return { card: { ...found.card, tags, ...(flags.length > 0 && { flags }), folders, createdAt } }
}

/** Tags by which earlier and present versions of linkding mark archived bookmarks. */
const LINKDING_ARCHIVED = new Set(['linkding:archived', 'linkding:bookmarks.archived'])
/** The address of a note in Shaarli, which leads to Shaarli itself. */
const SHAARLI_NOTE = /^(?:\/?shaare\/|\/?\?)[\w-]{4,12}$/

/** linkding appends notes to the description. */
function withNotes(description: string): string {
  const [about = '', behind] = description.split('[linkding-notes]', 2)
  const [notes] = (behind ?? '').split('[/linkding-notes]', 1)
  return behind === undefined ? description : joinedTexts([about.trim(), notes?.trim() ?? ''], '\n\n')
}

function rowAt(address: string, title: string, description: string): Found {
  return SHAARLI_NOTE.test(address)
    ? linkOrText({ address: '', title: title.trim(), description: description.trim() }, 'note', NO_WORDS)
    : linkRow({ address, title, description })
}

/**
 * The marks of a bookmark. Shaarli, linkding and Pinboard have attributes for private and unread; Raindrop has
 * one for favourites.
 */
function marksOf(fields: Fields): string[] {
  return [
    ...(fields.isOn('private') ? [MARKS.isPrivate] : []),
    ...(fields.isOn('toread') ? [MARKS.unread] : []),
    ...(fields.isOn('data-important') ? [MARKS.favourite] : []),
  ]
}

/** A card of our own HTML export, which has more attributes than browsers read. */
function ownRow({ text }: Anchor, fields: Fields, link: () => Found): Found | null {
  const type = fields.oneOf('data-type', ['note', 'todo', 'link'])
  if (type === null) return null
  fields.skip(['add_date'])
  const isWhole = type !== 'link' || fields.isSet('data-content') || !fields.isSet('href')
  const found = isWhole
    ? { card: plainCard(type, fields.isSet('data-content') ? fields.text('data-content') : text) }
    : link()
  if ('reason' in found) return found
  return {
    card: {
      ...found.card,
      subnotes: fields.take('data-titles', readSubnotes) ?? [],
      ...(type === 'link' && fields.isSet('href') && readAddress(fields, 'href')),
      ...readAddress(fields, 'data-address'),
      ...readValues(fields, 'attribute'),
    },
  }
}
