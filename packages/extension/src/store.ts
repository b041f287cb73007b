import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

export interface Connection {
  /** Without a trailing slash. */
  readonly server: string
  readonly token: string
  /** Whether the server refused the token: it was revoked or has expired. */
  readonly isRefused: boolean
}

/** A link card as known on this device. */
export interface KnownLink {
  readonly id: string
  /** Normal forms of its addresses, see `addressKey`. */
  readonly keys: readonly string[]
  readonly tagIds: readonly string[]
  /** ISO 8601 */
  readonly createdAt: string
}

export interface KnownTag {
  readonly id: string
  readonly name: string
}

/** A change to send to the server. */
export type Act =
  | {
      readonly kind: 'add'
      readonly cardId: string
      /** See `addressKey`. */
      readonly addressKey: string
      readonly content: string
      /** Left out: queued by an earlier release. */
      readonly address?: string
      readonly tags: readonly string[]
      readonly createdAt: string
    }
  | { readonly kind: 'tag'; readonly cardId: string; readonly tags: readonly string[] }
  | {
      /** Adds a passage of a page as a subnote of its card. */
      readonly kind: 'quote'
      readonly cardId: string
      readonly addressKey: string
      readonly text: string
    }
  | { readonly kind: 'remove'; readonly cardId: string }

/** An act in the queue. */
export interface Entry {
  /** Prefix of the idempotency keys of its calls. */
  readonly key: string
  readonly act: Act
  /**
   * `new`: never sent. `sent`: calls are fixed, because the server may have carried them out. `done`: carried out, but not
   * pulled yet. `refused`: permanently, by the server.
   */
  readonly state: 'new' | 'sent' | 'done' | 'refused'
  /** Reason of the refusal; otherwise empty. */
  readonly problem: string
}

/** Which pages are kept whole when their links are saved here. `pressed`: only with the button. */
export interface PageRule {
  readonly keeps: 'pressed' | 'tags' | 'all'
  readonly tags: readonly string[]
}

/** A whole page to send to the card of its link. */
export interface WaitingPage {
  readonly key: string
  readonly address: string
  readonly title: string
  /** Null: it could not be collected. */
  readonly html: Blob | null
  /** ms since 1970 */
  readonly keptAt: number
  /** Why the page can't be kept; empty: it can be sent. */
  readonly problem: string
}

interface Stores extends DBSchema {
  links: { key: string; value: KnownLink; indexes: { keys: string } }
  tags: { key: string; value: KnownTag }
  queue: { key: number; value: Entry; indexes: { key: string } }
  pages: { key: string; value: WaitingPage }
  settings: {
    key: 'connection' | 'connecting' | 'cursor' | 'page-rule'
    value: Connection | PageRule | string
  }
}

/** The extension's data, in IndexedDB, which content scripts cannot read. */
export class ExtensionStore {
  readonly #db: IDBPDatabase<Stores>

  constructor(db: IDBPDatabase<Stores>) {
    this.#db = db
  }

  async connection(): Promise<Connection | null> {
    return ((await this.#db.get('settings', 'connection')) as Connection | undefined) ?? null
  }

  /** The server that the person is connecting to. */
  async connecting(): Promise<string | null> {
    return ((await this.#db.get('settings', 'connecting')) as string | undefined) ?? null
  }

  async setConnecting(server: string): Promise<void> {
    await this.#db.put('settings', server, 'connecting')
  }

  /** Data of another server or account is deleted. */
  async connect(connection: Connection): Promise<void> {
    await this.clearCopy()
    await this.#db.delete('settings', 'connecting')
    await this.#db.put('settings', connection, 'connection')
  }

  /** Ignored if another token is stored by now. */
  async noteRefusal(token: string): Promise<void> {
    const connection = await this.connection()
    if (connection?.token === token)
      await this.#db.put('settings', { ...connection, isRefused: true }, 'connection')
  }

  /** Deletes the connection, its data and its queue. */
  async disconnect(): Promise<void> {
    await this.clearCopy()
    await this.#db.clear('queue')
    await this.#db.clear('pages')
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

  /** Stores rows of the feed in one transaction; a deleted row is only its id. */
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

  /** As of the last pull. */
  linkOf(addressKey: string): Promise<KnownLink | undefined> {
    return this.#db.getFromIndex('links', 'keys', addressKey)
  }

  /** In order of creation. */
  entries(): Promise<Entry[]> {
    return this.#db.getAll('queue')
  }

  async addEntries(entries: readonly Entry[]): Promise<void> {
    const tx = this.#db.transaction('queue', 'readwrite')
    await Promise.all([...entries.map((entry) => tx.store.add(entry)), tx.done])
  }

  /**
   * Stores changed entries and deletes those mapped to null. Entries deleted meanwhile are not stored again.
   *
   * @returns the keys of the entries that still existed
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

  async pageRule(): Promise<PageRule> {
    const kept = (await this.#db.get('settings', 'page-rule')) as PageRule | undefined
    return kept ?? { keeps: 'pressed', tags: [] }
  }

  async setPageRule(rule: PageRule): Promise<void> {
    await this.#db.put('settings', rule, 'page-rule')
  }

  /** In order of creation. */
  pages(): Promise<WaitingPage[]> {
    return this.#db.getAll('pages')
  }

  async putPage(page: WaitingPage): Promise<void> {
    await this.#db.put('pages', page)
  }

  async removePage(key: string): Promise<void> {
    await this.#db.delete('pages', key)
  }

  close(): void {
    this.#db.close()
  }
}

export async function openExtensionStore(): Promise<ExtensionStore> {
  const db = await openDB<Stores>('cardinal-extension', 2, {
    upgrade(made, from) {
      if (from < 2) made.createObjectStore('pages', { keyPath: 'key' })
      if (from > 0) return
      made.createObjectStore('links', { keyPath: 'id' }).createIndex('keys', 'keys', { multiEntry: true })
      made.createObjectStore('tags', { keyPath: 'id' })
      made.createObjectStore('queue', { autoIncrement: true }).createIndex('key', 'key', { unique: true })
      made.createObjectStore('settings')
    },
  })
  return new ExtensionStore(db)
}
