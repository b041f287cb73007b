import { createHash } from 'node:crypto'
import { type CardFile, FILE_HASH, filesOf, LIMITS, toFiles } from '@cardinal/domain'
import { isShown, mediaTypeOf } from '../files/media-type.ts'
import { ARCHIVE_LIMITS } from './file-limits.ts'
import type { FilesInFile, FoundCard, FoundRow, HeldFile } from './found.ts'

/** The account's JSON, which is the first file of the zip. */
export const ACCOUNT_FILE = 'cardinal.json'
/** Folder of the files in an account's zip. Each is named by its hash. */
export const FILES_FOLDER = 'files/'

/** The hash in a path of an account's zip; null: not one of its files. */
export function hashOfPath(path: string): string | null {
  const hash = path.startsWith(FILES_FOLDER) ? path.slice(FILES_FOLDER.length) : ''
  return FILE_HASH.test(hash) ? hash : null
}

/** Whether bytes have a hash. */
export function isHash(hash: string, bytes: Uint8Array): boolean {
  return createHash('sha256').update(bytes).digest('hex') === hash
}

/** Reads the bytes of some files again, by their hashes. */
type Source = (wanted: ReadonlySet<string>) => AsyncIterable<Pick<HeldFile, 'hash' | 'bytes'>>

interface Entry {
  file: CardFile
}

/** `![[path|label]]` of wikis, the target of `[label](target)`, and the source of a picture in HTML. */
const WIKI = /!?\[\[([^[\]|#\n]{1,500})(?:#[^[\]|\n]{0,200})?(?:\|([^[\]\n]{0,200}))?\]\]/g
const TARGET = /\]\((?:<([^<>\n]{1,1000})>|([^()<>\n]{1,1000}(?:\([^()\n]{0,300}\)[^()<>\n]{0,300}){0,4}))\)/g
const IMAGE = /<img\s[^<>]{0,1000}?\bsrc=["']([^"'<>\n]{1,1000})["'][^<>]{0,500}>/gi

/** Files in an archive, or inside of a file, that texts of cards may name. A card gets the files that it names. */
export class CarriedFiles {
  readonly #byPath = new Map<string, Entry>()
  /** By name without folder. Null: several files have this name. */
  readonly #byName = new Map<string, Entry | null>()
  /** By name without folder and extension. Null: several files have this name. */
  readonly #byStem = new Map<string, Entry | null>()
  readonly #sources: Source[] = []
  readonly #taken = new Set<string>()
  #bytes = 0

  /** Bytes that may still be added. */
  get room(): number {
    return ARCHIVE_LIMITS.total - this.#bytes
  }

  get isEmpty(): boolean {
    return this.#byPath.size === 0
  }

  /** Stores the hash, name, type and size of a file, but not its bytes. Ignores empty files. */
  add(path: string, bytes: Uint8Array, name = baseName(path)): void {
    if (bytes.length === 0) return
    this.#bytes += bytes.length
    const type = mediaTypeOf(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(64, bytes.length)))
    const hash = createHash('sha256').update(bytes).digest('hex')
    const entry = { file: { hash, name: nameOf(name), type: isShown(type) ? type : '', size: bytes.length } }
    this.#byPath.set(path, entry)
    const [plain, stem] = keysOf(path)
    this.#byName.set(plain, this.#byName.has(plain) ? null : entry)
    this.#byStem.set(stem, this.#byStem.has(stem) ? null : entry)
  }

  addSource(source: Source): void {
    this.#sources.push(source)
  }

  /** The hash of the file at a path. */
  hashAt(path: string): string | undefined {
    return this.#byPath.get(path)?.file.hash
  }

  /** The file at a path, under another name. */
  named(path: string, name: string): CardFile | null {
    const entry = this.#byPath.get(path)
    if (entry === undefined) return null
    entry.file = { ...entry.file, name: nameOf(name) }
    return entry.file
  }

  /** Names a file by its title, if its own name is meaningless to people, such as an id. */
  rename(name: string, title: string): void {
    const entry = this.#byStem.get(name.toLowerCase())
    if (entry && title.trim() !== '') entry.file = { ...entry.file, name: nameOf(title.trim()) }
  }

  /** The file that a text names. Null: an address, or a file that is not in the archive. */
  find(target: string, folder: string): CardFile | null {
    const [before = ''] = target.trim().split(' "', 1)
    const plain = decoded(before.trim())
    if (/^[a-z][a-z0-9+.-]*:/i.test(plain)) return null
    // Joplin names a file by its id, without extension.
    if (plain.startsWith(':/')) return this.findStem(plain.slice(2))
    const path = plain.replace(/^\/+/, '')
    const entry =
      this.#byPath.get(joined(folder, path)) ??
      this.#byPath.get(joined('', path)) ??
      this.#byName.get(keysOf(path)[0])
    return entry?.file ?? null
  }

  /** The file of this name, whatever its extension. */
  findStem(path: string): CardFile | null {
    return this.#byStem.get(keysOf(path)[1])?.file ?? null
  }

  /** Whether a card has a file of this name, with or without extension. */
  isTaken(path: string): boolean {
    const [plain, stem] = keysOf(path)
    const entry = this.#byName.get(plain) ?? this.#byStem.get(stem)
    return entry != null && this.#taken.has(entry.file.hash)
  }

  /** The card with more files. Files beyond the limit of a card are left out. */
  attached(card: FoundCard, files: readonly CardFile[]): FoundCard {
    if (files.length === 0) return card
    const all = filesOf(toFiles([...filesOf(card.files), ...files])).slice(0, LIMITS.filesPerCard)
    for (const { hash } of all) this.#taken.add(hash)
    return { ...card, files: toFiles(all) }
  }

  /** The card with the files that its text names by path. In its text the paths are replaced by hashes. */
  linked(card: FoundCard, folder: string): FoundCard {
    if (this.isEmpty || card.content.length > LIMITS.contentLength) return card
    let files = filesOf(card.files)
    const take = (target: string): CardFile | null => {
      const file = this.find(target, folder)
      if (file === null) return null
      const present = files.find(({ hash }) => hash === file.hash)
      if (present !== undefined) return present
      if (files.length >= LIMITS.filesPerCard) return null
      files = [...files, file]
      return file
    }
    const content = card.content
      .replace(WIKI, (whole, target: string, label = '') => {
        const file = take(target)
        if (file === null) return whole
        const isPicture = whole.startsWith('!') && file.type.startsWith('image/')
        // Obsidian writes the width of a picture where the label would be.
        const text = /^\d+(?:x\d+)?$/.test(label) ? '' : label
        return isPicture ? markOf(file, text, true) : markOf(file, text || file.name, false)
      })
      .replace(TARGET, (whole, bracketed: string | undefined, plain: string | undefined) => {
        const file = take(bracketed ?? plain ?? '')
        return file === null ? whole : `](file:${file.hash})`
      })
      .replace(IMAGE, (whole, target: string) => {
        const file = take(target)
        return file === null ? whole : markOf(file, '', true)
      })
    return content === card.content ? card : this.attached({ ...card, content }, files)
  }

  /** Hashes of the files that these cards have. */
  hashesOf(rows: readonly FoundRow[]): ReadonlySet<string> {
    return new Set(
      rows.flatMap((row) => ('card' in row ? filesOf(row.card.files).map(({ hash }) => hash) : [])),
    )
  }

  /** The files that cards have, to be read one by one. */
  inFile(rows: readonly FoundRow[]): FilesInFile | undefined {
    const here = new Set([...this.#byPath.values()].map(({ file }) => file.hash))
    return filesFor(rows, this.#sources, here)
  }
}

/**
 * The files that cards have and whose bytes are in the file.
 *
 * @param here hashes of the files that exist
 */
export function filesFor(
  rows: readonly FoundRow[],
  sources: readonly Source[],
  here: ReadonlySet<string>,
): FilesInFile | undefined {
  const wanted = new Map<string, CardFile>()
  for (const row of rows)
    if ('card' in row && row.card.files !== null)
      for (const file of filesOf(row.card.files)) if (here.has(file.hash)) wanted.set(file.hash, file)
  if (wanted.size === 0) return undefined
  return { count: wanted.size, items: () => itemsOf(sources, wanted) }
}

async function* itemsOf(
  sources: readonly Source[],
  wanted: ReadonlyMap<string, CardFile>,
): AsyncGenerator<HeldFile> {
  const left = new Set(wanted.keys())
  for (const source of sources)
    for await (const { hash, bytes } of source(left)) {
      const file = wanted.get(hash)
      if (left.delete(hash) && file !== undefined)
        yield { hash, name: file.name, isPage: file.keptAt !== undefined, bytes }
    }
}

function markOf({ hash }: CardFile, label: string, isPicture: boolean): string {
  return `${isPicture ? '!' : ''}[${label.replace(/[[\]]/g, '')}](file:${hash})`
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** A file name without its folder, and without folder and extension. */
function keysOf(path: string): [plain: string, stem: string] {
  const plain = baseName(path).toLowerCase()
  return [plain, plain.replace(/\.\w{1,10}$/, '')]
}

/** A name that a card may store, with its extension. */
function nameOf(name: string): string {
  const plain = name.replace(/\p{Cc}/gu, ' ').toWellFormed()
  const [ending = ''] = /\.\w{1,10}$/.exec(plain) ?? []
  const stem = plain.slice(0, plain.length - ending.length)
  return `${stem.slice(0, LIMITS.fileNameLength - ending.length).replace(/\p{Cs}$/u, '')}${ending}` || 'file'
}

/** A path with `.` and `..` resolved. */
function joined(folder: string, path: string): string {
  const parts: string[] = []
  for (const part of `${folder}/${path}`.split('/'))
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  return parts.join('/')
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}
