import { ok, type Result, refused } from '@cardinal/domain'
import { isObject, parseJson } from '../lib/decoding.ts'
import { yieldToEventLoop } from '../lib/waiting.ts'
import { ArchiveBudget, type ArchivedFile, archiveKind, filesIn } from './archive.ts'
import { isAttachment, LEFT_OUT } from './attachments.ts'
import { CarriedFiles } from './carried-files.ts'
import { numbered } from './file-limits.ts'
import { type Found, type FoundFile, plainCard } from './found.ts'
import { objectsIn } from './json-shapes.ts'
import { type Fields, Ledger, textOf } from './ledger.ts'
import { linkRow, textBelow } from './link-row.ts'
import { textOfMarkup } from './markup-text.ts'
import { isJoplinItem, isPropertyOfCards, readJoplin, readNoteFile } from './note-files.ts'
import { OmnivoreFiles } from './omnivore-files.ts'
import { isOwnNote, readOwnNote } from './own-notes.ts'
import { CARD_BEGINS } from './read-markdown.ts'
import { ORG_NAME, readOrg } from './read-org.ts'
import { readShortcut } from './read-shortcut.ts'
import { readTaskPaper, TASKPAPER_NAME } from './read-taskpaper.ts'
import type { Resources } from './read-xml.ts'
import type { Reading } from './reading.ts'
import { MARKS, TRASHED } from './service.ts'
import { TextBundles } from './text-bundles.ts'

/** Reads a single file. */
type ReadOne = (bytes: Uint8Array, resources: Resources) => Promise<Result<FoundFile, string>>

const READ =
  /\.(?:json|csv|tsv|html?|xml|enex|rdf|bib|ris|ics|xbel|opml|txt|md|markdown|url|website|webloc|desktop|org|org_archive|taskpaper|zip)$/i
/** Files that operating systems and Obsidian add. */
const OF_SYSTEM = /(?:^|\/)(?:__MACOSX\/|\.obsidian\/|\.DS_Store$|\._[^/]*$|desktop\.ini$)/i
/** Obsidian's folder of deleted notes. */
const TRASH = /(?:^|\/)\.trash\/.*\.(?:md|markdown)$/i
const MARKDOWN = /\.(?:md|markdown)$/i
/** Levels of archives within archives that are unpacked: Notion puts a zip into a zip. */
const DEEPEST = 2

/**
 * Reads each file of an archive in its own format: a service's export of several files, a folder of Markdown
 * notes, or any other files. A file that can't be read becomes a row with its name and the reason.
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
  /** Files that are not read for cards, such as attachments. The receipt shows them as `shown`. */
  readonly #files: { readonly shown: string; readonly path: string }[] = []
  /** Attachments listed in the metadata of a Trilium archive. The receipt shows them as `shown`. */
  readonly #attached: { readonly shown: string; readonly path: string | undefined }[] = []
  readonly #carried = new CarriedFiles()
  readonly #omnivore: OmnivoreFiles
  readonly #bundles = new TextBundles()
  readonly #readOne: ReadOne

  constructor(readOne: ReadOne, reading: Reading) {
    this.#readOne = readOne
    this.#reading = reading
    this.#ledger = new Ledger(reading.moments, (name) => this.#carried.isTaken(name))
    this.#omnivore = new OmnivoreFiles(this.#ledger, (bytes) => reading.decode(bytes))
  }

  async add(kind: 'zip' | 'tar', bytes: Uint8Array, above: string, depth: number): Promise<void> {
    const carried = this.#carried
    const paths: string[] = []
    const fits = (path: string, size: number) => isCarried(path) && size <= this.#carried.room
    // Paths come first, because a file may show that others repeat it, and a card may name files that come after
    // it.
    for await (const file of filesIn(kind, bytes, new ArchiveBudget(), fits)) {
      paths.push(file.path)
      if ('bytes' in file) this.#carried.add(file.path, file.bytes)
    }
    this.#carried.addSource(async function* (wanted) {
      const isWanted = (path: string) => wanted.has(carried.hashAt(path) ?? '')
      for await (const file of filesIn(kind, bytes, new ArchiveBudget(), isWanted)) {
        const hash = carried.hashAt(file.path)
        if ('bytes' in file && file.bytes.length > 0 && hash !== undefined) yield { hash, bytes: file.bytes }
      }
    })
    const root = commonFolder(paths.filter((path) => !OF_SYSTEM.test(path)))
    const skips = repeated(paths)
    const trilium = paths.find((path) => path.endsWith('!!!meta.json'))
    const triliumFiles = new Map<string, TriliumNote>()
    const isOmnivore = OmnivoreFiles.isAmong(paths)
    if (isOmnivore) await this.#omnivore.load()
    const isLogseq = paths.some((each) => LOGSEQ.test(each))
    const all = new Set(paths)
    const isCardFile = (path: string) => READ.test(path) && !isCarried(path) && !skips(path)
    for await (const file of filesIn(kind, bytes, this.#budget, isCardFile)) {
      await yieldToEventLoop()
      const inside = file.path.slice(root.length)
      const path = above + (isLogseq ? pageOfLogseq(inside) : inside)
      const note = triliumFiles.get(inside)
      if ('problem' in file) this.#fail(path, file.problem)
      else if (TRASH.test(file.path)) this.#fail(path, TRASHED)
      else if (skips(file.path)) continue
      else if (note?.isNote === false) continue
      else if (path === LEFT_OUT) continue
      else if (isCarried(file.path)) this.#files.push({ shown: path, path: file.path })
      else if (file.path === trilium)
        for (const named of triliumNotes(this.#reading.decode(file.bytes), this.#ledger, this.#attached))
          if (named.path === '') this.#addTrilium(NO_BYTES, named, folderOf(file.path))
          else triliumFiles.set(named.path, named)
      else if (note !== undefined) this.#addTrilium(file.bytes, note, folderOf(file.path))
      else if (isOmnivore && this.#omnivore.take(path, file.bytes)) continue
      else if (this.#bundles.take(file.path, () => this.#reading.decode(file.bytes))) continue
      else if (all.has(file.path.replace(/html$/, 'json')) && this.#isKeep(file)) continue
      else {
        const reread = async () => {
          const isThis = (each: string) => each === file.path
          for await (const again of filesIn(kind, bytes, new ArchiveBudget(), isThis))
            if (isThis(again.path) && 'bytes' in again) return again.bytes
          return NO_BYTES
        }
        await this.#addFile(path, file, { depth, isLogseq, folder: folderOf(file.path), reread })
      }
    }
  }

  async #addFile(
    path: string,
    { bytes }: Extract<ArchivedFile, { bytes: unknown }>,
    {
      depth,
      isLogseq,
      folder,
      reread,
    }: {
      readonly depth: number
      readonly isLogseq: boolean
      readonly folder: string
      readonly reread: () => Promise<Uint8Array>
    },
  ): Promise<void> {
    const kind = archiveKind(bytes)
    if (kind === 'zip' || kind === 'tar') {
      if (depth < DEEPEST) return this.add(kind, bytes, '', depth + 1)
      return this.#fail(path, 'Archives inside of archives are unpacked once only.')
    }
    const text = this.#reading.decode(bytes)
    const shortcut = readShortcut({ path, bytes, text }, this.#ledger)
    if (shortcut !== null)
      return 'reason' in shortcut ? this.#fail(path, shortcut.reason) : void this.#found.push(shortcut)
    if (text === null) return this.#fail(path, 'It is no text.')
    // A Markdown note may consist of its title alone.
    if (text.trim() === '' && !MARKDOWN.test(path)) return
    if (ORG_NAME.test(path)) {
      for (const found of await readOrg({ path, text, isLogseq, number: this.#found.length }, this.#ledger))
        this.#push(found, folder)
      return
    }
    if (TASKPAPER_NAME.test(path)) {
      const folders = path.split('/').slice(0, -1)
      for (const found of await readTaskPaper(text, this.#ledger, {
        folders,
        key: `${this.#found.length} ${path}`,
      }))
        this.#push(found, folder)
      return
    }
    if (MARKDOWN.test(path) && isOwnNote(text)) return void this.#found.push(readOwnNote(text, this.#ledger))
    if (MARKDOWN.test(path) && isJoplinItem(text)) return void this.#joplin.push(text)
    if (MARKDOWN.test(path) && !text.includes(CARD_BEGINS))
      return this.#push(
        readNoteFile({ path, text: isLogseq ? withoutIds(text) : text }, this.#ledger),
        folder,
      )
    if (NOTION_PAGE.test(path) && text.includes('<h1 class="page-title"'))
      return this.#push(
        readNoteFile(
          { path: path.replace(/html$/, 'md'), text: this.#textOfNotion(text, folder) },
          this.#ledger,
        ),
        folder,
      )
    const read = await this.#readOne(bytes, { carried: this.#carried, path, bytes: reread })
    if (read.ok) {
      const named = /\.json$/i.test(path) && read.value.rows.length === 1 ? filesOfKeep(text) : []
      // Takeout may give a picture another extension than the note names.
      const files = named.flatMap(
        (name) => this.#carried.find(name, folder) ?? this.#carried.findStem(name) ?? [],
      )
      for (const row of read.value.rows)
        this.#found.push('card' in row ? { card: this.#carried.attached(row.card, files) } : row)
      // After the files of cards are read, because a file that a card has got is not lost.
      this.#ledger.merge(read.value.lost)
    } else if (/\.txt$/i.test(path)) this.#found.push(readNoteFile({ path, text }, this.#ledger))
    else this.#fail(path, read.error)
  }

  #push(found: Found, folder: string): void {
    this.#found.push('card' in found ? { card: this.#carried.linked(found.card, folder) } : found)
  }

  #textOfNotion(page: string, folder: string): string {
    return textOfNotion(page, (target) => this.#carried.find(target, folder)?.name ?? null)
  }

  /** Whether a file is a note of Keep that the archive also holds as JSON. */
  #isKeep({ path, bytes }: Extract<ArchivedFile, { bytes: unknown }>): boolean {
    return path.endsWith('.html') && /<div class="note\b/.test(this.#reading.decode(bytes) ?? '')
  }

  #addTrilium(bytes: Uint8Array, note: TriliumNote, folder: string): void {
    const text = this.#reading.decode(bytes) ?? ''
    const nameOf = (target: string) => this.#carried.find(target, folder)?.name ?? null
    const read = note.path.endsWith('.html') ? textOfMarkup(text, nameOf) : { text, todos: [] }
    const { tags, folders, address, title } = note
    const found =
      address === ''
        ? { card: plainCard('note', textBelow(title, read.text)) }
        : linkRow({ address, title, description: read.text })
    if ('reason' in found) this.#found.push(found)
    else if (found.card.content !== '')
      this.#push({ card: { ...found.card, subnotes: read.todos, tags, folders } }, folder)
  }

  #fail(path: string, reason: string): void {
    this.#found.push({ reason: `“${path.slice(0, 200)}”: ${reason}` })
  }

  result(): Result<FoundFile, string> {
    for (const found of readJoplin(this.#joplin, this.#ledger, this.#carried)) this.#found.push(found)
    for (const found of this.#omnivore.rows()) this.#found.push(found)
    for (const { found, folder } of this.#bundles.rows(this.#ledger)) this.#push(found, folder)
    for (const { shown, path } of this.#attached) this.#ledger.attach(shown, path)
    const rows = numbered(this.#found.map(plain))
    const files = this.#carried.inFile(rows)
    const named = this.#carried.hashesOf(rows)
    for (const { shown, path } of this.#files)
      if (!named.has(this.#carried.hashAt(path) ?? '') && !this.#ledger.isAttached(path))
        this.#ledger.attach(shown)
    if (!this.#found.some((found) => 'card' in found)) {
      const [first] = this.#found
      const why = first !== undefined && 'reason' in first ? ` ${first.reason}` : ''
      return refused(`There are no bookmarks, notes or todos in this archive.${why}`)
    }
    const copies = this.#omnivore.copies()
    return ok({
      rows,
      tags: [],
      groups: [],
      lost: this.#ledger.list,
      ...(copies !== undefined && { copies }),
      ...(files !== undefined && { files }),
    })
  }
}

/** Whether a file of an archive is not read for cards. */
function isCarried(path: string): boolean {
  return !READ.test(path) || isAttachment(path) || RESOURCE.test(path)
}

/** Joplin's folder for the files of notes, named by their ids (`InteropService_Exporter_Raw.ts`). */
const RESOURCE = /(?:^|\/)resources\/[0-9a-f]{32}(?:\.\w{1,10})?$/

/** The files that a note of Google Keep names. Takeout puts them next to it. */
function filesOfKeep(text: string): string[] {
  const note = text.includes('"filePath"') ? parseJson(text) : undefined
  return (isObject(note) ? objectsIn(note.attachments) : []).flatMap(({ filePath }) => textOf(filePath) ?? [])
}

/** Without the row number in the inner file. */
function plain(found: Found): Found {
  return 'card' in found ? { card: found.card } : { reason: found.reason }
}

/** The folder that contains all files. It becomes no folder of cards. */
function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths
  const end = first.indexOf('/') + 1
  const folder = first.slice(0, end)
  return folder !== '' && paths.every((path) => path.startsWith(folder)) ? folder : ''
}

/** Whether a file only repeats others, in the exports of some services. */
function repeated(paths: readonly string[]): (path: string) => boolean {
  const all = new Set(paths)
  const folders = new Set(paths.map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/')))))
  const standardNotes = paths.find((path) => /Standard Notes Backup and Import File\.txt$/i.test(path))
  const simplenote = paths.find((path) => /(?:^|\/)source\/notes\.json$/.test(path))
  const only = standardNotes ?? simplenote
  const isLogseq = paths.some((path) => LOGSEQ.test(path))
  // Bear writes beside its notes how tags are shown.
  const isBear = paths.some((path) => /\.textbundle\/info\.json$/.test(path))
  // Notion lists its pages in a page of its own.
  const isNotion = paths.some((path) => NOTION_PAGE.test(path))
  // Keep writes each note as JSON and as HTML, and a list of its labels.
  const foldersOfKeep = new Set(
    paths.flatMap((path) =>
      /^Takeout\/|(?:^|\/)Keep\//.test(path) &&
      path.endsWith('.json') &&
      all.has(path.replace(/json$/, 'html'))
        ? [folderOf(path)]
        : [],
    ),
  )
  return (path) => {
    if (only !== undefined) return path !== only
    if (OF_SYSTEM.test(path)) return true
    if (foldersOfKeep.has(folderOf(path)))
      if (path.endsWith('.txt') || all.has(path.replace(/html$/, 'json'))) return !path.endsWith('.json')
    if (isLogseq && /(?:^|\/)logseq\//.test(path)) return true
    // Takeout's overview of itself is named in the language of the person.
    if (/(?:^|\/)archive_browser\.html$|^Takeout\/[^/]+\.html$/.test(path)) return true
    if (isBear && /(?:^|\/)(?:tags|backup)\.json$/.test(path)) return true
    if (isNotion && /(?:^|\/)index\.html$/.test(path)) return true
    // A Notion database: its pages are in a folder with its name.
    const stem = path.replace(/(?:_all)?\.csv$/i, '')
    if (stem === path) return false
    const isRepeated = path.endsWith('_all.csv') && all.has(`${stem}.csv`)
    return isRepeated || folders.has(stem) || folders.has(stem.replace(/ [0-9a-f]{32}$/, ''))
  }
}

/** A page of Notion. Its name ends with its id. */
const NOTION_PAGE = / [0-9a-f]{32}\.(?:html|md)$/

/** The text of a page that Notion exports as HTML: its title, its properties and its body. */
function textOfNotion(page: string, nameOf: (target: string) => string | null): string {
  const start = page.indexOf('<h1 class="page-title"')
  const end = page.indexOf('</h1>', start)
  const title = textOfMarkup(page.slice(start, end)).text.trim()
  const [properties, rest] = propertiesOfNotion(page.slice(end))
  const body = rest.replace(/<div class="checkbox checkbox-(on|off)"><\/div>/g, (_, state) =>
    state === 'on' ? '[x]' : '[ ]',
  )
  const head = title === '' ? '' : `# ${title}\n\n`
  return `${head}${properties === '' ? '' : `${properties}\n\n`}${textOfMarkup(body, nameOf).text.trim()}`
}

/** The properties that cards have, each in a line as in Notion's Markdown, and the page without them. */
function propertiesOfNotion(page: string): [properties: string, rest: string] {
  const start = page.indexOf('<table class="properties">')
  const end = page.indexOf('</table>', start)
  if (start < 0 || end < 0) return ['', page]
  const [head = '', ...rows] = page
    .slice(start, end)
    .replaceAll('</span><span class="selected-value', '</span>, <span class="selected-value')
    .split(/(?=<tr class="property-row)/)
  const known: string[] = []
  const others = rows.filter((row) => {
    // The cell of the name, and behind it that of the value.
    const cells = row.indexOf('<td>')
    if (cells < 0) return true
    const title = textOfMarkup(row.slice(0, cells)).text.trim()
    const text = textOfMarkup(row.slice(cells)).text.trim().replace(/^@/, '')
    if (!isPropertyOfCards(title) || text === '' || text.includes('\n')) return true
    known.push(`${title}: ${text}`)
    return false
  })
  return [known.join('\n'), `${page.slice(0, start)}${head}${others.join('')}${page.slice(end)}`]
}

/** Every Logseq graph has this file. */
const LOGSEQ = /(?:^|\/)logseq\/config\.edn$/

/** A page's path without the folder in which Logseq keeps all pages, or its journal. */
function pageOfLogseq(path: string): string {
  return path.replace(/^(?:pages|journals)\//, '').replace(/___|%2F/gi, '/')
}

/** Without Logseq's lines for the ids and the folding of blocks. */
function withoutIds(text: string): string {
  return text.replace(/^[ \t]*(?:id|collapsed):: [^\n]*(?:\n|$)/gm, '')
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

const NO_BYTES = new Uint8Array()

interface TriliumNote {
  /** '': the note has no text. */
  readonly path: string
  readonly title: string
  readonly tags: readonly string[]
  readonly folders: readonly string[]
  /** The address of the page, if Trilium's browser extension clipped one; otherwise ''. */
  readonly address: string
  /** False: the file repeats another one. */
  readonly isNote: boolean
}

/** Notes in the list of a Trilium export, by file. Labels become tags. */
function triliumNotes(
  meta: string | null,
  ledger: Ledger,
  attached: { readonly shown: string; readonly path: string | undefined }[],
): TriliumNote[] {
  const root = parseJson(meta ?? '')
  const notes: TriliumNote[] = []
  const waiting = (isObject(root) ? objectsIn(root.files) : []).map((file) => ({
    file,
    folders: [] as string[],
    directory: '',
  }))
  for (let next = waiting.pop(); next !== undefined && notes.length < 10_000; next = waiting.pop()) {
    const { file, folders, directory } = next
    const name = typeof file.title === 'string' ? file.title : ''
    const title = typeof file.prefix === 'string' && file.prefix !== '' ? `${file.prefix} - ${name}` : name
    const facts = ledger.read(file, factsOf)
    for (const { title: shown, dataFileName } of objectsIn(file.attachments))
      attached.push({ shown: textOf(shown) ?? 'file', path: textOf(dataFileName) ?? undefined })
    // False for pages that show the export in a browser, and for clones of a note.
    const isNote = file.noImport !== true && file.isClone !== true
    const isEmptyFolder =
      facts.tags.length === 0 && facts.address === '' && objectsIn(file.children).length > 0
    if (typeof file.dataFileName === 'string')
      notes.push({ path: directory + file.dataFileName, title, folders, isNote, ...facts })
    else if (isNote && title !== '' && !isEmptyFolder)
      notes.push({ path: '', title, folders, isNote, ...facts })
    const inside = typeof file.dirFileName === 'string' ? `${directory}${file.dirFileName}/` : directory
    if (folders.length < 60)
      for (const child of objectsIn(file.children))
        waiting.push({ file: child, folders: [...folders, title], directory: inside })
  }
  return notes
}

/** Trilium's display and storage attributes. */
const TRILIUM_OWN =
  'noteid,notepath,title,prefix,datafilename,dirfilename,children,attachments,type,mime,format,noteposition,isexpanded,isclone,noimport'
/** Labels for how Trilium shows, sorts or runs a note. Those of templates begin with label: or relation:. */
const TRILIUM_LABELS =
  /^(?:(?:label|relation|child):.*|iconclass|cssclass|color|workspace.*|viewtype|map:.*|calendar:.*|board:.*|table:.*|sorted|sort.*|expanded|readonly|autoreadonlydisabled|pagesize|toc|hide.*|disable.*|run.*|keyboard.*|keyloc.*|share.*|template|subtree.*|boxsize|geolocation|cliptype|clipperinbox|fullcontentwidth|originalfilename|datenote|monthnote|yearnote|weeknote|inbox|docname|appcss|apptheme.*|widget|titletemplate|excludefrom.*|includenotemap.*|executebutton|executedescription|custom.*)$/i

function factsOf(fields: Fields): { readonly tags: string[]; readonly address: string } {
  fields.skip(TRILIUM_OWN.split(','))
  let address = ''
  const tags = fields.objects('attributes').flatMap((attribute) => {
    attribute.skip(['position', 'isinheritable'])
    const value = attribute.text('value')
    if (attribute.oneOf('type', ['label', 'relation']) !== 'label') return []
    const name = attribute.text('name')
    if (/^pageurl$/i.test(name) && /^https?:/i.test(value)) address = value
    if (/^archived$/i.test(name)) return [MARKS.archived]
    if (/^pageurl$/i.test(name) || TRILIUM_LABELS.test(name)) return []
    return [value === '' ? name : `${name} ${value}`]
  })
  return { tags, address }
}
