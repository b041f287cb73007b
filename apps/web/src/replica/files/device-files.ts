import type { CardFile, Id } from '@cardinal/domain'
import type { DBSchema, IDBPDatabase } from 'idb'
import { isSharedComputer } from '../../session/shared-computer.ts'
import { openDatabase, readTransaction } from '../indexed-db.ts'
import { filesDatabase } from './database.ts'

/** A file whose bytes are not all on the server. */
export interface WaitingFile extends CardFile {
  readonly bytes: Blob
  /** When it was attached, in ms since 1970. */
  readonly at: number
  /** Whether the person cancelled it. Its bytes stay for an undo. */
  readonly isStopped: boolean
  /** The server's message, where it refused the file for good. Null: it did not. */
  readonly refusal: string | null
}

interface Looked {
  readonly size: number
  readonly usedAt: number
  /** The workspace whose files are all kept here. Left out: the file was looked at, and may give way. */
  readonly keptFor?: Id
}

/** Keyed by the hash of the file. */
interface Rows {
  /** Only this device has them. */
  readonly waiting: WaitingFile
  /** Files that were looked at, and can be fetched again. */
  readonly kept: Blob
  readonly looked: Looked
  readonly thumbnails: Blob
}
type Table = keyof Rows
type Schema = DBSchema & { [Name in Table]: { key: string; value: Rows[Name] } }

const TABLES: readonly Table[] = ['waiting', 'kept', 'looked', 'thumbnails']

/** Bytes of looked-at files on this device; the oldest give way. */
export const KEPT_BYTES = 200 * 1024 * 1024

/**
 * Files on this device. What the disk does not take is in memory, until the page is closed; on a shared computer that is
 * everything.
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
          // Another tab may have signed out and removed the database.
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

  /** Whether closing the page loses the bytes of a file that the server does not have. */
  get holdsUnsaved(): boolean {
    return [...this.#memory.waiting.values()].some(({ isStopped }) => !isStopped)
  }

  putWaiting(file: WaitingFile): Promise<void> {
    return this.#put('waiting', file.hash, file)
  }

  /** The server has it: from now on it counts as looked at. */
  async settle(file: WaitingFile, now: number): Promise<void> {
    await this.keep(file.hash, file.bytes, now)
    await this.#remove('waiting', file.hash)
  }

  dropWaiting(hash: string): Promise<void> {
    return this.#remove('waiting', hash)
  }

  /** Undefined: not on this device. */
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

  /** Keeps the bytes of a file that the server has, and removes the ones that were not looked at for the longest time. */
  async keep(hash: string, bytes: Blob, now: number): Promise<void> {
    await this.#put('kept', hash, bytes)
    await this.#look(hash, bytes.size, now)
    await this.#makeRoom(hash)
  }

  /** @param newest stays, however large it is */
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

  /** Number and bytes of the files that the server has, too. */
  async keptHere(): Promise<{ readonly count: number; readonly bytes: number }> {
    const looked = await this.#looked()
    return { count: looked.length, bytes: looked.reduce((sum, [, { size }]) => sum + size, 0) }
  }

  /**
   * Says which files are to stay here for a workspace. Others that stayed for it count as looked at from now on.
   *
   * @returns the wanted ones that are not here
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

  /** Keeps a file for a workspace, on the disk alone. @returns false: there is no room */
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

  /** From now on all files count as looked at: the oldest give way. */
  async keepAllNoMore(): Promise<void> {
    for (const [hash, { keptFor, ...row }] of await this.#looked())
      if (keptFor !== undefined) await this.#put('looked', hash, row)
    await this.#makeRoom(null)
  }

  /** Removes what can be fetched again. */
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
    // A closed or damaged database counts as empty: the server has most files.
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

/** Returns the files of a user on this device; opened at the first call. */
export function deviceFilesOf(userId: string): DeviceFiles {
  const files = opened.get(userId) ?? new DeviceFiles(userId)
  opened.set(userId, files)
  return files
}
