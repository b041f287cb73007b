import { ok, type Result, refused } from '@cardinal/domain'
import { isObject, parseJson } from '../lib/decoding.ts'
import { yieldToEventLoop } from '../lib/waiting.ts'
import { ArchiveBudget, type ArchivedFile, archiveKind, filesIn } from './archive.ts'
import { numbered } from './file-limits.ts'
import { type Found, type FoundFile, plainCard } from './found.ts'
import { objectsIn } from './json-shapes.ts'
import { type Fields, Ledger } from './ledger.ts'
import { textBelow } from './link-row.ts'
import { textOfMarkup } from './markup-text.ts'
import { isJoplinItem, readJoplin, readNoteFile } from './note-files.ts'
import { isOwnNote, readOwnNote } from './own-notes.ts'
import { CARD_BEGINS } from './read-markdown.ts'
import { rowOf } from './read-record.ts'
import type { Reading } from './reading.ts'

/** Reads a single file. */
type ReadOne = (bytes: Uint8Array) => Promise<Result<FoundFile, string>>

const READ = /\.(?:json|csv|tsv|html?|xml|enex|rdf|bib|xbel|opml|txt|md|markdown|zip)$/i
const MARKDOWN = /\.(?:md|markdown)$/i
/** Omnivore's lists of 20 links each. */
const OMNIVORE_LIST = /(?:^|\/)metadata_\d+_to_\d+\.json$/
/** Nesting of archives: Notion packs a zip into a zip. */
const DEEPEST = 2

/**
 * Reads the files of an archive, each by its own format: a service's export of several files, a folder of Markdown notes, or
 * any packed files. A file that cannot be read becomes a row with its name and the reason.
 */
export async function readArchive(
  kind: 'zip' | 'tar',
  bytes: Uint8Array,
  readOne: ReadOne,
  reading: Reading,
): Promise<Result<FoundFile, string>> {
  const archive = new ArchiveReading(readOne, reading)
  await archive.add(kind, bytes, '', 1)
  return archive.result()
}

class ArchiveReading {
  readonly #budget = new ArchiveBudget()
  readonly #ledger: Ledger
  readonly #reading: Reading
  readonly #found: Found[] = []
  readonly #joplin: string[] = []
  /** Files that no card's format covers: attachments and the like. */
  readonly #files: string[] = []
  readonly #highlights = new Map<string, string>()
  readonly #placeBySlug = new Map<string, number>()
  readonly #readOne: ReadOne

  constructor(readOne: ReadOne, reading: Reading) {
    this.#readOne = readOne
    this.#reading = reading
    this.#ledger = new Ledger(reading.moments)
  }

  async add(kind: 'zip' | 'tar', bytes: Uint8Array, above: string, depth: number): Promise<void> {
    const paths: string[] = []
    // Paths first: one file may show that others only repeat it.
    for await (const { path } of filesIn(kind, bytes, new ArchiveBudget(), () => false)) paths.push(path)
    const root = commonFolder(paths)
    const skips = repeated(paths)
    const trilium = paths.find((path) => path.endsWith('!!!meta.json'))
    const triliumFiles = new Map<string, TriliumNote>()
    const isOmnivore = paths.some((each) => OMNIVORE_LIST.test(each))
    for await (const file of filesIn(kind, bytes, this.#budget, (path) => READ.test(path) && !skips(path))) {
      await yieldToEventLoop()
      const inside = file.path.slice(root.length)
      const path = above + inside
      const note = triliumFiles.get(inside)
      if ('problem' in file) this.#fail(path, file.problem)
      else if (skips(file.path)) continue
      else if (!READ.test(file.path)) this.#files.push(path)
      else if (file.path === trilium)
        for (const named of triliumNotes(this.#reading.decode(file.bytes), this.#ledger))
          triliumFiles.set(named.path, named)
      else if (note !== undefined) this.#addTrilium(file.bytes, note)
      else if (isOmnivore && this.#addOmnivore(path, file.bytes)) continue
      else await this.#addFile(path, file, depth)
    }
  }

  async #addFile(
    path: string,
    { bytes }: Extract<ArchivedFile, { bytes: unknown }>,
    depth: number,
  ): Promise<void> {
    const kind = archiveKind(bytes)
    if (kind === 'zip' || kind === 'tar') {
      if (depth < DEEPEST) return this.add(kind, bytes, '', depth + 1)
      return this.#fail(path, 'Archives inside of archives are unpacked once only.')
    }
    const text = this.#reading.decode(bytes)
    if (text === null) return this.#fail(path, 'It is no text.')
    if (text.trim() === '') return
    if (MARKDOWN.test(path) && isOwnNote(text)) return void this.#found.push(readOwnNote(text, this.#ledger))
    if (MARKDOWN.test(path) && isJoplinItem(text)) return void this.#joplin.push(text)
    if (MARKDOWN.test(path) && !text.includes(CARD_BEGINS))
      return void this.#found.push(readNoteFile({ path, text }, this.#ledger))
    const read = await this.#readOne(bytes)
    if (read.ok) {
      this.#ledger.merge(read.value.lost)
      for (const row of read.value.rows) this.#found.push(row)
    } else if (/\.txt$/i.test(path)) this.#found.push(readNoteFile({ path, text }, this.#ledger))
    else this.#fail(path, read.error)
  }

  /**
   * Omnivore: lists of links, and for each link, by its `slug`, a copy of the page and its highlights. Returns whether the
   * file is one of these.
   */
  #addOmnivore(path: string, bytes: Uint8Array): boolean {
    if (/(?:^|\/)content\/[^/]+\.html$/.test(path)) {
      this.#ledger.note('copies of pages', path)
      return true
    }
    const slug = /(?:^|\/)highlights\/([^/]+)\.md$/.exec(path)?.[1]
    const text = this.#reading.decode(bytes)?.trim() ?? ''
    if (slug !== undefined) {
      this.#highlights.set(slug, text)
      return true
    }
    const records = OMNIVORE_LIST.test(path) ? parseJson(text) : null
    if (!Array.isArray(records)) return false
    for (const record of records) {
      if (isObject(record)) this.#placeBySlug.set(String(record.slug), this.#found.length)
      this.#found.push(rowOf(record, this.#ledger))
    }
    return true
  }

  /** Appends Omnivore's highlights to their links. */
  #joinHighlights(): void {
    for (const [slug, text] of this.#highlights) {
      const place = this.#placeBySlug.get(slug) ?? -1
      const found = this.#found[place]
      if (found === undefined || 'reason' in found) this.#ledger.note('highlights without a link', text)
      else if (text !== '')
        this.#found[place] = { card: { ...found.card, content: `${found.card.content}\n\n${text}` } }
    }
  }

  #addTrilium(bytes: Uint8Array, note: TriliumNote): void {
    const text = this.#reading.decode(bytes) ?? ''
    const read = note.path.endsWith('.html') ? textOfMarkup(text) : { text, todos: [] }
    const body = textBelow(note.title, read.text)
    if (body === '') return
    const { tags, folders } = note
    this.#found.push({ card: { ...plainCard('note', body), subnotes: read.todos, tags, folders } })
  }

  #fail(path: string, reason: string): void {
    this.#found.push({ reason: `“${path.slice(0, 200)}”: ${reason}` })
  }

  result(): Result<FoundFile, string> {
    for (const found of readJoplin(this.#joplin, this.#ledger)) this.#found.push(found)
    this.#joinHighlights()
    for (const path of this.#files) if (!this.#ledger.isAttached(path)) this.#ledger.attach(path)
    if (!this.#found.some((found) => 'card' in found)) {
      const [first] = this.#found
      const why = first !== undefined && 'reason' in first ? ` ${first.reason}` : ''
      return refused(`There are no bookmarks, notes or todos in this archive.${why}`)
    }
    return ok({ rows: numbered(this.#found.map(plain)), tags: [], groups: [], lost: this.#ledger.list })
  }
}

/** Drops the row number of the inner file. */
function plain(found: Found): Found {
  return 'card' in found ? { card: found.card } : { reason: found.reason }
}

/** The folder that contains all files; it says nothing about any of them. */
function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths
  const end = first.indexOf('/') + 1
  const folder = first.slice(0, end)
  return folder !== '' && paths.every((path) => path.startsWith(folder)) ? folder : ''
}

/** Files that only repeat others in some services' exports. */
function repeated(paths: readonly string[]): (path: string) => boolean {
  const all = new Set(paths)
  const folders = new Set(paths.map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/')))))
  const standardNotes = paths.find((path) => /Standard Notes Backup and Import File\.txt$/i.test(path))
  const simplenote = paths.find((path) => /(?:^|\/)source\/notes\.json$/.test(path))
  const only = standardNotes ?? simplenote
  const hasKeep = paths.some((path) => /(?:^|\/)Keep\/[^/]+\.json$/.test(path))
  // Takeout names its folders in the person's language. Keep writes each note twice there, as JSON and as HTML.
  const isTakeout = paths.some((path) => path.startsWith('Takeout/'))
  const foldersOfKeep = new Set(
    paths.flatMap((path) =>
      (isTakeout || /(?:^|\/)Keep\//.test(path)) &&
      path.endsWith('.json') &&
      all.has(path.replace(/json$/, 'html'))
        ? [folderOf(path)]
        : [],
    ),
  )
  return (path) => {
    if (only !== undefined) return path !== only
    if (/(?:^|\/)(?:__MACOSX\/|\.obsidian\/|\.trash\/|\.DS_Store$)/.test(path)) return true
    if (foldersOfKeep.has(folderOf(path)) && /\.(?:html|txt)$/.test(path)) return true
    if (/(?:^|\/)Keep\/(?:[^/]+\.html|Labels\.txt)$/.test(path) && hasKeep) return true
    if (/(?:^|\/)archive_browser\.html$/.test(path)) return true
    // A Notion database: its pages are in a folder of the same name.
    const stem = path.replace(/(?:_all)?\.csv$/i, '')
    if (stem === path) return false
    const isRepeated = path.endsWith('_all.csv') && all.has(`${stem}.csv`)
    return isRepeated || folders.has(stem) || folders.has(stem.replace(/ [0-9a-f]{32}$/, ''))
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

interface TriliumNote {
  readonly path: string
  readonly title: string
  readonly tags: readonly string[]
  readonly folders: readonly string[]
}

/** Notes listed in a Trilium export, by file. Labels become tags. */
function triliumNotes(meta: string | null, ledger: Ledger): TriliumNote[] {
  const root = parseJson(meta ?? '')
  const notes: TriliumNote[] = []
  const waiting = (isObject(root) ? objectsIn(root.files) : []).map((file) => ({
    file,
    folders: [] as string[],
    directory: '',
  }))
  for (let next = waiting.pop(); next !== undefined && notes.length < 10_000; next = waiting.pop()) {
    const { file, folders, directory } = next
    const title = typeof file.title === 'string' ? file.title : ''
    const tags = ledger.read(file, labelsOf)
    if (typeof file.dataFileName === 'string')
      notes.push({ path: directory + file.dataFileName, title, tags, folders })
    const inside = typeof file.dirFileName === 'string' ? `${directory}${file.dirFileName}/` : directory
    if (folders.length < 60)
      for (const child of objectsIn(file.children))
        waiting.push({ file: child, folders: [...folders, title], directory: inside })
  }
  return notes
}

/** Trilium's display and storage attributes. */
const TRILIUM_OWN =
  'noteid,notepath,title,datafilename,dirfilename,children,type,mime,format,noteposition,isexpanded,isclone,noimport'

function labelsOf(fields: Fields): string[] {
  fields.skip(TRILIUM_OWN.split(','))
  return fields.objects('attributes').flatMap((attribute) => {
    attribute.skip(['position', 'isinheritable'])
    const value = attribute.text('value')
    if (attribute.oneOf('type', ['label', 'relation']) !== 'label') return []
    const name = attribute.text('name')
    return [value === '' ? name : `${name} ${value}`]
  })
}
