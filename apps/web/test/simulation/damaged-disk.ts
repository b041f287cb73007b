import { openDB } from 'idb'
import type { Dice } from './dice.ts'

/**
 * Deletes one slice or one batch of a device's copies, as a damaged disk does.
 *
 * @returns false where there is none
 */
export async function loseRows(databaseName: string, dice: Dice): Promise<boolean> {
  const isThere = (await indexedDB.databases()).some(({ name }) => name === databaseName)
  if (!isThere) return false
  const db = await openDB(databaseName)
  try {
    const names = ['slices', 'batches'] as const
    const keys = await Promise.all(names.map((name) => db.getAllKeys(name)))
    const all = names.flatMap((name, index) => (keys[index] ?? []).map((key) => ({ name, key })))
    if (all.length === 0) return false
    const { name, key } = dice.pick(all)
    await db.delete(name, key)
    return true
  } finally {
    db.close()
  }
}
