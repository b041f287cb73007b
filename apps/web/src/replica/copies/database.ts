/** Name of the error of a search in copies that are not on this device. */
export const COPIES_NOT_HERE = 'CopiesNotHere'

/** A database apart from the worker's, so that each can be removed alone. */
export function copiesDatabase(userId: string): string {
  return `cardinal-pages-${userId}`
}

export function removeCopiesHere(userId: string): void {
  indexedDB.deleteDatabase(copiesDatabase(userId))
}
