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
  type SavedSearches,
  searchesIn,
  unique,
} from '@cardinal/domain'
import { followedRules } from '@cardinal/domain/rules'
import {
  followRenamedTags,
  type MutationContext,
  type Outcome,
  type ReadSet,
  type Rows,
  restoreSearches,
  withSearchesIn,
} from '@cardinal/sync'
import { yieldToEventLoop } from '../lib/waiting.ts'
import {
  AWAITED_FOR_MS,
  type Stored,
  type StoredWorkspace,
  type StoreTransaction,
  type User,
  type Written,
} from '../store/index.ts'
import { addedBytes, overPlan, overWorkspaceLimit, type Quotas } from './limits.ts'
import { type ChangePlace, type LoadedRows, loadRows, type RowKind } from './load-rows.ts'
import { copiesOfMoved, type MovedCopy } from './moved-cards.ts'
import { contentRevisions, type RevisionThinner, subnoteRevisions } from './revisions.ts'
import { effectsToWrite, ruledChange } from './rules.ts'

/** A change in one workspace: the rows to read, and the function that decides. */
export interface WorkspaceChange {
  /** A named workspace (null: the current one), or the workspace of the rows that it reads. */
  readonly place: ChangePlace
  readonly reads: ReadSet
  readonly write: (rows: Rows, context: MutationContext) => Result<Outcome, Refusal>
  /**
   * Rows that the change edits. After a restore, a change of missing rows waits until devices have sent them and
   * their workspace again. Absent: it never waits.
   */
  readonly edits?: EditedRows
  /** Rows of earlier changes of the push that wait. Later changes of these rows wait too, to keep the order. */
  readonly awaiting?: Set<Id>
  /**
   * Called with the cards of `edits` that were moved to other workspaces. Returns the changes of their duplicates
   * there, and the rest of the change here (null: nothing). Absent: moves are not followed.
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

/** Most rows written without yielding. More take tens of ms. */
const MANY_ROWS = 50

const FEW_CARDS = 10

/** Whether a change reads and writes few cards, and no rows whose number grows with the workspace. */
export function isOfFewCards({ reads: { cards = [], cardsCarrying = [] } }: WorkspaceChange): boolean {
  return cards.length > 0 && cards.length <= FEW_CARDS && cardsCarrying.length === 0
}

export interface Changed {
  readonly workspaceId: Id
  /** The workspace's sequence number after the change; unchanged if nothing changed. */
  readonly seq: number
  readonly outcome: Outcome
  /** Whether a renamed tag was also renamed in saved searches or rules. */
  readonly hasMovedSearches: boolean
  /** The rows before the change. */
  readonly rows: Rows
  /** The workspace to which the cards had been moved. Absent: they were here. */
  readonly followedTo?: { readonly workspaceId: Id; readonly seq: number }
}

/** Limits besides the rules of the mutation itself. */
export interface ChangeLimits {
  /** Cards on the free plan; null: no limit. */
  readonly freeCardLimit: number | null
  /** Bytes per account; null: no limit. */
  readonly quotaBytes: number | null
  /** Told of cards that got a revision. */
  readonly revisions: Pick<RevisionThinner, 'note' | 'settled'>
  /** Recounts an account's stored bytes, see `Quotas`. */
  readonly quotas: Quotas
  /** Called with every change, to queue pages and messages. */
  readonly hooks: readonly ChangeHook[]
}

/** A change that differs from the stored rows, just before it is written. */
export interface WrittenChange {
  readonly user: User
  readonly workspaceId: Id
  readonly seq: number
  readonly now: number
  readonly written: readonly Written[]
  readonly wasLiving: (cardId: Id) => boolean
  /** Cards that were completed once and came back by their recurrence. */
  readonly cameBack: readonly Id[]
  /** Cards that a rule wants to copy. */
  readonly toCopy: readonly Id[]
}

/**
 * Reads in the transaction of a change. Resolves with a function that writes after the change is written; null:
 * nothing to write.
 */
export type ChangeHook = (
  tx: StoreTransaction,
  change: WrittenChange,
) => Promise<(() => Promise<unknown>) | null>

/**
 * Runs a change in a transaction whose caller holds the user's lock. Reads rows, runs the mutator, checks the plan,
 * then writes rows, revisions and saved searches under the workspace's next sequence number. Writes are pipelined.
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

/**
 * In two steps: the reads are sent right after the request for the lock, and the returned function runs once it is
 * held.
 */
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
  const { outcome: ruled, effects } = await ruledChange(tx, user.id, workspace, outcome.value, loaded.rows)
  const changed = {
    workspaceId,
    // The workspace of the rows is unknown. With 0 the device waits for no pull.
    seq: change.edits !== undefined && !loaded.hasPlace ? 0 : before,
    outcome: ruled,
    hasMovedSearches: false,
    rows: loaded.rows,
  }
  const changes = lastOfEach(ruled.changes)
  if (changes.length === 0) return ok(changed)

  const wrong =
    (await takenId(tx, user.id, workspaceId, changes, loaded)) ??
    (await overPlan(tx, user, changes, loaded.isLiving, limits.freeCardLimit, now))
  if (wrong !== null) return refused(wrong)
  // Writing many rows takes tens of ms, so pending events are handled first.
  if (changes.length > MANY_ROWS) await yieldToEventLoop()
  const seq = before + 1
  const written = changes.flatMap((one) => withBefore(one, loaded))
  const renamed = renamedTags(written, loaded.rows)
  const searches = movedSearches(user, workspaceId, renamed, ruled)
  const { rules: rulesBefore = [] } = workspace
  const rules = renamed.size === 0 ? rulesBefore : followedRules(rulesBefore, renamed)
  const haveRulesMoved = rules !== rulesBefore
  const contents = contentRevisions(written, ruled, seq, now)
  const subnotes = subnoteRevisions(written, ruled, seq, now)
  const bytes = addedBytes(written, contents, subnotes)
  if (await limits.quotas.isOver(tx, user, bytes))
    return refused({ kind: 'storage-full', limit: limits.quotaBytes ?? 0 })
  const full = await overWorkspaceLimit(tx, user.id, workspaceId, written)
  if (full !== null) return refused(full)
  const { cameBack = [] } = ruled
  const noteEffects = await effectsToWrite(tx, { userId: user.id, workspaceId, now }, effects)
  const writes = await hookWrites(tx, limits.hooks, {
    user,
    workspaceId,
    seq,
    now,
    written,
    wasLiving: loaded.isLiving,
    cameBack,
    toCopy: unique(effects.flatMap(({ keepsCopy, cardId }) => (keepsCopy ? [cardId] : []))),
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
      searches === null ? null : tx.users.update(user.id, searches),
      haveRulesMoved ? tx.workspaces.setRules(user.id, workspaceId, rules, seq) : null,
      noteEffects?.(),
    ]),
  )
  return ok({ ...changed, seq, hasMovedSearches: searches !== null || haveRulesMoved })
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

/** The answer has the sequence number of the workspace that the device knows and pulls. */
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
 * The first row for which a change must wait. Either a recent restore lost the row (a deleted row would have a
 * tombstone), or an earlier change of it waits.
 */
function awaitedRow(
  { edits, awaiting }: WorkspaceChange,
  { workspace, stored }: LoadedRows,
  now: number,
): Refusal | null {
  const restoredAt = workspace?.restoredAt ?? null
  if (edits === undefined || restoredAt === null || now - restoredAt > AWAITED_FOR_MS) return null
  for (const what of ['card', 'tag', 'group'] as const) {
    const id = edits[what].find((each) => stored(what, each) === null || awaiting?.has(each))
    if (id === undefined) continue
    // Changes of cards only mention tags and groups. Changes of other cards may use these meanwhile.
    const waits = edits.card.length > 0 ? edits.card : [...edits.tag, ...edits.group]
    for (const each of waits) awaiting?.add(each)
    return { kind: 'not-found', what, id, isAwaited: true }
  }
  return null
}

/** Digest of the workspace's rows after the change; null: it was unknown before. */
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

function lastOfEach(changes: readonly Change[]): Change[] {
  return [...new Map(changes.map((change) => [`${change.kind} ${change.id}`, change])).values()]
}

/** The change with the row before it. Empty for the workspace's own row. */
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
 * The first id of a new row that another row of the user has. Ids of tags and groups deleted here are free, because
 * undoing a deletion creates them again.
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

/** New names of renamed or merged tags, by their old names. */
function renamedTags(written: readonly Written[], rows: Rows): ReadonlyMap<string, string> {
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
  return newNameByOld
}

/**
 * Saved searches with the new names of tags that were renamed or merged; null: unchanged. Undoing a merge changes
 * them back.
 */
function movedSearches(
  user: User,
  workspaceId: Id,
  newNameByOld: ReadonlyMap<string, string>,
  { restoredSearches }: Outcome,
): SavedSearches | null {
  if (newNameByOld.size === 0 && restoredSearches === undefined) return null
  const now = searchesIn(user, workspaceId)
  const searches =
    restoredSearches === undefined
      ? followRenamedTags(now, newNameByOld)
      : restoreSearches(now, restoredSearches, newNameByOld)
  return searches === now ? null : withSearchesIn(user, workspaceId, searches)
}
