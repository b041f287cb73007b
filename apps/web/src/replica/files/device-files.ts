import type { CardFile, Id } from '@cardinal/domain'
import type { DBSchema, IDBPDatabase } from 'idb'
import { isSharedComputer } from '../../session/shared-computer.ts'
import { openDatabase, readTransaction } from '../indexed-db.ts'
import { filesDatabase } from './database.ts'

/** A file of which the server does not have all bytes. */
export interface WaitingFile extends CardFile {
  readonly bytes: Blob
  /** ms since 1970 when it was attached. */
  readonly at: number
  /** Whether the person cancelled it. Its bytes stay, so that this can be undone. */
  readonly isStopped: boolean
  /** The server's message if it refused the file for good; null: it did not. */
  readonly refusal: string | null
}

interface Looked {
  readonly size: number
  readonly usedAt: number
  /**
   * Workspace for which all files are kept here. Absent: the file was viewed, and may be removed for lack of
   * room.
   */
  readonly keptFor?: Id
}

/** Keys are hashes of files. */
interface Rows {
  /** Files that only this device has. */
  readonly waiting: WaitingFile
  /** Files that were viewed, and can be fetched again. */
  readonly kept: Blob
  readonly looked: Looked
  readonly thumbnails: Blob
}
type Table = keyof Rows
type Schema = DBSchema & { [Name in Table]: { key: string; value: Rows[Name] } }

const TABLES: readonly Table[] = ['waiting', 'kept', 'looked', 'thumbnails']

/** Bytes of viewed files on this device. Beyond it the oldest are removed. */
export const KEPT_BYTES = 200 * 1024 * 1024

/**
 * Files on this device. Files that the disk can't take are in memory until the page is closed; on a shared
 * computer all are.
 */
export class DeviceFiles {
  /** Null: no storage. */
  readonly #disk: Promise<IDBPDatabase<Schema> | null>
  readonly #memory: { readonly [Name in Table]: Map<string, Rows[Name]> } = {
    waiting: new Map(),
    kept: new Map(),
    looked: new Map(),
    thumbnails: new Map(),
  }

  constructor(userId: string, isInMemory: boolean = isSharedComputer) {
    this.#disk = isInMemory
      ? Promise.resolve(null)
      : openDatabase<Schema>(filesDatabase(userId), 1, {
          upgrade: (database) => {
            for (const table of TABLES) database.createObjectStore(table)
          },
          // Lets another tab remove the database at a sign-out.
          blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
        }).catch(() => null)
  }

  /** Oldest first. */
  async waiting(): Promise<readonly WaitingFile[]> {
    const disk = await this.#disk
    const stored =
      disk === null ? [] : await readTransaction(disk, ['waiting']).objectStore('waiting').getAll()
    const all = new Map([...stored, ...this.#memory.waiting.values()].map((file) => [file.hash, file]))
    return [...all.values()].sort((one, other) => one.at - other.at)
  }

  waitingFile(hash: string): Promise<WaitingFile | undefined> {
    return this.#get('waiting', hash)
  }

  /** Whether closing the page would lose bytes that the server does not have. */
  get holdsUnsaved(): boolean {
    return [...this.#memory.waiting.values()].some(({ isStopped }) => !isStopped)
  }

  putWaiting(file: WaitingFile): Promise<void> {
    return this.#put('waiting', file.hash, file)
  }

  /** Called when the server has the file. From now on it counts as viewed. */
  async settle(file: WaitingFile, now: number): Promise<void> {
    await this.keep(file.hash, file.bytes, now)
    await this.#remove('waiting', file.hash)
  }

  dropWaiting(hash: string): Promise<void> {
    return this.#remove('waiting', hash)
  }

  /** Undefined: the file is not on this device. */
  async bytesOf(hash: string, now: number): Promise<Blob | undefined> {
    const bytes = (await this.waitingFile(hash))?.bytes
    if (bytes !== undefined) return bytes
    const kept = await this.#get('kept', hash)
    if (kept !== undefined) await this.#look(hash, kept.size, now)
    return kept
  }

  async #look(hash: string, size: number, usedAt: number): Promise<void> {
    await this.#put('looked', hash, { ...(await this.#get('looked', hash)), size, usedAt })
  }

  /** Stores a file that the server has. Removes files that were not viewed for the longest time. */
  async keep(hash: string, bytes: Blob, now: number): Promise<void> {
    await this.#put('kept', hash, bytes)
    await this.#look(hash, bytes.size, now)
    await this.#makeRoom(hash)
  }

  /** @param newest hash of a file that is not removed, however large it is */
  async #makeRoom(newest: string | null): Promise<void> {
    const looked = (await this.#looked()).filter(([, { keptFor }]) => keptFor === undefined)
    let total = looked.reduce((sum, [, { size }]) => sum + size, 0)
    for (const [oldest, { size }] of looked.sort(([, one], [, other]) => one.usedAt - other.usedAt)) {
      if (total <= KEPT_BYTES || oldest === newest) break
      await this.#remove('kept', oldest)
      await this.#remove('looked', oldest)
      total -= size
    }
  }

  /** Number and bytes of the files that the server also has. */
  async keptHere(): Promise<{ readonly count: number; readonly bytes: number }> {
    const looked = await this.#looked()
    return { count: looked.length, bytes: looked.reduce((sum, [, { size }]) => sum + size, 0) }
  }

  /**
   * Sets the files to keep for a workspace. Other files kept for it count as viewed from now on.
   *
   * @returns wanted files that are missing here
   */
  async keepAllOf(workspaceId: Id, wanted: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const missing = new Set(wanted)
    for (const { hash } of await this.waiting()) missing.delete(hash)
    for (const [hash, { keptFor, ...row }] of await this.#looked()) {
      missing.delete(hash)
      if (wanted.has(hash) && keptFor === undefined)
        await this.#put('looked', hash, { ...row, keptFor: workspaceId })
      else if (!wanted.has(hash) && keptFor === workspaceId) await this.#put('looked', hash, row)
    }
    return missing
  }

  /**
   * Stores a file for a workspace, on the disk only.
   *
   * @returns false: no room
   */
  async keepFor(workspaceId: Id, hash: string, bytes: Blob, usedAt: number): Promise<boolean> {
    const disk = await this.#disk
    if (disk === null) return false
    try {
      const tx = disk.transaction(['kept', 'looked'], 'readwrite')
      void tx.objectStore('kept').put(bytes, hash)
      void tx.objectStore('looked').put({ size: bytes.size, usedAt, keptFor: workspaceId }, hash)
      await tx.done
      return true
    } catch {
      return false
    }
  }

  /** Makes all kept files count as viewed, so that the oldest may be removed. */
  async keepAllNoMore(): Promise<void> {
    for (const [hash, { keptFor, ...row }] of await this.#looked())
      if (keptFor !== undefined) await this.#put('looked', hash, row)
    await this.#makeRoom(null)
  }

  /** Removes files that can be fetched again. */
  async clearKept(): Promise<void> {
    const disk = await this.#disk
    for (const table of ['kept', 'looked', 'thumbnails'] as const) {
      this.#memory[table].clear()
      await disk?.clear(table)
    }
  }

  thumbnail(hash: string): Promise<Blob | undefined> {
    return this.#get('thumbnails', hash)
  }

  keepThumbnail(hash: string, picture: Blob): Promise<void> {
    return this.#put('thumbnails', hash, picture)
  }

  async #looked(): Promise<[string, Looked][]> {
    const disk = await this.#disk
    if (disk === null) return [...this.#memory.looked]
    const table = readTransaction(disk, ['looked']).objectStore('looked')
    const [keys, values] = await Promise.all([table.getAllKeys(), table.getAll()])
    const stored = keys.flatMap((key, at): [string, Looked][] => (values[at] ? [[key, values[at]]] : []))
    return [...new Map([...stored, ...this.#memory.looked])]
  }

  async #get<Name extends Table>(table: Name, hash: string): Promise<Rows[Name] | undefined> {
    const inMemory = this.#memory[table].get(hash)
    if (inMemory !== undefined) return inMemory
    const disk = await this.#disk
    // A closed or damaged database counts as empty, because the server has most files.
    const stored = await disk?.get(table, hash).catch(() => undefined)
    return stored as Rows[Name] | undefined
  }

  async #put<Name extends Table>(table: Name, hash: string, row: Rows[Name]): Promise<void> {
    const disk = await this.#disk
    try {
      if (disk === null) throw new Error('This device stores no files.')
      await disk.put(table, row as Schema[Name]['value'], hash)
      this.#memory[table].delete(hash)
    } catch {
      this.#memory[table].set(hash, row) // No room, or no storage.
    }
  }

  async #remove(table: Table, hash: string): Promise<void> {
    this.#memory[table].delete(hash)
    await (await this.#disk)?.delete(table, hash)
  }
}

const opened = new Map<string, DeviceFiles>()

/** The files of a user on this device. Opened at the first call. */
export function deviceFilesOf(userId: string): DeviceFiles {
  const files = opened.get(userId) ?? new DeviceFiles(userId)
  opened.set(userId, files)
  return files
}
