import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, readTransaction } from './indexed-db.ts'

interface Schema {
  rows: { key: number; value: string }
  [name: string]: { key: number; value: string }
}

/** Unhandled rejections, which browsers report as errors of the page. */
let unhandled: unknown[] = []
const record = (reason: unknown) => void unhandled.push(reason)
beforeEach(() => {
  unhandled = []
  process.on('unhandledRejection', record)
})
afterEach(() => {
  process.off('unhandledRejection', record)
})
/** Node reports unhandled rejections after a task's microtasks. */
const reported = () => new Promise((resolve) => setTimeout(resolve, 20))

describe('a transaction that the browser aborts, as when the person removes the data of the site', () => {
  it('[OF-8] an aborted creation of the stores is reported only by the opening of the database', async () => {
    const opening = openDatabase<Schema>('aborted-upgrade', 1, {
      upgrade(database, _old, _new, tx) {
        database.createObjectStore('rows')
        tx.abort()
      },
    })
    await expect(opening).rejects.toThrow()
    await reported()
    expect(unhandled).toEqual([])
  })

  it('[OF-8] an aborted read of rows is reported only by its request', async () => {
    const database = await openDatabase<Schema>('aborted-read', 1, {
      upgrade: (db) => void db.createObjectStore('rows'),
    })
    const tx = readTransaction(database, ['rows'])
    const reading = tx.objectStore('rows').get(1)
    tx.abort()
    await expect(reading).rejects.toThrow()
    await reported()
    expect(unhandled).toEqual([])
    database.close()
  })
})
