/** Name of the error of a search through copies that are not on this device. */
export const COPIES_NOT_HERE = 'CopiesNotHere'

/** Separate from the worker's database, so that each can be removed alone. */
export function copiesDatabase(userId: string): string {
  return `cardinal-pages-${userId}`
}

/** Removes the copies of pages from this device. */
export function removeCopiesHere(userId: string): void {
  indexedDB.deleteDatabase(copiesDatabase(userId))
}
