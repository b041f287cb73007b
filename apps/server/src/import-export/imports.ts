import type { Receipt } from '@cardinal/contract'
import {
  type Card,
  type CopyRule,
  type Id,
  ok,
  otherNamesOf,
  refused,
  tagName,
  unique,
} from '@cardinal/domain'
import type { StoredImport, StoredWorkspace, User } from '../store/index.ts'
import { allRows } from '../workspaces/feed.ts'
import { yieldToEventLoop } from '../workspaces/yield-to-event-loop.ts'
import type { ReadFile } from './file-reader.ts'
import type { FoundFile } from './found.ts'
import { Tally } from './import-tally.ts'
import {
  type AccountChanges,
  holdsNothing,
  idsAreFree,
  makeTargets,
  partsOf,
  type Sharing,
  setCopyRule,
  type Target,
  targetsOf,
} from './import-targets.ts'
import { Cancelled, ImportWork, NO_ACCOUNT, roomOf, Stopped } from './import-work.ts'
import { type Existing, type ImportPlan, keyOf, keysOfCard, planImport } from './plan-import.ts'
import { type Made, type SettledIds, settledIds, type UsedIds } from './settled-ids.ts'
import { inSlices } from './slices.ts'
import { cleanTagName } from './tag-names.ts'
import type { ImportTools } from './tools.ts'
import { withinRoom } from './write-chunk.ts'
import { writeFileCopies } from './write-file-copies.ts'

/** Characters of cards that are looked through before others get their turn. */
const TURN_AFTER = 200_000

export interface ImportRequest {
  readonly userId: Id
  readonly workspace: StoredWorkspace
  readonly importId: Id
  readonly file: ReadFile
  readonly isDryRun: boolean
  /** Whether tags that the import makes are shown as the file spells them. */
  readonly showsSpellings: boolean
  readonly sharing: Sharing | null
}

export interface ImportDone {
  readonly receipt: Receipt
  /** The workspace's sequence number after it; null for a dry run, and where the workspace was replaced. */
  readonly seq: number | null
}

/** What an import made, in each workspace and in the account. Imports of earlier releases kept `Made` alone. */
export interface AllMade {
  readonly parts: readonly ({ readonly workspaceId: Id } & Made)[]
  readonly account: AccountChanges
}

interface PlannedPart {
  readonly plan: ImportPlan
  readonly ids: SettledIds & { made(): Made }
}

/** Takes what a file holds into a workspace, or a whole account into its workspaces. */
export async function runImport(tools: ImportTools, request: ImportRequest): Promise<ImportDone> {
  const { userId, workspace, importId, file } = request
  const user = await tools.store.users.byId(userId)
  if (user === undefined) throw new Error(NO_ACCOUNT)
  const targets = await targetsOf(tools.store, user, workspace, file)
  const parts = await planParts(tools, request, targets)
  const tally = new Tally(
    importId,
    parts.map(({ plan }) => plan),
    file.lost,
    file.heldCopies?.count,
  )
  if (request.isDryRun) {
    const copies = file.heldCopies?.count ?? 0
    return { receipt: await foretell(tools, user, parts, targets, tally, copies), seq: null }
  }
  return writeImport(tools, request, parts, targets, tally)
}

async function planParts(
  { store, newId }: ImportTools,
  { userId, file, showsSpellings }: ImportRequest,
  targets: readonly Target[],
): Promise<PlannedPart[]> {
  const used: UsedIds & { cards: Set<Id> } = { cards: new Set(), tags: new Set(), groups: new Set() }
  const areFree = await idsAreFree(store, userId, file)
  const parts: PlannedPart[] = []
  for (const [index, part] of partsOf(file).entries()) {
    const target = targets[index] ?? null
    const isOwn =
      file.account !== undefined || part.rows.some((row) => 'card' in row && row.card.own !== null)
    const isWhole = isOwn && areFree && (target === null || (await holdsNothing(store, userId, target.id)))
    const existing = isWhole ? null : await existingIn(store, userId, target, part)
    const plan = await planImport(part, existing, newId, used.cards, showsSpellings)
    parts.push({ plan, ids: settledIds(plan, newId, isWhole ? used : null) })
  }
  return parts
}

/** The cards of a workspace that rows of the file may be duplicates of. */
async function existingIn(
  store: ImportTools['store'],
  userId: Id,
  workspace: Target,
  { rows }: FoundFile,
): Promise<Existing> {
  let keys: Set<string> | null = null
  const cardByKey = new Map<string, Card>()
  const tagIdByName = new Map<string, Id>()
  if (workspace === null) return { cardByKey, tagIdByName }
  let looked = 0
  for await (const page of allRows(store, userId, workspace))
    for (const change of page) {
      if (change.kind === 'tag' && change.row !== null) {
        for (const name of otherNamesOf(change.row).map(tagName))
          if (!tagIdByName.has(name)) tagIdByName.set(name, change.id)
        tagIdByName.set(change.row.name, change.id)
      }
      if (change.kind !== 'card' || change.row === null) continue
      keys ??= await keysIn(rows)
      for (const key of keysOfCard(change.row))
        if (keys.has(key) && !cardByKey.has(key)) cardByKey.set(key, change.row)
      looked += change.row.content.length
      if (looked < TURN_AFTER) continue
      looked = 0
      await yieldToEventLoop()
    }
  return { cardByKey, tagIdByName }
}

async function keysIn(rows: FoundFile['rows']): Promise<Set<string>> {
  const keys = new Set<string>()
  for await (const row of inSlices(rows)) if ('card' in row) keys.add(keyOf(row.card))
  return keys
}

/** What carrying it out would come to, as things are now. */
async function foretell(
  tools: ImportTools,
  user: User,
  parts: readonly PlannedPart[],
  targets: readonly Target[],
  tally: Tally,
  copies: number,
): Promise<Receipt> {
  const { store } = tools
  const counts = { ...(await store.cards.counts(user.id)) }
  let room = roomOf(tools, user, counts)
  for (const [index, { plan }] of parts.entries()) {
    const { fitting, failed } = withinRoom(plan.cards, room, counts)
    room -= fitting.length
    for (const { card } of fitting) counts[card.type]++
    const isFull = fitting.length === 0 && plan.cards.length > 0
    const names = [
      ...new Set([
        ...[...fitting, ...plan.joins].flatMap(({ tagNames }) => tagNames),
        ...(isFull ? [] : plan.tags.map(({ name }) => name)),
      ]),
    ]
    const target = targets[index] ?? null
    const known = target === null ? [] : await store.tags.byNames(user.id, target.id, names)
    tally.take({
      created: fitting.length,
      failed,
      deleted: plan.deleted.length,
      updated: plan.joins.map(({ cardId }) => cardId),
      newTags: names.length - known.filter(({ deletedAt }) => deletedAt === null).length,
    })
  }
  tally.take({ copiesKept: copies })
  return tally.receipt()
}

async function writeImport(
  tools: ImportTools,
  { userId, workspace, importId, file, sharing }: ImportRequest,
  parts: readonly PlannedPart[],
  targets: readonly Target[],
  tally: Tally,
): Promise<ImportDone> {
  const { store, now, newId, bus } = tools
  const begun = await store.transact<Begun, string>(async (tx) => {
    const user = await tx.lockUser(userId)
    if (user === undefined) return refused(NO_ACCOUNT)
    const plan = { copyRule: copyRuleOf(file, parts), sharing }
    const { workspaces, changes } = await makeTargets(tx, user, file, targets, plan, newId, now())
    const made: AllMade = {
      account: changes,
      parts: workspaces.map(({ id }, index) => ({
        workspaceId: id,
        ...(parts[index]?.ids.made() ?? { cards: [], tags: [], groups: [] }),
      })),
    }
    const workspaceId = workspaces[0]?.id ?? workspace.id
    await tx.imports.insert(rowOf(userId, workspaceId, tally, made, now()))
    return ok({ workspaces, changes })
  })
  if (!begun.ok) throw new Error(begun.error)
  if (file.account !== undefined) bus.publish({ userId, workspaceId: null, seq: 0 })
  let seq: number | null = null
  try {
    for (const [index, { plan, ids }] of parts.entries()) {
      const target = begun.value.workspaces[index]
      if (target === undefined) continue
      const part = { userId, importId, workspace: target, plan, ids }
      const reached = await new ImportWork(tools, part, tally).run()
      if (target.id === workspace.id) seq = reached
    }
    if (file.heldCopies !== null)
      await writeFileCopies(
        tools,
        { userId, importId, plans: parts.map(({ plan }) => plan) },
        file.heldCopies,
        tally,
      )
  } catch (error) {
    const isHeld = error instanceof Stopped || error instanceof Cancelled
    const patch = { state: isHeld ? 'stopped' : 'failed', updated_at: now() }
    await store.transact(async (tx) => ok(await tx.imports.update(userId, importId, patch)))
    throw error
  }
  const receipt = tally.receipt()
  const end = { ...tally.progress(now()), state: 'done', failed: detailsOf(receipt) }
  const ended = await store.transact<void, Cancelled>(async (tx) => {
    await tx.lockUser(userId)
    if (!(await tx.imports.isRunning(userId, importId))) return refused(new Cancelled())
    await setCopyRule(tx, userId, begun.value.changes)
    return ok(await tx.imports.update(userId, importId, end))
  })
  if (!ended.ok) throw ended.error
  return { receipt, seq }
}

interface Begun {
  readonly workspaces: readonly StoredWorkspace[]
  readonly changes: AccountChanges
}

/** The file's rule, with the tags as they will be called here; null: it tells of none. */
function copyRuleOf({ account }: ReadFile, parts: readonly PlannedPart[]): CopyRule | null {
  if (account?.copyRule == null) return null
  const { keeps, tags } = account.copyRule
  const tagIds = tags.flatMap(({ workspace, name }) => {
    const clean = cleanTagName(name)
    return clean === null ? [] : (parts[workspace]?.ids.tag(clean) ?? [])
  })
  return { keeps, tagIds: unique(tagIds) }
}

function rowOf(userId: Id, workspaceId: Id, tally: Tally, made: AllMade, now: number): StoredImport {
  const receipt = tally.receipt()
  return {
    user_id: userId,
    id: receipt.import_id,
    workspace_id: workspaceId,
    state: 'running',
    is_dry_run: 0,
    rows: receipt.rows,
    duplicates: receipt.duplicates,
    failed: detailsOf(receipt),
    made: JSON.stringify(made),
    created_at: now,
    ...tally.progress(now),
  }
}

/** The parts of a receipt that have no column of their own. */
function detailsOf({ failed, renamed_tags, updated, deleted, lost, copies }: Receipt): string {
  return JSON.stringify({ failed, renamed_tags, updated, deleted, lost, copies })
}
