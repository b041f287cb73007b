import { COMMANDS } from '@cardinal/contract/sync-protocol'
import type { Id } from '@cardinal/domain'
import { mentionedIds } from '@cardinal/sync'
import type { PushResult } from './network.ts'
import type { Settlement, StoredEntry, StoredRejection } from './store/store.ts'

/** What the answers to a push mean for the outbox. */
export interface Verdict {
  readonly settlement: Settlement
  /** Whether some entries must be sent again later. */
  readonly mustWait: boolean
  /**
   * Changes of rows that a restored server has lost. They wait for the device that created the rows, and block no
   * others.
   */
  readonly awaiting: readonly StoredEntry[]
  /** Changes for which the server itself fails. They only block later changes of their rows. */
  readonly failing: readonly { readonly entry: StoredEntry; readonly status: number }[]
}

/**
 * Interprets the answers to a push.
 *
 * - Success: acknowledged.
 * - The key was used for another request: acknowledged. Keys are random, so another tab has sent the same change,
 *   made from newer saved searches.
 * - Not now (408, 429, 503, 401, a key still running): stays pending. So do refused changes after it in the same
 *   push, which may have needed it.
 * - The server fails for it (other 5xx), or has failed for one of its rows (424): stays pending.
 * - Refused because a restored server lost the row, whose author will send it again: stays pending.
 * - Refused: rejected, together with pending changes that need what it creates or restores.
 *
 * @param sent the pushed entries, in order
 * @param waiting all other unacknowledged entries, in order
 */
export function readResults(
  sent: readonly StoredEntry[],
  results: readonly PushResult[],
  waiting: readonly StoredEntry[],
  now: number,
): Verdict {
  const resultByKey = new Map(results.map((result) => [result.key, result]))
  const acknowledged: { n: number; seq: number | null }[] = []
  const refused: RefusedEntry[] = []
  const awaiting: StoredEntry[] = []
  /** Ids that were not created, because their entry was rejected. */
  const missing = new Map<Id, true>()
  const failing: { entry: StoredEntry; status: number }[] = []
  let mustWait = false
  for (const entry of sent) {
    const result = resultByKey.get(entry.key)
    if (result === undefined || isPassing(result)) {
      mustWait = true
    } else if (result.body.command === COMMANDS.awaited) {
      awaiting.push(entry)
    } else if (result.status >= 500) {
      failing.push({ entry, status: result.status })
    } else if (result.status === 200 && mentioned(entry, missing) !== undefined) {
      // The server skipped rows that did not exist. With a new key the entry takes effect when it is sent again.
      refused.push({ entry: { ...entry, key: `${entry.key}+` }, reason: '', status: result.status })
    } else if (result.status === 200 || result.body.command === COMMANDS.keyReused) {
      acknowledged.push({ n: entry.n, seq: entry.workspaceId === null ? null : (result.body.seq ?? 0) })
    } else if (!mustWait && failing.length === 0) {
      const reason = result.body.msg ?? `The server answered ${result.status}.`
      refused.push({ entry, reason, status: result.status })
      for (const id of createdIds(entry)) missing.set(id, true)
    }
  }
  const rejected = withRelated(refused, waiting, now)
  return { settlement: { acknowledged, rejected }, mustWait, awaiting, failing }
}

interface RefusedEntry {
  readonly entry: StoredEntry
  readonly reason: string
  readonly status: number
}

/** The rejected changes: refused ones, and pending ones that need them, with the same reason. */
export function withRelated(
  refused: readonly RefusedEntry[],
  waiting: readonly StoredEntry[],
  now: number,
): StoredRejection[] {
  const rejected: StoredRejection[] = []
  const rootByMissingId = new Map<Id, StoredRejection>()
  const rootByRestoredId = new Map<Id, StoredRejection>()
  const reject = ({ entry, reason, status }: RefusedEntry, root: StoredRejection | undefined) => {
    const because = root === undefined ? null : (root.because ?? root.entry.key)
    const one = { entry, reason: root?.reason ?? reason, status: root?.status ?? status, at: now, because }
    rejected.push(one)
    for (const id of createdIds(entry)) rootByMissingId.set(id, one)
    for (const id of restoredIds(entry)) rootByRestoredId.set(id, one)
  }
  for (const each of refused) reject(each, mentioned(each.entry, rootByMissingId))
  for (const entry of waiting) {
    const root = mentioned(entry, rootByMissingId) ?? needed(entry, rootByRestoredId)
    if (root !== undefined && entry.attempts === 0)
      reject({ entry, reason: root.reason, status: root.status ?? 0 }, root)
  }
  return rejected
}

function isPassing({ status, body }: PushResult): boolean {
  if (status === 408 || status === 429 || status === 401 || status === 503) return true
  return status === 409 && body.command === COMMANDS.keyRunning
}

/** Ids that exist only after this entry is carried out. */
export function createdIds({ mutation }: Pick<StoredEntry, 'mutation'>): Id[] {
  switch (mutation.name) {
    case 'createCard':
      return [mutation.args.card.id]
    case 'createTags':
      return mutation.args.tags.map(({ id }) => id)
    case 'createGroups':
      return mutation.args.groups.map(({ id }) => id)
    case 'addSubnote':
      return [mutation.args.subnote.id]
    case 'createWorkspace':
      return [mutation.args.id]
    case 'createRule':
      return [mutation.args.rule.id]
    default:
      return []
  }
}

/** Ids that are restored only after this entry is carried out. */
export function restoredIds({ mutation }: Pick<StoredEntry, 'mutation'>): readonly Id[] {
  return mutation.name === 'restoreCards' ? mutation.args.cardIds : []
}

/** The value for the first id that the entry mentions; undefined: none. */
function mentioned<T>(entry: StoredEntry, byId: ReadonlyMap<Id, T>): T | undefined {
  if (byId.size === 0) return undefined
  const own = new Set(createdIds(entry))
  const ids = [entry.workspaceId ?? '', ...mentionedIds(entry.mutation)]
  const id = ids.find((each) => byId.has(each) && !own.has(each))
  return id === undefined ? needed(entry, byId) : byId.get(id)
}

function needed<T>({ needs = [] }: StoredEntry, byId: ReadonlyMap<Id, T>): T | undefined {
  const id = needs.find((each) => byId.has(each))
  return id === undefined ? undefined : byId.get(id)
}
