import {
  type Change,
  type DigestedRow,
  digestedFields,
  type Id,
  ok,
  type Refusal,
  type Result,
  RowsDigest,
  refused,
  unique,
} from '@cardinal/domain'
import {
  followRenamedTags,
  type MutationContext,
  type Outcome,
  type ReadSet,
  type Rows,
  restoreSearches,
} from '@cardinal/sync'
import { yieldToEventLoop } from '../lib/waiting.ts'
import {
  AWAITED_FOR,
  type Stored,
  type StoredWorkspace,
  type StoreTransaction,
  type User,
  type Written,
} from '../store/index.ts'
import { addedBytes, overPlan, overWorkspaceLimit, type Quotas } from './limits.ts'
import { type LoadedRows, loadRows, type Place, type RowKind } from './load-rows.ts'
import { copiesOfMoved, type MovedCopy } from './moved-cards.ts'
import { contentRevisions, type RevisionThinner, subnoteRevisions } from './revisions.ts'

/** A change in one workspace: its reads, and the function that decides on them. */
export interface WorkspaceChange {
  /** Where it happens: in a named workspace (null: the current one), or in the workspace of the rows that it reads. */
  readonly place: Place
  readonly reads: ReadSet
  readonly write: (rows: Rows, context: MutationContext) => Result<Outcome, Refusal>
  /**
   * Rows that it edits. After a restore it waits for what the database lost of them, and for its workspace. Left out: it
   * waits for nothing.
   */
  readonly edits?: EditedRows
  /**
   * Rows of the earlier changes of a push that wait. A later change of such a row waits too, so that the order stays.
   */
  readonly awaiting?: Set<Id>
  /**
   * Given the cards among `edits` that were moved to other workspaces, what it does to their copies there, and what is
   * left to do here (null: nothing). Left out: it stays where it is.
   */
  readonly follow?: (
    tx: StoreTransaction,
    userId: Id,
    copies: ReadonlyMap<Id, MovedCopy>,
  ) => Promise<Followed | null>
}

/** A change of cards that were moved before it arrived. */
export interface Followed {
  readonly there: readonly WorkspaceChange[]
  readonly here: WorkspaceChange | null
}

export type EditedRows = Readonly<Record<RowKind, readonly Id[]>>

/** More rows than this take some ten ms. */
const MANY = 50

/** So many cards are few. */
const FEW = 10

/** Returns whether a change reads and writes few cards, and nothing that grows with the workspace. */
export function isOfFewCards({ reads: { cards = [], cardsCarrying = [] } }: WorkspaceChange): boolean {
  return cards.length > 0 && cards.length <= FEW && cardsCarrying.length === 0
}

/** The outcome of a change. */
export interface Changed {
  readonly workspaceId: Id
  /** The workspace's sequence number after it; used up only where something changed. */
  readonly seq: number
  readonly outcome: Outcome
  /** Saved searches followed a tag to its new name. */
  readonly hasMovedSearches: boolean
  /** The rows before the change. */
  readonly rows: Rows
  /** Where the cards were moved that it was carried out on. Left out: they were here. */
  readonly followedTo?: { readonly workspaceId: Id; readonly seq: number }
}

/** Limits of a change besides the rules of its mutation. */
export interface ChangeLimits {
  /** Cards of the free plan; null: as many as wanted. */
  readonly freeCardLimit: number | null
  /** Bytes that an account may store; null: as many as wanted. */
  readonly quotaBytes: number | null
  /** Notified of cards that got a revision. */
  readonly revisions: Pick<RevisionThinner, 'note' | 'settled'>
  /** The bytes that an account really stores, counted again; see `Quotas`. */
  readonly quotas: Quotas
  /** What other rooms do with every change, such as queueing pages and messages. */
  readonly hooks: readonly ChangeHook[]
}

/** A change that differs from the stored rows, before it is written. */
export interface WrittenChange {
  readonly user: User
  readonly workspaceId: Id
  readonly seq: number
  readonly now: number
  readonly written: readonly Written[]
  readonly wasLiving: (cardId: Id) => boolean
  /** Cards of which one time was completed. */
  readonly cameBack: readonly Id[]
}

/** Reads what it needs in the transaction of a change. Resolves with its own writes, behind the change's; null: none. */
export type ChangeHook = (
  tx: StoreTransaction,
  change: WrittenChange,
) => Promise<(() => Promise<unknown>) | null>

/**
 * Runs a change inside a transaction whose caller holds the user's lock. Reads rows, decides, and checks the plan. Then
 * writes rows, revisions and saved searches under the workspace's next sequence number. The writes are pipelined.
 */
export async function changeWorkspace(
  tx: StoreTransaction,
  user: User,
  change: WorkspaceChange,
  limits: ChangeLimits,
  now: number,
): Promise<Result<Changed, Refusal>> {
  return (await beginChange(tx, user.id, change, limits, now))(user)
}

/** Does the same in two steps: reads begin right behind the lock that the caller has asked for; the rest needs it. */
export async function beginChange(
  tx: StoreTransaction,
  userId: Id,
  change: WorkspaceChange,
  limits: ChangeLimits,
  now: number,
): Promise<(user: User) => Promise<Result<Changed, Refusal>>> {
  const loaded = await loadRows(tx, userId, change.place, change.reads, now)
  return (user) => decide(tx, user, change, loaded, limits, now)
}

async function decide(
  tx: StoreTransaction,
  user: User,
  change: WorkspaceChange,
  loaded: LoadedRows,
  limits: ChangeLimits,
  now: number,
): Promise<Result<Changed, Refusal>> {
  const { workspace } = loaded
  if (change.place !== 'where-the-rows-are' && workspace === undefined) {
    const id = change.place.workspaceId ?? ''
    const isAwaited = change.edits !== undefined && (await tx.workspaces.isAwaited(user.id, id, now))
    return refused({ kind: 'not-found', what: 'workspace', id, ...(isAwaited && { isAwaited }) })
  }
  const awaited = awaitedRow(change, loaded, now)
  if (awaited !== null) return refused(awaited)
  const moved = await movedChange(tx, user, change, loaded)
  if (moved !== null) return runFollowed(tx, user, moved, loaded, limits, now)
  const outcome = change.write(loaded.rows, { now })
  if (!outcome.ok) return outcome
  if (workspace === undefined) return refused({ kind: 'not-found', what: 'workspace', id: '' })
  const { id: workspaceId, seq: before } = workspace
  const changed = {
    workspaceId,
    // The device waits for this number in the workspace of the rows, which nobody knows any more.
    seq: change.edits !== undefined && !loaded.hasPlace ? 0 : before,
    outcome: outcome.value,
    hasMovedSearches: false,
    rows: loaded.rows,
  }
  const changes = lastOfEach(outcome.value.changes)
  if (changes.length === 0) return ok(changed)

  const wrong =
    (await takenId(tx, user.id, workspaceId, changes, loaded)) ??
    (await overPlan(tx, user, changes, loaded.isLiving, limits.freeCardLimit, now))
  if (wrong !== null) return refused(wrong)
  // Reading and writing so many rows takes long enough for others to have a turn in between.
  if (changes.length > MANY) await yieldToEventLoop()
  const seq = before + 1
  const written = changes.flatMap((one) => withBefore(one, loaded))
  const savedSearches = movedSearches(user, written, loaded.rows, outcome.value)
  const contents = contentRevisions(written, outcome.value, seq, now)
  const subnotes = subnoteRevisions(written, outcome.value, seq, now)
  const bytes = addedBytes(written, contents, subnotes)
  if (await limits.quotas.isOver(tx, user, bytes))
    return refused({ kind: 'storage-full', limit: limits.quotaBytes ?? 0 })
  const full = await overWorkspaceLimit(tx, user.id, workspaceId, written)
  if (full !== null) return refused(full)
  const { cameBack = [] } = outcome.value
  const writes = await hookWrites(tx, limits.hooks, {
    user,
    workspaceId,
    seq,
    now,
    written,
    wasLiving: loaded.isLiving,
    cameBack,
  })
  limits.revisions.note(user.id, unique([...contents, ...subnotes].map(({ cardId }) => cardId)))
  tx.pipeline(
    Promise.all([
      bytes > 0 ? tx.users.addStoredBytes(user.id, bytes) : null,
      tx.workspaces.takeSeqAfter(user.id, workspaceId, before, digestAfter(workspace, written, loaded)),
      tx.changes.write({ userId: user.id, workspaceId, seq, now }, written),
      ...writes.map((write) => write()),
      tx.revisions.insert(user.id, contents),
      tx.revisions.insertOfSubnotes(user.id, subnotes),
      savedSearches === null ? null : tx.users.update(user.id, { savedSearches }),
    ]),
  )
  return ok({ ...changed, seq, hasMovedSearches: savedSearches !== null })
}

async function hookWrites(
  tx: StoreTransaction,
  hooks: readonly ChangeHook[],
  change: WrittenChange,
): Promise<(() => Promise<unknown>)[]> {
  const writes: (() => Promise<unknown>)[] = []
  for (const hook of hooks) {
    const write = await hook(tx, change)
    if (write !== null) writes.push(write)
  }
  return writes
}

async function movedChange(
  tx: StoreTransaction,
  user: User,
  { follow, edits }: WorkspaceChange,
  loaded: LoadedRows,
): Promise<Followed | null> {
  if (follow === undefined || edits === undefined || loaded.workspace === undefined) return null
  const copies = await copiesOfMoved(tx, user.id, edits.card, loaded)
  return copies.size === 0 ? null : follow(tx, user.id, copies)
}

/** Its number is the one of the workspace that the device knows, because it waits for that. */
async function runFollowed(
  tx: StoreTransaction,
  user: User,
  { there, here }: Followed,
  { workspace, rows }: LoadedRows,
  limits: ChangeLimits,
  now: number,
): Promise<Result<Changed, Refusal>> {
  let followedTo: Changed['followedTo']
  for (const change of there) {
    const changed = await changeWorkspace(tx, user, change, limits, now)
    if (!changed.ok) return changed
    const { workspaceId, seq, outcome } = changed.value
    if (outcome.changes.length > 0) followedTo = { workspaceId, seq }
  }
  const left = here === null ? null : await changeWorkspace(tx, user, here, limits, now)
  if (left?.ok === false) return left
  const unchanged = {
    workspaceId: workspace?.id ?? '',
    seq: workspace?.seq ?? 0,
    outcome: { changes: [] },
    hasMovedSearches: false,
    rows,
  }
  return ok({ ...(left?.value ?? unchanged), ...(followedTo && { followedTo }) })
}

/**
 * Returns the first row of which the database has no trace, although a device knows it: a restore lost it a short time
 * ago. A row that was deleted leaves a tombstone. Or the first row that an earlier change waits with.
 */
function awaitedRow(
  { edits, awaiting }: WorkspaceChange,
  { workspace, stored }: LoadedRows,
  now: number,
): Refusal | null {
  const restoredAt = workspace?.restoredAt ?? null
  if (edits === undefined || restoredAt === null || now - restoredAt > AWAITED_FOR) return null
  for (const what of ['card', 'tag', 'group'] as const) {
    const id = edits[what].find((each) => stored(what, each) === null || awaiting?.has(each))
    if (id === undefined) continue
    // Tags and groups are only mentioned where cards are changed: others may use them meanwhile.
    const waits = edits.card.length > 0 ? edits.card : [...edits.tag, ...edits.group]
    for (const each of waits) awaiting?.add(each)
    return { kind: 'not-found', what, id, isAwaited: true }
  }
  return null
}

/** Returns the digest of the workspace's rows after the change; null where it was not known before. */
function digestAfter(
  { rowsDigest }: StoredWorkspace,
  written: readonly Written[],
  loaded: LoadedRows,
): string | null {
  const digest = rowsDigest === null ? null : RowsDigest.parse(rowsDigest)
  if (digest === null) return null
  for (const one of written) {
    const wasLiving = one.kind === 'card' ? loaded.isLiving(one.id) : true
    const { kind, before, after } = one
    if (before !== undefined && wasLiving) digest.remove(digestedFields({ kind, row: before } as DigestedRow))
    if (after !== null) digest.add(digestedFields({ kind, row: after } as DigestedRow))
  }
  return digest.toString()
}

/** Returns the last change of each row. */
function lastOfEach(changes: readonly Change[]): Change[] {
  return [...new Map(changes.map((change) => [`${change.kind} ${change.id}`, change])).values()]
}

/** Returns a change with the row before it. The workspace's own row is left out. */
function withBefore(change: Change, loaded: LoadedRows): Written[] {
  const { id } = change
  switch (change.kind) {
    case 'card':
      return [{ kind: 'card', id, before: loaded.before('card', id), after: change.row }]
    case 'tag': {
      const { row: after, mergedInto } = change
      return [{ kind: 'tag', id, before: loaded.before('tag', id), after, mergedInto }]
    }
    case 'group': {
      const { row: after, mergedInto } = change
      return [{ kind: 'group', id, before: loaded.before('group', id), after, mergedInto }]
    }
    case 'workspace':
      return []
  }
}

/**
 * Resolves with the first id of a new row that another row of the user has. The id of a tag or group that was deleted
 * here is free again: undoing a deletion creates it again.
 */
async function takenId(
  tx: StoreTransaction,
  userId: Id,
  workspaceId: Id,
  changes: readonly Change[],
  loaded: LoadedRows,
): Promise<Refusal | null> {
  const isTaken = (stored: Stored<unknown>) => stored.deletedAt === null || stored.workspaceId !== workspaceId
  const unread: Record<RowKind, Id[]> = { card: [], tag: [], group: [] }
  for (const { kind, id, row } of changes) {
    if (kind === 'workspace' || row === null || loaded.before(kind, id) !== undefined) continue
    const stored = loaded.stored(kind, id)
    if (stored === undefined) unread[kind].push(id)
    else if (stored !== null && (kind === 'card' || isTaken(stored))) return { kind: 'id-taken', id }
  }
  const [card] = unread.card.length === 0 ? [] : await tx.changes.takenIds(userId, 'card', unread.card)
  const tag = (await tx.tags.byIds(userId, unread.tag)).find(isTaken)
  const group = (await tx.groups.byIds(userId, unread.group)).find(isTaken)
  const id = card ?? tag?.row.id ?? group?.row.id
  return id === undefined ? null : { kind: 'id-taken', id }
}

/** Returns the saved searches after tags were renamed or merged, or that was taken back; null: they are as before. */
function movedSearches(
  user: User,
  written: readonly Written[],
  rows: Rows,
  { restoredSearches }: Outcome,
): readonly string[] | null {
  const newNameByOld = new Map<string, string>()
  const nameAfter = new Map(
    written.flatMap((row) => (row.kind === 'tag' && row.after !== null ? [[row.id, row.after.name]] : [])),
  )
  for (const row of written) {
    if (row.kind !== 'tag' || row.before === undefined) continue
    const { mergedInto } = row
    const name =
      mergedInto === undefined ? row.after?.name : (nameAfter.get(mergedInto) ?? rows.tag(mergedInto)?.name)
    if (name !== undefined && name !== row.before.name) newNameByOld.set(row.before.name, name)
  }
  if (newNameByOld.size === 0 && restoredSearches === undefined) return null
  const savedSearches =
    restoredSearches === undefined
      ? followRenamedTags(user.savedSearches, newNameByOld)
      : restoreSearches(user.savedSearches, restoredSearches, newNameByOld)
  return savedSearches === user.savedSearches ? null : savedSearches
}
