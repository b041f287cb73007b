import type { Id } from '@cardinal/domain'
import type { Undoing } from '@cardinal/sync'
import type { DBSchema, IDBPDatabase } from 'idb'
import { isSharedComputer } from '../../session/shared-computer.ts'
import { openDatabase, readTransaction } from '../indexed-db.ts'
import {
  type Acts,
  actsDatabase,
  beyondLimits,
  bytesOf,
  KEPT_ACTS,
  type KeptAct,
  keptForm,
  type NewAct,
} from './acts.ts'

interface Schema extends DBSchema {
  acts: { key: Id; value: KeptAct; indexes: { at: number } }
  undoings: { key: Id; value: Undoing }
}

/** Stored for an undo that has no redo. */
const NOTHING: Undoing = { undo: [], written: [] }

/** The list of acts in IndexedDB. If that fails, in the page's memory. */
export class DeviceActs implements Acts {
  readonly #opening: Promise<IDBPDatabase<Schema> | null>
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()
  #memory: { line: KeptAct; undoing: Undoing }[] = []
  isOnDevice = true

  /** @param name null: nothing may be stored on this device */
  constructor(name: string | null, now: () => number = Date.now) {
    this.#now = now
    this.#opening = opened(name).then((database) => {
      this.isOnDevice = database !== null
      return database
    })
  }

  async keep(act: NewAct): Promise<void> {
    const kept = keptForm(act)
    if (kept === null) return
    const database = await this.#opening
    try {
      if (database === null) this.#keepInMemory(kept)
      else await this.#write(database, kept)
    } catch {
      // No room, or the database was removed at a sign-out.
      this.#keepInMemory(kept)
    }
    this.#tell()
  }

  async list(workspaceId: Id): Promise<readonly KeptAct[]> {
    const stored =
      (await this.#onDisk((database) =>
        readTransaction(database, ['acts']).objectStore('acts').index('at').getAll(),
      )) ?? []
    const all = [...stored, ...this.#memory.map(({ line }) => line)]
    const gone = new Set(beyondLimits(all, this.#now()))
    return all.filter((line) => line.workspaceId === workspaceId && !gone.has(line.id)).reverse()
  }

  async undoing(id: Id): Promise<Undoing | undefined> {
    const here = this.#memory.find(({ line }) => line.id === id)
    const undoing =
      here?.undoing ??
      (await this.#onDisk((database) =>
        readTransaction(database, ['undoings']).objectStore('undoings').get(id),
      ))
    return undoing?.undo.length === 0 ? undefined : undoing
  }

  async setUndone(id: Id, undone: string | null, given: Undoing | null): Promise<void> {
    const size = given === null ? 0 : bytesOf(given)
    const undoing = given === null || size > KEPT_ACTS.bytesOfOne ? NOTHING : given
    const turned = (line: KeptAct) => ({ ...line, undone, bytes: undoing === NOTHING ? 0 : size })
    this.#memory = this.#memory.map((kept) =>
      kept.line.id === id ? { line: turned(kept.line), undoing } : kept,
    )
    await this.#onDisk(async (database) => {
      const line = await readTransaction(database, ['acts']).objectStore('acts').get(id)
      if (line !== undefined) await this.#write(database, { line: turned(line), undoing })
    })
    this.#tell()
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #write(
    database: IDBPDatabase<Schema>,
    { line, undoing }: { line: KeptAct; undoing: Undoing },
  ): Promise<void> {
    const tx = database.transaction(['acts', 'undoings'], 'readwrite')
    const [lines, undoings] = [tx.objectStore('acts'), tx.objectStore('undoings')]
    const removeOld = async () => {
      const old = beyondLimits(await lines.index('at').getAll(), this.#now())
      await Promise.all(old.flatMap((id) => [lines.delete(id), undoings.delete(id)]))
    }
    await Promise.all([lines.put(line), undoings.put(undoing, line.id), removeOld(), tx.done])
  }

  /** Undefined: no database, or the browser has removed it. */
  async #onDisk<T>(ask: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T | undefined> {
    const database = await this.#opening
    try {
      return database === null ? undefined : await ask(database)
    } catch {
      return undefined
    }
  }

  #keepInMemory(kept: { line: KeptAct; undoing: Undoing }): void {
    const all = [...this.#memory.filter(({ line }) => line.id !== kept.line.id), kept]
    const gone = new Set(
      beyondLimits(
        all.map(({ line }) => line),
        this.#now(),
      ),
    )
    this.#memory = all.filter(({ line }) => !gone.has(line.id))
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}

async function opened(name: string | null): Promise<IDBPDatabase<Schema> | null> {
  if (name === null) return null
  try {
    return await openDatabase<Schema>(name, 1, {
      upgrade(database) {
        database.createObjectStore('acts', { keyPath: 'id' }).createIndex('at', 'at')
        database.createObjectStore('undoings')
      },
      // Lets another tab remove the database at a sign-out.
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
    })
  } catch {
    return null
  }
}

const known = new Map<string, DeviceActs>()

/** The acts of a user on this device. Opened at the first call. */
export function deviceActsOf(userId: string): Acts {
  const acts = known.get(userId) ?? new DeviceActs(isSharedComputer ? null : actsDatabase(userId))
  known.set(userId, acts)
  return acts
}
