import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** What another app shared, before it is a card. */
export interface Shared {
  readonly title: string
  readonly text: string
  readonly url: string
}

interface Schema extends DBSchema {
  shared: { key: number; value: Shared }
}

/** Hands over what is shared from the service worker to the page, across any restart of either. */
function open(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>('cardinal-shared', 1, {
    upgrade(db) {
      db.createObjectStore('shared', { autoIncrement: true })
    },
  })
}

/** Keeps it until a page takes it. */
export async function keepShared(shared: Shared): Promise<void> {
  const db = await open()
  const tx = db.transaction('shared', 'readwrite', { durability: 'strict' })
  await tx.store.add(shared)
  await tx.done
  db.close()
}

/** What was shared longest ago and not taken yet, or null. It stays until `forgetShared`. */
export async function nextShared(): Promise<{ readonly key: number; readonly shared: Shared } | null> {
  const db = await open()
  const cursor = await db.transaction('shared').store.openCursor()
  const found = cursor === null ? null : { key: cursor.key, shared: cursor.value }
  db.close()
  return found
}

/** To be called when it has become a card, or the person doesn't want it. */
export async function forgetShared(key: number): Promise<void> {
  const db = await open()
  await db.delete('shared', key)
  db.close()
}

/** The text of the card that shared things make: each part once, the address last. */
export function cardTextOf({ title, text, url }: Shared): string {
  const parts = [title, text, url].map((part) => part.trim()).filter((part) => part !== '')
  return parts
    .filter((part, index) => !parts.some((other, i) => i !== index && isSaidBy(part, index, other, i)))
    .join('\n')
}

/** Whether another part says this one too; of two equal ones the later does. */
function isSaidBy(part: string, index: number, other: string, otherIndex: number): boolean {
  return part === other ? otherIndex > index : other.includes(part)
}
