import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** The server that the person connected, and the token that it gave. */
export interface Connection {
  /** Without a slash at its end. */
  readonly server: string
  readonly token: string
  /** The server refused the token: it was revoked, or has expired. */
  readonly isRefused: boolean
}

/** What is known on this device of a card that holds a link. */
export interface KnownLink {
  readonly id: string
  /** Comparable forms of its addresses; see `addressKey`. */
  readonly keys: readonly string[]
  readonly tagIds: readonly string[]
  /** ISO 8601 */
  readonly createdAt: string
}

export interface KnownTag {
  readonly id: string
  readonly name: string
}

/** What is to be done on the server. */
export type Act =
  | {
      readonly kind: 'add'
      readonly cardId: string
      /** The comparable form of the address. */
      readonly addressKey: string
      readonly content: string
      readonly tags: readonly string[]
      readonly createdAt: string
    }
  | { readonly kind: 'tag'; readonly cardId: string; readonly tags: readonly string[] }
  | { readonly kind: 'remove'; readonly cardId: string }

/** An act that waits for the server. */
export interface Entry {
  /** The first part of the idempotency keys of its calls. */
  readonly key: string
  readonly act: Act
  /**
   * `new`: never sent. `sent`: its calls stay as they are, because the server may have carried them out. `done`: carried
   * out, and not yet in the copy of this device. `refused`: for good, by the server.
   */
  readonly state: 'new' | 'sent' | 'done' | 'refused'
  /** Why it was refused; else empty. */
  readonly problem: string
}

interface Stores extends DBSchema {
  links: { key: string; value: KnownLink; indexes: { keys: string } }
  tags: { key: string; value: KnownTag }
  queue: { key: number; value: Entry; indexes: { key: string } }
  settings: { key: 'connection' | 'connecting' | 'cursor'; value: Connection | string }
}

/** What the extension keeps: in IndexedDB, which content scripts cannot read. */
export class ExtensionStore {
  readonly #db: IDBPDatabase<Stores>

  constructor(db: IDBPDatabase<Stores>) {
    this.#db = db
  }

  async connection(): Promise<Connection | null> {
    return ((await this.#db.get('settings', 'connection')) as Connection | undefined) ?? null
  }

  /** Resolves with the server that the person is connecting just now. */
  async connecting(): Promise<string | null> {
    return ((await this.#db.get('settings', 'connecting')) as string | undefined) ?? null
  }

  async setConnecting(server: string): Promise<void> {
    await this.#db.put('settings', server, 'connecting')
  }

  /** Keeps a connection. What is known of another server or account is dropped. */
  async connect(connection: Connection): Promise<void> {
    await this.clearCopy()
    await this.#db.delete('settings', 'connecting')
    await this.#db.put('settings', connection, 'connection')
  }

  /** Marks the token as refused, unless another one was given meanwhile. */
  async noteRefusal(token: string): Promise<void> {
    const connection = await this.connection()
    if (connection?.token === token)
      await this.#db.put('settings', { ...connection, isRefused: true }, 'connection')
  }

  /** Forgets the server, what is known of it and what waits for it. */
  async disconnect(): Promise<void> {
    await this.clearCopy()
    await this.#db.clear('queue')
    await this.#db.clear('settings')
  }

  async cursor(): Promise<string | null> {
    return ((await this.#db.get('settings', 'cursor')) as string | undefined) ?? null
  }

  async clearCopy(): Promise<void> {
    await Promise.all([
      this.#db.clear('links'),
      this.#db.clear('tags'),
      this.#db.delete('settings', 'cursor'),
    ])
  }

  /** Writes rows of the server's feed in one transaction; a row that is gone is its id alone. */
  async writeRows(rows: {
    readonly links: readonly KnownLink[]
    readonly tags: readonly KnownTag[]
    readonly gone: readonly string[]
    readonly cursor: string | null
  }): Promise<void> {
    const tx = this.#db.transaction(['links', 'tags', 'settings'], 'readwrite')
    const links = tx.objectStore('links')
    const tags = tx.objectStore('tags')
    await Promise.all([
      ...rows.links.map((link) => links.put(link)),
      ...rows.tags.map((tag) => tags.put(tag)),
      ...rows.gone.flatMap((id) => [links.delete(id), tags.delete(id)]),
      rows.cursor === null ? null : tx.objectStore('settings').put(rows.cursor, 'cursor'),
      tx.done,
    ])
  }

  tags(): Promise<KnownTag[]> {
    return this.#db.getAll('tags')
  }

  countLinks(): Promise<number> {
    return this.#db.count('links')
  }

  /** Resolves with the card with this address, as of the last pull. */
  linkOf(addressKey: string): Promise<KnownLink | undefined> {
    return this.#db.getFromIndex('links', 'keys', addressKey)
  }

  /** Resolves with the entries, in order of creation. */
  entries(): Promise<Entry[]> {
    return this.#db.getAll('queue')
  }

  async addEntries(entries: readonly Entry[]): Promise<void> {
    const tx = this.#db.transaction('queue', 'readwrite')
    await Promise.all([...entries.map((entry) => tx.store.add(entry)), tx.done])
  }

  /**
   * Writes changed entries, and removes where there is null. One that was removed meanwhile stays away.
   *
   * @returns the keys of the entries that were there
   */
  async settle(changes: ReadonlyMap<string, Entry | null>): Promise<ReadonlySet<string>> {
    const found = new Set<string>()
    const tx = this.#db.transaction('queue', 'readwrite')
    for (let cursor = await tx.store.openCursor(); cursor; cursor = await cursor.continue()) {
      const change = changes.get(cursor.value.key)
      if (change !== undefined) found.add(cursor.value.key)
      if (change === null) await cursor.delete()
      else if (change !== undefined) await cursor.update(change)
    }
    await tx.done
    return found
  }

  close(): void {
    this.#db.close()
  }
}

/** Opens the one database of the extension. */
export async function openExtensionStore(): Promise<ExtensionStore> {
  const db = await openDB<Stores>('cardinal-extension', 1, {
    upgrade(made) {
      made.createObjectStore('links', { keyPath: 'id' }).createIndex('keys', 'keys', { multiEntry: true })
      made.createObjectStore('tags', { keyPath: 'id' })
      made.createObjectStore('queue', { autoIncrement: true }).createIndex('key', 'key', { unique: true })
      made.createObjectStore('settings')
    },
  })
  return new ExtensionStore(db)
}
