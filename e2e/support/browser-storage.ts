import type { Page } from '@playwright/test'

/** What a browser keeps of an origin, as JSON. Values of IndexedDB that JSON lacks are `{ $: kind, v: text }`. */
export interface BrowserStorage {
  readonly local: Readonly<Record<string, string>>
  readonly databases: readonly {
    readonly name: string
    readonly version: number
    readonly stores: readonly {
      readonly name: string
      readonly keyPath: string | string[] | null
      readonly autoIncrement: boolean
      readonly indexes: readonly { name: string; keyPath: string | string[]; unique: boolean }[]
      readonly rows: readonly { key: unknown; value: unknown }[]
    }[]
  }[]
}

/** Reads all of local storage and IndexedDB. */
export function readStorage(page: Page): Promise<BrowserStorage> {
  return page.evaluate(async () => {
    const encoded = (value: unknown): unknown => {
      if (value === undefined) return { $: 'undefined' }
      if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
      if (typeof value === 'number') return Number.isFinite(value) ? value : { $: 'number', v: String(value) }
      if (Array.isArray(value)) return value.map(encoded)
      if (value instanceof Date) return { $: 'Date', v: value.toISOString() }
      if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
        const bytes = ArrayBuffer.isView(value)
          ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
          : new Uint8Array(value)
        return {
          $: value.constructor.name,
          v: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')),
        }
      }
      const kind = Object.getPrototypeOf(value)?.constructor ?? Object
      if (kind !== Object || '$' in (value as object)) throw new Error(`No JSON for ${kind.name}`)
      return Object.fromEntries(Object.entries(value as object).map(([name, each]) => [name, encoded(each)]))
    }
    const done = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result)
        asked.onerror = () => reject(asked.error)
      })
    const databases = []
    for (const { name = '', version = 0 } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name))
      const stores = []
      for (const store of database.objectStoreNames) {
        const { keyPath, autoIncrement, indexNames } = database.transaction(store).objectStore(store)
        const indexes = [...indexNames].map((each) => {
          const index = database.transaction(store).objectStore(store).index(each)
          return { name: each, keyPath: index.keyPath, unique: index.unique }
        })
        const keys = await done(database.transaction(store).objectStore(store).getAllKeys())
        const values = await done(database.transaction(store).objectStore(store).getAll())
        const rows = keys.map((key, at) => ({ key: encoded(key), value: encoded(values[at]) }))
        stores.push({ name: store, keyPath, autoIncrement, indexes, rows })
      }
      databases.push({ name, version, stores })
      database.close()
    }
    return { local: { ...localStorage }, databases }
  })
}

/** Replaces everything that the origin stores. No script of the app may run in the page. */
export function writeStorage(page: Page, storage: BrowserStorage): Promise<void> {
  return page.evaluate(async ({ local, databases }) => {
    const decoded = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(decoded)
      if (typeof value !== 'object' || value === null) return value
      if (!('$' in value))
        return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, decoded(each)]))
      const { $, v = '' } = value as { $: string; v?: string }
      if ($ === 'undefined') return undefined
      if ($ === 'number') return Number(v)
      if ($ === 'Date') return new Date(v)
      const { buffer } = Uint8Array.from(atob(v), (byte) => byte.charCodeAt(0))
      return $ === 'ArrayBuffer' ? buffer : Reflect.construct(Reflect.get(globalThis, $), [buffer])
    }
    localStorage.clear()
    for (const [name, value] of Object.entries(local)) localStorage.setItem(name, value)
    for (const { name, version, stores } of databases)
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name, version)
        opening.onerror = () => reject(opening.error)
        opening.onupgradeneeded = () => {
          for (const { name: store, keyPath, autoIncrement, indexes, rows } of stores) {
            const made = opening.result.createObjectStore(store, { keyPath, autoIncrement })
            for (const index of indexes) made.createIndex(index.name, index.keyPath, { unique: index.unique })
            for (const { key, value } of rows)
              made.put(decoded(value), keyPath === null ? (decoded(key) as IDBValidKey) : undefined)
          }
        }
        opening.onsuccess = () => {
          opening.result.close()
          resolve()
        }
      })
  }, storage)
}
