import { SHARED_LIMITS } from '@cardinal/contract'
import {
  type CopyRule,
  type Id,
  LIMITS,
  type Rule,
  type SavedSearches,
  searchesIn,
  unique,
  type Workspace,
} from '@cardinal/domain'
import { RULE_LIMITS } from '@cardinal/domain/rules'
import { withoutWorkspace, withSearchesIn } from '@cardinal/sync'
import { newEpoch } from '../lib/ids.ts'
import type { Moved } from '../pages/page-copies.ts'
import type { SharedSearch, Store, StoredWorkspace, StoreTransaction, User } from '../store/index.ts'
import type { FileHead } from './file-reader.ts'
import type { FoundAccount, FoundWorkspace } from './found.ts'
import type { PartHead } from './plan-import.ts'
import { livingRules } from './write-export.ts'

/** An import's changes to the account outside of workspaces, for undo. */
export interface AccountChanges {
  /** Created workspaces. */
  readonly made: readonly Id[]
  /** Empty workspaces that created ones replaced. */
  readonly replaced: readonly Workspace[]
  readonly settings: { readonly before: Settings; readonly after: Settings } | null
  /** The rule for automatic copies, if the file changed it. Set after the copies are imported. */
  readonly copyRule?: { readonly before: CopyRule; readonly after: CopyRule }
  /** Rules to create after all cards are imported. Absent: none. */
  readonly rules?: readonly { readonly workspaceId: Id; readonly rule: Rule }[]
  /** Created shared searches. */
  readonly shared?: readonly Id[]
}

type Settings = Partial<Pick<User, 'searchesByWorkspace'>> &
  Pick<User, 'savedSearches' | 'showHelpers' | 'currentWorkspaceId'>

/** Creates shared searches for an import; null if its token may not. */
export interface Sharing {
  newSecret(): string
  note(tx: StoreTransaction, title: string): Promise<void>
}

/** Account settings that depend on the planned parts. */
interface AccountPlan {
  readonly copyRule: CopyRule | null
  readonly sharing: Sharing | null
}

/** Target workspace of a part of the file. Null: a new one is created. */
export type Target = StoredWorkspace | null

/** Tags, groups and ids of each workspace in the file. */
export function headsOf({ account, tags, groups, ownIds, contestedNames }: FileHead): readonly PartHead[] {
  if (account === undefined) return [{ tags, groups, ownIds: ownIds.flat(), contestedNames }]
  return account.workspaces.map((_, index) => ({
    tags: tags.filter(({ workspace = 0 }) => workspace === index),
    groups: groups.filter(({ workspace = 0 }) => workspace === index),
    ownIds: ownIds[index] ?? [],
    contestedNames,
  }))
}

/**
 * The target of each part of a file. The workspaces of an account's file go into workspaces with the same id or
 * name. In an empty account they replace its own.
 */
export async function targetsOf(
  store: Pick<Store, 'workspaces' | 'cards' | 'tags' | 'groups'>,
  user: User,
  chosen: StoredWorkspace,
  { account }: FileHead,
): Promise<readonly Target[]> {
  if (account === undefined) return [chosen]
  const own = await store.workspaces.ofUser(user.id)
  if (await isEmptyAccount(store, user, own)) return account.workspaces.map(() => null)
  return account.workspaces.map(
    ({ id, name }) => own.find((each) => each.id === id) ?? own.find((each) => each.name === name) ?? null,
  )
}

async function isEmptyAccount(
  store: Pick<Store, 'cards' | 'tags' | 'groups'>,
  { id, savedSearches }: User,
  own: readonly StoredWorkspace[],
): Promise<boolean> {
  if (savedSearches.length > 0) return false
  for (const workspace of own) if (!(await holdsNothing(store, id, workspace.id))) return false
  return true
}

/** Whether a workspace never had a row, not even a deleted one. */
export async function holdsNothing(
  store: Pick<Store, 'cards' | 'tags' | 'groups'>,
  userId: Id,
  workspaceId: Id,
): Promise<boolean> {
  for (const table of ['cards', 'tags', 'groups'] as const) {
    const [row] = await store[table].changedAfter(userId, workspaceId, { rev: 0, id: '' }, 1)
    if (row !== undefined) return false
  }
  return true
}

/** Whether none of a file's own ids is used in the account. */
export async function idsAreFree(
  store: Pick<Store, 'changes'>,
  userId: Id,
  { ownIds, tags, groups }: FileHead,
): Promise<boolean> {
  const identities = { tag: tags, group: groups }
  if ((await store.changes.takenIds(userId, 'card', ownIds.flat())).length > 0) return false
  for (const kind of ['tag', 'group'] as const) {
    const ids = identities[kind].flatMap(({ identity }) => identity?.id || [])
    if ((await store.changes.takenIds(userId, kind, ids)).length > 0) return false
  }
  return true
}

/** Creates missing workspaces, and sets the account's settings. The caller holds the user's lock. */
export async function makeTargets(
  tx: StoreTransaction,
  user: User,
  { account }: FileHead,
  targets: readonly Target[],
  { copyRule, sharing }: AccountPlan,
  newId: () => Id,
  now: number,
): Promise<{ workspaces: readonly StoredWorkspace[]; changes: AccountChanges }> {
  if (account === undefined)
    return {
      workspaces: targets.flatMap((one) => one ?? []),
      changes: { made: [], replaced: [], settings: null },
    }
  const own = await tx.workspaces.ofUser(user.id)
  const replaced = (await isEmptyAccount(tx, user, own)) && account.workspaces.length > 0 ? own : []
  for (const { id } of replaced) await tx.workspaces.remove(user.id, id, now)
  const workspaces: StoredWorkspace[] = []
  const made: Id[] = []
  for (const [index, found] of account.workspaces.entries()) {
    const there = targets[index]
    if (there != null) {
      workspaces.push(there)
      continue
    }
    const isFree = found.id !== '' && (await tx.workspaces.byId(user.id, found.id)) === undefined
    const workspace = newWorkspace(found, isFree ? found.id : newId(), now)
    await tx.workspaces.insert(user.id, workspace)
    made.push(workspace.id)
    workspaces.push({ ...workspace, rowsDigest: null, restoredAt: null })
  }
  const before = settingsOf(user)
  const current =
    account.currentWorkspace === null ? null : (workspaces[account.currentWorkspace]?.id ?? null)
  const isWhole = replaced.length > 0
  const after = {
    ...before,
    ...withFound(user, account, workspaces),
    ...(isWhole && { showHelpers: account.showHelpers, currentWorkspaceId: current }),
  }
  await tx.users.update(user.id, after)
  const shared = sharing === null ? [] : await share(tx, user, account, workspaces, sharing, newId, now)
  return {
    workspaces,
    changes: {
      made,
      replaced,
      settings: { before, after },
      shared,
      ...(isWhole && copyRule !== null && { copyRule: { before: user.copyRule, after: copyRule } }),
    },
  }
}

/** The person's saved searches and those of the file, as far as there is room. */
function withFound(
  user: User,
  { savedSearches, searchesByIndex }: FoundAccount,
  workspaces: readonly StoredWorkspace[],
): SavedSearches {
  const owned = new Set(searchesByIndex.flat())
  const lists = [
    { id: null, found: savedSearches.filter((search) => !owned.has(search)) },
    ...workspaces.map(({ id }, index) => ({ id, found: searchesByIndex[index] ?? [] })),
  ]
  let all: SavedSearches = user
  for (const { id, found } of lists) {
    const list = unique([...searchesIn(all, id), ...found.map(kept)]).slice(0, LIMITS.savedSearches)
    all = withSearchesIn(all, id, list)
  }
  return { savedSearches: all.savedSearches, searchesByWorkspace: all.searchesByWorkspace }
}

/** Shares the file's searches at new addresses: the old ones are secrets of another server. */
async function share(
  tx: StoreTransaction,
  user: User,
  { sharedSearches }: FoundAccount,
  workspaces: readonly StoredWorkspace[],
  { newSecret, note }: Sharing,
  newId: () => Id,
  now: number,
): Promise<Id[]> {
  const there = await tx.sharedSearches.ofUser(user.id)
  const keyOf = ({ workspace_id, title, shows, query, created_at }: Omit<SharedSearch, 'id' | 'secret'>) =>
    JSON.stringify([workspace_id, title, shows, query, Number(created_at)])
  // A search that is shared already is not shared again. A person may have shared one search twice.
  const known = new Set(there.map(keyOf))
  const made: Id[] = []
  for (const { workspace, title, shows, query, createdAt } of sharedSearches) {
    const target = workspaces[workspace]
    if (target === undefined || there.length + made.length >= SHARED_LIMITS.searches) continue
    const row = {
      id: newId(),
      user_id: user.id,
      workspace_id: target.id,
      secret: newSecret(),
      title: title.trim(),
      shows: JSON.stringify(shows),
      query: JSON.stringify(query),
      created_at: Math.min(createdAt ?? now, now),
    }
    if (known.has(keyOf(row))) continue
    await tx.sharedSearches.insert(row)
    await note(tx, row.title)
    made.push(row.id)
  }
  return made
}

/** Sets the file's rule for copies, with those of its tags that exist. The caller holds the user's lock. */
export async function setCopyRule(
  tx: StoreTransaction,
  userId: Id,
  { copyRule }: AccountChanges,
): Promise<void> {
  if (copyRule === undefined) return
  const { keeps, tagIds } = copyRule.after
  const tags = await tx.tags.byIds(userId, tagIds)
  const living = new Set(tags.flatMap(({ row, deletedAt }) => (deletedAt === null ? [row.id] : [])))
  await tx.users.update(userId, { copyRule: { keeps, tagIds: tagIds.filter((id) => living.has(id)) } })
}

/**
 * Creates the rules of the file, with those of their tags that exist, up to the limit. A rule that exists is not
 * created again. Returns the changed workspaces. The caller holds the user's lock.
 */
export async function addRules(
  tx: StoreTransaction,
  userId: Id,
  { rules = [] }: AccountChanges,
): Promise<readonly Moved[]> {
  const moved: Moved[] = []
  if (rules.length === 0) return moved
  const own = await tx.workspaces.ofUser(userId)
  let room = RULE_LIMITS.rules - own.reduce((sum, workspace) => sum + (workspace.rules ?? []).length, 0)
  for (const { id, rules: there = [] } of own) {
    const known = new Set(there.map(meaningOf))
    const given = rules.flatMap(({ workspaceId, rule }) => (workspaceId === id ? [rule] : []))
    const added = (await livingRules(tx, userId, given))
      .filter((rule) => !known.has(meaningOf(rule)))
      .slice(0, Math.max(0, room))
    if (added.length === 0) continue
    room -= added.length
    const seq = await tx.workspaces.nextSeq(userId, id)
    await tx.workspaces.setRules(userId, id, [...there, ...added], seq)
    moved.push({ workspaceId: id, seq })
  }
  return moved
}

/** The conditions and effects of a rule, as a text to compare. */
function meaningOf({ id: _id, createdAt: _createdAt, isPaused: _isPaused, ...acts }: Rule): string {
  return JSON.stringify(Object.entries(acts).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Undoes `makeTargets`, except for what was changed since. The caller holds the user's lock. */
export async function removeTargets(
  tx: StoreTransaction,
  user: User,
  { made, replaced, settings, copyRule, shared = [], rules = [] }: AccountChanges,
  now: number,
): Promise<void> {
  for (const workspace of replaced)
    if ((await tx.workspaces.byId(user.id, workspace.id)) === undefined)
      await tx.workspaces.insert(user.id, newWorkspace(workspace, workspace.id, now))
  for (const id of made) {
    const own = await tx.workspaces.ofUser(user.id)
    if (own.length > 1 && (await isLeft(tx, user.id, id))) await tx.workspaces.remove(user.id, id, now)
  }
  await removeRules(tx, user.id, new Set(rules.map(({ rule }) => rule.id)))
  for (const id of shared) await tx.sharedSearches.remove(user.id, id)
  if (copyRule !== undefined && user.copyRule.keeps === copyRule.after.keeps)
    await tx.users.update(user.id, { copyRule: copyRule.before })
  if (settings === null) return
  const { before, after } = settings
  const left = await tx.workspaces.ofUser(user.id)
  const stands = (id: Id | null) => id !== null && left.some((workspace) => workspace.id === id)
  const added = after.savedSearches.filter((search) => !before.savedSearches.includes(search))
  let searches: SavedSearches = {
    savedSearches: user.savedSearches.filter((search) => !added.includes(search)),
    searchesByWorkspace: user.searchesByWorkspace,
  }
  for (const id of made) if (!stands(id)) searches = withoutWorkspace(searches, id)
  await tx.users.update(user.id, {
    ...searches,
    ...(user.showHelpers === after.showHelpers && { showHelpers: before.showHelpers }),
    ...(stands(user.currentWorkspaceId)
      ? {}
      : { currentWorkspaceId: stands(before.currentWorkspaceId) ? before.currentWorkspaceId : null }),
  })
}

async function removeRules(tx: StoreTransaction, userId: Id, ids: ReadonlySet<Id>): Promise<void> {
  if (ids.size === 0) return
  for (const { id, rules = [] } of await tx.workspaces.ofUser(userId)) {
    const left = rules.filter((rule) => !ids.has(rule.id))
    if (left.length === rules.length) continue
    await tx.workspaces.setRules(userId, id, left, await tx.workspaces.nextSeq(userId, id))
    for (const rule of rules) if (ids.has(rule.id)) await tx.ruleEffects.removeOf(userId, rule.id)
  }
}

/** Whether a workspace has no cards and tags left. */
async function isLeft(tx: StoreTransaction, userId: Id, workspaceId: Id): Promise<boolean> {
  const [card] = await tx.cards.newest(userId, workspaceId, null, 1)
  return card === undefined && (await tx.tags.held(userId, workspaceId)).tags === 0
}

function settingsOf({ savedSearches, searchesByWorkspace, showHelpers, currentWorkspaceId }: User): Settings {
  return { savedSearches, searchesByWorkspace, showHelpers, currentWorkspaceId }
}

function kept(search: string): string {
  return search.slice(0, LIMITS.searchTextLength)
}

function newWorkspace(
  { name, createdAt, updatedAt }: Pick<FoundWorkspace, 'name' | 'createdAt' | 'updatedAt'>,
  id: Id,
  now: number,
) {
  return {
    id,
    name: name.trim().slice(0, LIMITS.nameLength) || 'Workspace',
    createdAt: Math.min(createdAt ?? now, now),
    updatedAt: Math.min(updatedAt ?? now, now),
    seq: 1,
    epoch: newEpoch(),
    minSeq: 0,
    rev: 1,
  }
}
