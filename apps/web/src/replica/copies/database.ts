/** The name of the error of a search that looks through copies which this device hasn't got. */
export const COPIES_NOT_HERE = 'CopiesNotHere'

/** The database of copies; the worker's own one has another name, so that each can be removed alone. */
export function copiesDatabase(userId: string): string {
  return `cardinal-pages-${userId}`
}

/** Removes the copies of pages from this device. */
export function removeCopiesHere(userId: string): void {
  indexedDB.deleteDatabase(copiesDatabase(userId))
}
