import type { Change, Id } from '@cardinal/domain'
import type { IDBPDatabase, IDBPTransaction } from 'idb'
import { type AccountRows, applyAccountMutation } from '../../account-overlay.ts'
import { openDatabase, readTransaction } from '../../indexed-db.ts'
import { loadWire } from '../load-wire.ts'
import { type KeptEntry, type Schema, type StoreName, upgradeStores, VERSION } from './idb-schema.ts'
import type { MemoryStore } from './memory-store.ts'
import { readable, rejectedUnread } from './readable.ts'
import { fromColumns, toColumns } from './slice-columns.ts'
import {
  belongsTo,
  type CopyMeta,
  type CopyState,
  familyOf,
  type History,
  inOrder,
  isAccountEntry,
  isAtSamePoint,
  type LastAcknowledged,
  type NewEntry,
  type Remains,
  type ReplicaStore,
  type Settlement,
  type StoredEntry,
} from './store.ts'
import { isWholeBatch, isWholeSlice, wholeAccount, wholeLast, wholeMeta } from './whole-copy.ts'

/* Requests of a transaction run in order. Many are sent at once and awaited together, because each await is a
   round trip to the browser's process. */

/** Each user has a database, so that nobody sees another user's data. */
export function databaseName(userId: string): string {
  return `cardinal-${userId}`
}

/**
 * Why a tab can't use the disk. A newer release upgraded the stores while the tab was open (`newer-release`) or
 * before (`older-release`), or the stores were removed.
 */
export type Lost = 'newer-release' | 'older-release' | 'removed'

/** @param remains last state of the store; absent: unreadable, or removed */
export type OnLost = (why: Lost, remains?: Promise<Remains>) => void

/**
 * Opens the copy of a user.
 *
 * @param onLost called when the connection is closed; every later call fails
 * @param version of the stores; tests use later ones
 */
export async function openIdbStore(name: string, onLost: OnLost, version = VERSION): Promise<IdbStore> {
  let store: IdbStore | null = null
  const database = await openDatabase<Schema>(name, version, {
    upgrade: upgradeStores,
    blocking(_current, wanted, event) {
      // A transaction that began before the close still completes.
      const remains = wanted === null ? undefined : store?.remains()
      ;(event.target as IDBDatabase).close()
      onLost(wanted === null ? 'removed' : 'newer-release', remains)
    },
    terminated: () => onLost('removed'),
  })
  store = new IdbStore(database)
  return store
}

export class IdbStore implements ReplicaStore {
  readonly place = 'device'
  readonly #db: IDBPDatabase<Schema>

  constructor(db: IDBPDatabase<Schema>) {
    this.#db = db
  }

  async read(workspaceId: Id, generation: string | null, afterBatch: number): Promise<CopyState> {
    const tx = readTransaction(this.#db, ['copies', 'batches', 'outbox', 'parked', 'account'])
    const meta = wholeMeta(await tx.objectStore('copies').get(workspaceId))
    const known = meta !== undefined && meta.generation === generation ? afterBatch : 0
    const [batches, outbox, rejected, account] = await Promise.all([
      meta === undefined ? [] : tx.objectStore('batches').getAll(range(workspaceId, meta.generation, known)),
      tx.objectStore('outbox').getAll(),
      tx.objectStore('parked').getAll(),
      tx.objectStore('account').get('rows'),
    ])
    const whole = batches.filter(isWholeBatch)
    return {
      meta,
      batches: whole,
      isDamaged: known + whole.length < (meta?.batches ?? 0),
      outbox,
      rejected: inOrder(rejected),
      account: wholeAccount(account),
    }
  }

  async remains(): Promise<Remains> {
    const tx = readTransaction(this.#db, ['outbox', 'sent', 'parked', 'account'])
    const [outbox, sent, rejected, account, epoch, last] = await Promise.all([
      tx.objectStore('outbox').getAll(),
      tx.objectStore('sent').getAll(),
      tx.objectStore('parked').getAll(),
      tx.objectStore('account').get('rows'),
      tx.objectStore('account').get('epoch'),
      tx.objectStore('account').get('last'),
    ])
    return {
      outbox,
      sent,
      rejected: inOrder(rejected),
      account: wholeAccount(account),
      epoch: typeof epoch === 'string' ? epoch : null,
      last: wholeLast(last),
    }
  }

  async readSlice(workspaceId: Id, generation: string, n: number): Promise<readonly Change[]> {
    const slice = await readTransaction(this.#db, ['slices'])
      .objectStore('slices')
      .get([workspaceId, generation, n])
    return isWholeSlice(slice) ? fromColumns(slice) : []
  }

  async writeSlice(
    workspaceId: Id,
    generation: string,
    n: number,
    changes: readonly Change[],
  ): Promise<void> {
    // Relaxed durability: an interrupted load starts again, and `finishLoad` is strict for the whole load.
    await this.#db.put('slices', toColumns(changes), [workspaceId, generation, n])
  }

  finishLoad(meta: CopyMeta, from: CopyMeta | null): Promise<boolean> {
    return this.#write(['copies', 'slices', 'batches', 'outbox', 'sent'], async (tx) => {
      const { workspaceId, generation } = meta
      if (!isAtSamePoint(wholeMeta(await tx.objectStore('copies').get(workspaceId)), from)) return false
      if ((await tx.objectStore('slices').count(range(workspaceId, generation, -1))) !== meta.slices)
        return false
      await tx.objectStore('copies').put({ ...meta, batches: 0 })
      for (const name of ['slices', 'batches'] as const) {
        await tx
          .objectStore(name)
          .delete(IDBKeyRange.bound([workspaceId], [workspaceId, generation], false, true))
        await tx.objectStore(name).delete(IDBKeyRange.bound([workspaceId, generation, []], [workspaceId, []]))
      }
      await retireSettled(tx, workspaceId, meta.seq)
      return true
    })
  }

  appendBatch(from: CopyMeta, changes: readonly Change[], cursor: string, seq: number): Promise<boolean> {
    const append = async (tx: IDBPTransaction<Schema, BatchStores, 'readwrite'>) => {
      const { workspaceId, generation } = from
      const meta = wholeMeta(await tx.objectStore('copies').get(workspaceId))
      if (meta === undefined || !isAtSamePoint(meta, from)) return false
      const batches = tx.objectStore('batches')
      const last = await batches.openKeyCursor(range(workspaceId, generation, 0), 'prev')
      // The number in `meta` is larger if the disk lost the last batch. The key is larger if an older release wrote the batch.
      const before = Math.max(meta.batches ?? 0, last?.key[2] ?? 0)
      const count = changes.length > 0 ? before + 1 : before
      if (count > before) await batches.put({ n: count, changes }, [workspaceId, generation, count])
      await tx.objectStore('copies').put({ ...meta, batches: count, cursor, seq })
      await retireSettled(tx, workspaceId, seq)
      return true
    }
    return this.#write(['copies', 'batches', 'outbox', 'sent'], append, 'relaxed')
  }

  async rejectUnreadable(now: number): Promise<void> {
    const found: readonly unknown[] = await this.outbox()
    if (found.length === 0) return // The usual case; the start does not wait for the schemas then.
    const { callOf } = await loadWire()
    if (found.every((kept) => readable(kept, callOf) === kept)) return
    await this.#write(['outbox', 'parked'], async (tx) => {
      for (const kept of (await tx.objectStore('outbox').getAll()) as readonly unknown[]) {
        const entry = readable(kept, callOf)
        if (entry === null) {
          const rejected = rejectedUnread(kept, now)
          await tx.objectStore('parked').put(rejected)
          await tx.objectStore('outbox').delete(rejected.entry.n)
        } else if (entry !== kept) await tx.objectStore('outbox').put(entry)
      }
    })
  }

  enqueue(entries: readonly NewEntry[]): Promise<void> {
    return this.#write(['outbox'], async (tx) => {
      const outbox = tx.objectStore('outbox')
      for (const entry of entries) {
        if ((await outbox.index('key').getKey(entry.key)) !== undefined) continue
        await outbox.add(waiting({ ...entry, attempts: 0, ackedSeq: null, isRepeat: false } as StoredEntry))
      }
    })
  }

  claim(ns: readonly number[]): Promise<readonly StoredEntry[]> {
    return this.#write(['outbox'], async (tx) => {
      const outbox = tx.objectStore('outbox')
      const found = await Promise.all(ns.map((n) => outbox.get(n)))
      const claimed = found.flatMap((entry) =>
        entry === undefined || entry.ackedSeq !== null ? [] : [{ ...entry, attempts: entry.attempts + 1 }],
      )
      await Promise.all(claimed.map((entry) => outbox.put(entry)))
      return claimed
    })
  }

  async outbox(): Promise<readonly StoredEntry[]> {
    return readTransaction(this.#db, ['outbox']).objectStore('outbox').getAll()
  }

  async waiting(most: number): Promise<readonly StoredEntry[]> {
    return readTransaction(this.#db, ['outbox'])
      .objectStore('outbox')
      .index('waiting')
      .getAll(undefined, most)
  }

  settle({ acknowledged, rejected }: Settlement): Promise<void> {
    return this.#write(['outbox', 'sent', 'parked', 'account'], async (tx) => {
      const outbox = tx.objectStore('outbox')
      const account = tx.objectStore('account')
      const found = await Promise.all(acknowledged.map(({ n }) => outbox.get(n)))
      const before = wholeAccount(await account.get('rows'))
      let rows = before
      let last: LastAcknowledged | null = null
      const writes = acknowledged.map(({ seq }, index) => {
        const entry = found[index]
        if (entry === undefined) return undefined
        last = { key: entry.key, at: entry.at }
        if (rows !== undefined && isAccountEntry(entry))
          rows = applyAccountMutation(rows, entry.mutation, entry.at)
        return seq !== null && !entry.isRepeat
          ? outbox.put({ ...withoutMark(entry), ackedSeq: seq })
          : retire(tx, { ...entry, ackedSeq: seq ?? 0 })
      })
      await Promise.all(writes)
      if (last !== null) await account.put(last, 'last')
      if (rows !== undefined && rows !== before) await account.put(rows, 'rows')
      for (const each of rejected) {
        // Without Web Locks another tab may have sent it too, and got the same answer earlier.
        if ((await outbox.getKey(each.entry.n)) === undefined) continue
        await outbox.delete(each.entry.n)
        await tx.objectStore('parked').put(each)
      }
    })
  }

  async history(): Promise<History> {
    const tx = readTransaction(this.#db, ['account', 'outbox', 'sent'])
    const outbox = tx.objectStore('outbox')
    const [epoch, last, sent, all, waiting] = await Promise.all([
      tx.objectStore('account').get('epoch'),
      tx.objectStore('account').get('last'),
      tx.objectStore('sent').count(),
      outbox.count(),
      outbox.index('waiting').count(),
    ])
    return {
      epoch: typeof epoch === 'string' ? epoch : null,
      lastKey: wholeLast(last)?.key ?? null,
      isEmpty: sent + all - waiting === 0,
    }
  }

  async repeatSent(epoch?: string | null): Promise<number> {
    // A new device has nothing to send again, and its first load should not wait for the disk.
    if (epoch === undefined && (await this.#count('sent')) + (await this.#count('outbox')) === 0) return 0
    return this.#write(['outbox', 'sent', 'account'], async (tx) => {
      if (epoch === null) await tx.objectStore('account').delete('epoch')
      else if (epoch !== undefined) await tx.objectStore('account').put(epoch, 'epoch')
      await tx.objectStore('account').delete('last')
      const sent = await tx.objectStore('sent').getAll()
      const outbox = tx.objectStore('outbox')
      for (const entry of sent) await outbox.put(waiting({ ...entry, ackedSeq: null, isRepeat: true }))
      for (const entry of await outbox.getAll())
        if (entry.ackedSeq !== null) await outbox.put(waiting({ ...entry, ackedSeq: null }))
      await tx.objectStore('sent').clear()
      return sent.length
    })
  }

  async forgetSent(before: number): Promise<void> {
    // Usually there is nothing to remove, and a write would delay the start.
    if ((await this.#count('sent')) === 0) return
    await this.#write(['sent', 'account'], async (tx) => {
      const last = wholeLast(await tx.objectStore('account').get('last'))
      if (last !== null && last.at < before) await tx.objectStore('account').delete('last')
      for (const entry of await tx.objectStore('sent').getAll())
        if (entry.at < before) await tx.objectStore('sent').delete(entry.n)
    })
  }

  async retryRejected(key: string, edited?: NewEntry): Promise<void> {
    const { callOf } = await loadWire()
    await this.#write(['outbox', 'parked'], async (tx) => {
      for (const { entry } of familyOf(await tx.objectStore('parked').getAll(), key)) {
        if (readable(entry, callOf) === null) continue
        const { n: _old, ...again } = entry
        const sent = {
          ...again,
          ...(entry.key === key && edited),
          attempts: 0,
          ackedSeq: null,
          isRepeat: false,
        }
        await tx.objectStore('outbox').add(waiting(sent as StoredEntry))
        await tx.objectStore('parked').delete(entry.key)
      }
    })
  }

  discardRejected(key: string): Promise<void> {
    return this.#write(['parked'], async (tx) => {
      for (const each of await tx.objectStore('parked').getAll())
        if (belongsTo(each, key)) await tx.objectStore('parked').delete(each.entry.key)
    })
  }

  /** Adds entries that were made in a tab's memory while the disk was full. */
  adopt({
    outbox: made,
    rejected,
    account,
    sent,
    epoch,
    last,
  }: ReturnType<MemoryStore['contents']>): Promise<void> {
    return this.#write(['outbox', 'parked', 'account'], async (tx) => {
      const outbox = tx.objectStore('outbox')
      const ofAccount = new Set(sent.filter(isAccountEntry).map(({ key }) => key))
      const gone = new Set([...ofAccount, ...rejected.map(({ entry }) => entry.key)])
      // Sent entries are applied to this device's rows until the rows are pulled again.
      const staying = new Map([...sent, ...made].map((entry) => [entry.key, entry]))
      for (const key of ofAccount) staying.delete(key)
      for (const { n, key } of await outbox.getAll()) {
        const later = staying.get(key)
        staying.delete(key)
        if (later !== undefined) await outbox.put(marked({ ...later, n }))
        else if (gone.has(key)) await outbox.delete(n)
      }
      for (const { n: _inMemory, ...entry } of staying.values())
        await outbox.add(marked(entry as StoredEntry))
      for (const each of rejected) await tx.objectStore('parked').put(each)
      if (account !== undefined) await tx.objectStore('account').put(account, 'rows')
      // The entries acknowledged here and in memory belong to different epochs, so all are sent again.
      const isOtherEpoch = epoch != null && (await tx.objectStore('account').get('epoch')) !== epoch
      if (isOtherEpoch) await tx.objectStore('account').delete('epoch')
      if (isOtherEpoch) await tx.objectStore('account').delete('last')
      else if (last != null) await tx.objectStore('account').put(last, 'last')
    })
  }

  makeRoom(keptWorkspaceId: Id): Promise<void> {
    return this.#write(['copies', 'slices', 'batches', 'sent', 'account'], async (tx) => {
      await tx.objectStore('sent').clear()
      await tx.objectStore('account').delete('last')
      for (const workspaceId of await tx.objectStore('copies').getAllKeys()) {
        if (workspaceId === keptWorkspaceId) continue
        await tx.objectStore('copies').delete(workspaceId)
        for (const name of ['slices', 'batches'] as const)
          await tx.objectStore(name).delete(IDBKeyRange.bound([workspaceId], [workspaceId, []]))
      }
    })
  }

  writeAccount(account: AccountRows): Promise<void> {
    const put = async (tx: IDBPTransaction<Schema, ['account'], 'readwrite'>) => {
      await tx.objectStore('account').put(account, 'rows')
    }
    // Relaxed durability: the server has the account, and a first load waits for this.
    return this.#write(['account'], put, 'relaxed')
  }

  close(): void {
    this.#db.close()
  }

  #count(name: StoreName): Promise<number> {
    return readTransaction(this.#db, [name]).objectStore(name).count()
  }

  /** Resolves when the transaction is on the disk (`strict`) or complete. An error inside rolls it back. */
  async #write<Names extends StoreName[], T>(
    names: Names,
    act: (tx: IDBPTransaction<Schema, Names, 'readwrite'>) => Promise<T>,
    durability: 'strict' | 'relaxed' = 'strict',
  ): Promise<T> {
    const tx = this.#db.transaction(names, 'readwrite', { durability })
    try {
      const result = await act(tx)
      await tx.done
      return result
    } catch (failure) {
      tx.done.catch(() => {}) // The failure itself is thrown; this promise rejects with it again.
      abort(tx)
      throw failure
    }
  }
}

function range(workspaceId: Id, generation: string, after: number): IDBKeyRange {
  return IDBKeyRange.bound([workspaceId, generation, after], [workspaceId, generation, []], true, true)
}

type BatchStores = ('copies' | 'batches' | 'outbox' | 'sent')[]
type Settling = IDBPTransaction<Schema, ('outbox' | 'sent')[], 'readwrite'>

/** Moves entries whose effect is in the rows up to `seq` from the outbox to `sent`. */
async function retireSettled(tx: unknown, workspaceId: Id, seq: number): Promise<void> {
  const settling = tx as Settling
  const settled = (await settling.objectStore('outbox').getAll()).filter(
    (entry) => entry.workspaceId === workspaceId && entry.ackedSeq !== null && entry.ackedSeq <= seq,
  )
  await Promise.all(settled.map((entry) => retire(settling, entry)))
}

function waiting(entry: StoredEntry): KeptEntry {
  return { ...entry, isWaiting: 1 }
}

/** The entry with its mark if it is pending, otherwise without. */
function marked(entry: KeptEntry): KeptEntry {
  return entry.ackedSeq === null ? waiting(entry) : withoutMark(entry)
}

function withoutMark({ isWaiting: _mark, ...entry }: KeptEntry): StoredEntry {
  return entry
}

async function retire(tx: unknown, entry: KeptEntry): Promise<void> {
  const settling = tx as Settling
  await Promise.all([
    settling.objectStore('outbox').delete(entry.n),
    settling.objectStore('sent').put(withoutMark(entry)),
  ])
}

function abort(tx: { abort(): void }): void {
  try {
    tx.abort()
  } catch {
    // The error that is being thrown has already aborted it.
  }
}
