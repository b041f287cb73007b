import { fold, type Id } from '@cardinal/domain'
import { readCopy, textOfCopy } from '@cardinal/domain/copies'
import type { DBSchema, IDBPDatabase } from 'idb'
import { openDatabase, readTransaction } from '../indexed-db.ts'
import { copiesDatabase } from './database.ts'
import type { CopyWire } from './wire.ts'

/** Key of a row: the card, and when its copy was made. */
export type CopyKey = readonly [workspaceId: Id, cardId: Id, copiedAt: number]

interface Schema extends DBSchema {
  copies: {
    key: [Id, Id, number]
    value: { readonly copy: CopyWire; readonly words: string }
  }
}

/** Copies of pages on this device, which can be read and searched offline. */
export class DeviceCopies {
  readonly #opening: Promise<IDBPDatabase<Schema>>

  constructor(userId: string) {
    this.#opening = openDatabase<Schema>(copiesDatabase(userId), 1, {
      upgrade: (database) => void database.createObjectStore('copies'),
      // Lets another tab remove the database at a sign-out.
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
    })
  }

  async keysOf(workspaceId: Id): Promise<readonly CopyKey[]> {
    return (await this.#reading()).getAllKeys(rangeOf(workspaceId))
  }

  async put(workspaceId: Id, copiedAt: number, copy: CopyWire): Promise<void> {
    const words = fold(textOfCopy(readCopy(copy.content ?? '')))
    const key: [Id, Id, number] = [workspaceId, copy.entity_id, copiedAt]
    await (await this.#opening).put('copies', { copy, words }, key)
  }

  async remove(keys: readonly CopyKey[]): Promise<void> {
    const tx = (await this.#opening).transaction('copies', 'readwrite')
    for (const key of keys) void tx.store.delete([...key])
    await tx.done
  }

  /** Undefined: the copy is not on this device. */
  async copyOf(...key: CopyKey): Promise<CopyWire | undefined> {
    return (await (await this.#reading()).get([...key]))?.copy
  }

  /** For each folded text, the cards whose copies contain it. */
  async find(workspaceId: Id, texts: readonly string[]): Promise<readonly Id[][]> {
    const found = texts.map((): Id[] => [])
    const copies = await this.#reading()
    let cursor = await copies.openCursor(rangeOf(workspaceId))
    while (cursor !== null) {
      const { words } = cursor.value
      const [, cardId] = cursor.key
      texts.forEach((text, at) => {
        if (words.includes(text)) found[at]?.push(cardId)
      })
      cursor = await cursor.continue()
    }
    return found
  }

  async clear(): Promise<void> {
    await (await this.#opening).clear('copies')
  }

  async count(): Promise<number> {
    return (await this.#reading()).count()
  }

  async #reading() {
    return readTransaction(await this.#opening, ['copies']).objectStore('copies')
  }
}

/** In IndexedDB an array is larger than every text and number, so `[]` ends the range. */
function rangeOf(workspaceId: Id): IDBKeyRange {
  return IDBKeyRange.bound([workspaceId], [workspaceId, []])
}

const opened = new Map<string, DeviceCopies>()

/** The copies of a user on this device. Opened at the first call. */
export function deviceCopiesOf(userId: string): DeviceCopies {
  const copies = opened.get(userId) ?? new DeviceCopies(userId)
  opened.set(userId, copies)
  return copies
}
