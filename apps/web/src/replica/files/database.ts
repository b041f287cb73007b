/** A database apart from the worker's, so that each can be removed alone. */
export function filesDatabase(userId: string): string {
  return `cardinal-files-${userId}`
}

/** Whether this device has a database of files. Asked first, because opening would create it. */
export async function hasFilesHere(userId: string): Promise<boolean> {
  const found = await indexedDB.databases().catch(() => [])
  return found.some(({ name }) => name === filesDatabase(userId))
}

export function removeFilesHere(userId: string): void {
  indexedDB.deleteDatabase(filesDatabase(userId))
}
