import 'fake-indexeddb/auto'

const copyOfAnything = globalThis.structuredClone

/**
 * The simulated storage copies each row in and out. Rows are plain data, which this function copies twenty times
 * as fast as Node's structuredClone, which copies all other values.
 */
globalThis.structuredClone = <T>(value: T): T => copyOf(value) as T

function copyOf(value: unknown): unknown {
  if (value === null || SINGLE.has(typeof value)) return value
  if (Array.isArray(value)) return value.map(copyOf)
  if (Object.getPrototypeOf(value) !== Object.prototype) return copyOfAnything(value)
  const copy: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(value as object)) copy[name] = copyOf(part)
  return copy
}

const SINGLE: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'undefined'])

/** False: no room for the row. */
type OnWrite = (transaction: IDBTransaction) => boolean

const newestConnection = new Map<string, IDBDatabase>()
const onWriteOf = new WeakMap<IDBDatabase, OnWrite>()

/** Calls `onWrite` before each row that the newest connection to a database writes or deletes. */
export function watchWrites(databaseName: string, onWrite: OnWrite): void {
  const connection = newestConnection.get(databaseName)
  if (connection === undefined) throw new Error(`No connection to ${databaseName} was opened.`)
  onWriteOf.set(connection, onWrite)
}

const open = IDBFactory.prototype.open
IDBFactory.prototype.open = function (name, version) {
  const request = open.call(this, name, version)
  request.addEventListener('success', () => newestConnection.set(name, request.result))
  return request
}

for (const name of ['put', 'add', 'delete'] as const) {
  const write = IDBObjectStore.prototype[name] as (...args: unknown[]) => IDBRequest
  Object.assign(IDBObjectStore.prototype, {
    [name](this: IDBObjectStore, ...args: unknown[]) {
      const hasRoom = onWriteOf.get(this.transaction.db)?.(this.transaction) ?? true
      return hasRoom ? write.apply(this, args) : refusedFor(this)
    },
  })
}

interface Requesting {
  readonly _execRequestAsync: (request: { source: IDBObjectStore; operation: () => never }) => IDBRequest
}

/** Fails a request with the browser's error, which aborts its transaction. */
function refusedFor(source: IDBObjectStore): IDBRequest {
  const transaction = source.transaction as unknown as Requesting
  const operation = () => {
    throw new DOMException('No room.', 'QuotaExceededError')
  }
  return transaction._execRequestAsync({ source, operation })
}
