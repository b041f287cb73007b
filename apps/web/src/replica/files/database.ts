/** Separate from the worker's database, so that each can be removed alone. */
export function filesDatabase(userId: string): string {
  return `cardinal-files-${userId}`
}

/** Whether this device has a database of files: opening it would create one. */
export async function hasFilesHere(userId: string): Promise<boolean> {
  const found = await indexedDB.databases().catch(() => [])
  return found.some(({ name }) => name === filesDatabase(userId))
}

/** Removes the files from this device. */
export function removeFilesHere(userId: string): void {
  indexedDB.deleteDatabase(filesDatabase(userId))
}
