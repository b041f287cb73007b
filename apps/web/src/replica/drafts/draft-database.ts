import { type DBSchema, deleteDB, type IDBPDatabase } from 'idb'
import { openDatabase, readTransaction } from '../indexed-db.ts'

interface Schema extends DBSchema {
  /** `key`: name of the draft. `value`: plain data, checked by the reader. */
  drafts: { key: string; value: unknown }
}

const NAME = 'cardinal-drafts'

/** Name of a draft and the draft; undefined: removed. */
type WrittenDraft = readonly [name: string, draft: unknown]

/**
 * The drafts of this browser on its disk. When the promise of a write resolves, the draft is on the disk and
 * survives a crash; local storage would lose the last seconds. Other tabs are told of each write.
 */
export class DraftDatabase {
  readonly #channel = new BroadcastChannel(NAME)
  #opening: Promise<IDBPDatabase<Schema>> | null = null

  /** @param onWritten called with the drafts that another tab has written */
  constructor(onWritten: (written: readonly WrittenDraft[]) => void) {
    this.#channel.onmessage = ({ data }: MessageEvent<readonly WrittenDraft[]>) => onWritten(data)
    // In Node an open channel would keep the process running.
    Reflect.get(this.#channel, 'unref')?.call(this.#channel)
  }

  /** Creates no database if there is none: nothing may be left on a device after a sign-out. */
  async read(): Promise<readonly WrittenDraft[]> {
    if (!(await indexedDB.databases()).some(({ name }) => name === NAME)) return []
    const store = readTransaction(await this.#open(), ['drafts']).objectStore('drafts')
    const [names, drafts] = await Promise.all([store.getAllKeys(), store.getAll()])
    return names.map((name, n) => [name, drafts[n]])
  }

  /** Rejects if the browser stores nothing, or has no room. */
  async write(written: readonly WrittenDraft[]): Promise<void> {
    const database = await this.#open()
    const tx = database.transaction('drafts', 'readwrite', { durability: 'strict' })
    for (const [name, draft] of written) {
      const request = draft === undefined ? tx.store.delete(name) : tx.store.put(draft, name)
      request.catch(() => {}) // `done` rejects, too.
    }
    // Commits now, because the page may end before the browser would commit by itself.
    tx.commit()
    await tx.done
    this.#channel.postMessage(written)
  }

  /** Removes the database if it has no drafts. */
  async removeIfEmpty(): Promise<void> {
    const database = await this.#open()
    if ((await readTransaction(database, ['drafts']).objectStore('drafts').count()) > 0) return
    database.close()
    this.#opening = null
    // A frozen tab may keep the database open. Don't wait for it: the database is removed when that tab ends.
    await Promise.race([deleteDB(NAME), new Promise((resolve) => setTimeout(resolve, 1_000))])
  }

  /** Opens the database. Opens it again if the browser has closed it because the site's data was removed. */
  #open(): Promise<IDBPDatabase<Schema>> {
    const forget = () => {
      this.#opening = null
    }
    this.#opening ??= openDatabase<Schema>(NAME, 1, {
      upgrade: (database) => void database.createObjectStore('drafts'),
      blocking: (_version, _blocked, event) => {
        ;(event.target as IDBDatabase).close()
        forget()
      },
      terminated: forget,
    })
    this.#opening.catch(forget)
    return this.#opening
  }
}
