import { callOf } from '@cardinal/contract'
import type { Change, Id } from '@cardinal/domain'
import { MemoryRows, type Mutation, Overlay } from '@cardinal/sync'
import { deleteDB, openDB } from 'idb'
import type { AccountRows } from '../../src/replica/account-overlay.ts'
import { type KeptEntry, type Schema, upgradeStores } from '../../src/replica/worker/store/idb-schema.ts'
import type { StoredEntry, StoredRejection } from '../../src/replica/worker/store/store.ts'
import type { Dice } from './dice.ts'

/** A text, or a whole card (`isWhole`), that was written without what its person saw. */
export interface BlindWrite {
  readonly cardId: Id
  readonly isWhole: boolean
}

const KEPT = ['outbox', 'sent', 'parked', 'account'] as const

/**
 * Rewrites a device's storage as an older release would have left it: an earlier version of the stores, rows in
 * another format, and an outbox whose entries lack later fields. No tab may be open.
 *
 * @param shown rows of a workspace as shown, because an older release sent whole cards
 * @returns by key, the changes that no longer have what their person saw; null: none are pending
 */
export async function writtenByOlder(
  databaseName: string,
  dice: Dice,
  workspaceId: Id,
  shown: readonly Change[],
): Promise<ReadonlyMap<string, BlindWrite> | null> {
  const now = await openDB<Schema>(databaseName)
  const [outbox, sent, rejected, account] = await Promise.all([
    now.getAll('outbox'),
    now.getAll('sent'),
    now.getAll('parked'),
    now.get('account', 'rows') as Promise<AccountRows | undefined>,
  ])
  const { version } = now
  now.close()
  const blind = new Map<string, BlindWrite>()
  const rows = new Overlay(new MemoryRows(shown))
  const older = outbox.map((entry) => {
    // Applies the change to `rows`, because `shown` may lack changes of other tabs.
    if (entry.workspaceId === workspaceId) rows.run(entry.mutation as Mutation, { now: entry.at })
    return entry.ackedSeq === null ? olderEntry(entry, dice, rows, blind) : entry
  })
  if (older.every((entry, index) => entry === outbox[index])) return null
  await deleteDB(databaseName)
  await write(databaseName, dice.between(1, version - 1), { outbox: older, sent, rejected, account })
  return blind
}

interface Contents {
  readonly outbox: readonly KeptEntry[]
  readonly sent: readonly StoredEntry[]
  readonly rejected: readonly StoredRejection[]
  readonly account: AccountRows | undefined
}

async function write(name: string, version: number, { outbox, sent, rejected, account }: Contents) {
  const then = await openDB<Schema>(name, version, { upgrade: (db) => upgradeStores(db, 0) })
  const tx = then.transaction(KEPT, 'readwrite')
  // Numbers continue after the last assigned one.
  const last = Math.max(0, ...[...outbox, ...sent, ...rejected.map(({ entry }) => entry)].map(({ n }) => n))
  if (last > 0) {
    await tx.objectStore('outbox').put({ n: last } as KeptEntry)
    await tx.objectStore('outbox').delete(last)
  }
  for (const entry of outbox) await tx.objectStore('outbox').put(entry)
  for (const entry of sent) await tx.objectStore('sent').put(entry)
  for (const each of rejected) await tx.objectStore('parked').put(each)
  if (account !== undefined) await tx.objectStore('account').put(account, 'rows')
  await tx.done
  then.close()
}

/** A pending entry as the first releases stored it: without fields added later, and with the arguments of that time. */
function olderEntry(entry: KeptEntry, dice: Dice, rows: Overlay, blind: Map<string, BlindWrite>): KeptEntry {
  const { isWaiting: _isWaiting, ackedSeq: _ackedSeq, isRepeat: _isRepeat, ...unmarked } = entry
  const { workspaceId, mutation } = entry
  const older = (args: object, name = mutation.name) => {
    const then = { name, args } as typeof mutation
    return { ...unmarked, mutation: then, call: callOf(then, workspaceId) } as KeptEntry
  }
  if (entry.isRepeat) return entry
  if (mutation.name === 'deleteCards') return older({ cardIds: mutation.args.cardIds })
  if (mutation.name === 'setSubnoteText') {
    const { before: _before, ...args } = mutation.args
    blind.set(entry.key, { cardId: args.cardId, isWhole: false })
    return older(args)
  }
  const card = mutation.name === 'editCard' ? rows.card(mutation.args.cardId) : undefined
  if (card === undefined || entry.attempts > 0 || dice.isLuckyIn(0.5)) return unmarked as KeptEntry
  blind.set(entry.key, { cardId: card.id, isWhole: true })
  return older({ card }, 'replaceCard')
}
