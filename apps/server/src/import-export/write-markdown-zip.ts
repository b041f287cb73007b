import { type Card, type CardFile, filesOf, type Id, ok, type Result, refused } from '@cardinal/domain'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { bytesOf } from '../files/downloads.ts'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { Store, StoredFile, StoredWorkspace } from '../store/index.ts'
import { allRows } from '../workspaces/feed.ts'
import { attachmentPath, LEFT_OUT } from './attachments.ts'
import { ARCHIVE_LIMITS, MOST_ATTACHED } from './file-limits.ts'
import { writeNote } from './own-notes.ts'
import { nameInFile } from './tag-names.ts'
import { cardPages } from './write-export.ts'

/** Earliest time that a zip can store; ms since 1970. */
const FIRST_TIME = Date.UTC(1980, 0, 2)
const LAST_TIME = Date.UTC(2099, 11, 30)
/** UTF-16 units of the longest file name. */
const NAME_UNITS = 80

/**
 * A zip with one Markdown file per card, and the cards' files in a folder. Memory holds one piece of a file at a
 * time. Refused for more cards than an import accepts.
 *
 * @param cardIds in the order of writing; undefined: the whole workspace
 */
export async function writeMarkdownZip(
  store: Store,
  userId: Id,
  workspace: StoredWorkspace,
  cardIds: readonly Id[] | undefined,
): Promise<Result<AsyncGenerator<Buffer>, 'too-many'>> {
  const count = cardIds?.length ?? (await store.cards.countIn(userId, workspace.id))
  return count > ARCHIVE_LIMITS.entries
    ? refused('too-many')
    : // One entry stays free for the list of left-out files.
      ok(chunks(store, userId, workspace, cardIds, ARCHIVE_LIMITS.entries - count - 1))
}

async function* chunks(
  store: Store,
  userId: Id,
  workspace: StoredWorkspace,
  cardIds: readonly Id[] | undefined,
  roomForFiles: number,
): AsyncGenerator<Buffer> {
  const written: Buffer[] = []
  const zip = new Zip((error, data) => {
    if (error !== null) throw error
    written.push(Buffer.from(data))
  })
  const names = new FileNames()
  const attachments = new Attachments(store, userId, roomForFiles)
  const add = <Kind extends ZipDeflate | ZipPassThrough>(file: Kind, time: number): Kind => {
    // Made on Unix: otherwise unzip would read the names in the DOS code page.
    file.os = 3
    file.attrs = REGULAR_FILE
    file.mtime = Math.min(Math.max(time, FIRST_TIME), LAST_TIME)
    zip.add(file)
    return file
  }
  for await (const { cards, nameOf } of pagesOf(store, userId, workspace, cardIds)) {
    for (const card of cards) {
      const { attached, added } = await attachments.of(card)
      const tagNames = card.tagIds.map(nameOf).filter((name) => name !== '')
      const note = add(new ZipDeflate(names.of(card), { level: 6 }), card.updatedAt)
      note.push(Buffer.from(writeNote(card, tagNames, attached)), true)
      for (const { path, file } of added) {
        const entry = add(new ZipPassThrough(path), file.created_at)
        for await (const piece of bytesOf(store, file, { start: 0, end: file.size })) {
          entry.push(piece)
          yield Buffer.concat(written.splice(0))
          await yieldToEventLoop()
        }
        entry.push(NOTHING, true)
      }
      if (written.length === 0) continue
      yield Buffer.concat(written.splice(0))
      await yieldToEventLoop()
    }
  }
  if (attachments.leftOut.length > 0) {
    const list = add(new ZipDeflate(LEFT_OUT, { level: 6 }), FIRST_TIME)
    list.push(Buffer.from(`${attachments.leftOut.join('\n')}\n`), true)
  }
  zip.end()
  yield Buffer.concat(written)
}

interface Attachment {
  readonly path: string
  readonly file: StoredFile
}

/** Chooses the files for the zip: each once, up to the limits. */
class Attachments {
  /** Hashes and names of files beyond the limits of the zip, or whose path another file has. */
  readonly leftOut: string[] = []
  readonly #store: Store
  readonly #userId: Id
  /** Hashes by path. */
  readonly #paths = new Map<string, string>()
  #room: number
  #bytes = 0

  /** @param room files that may be added */
  constructor(store: Store, userId: Id, room: number) {
    this.#store = store
    this.#userId = userId
    this.#room = room
  }

  /** The files of a card that are in the zip, and which of these files are not written yet. */
  async of(card: Card): Promise<{ attached: readonly CardFile[]; added: readonly Attachment[] }> {
    const attached: CardFile[] = []
    const added: Attachment[] = []
    for (const named of filesOf(card.files)) {
      const path = attachmentPath(named)
      const present = this.#paths.get(path)
      if (present === undefined) {
        const file = await this.#store.files.byHash(this.#userId, named.hash)
        if (file === undefined || file.whole_at === null) continue
        if (this.#add(path, file)) added.push({ path, file })
        else {
          this.#leave(named)
          continue
        }
      } else if (present !== named.hash) {
        this.#leave(named)
        continue
      }
      attached.push(named)
    }
    return { attached, added }
  }

  /** Whether the file fits. */
  #add(path: string, { hash, size }: StoredFile): boolean {
    if (this.#room <= 0 || this.#bytes + size > MOST_ATTACHED) return false
    this.#room--
    this.#bytes += size
    this.#paths.set(path, hash)
    return true
  }

  #leave({ hash, name }: CardFile): void {
    this.leftOut.push(`${hash} ${name.replace(/\s+/g, ' ')}`)
  }
}

const NOTHING = new Uint8Array()

/** Mode of a file that everybody may read. A zip stores it in the upper 16 bits. */
const REGULAR_FILE = 0o100644 * 65_536

interface CardPage {
  readonly cards: readonly Card[]
  readonly nameOf: (tagId: Id) => string
}

/** Pages of cards with the names of their tags. Tags come before cards in a workspace's rows. */
async function* pagesOf(
  store: Store,
  userId: Id,
  workspace: StoredWorkspace,
  cardIds: readonly Id[] | undefined,
): AsyncGenerator<CardPage> {
  const names = new Map<Id, string>()
  const nameOf = (id: Id) => names.get(id) ?? ''
  for await (const page of allRows(store, userId, workspace)) {
    const cards: Card[] = []
    for (const change of page)
      if (change.kind === 'tag' && change.row !== null) names.set(change.id, nameInFile(change.row))
      else if (change.kind === 'card' && change.row !== null) cards.push(change.row)
    if (cards.length === 0) continue
    if (cardIds !== undefined) break
    yield { cards, nameOf }
  }
  for await (const cards of cardPages(store, userId, cardIds ?? [])) yield { cards, nameOf }
}

/** Removes dots and spaces at both ends, which some systems hide or refuse. */
function withoutEnds(name: string): string {
  let [start, end] = [0, name.length]
  while (start < end && ' .'.includes(name.charAt(start))) start++
  while (end > start && ' .'.includes(name.charAt(end - 1))) end--
  return name.slice(start, end)
}

/** Device names of Windows, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?=\s*(?:\.|$))/i

/** A file name that Windows accepts. */
export function unreserved(name: string): string {
  return name.replace(RESERVED, '$&_')
}

/** Unique file names: the first line of each card, without characters that some system refuses. */
class FileNames {
  readonly #used = new Map<string, number>()

  of({ content }: Card): string {
    const line = content.trim().split('\n', 1)[0] ?? ''
    const legal = line
      .replace(/[\\/:*?"<>|#^[\]\p{Cc}\p{Cs}]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .slice(0, NAME_UNITS)
      .replace(/\p{Cs}$/u, '')
    const bare = withoutEnds(legal)
    const name = bare === '' ? 'Card' : unreserved(bare)
    const key = name.normalize('NFC').toLowerCase()
    const count = (this.#used.get(key) ?? 0) + 1
    this.#used.set(key, count)
    // “a” and “a (2)” may both be first lines of cards.
    return count === 1 ? `${name}.md` : this.#numbered(name, count)
  }

  #numbered(name: string, count: number): string {
    for (let number = count; ; number++) {
      const numbered = `${name} (${number})`
      const key = numbered.normalize('NFC').toLowerCase()
      if (this.#used.has(key)) continue
      this.#used.set(key, 1)
      return `${numbered}.md`
    }
  }
}
