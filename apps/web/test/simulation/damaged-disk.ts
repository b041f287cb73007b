import { type IDBPDatabase, openDB } from 'idb'
import type { Batch, CopyMeta } from '../../src/replica/worker/store/store.ts'
import type { Dice } from './dice.ts'

const COPIED = ['slices', 'batches'] as const

/**
 * Deletes one slice or batch of a device's copies, like a damaged disk.
 *
 * @returns false: there is none
 */
export function loseRows(databaseName: string, dice: Dice): Promise<boolean> {
  return onDisk(databaseName, async (db) => {
    const place = await pickedRows(db, dice)
    if (place !== null) await db.delete(place.name, place.key)
    return place !== null
  })
}

/**
 * Damages one slice, batch or `CopyMeta`: an older version of rows, truncated lists, or garbage.
 *
 * @returns false: there is none
 */
export function damageRows(databaseName: string, dice: Dice): Promise<boolean> {
  return onDisk(databaseName, async (db) => {
    if (dice.isLuckyIn(0.3)) return damageMeta(db, dice)
    const place = await pickedRows(db, dice)
    if (place === null) return false
    const found = (await db.get(place.name, place.key)) as Rows
    await db.put(place.name, dice.pick([older, cutOff, senseless])(found), place.key)
    return true
  })
}

async function onDisk(name: string, act: (db: IDBPDatabase) => Promise<boolean>): Promise<boolean> {
  const isThere = (await indexedDB.databases()).some((each) => each.name === name)
  if (!isThere) return false
  const db = await openDB(name)
  try {
    return await act(db)
  } finally {
    db.close()
  }
}

async function pickedRows(db: IDBPDatabase, dice: Dice) {
  const keys = await Promise.all(COPIED.map((name) => db.getAllKeys(name)))
  const all = COPIED.flatMap((name, index) => (keys[index] ?? []).map((key) => ({ name, key })))
  return all.length === 0 ? null : dice.pick(all)
}

async function damageMeta(db: IDBPDatabase, dice: Dice): Promise<boolean> {
  const [found] = (await db.getAll('copies')) as CopyMeta[]
  if (found === undefined) return false
  const { workspaceId } = found
  const damages: object[] = [
    { workspaceId },
    { ...found, cursor: 'x' },
    { ...found, slices: found.slices + 1 },
  ]
  await db.put('copies', dice.pick(damages))
  return true
}

interface Rows extends Partial<Batch> {
  readonly contents?: readonly string[]
  readonly updatedAt?: Float64Array
}

/** The rows with an older version of the first one. */
function older(found: Rows): Rows {
  const { contents, updatedAt, changes } = found
  const [first, ...rest] = changes ?? []
  if (first?.row != null)
    return { ...found, changes: [{ ...first, row: { ...first.row, updatedAt: 1 } } as typeof first, ...rest] }
  if (contents === undefined || updatedAt === undefined || contents.length === 0) return senseless()
  return { ...found, contents: ['', ...contents.slice(1)], updatedAt: updatedAt.map((at) => at - 1) }
}

function cutOff(found: Rows): Rows {
  return found.contents === undefined ? { n: found.n ?? 1 } : { ...found, contents: found.contents.slice(1) }
}

function senseless(): Rows {
  return {}
}
