import type { Receipt } from '@cardinal/contract'
import { type CopyRule, type Id, ok, type Result, refused, unique } from '@cardinal/domain'
import { FAILURES, HttpFailure } from '../access/failures.ts'
import { pageBytes, storeFile } from '../files/uploads.ts'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { StoredImport, StoredPiece, StoredWorkspace, StoreTransaction, User } from '../store/index.ts'
import { carryOut, endOrRelease, piecesOfParts } from './carry-out.ts'
import type { FileHead, ReadFile } from './file-reader.ts'
import { Cancelled, ImportRefused, NO_ACCOUNT } from './import-errors.ts'
import { detailsIn, receiptOf } from './import-state.ts'
import { makeTargets, type Sharing, type Target, targetsOf } from './import-targets.ts'
import { LEASE_MS, PIECE_ROW } from './import-work.ts'
import { type AllMade, NOTHING_MADE } from './made.ts'
import { type FilePlan, planFile } from './plan-file.ts'
import type { PlannedPart } from './plan-import.ts'
import { detailsOf, previewImport, rowsOf } from './preview-import.ts'
import { cleanTagName } from './tag-names.ts'
import type { ImportTools } from './tools.ts'

/** Bytes of planned cards per byte of their compressed work. */
const CARD_FACTOR = 5
/** Most left-out files that are listed by name. */
const MOST_NAMES = 100
/** UTF-16 units of pieces stored in one transaction. */
const UNITS_PER_TRANSACTION = 500_000

export interface ImportRequest {
  readonly userId: Id
  readonly workspace: StoredWorkspace
  readonly importId: Id
  /** Null: unknown. */
  readonly fileName: string | null
  readonly file: ReadFile
  readonly isDryRun: boolean
  /** Whether new tags get the file's spelling as their display name. */
  readonly showsSpellings: boolean
  readonly sharing: Sharing | null
  /** Aborts a preview when its request ends. An import that has begun is cancelled by its state instead. */
  readonly signal: AbortSignal
}

interface ImportDone {
  readonly receipt: Receipt
  /** The workspace's sequence number after the import; null: a dry run, or the workspace was replaced. */
  readonly seq: number | null
}

/** Imports a file into a workspace, or a whole account into its workspaces. */
export async function runImport(tools: ImportTools, request: ImportRequest): Promise<ImportDone> {
  const { userId, workspace, importId } = request
  const { store } = tools
  const begun = await prepare(tools, request)
  if ('receipt' in begun) return begun
  const { workspaces } = begun
  const seqs = await carryOut(tools, userId, importId)
  const job = await store.imports.byId(userId, importId)
  if (job === undefined) throw new Error(NO_ACCOUNT)
  const isThere = workspaces.some(({ id }) => id === workspace.id)
  return { receipt: receiptOf(job), seq: isThere ? (seqs.get(workspace.id) ?? workspace.seq) : null }
}

/** Plans all rows, then returns the preview or begins the import. Afterwards the plan can be freed. */
async function prepare(
  tools: ImportTools,
  request: ImportRequest,
): Promise<ImportDone | { readonly workspaces: readonly StoredWorkspace[] }> {
  const { userId, workspace, file } = request
  const user = await tools.store.users.byId(userId)
  if (user === undefined) throw new Error(NO_ACCOUNT)
  const targets = await targetsOf(tools.store, user, workspace, file.head)
  const plan = await planFile(tools, userId, file, targets, request.showsSpellings)
  if (request.isDryRun)
    return { receipt: await previewImport(tools, user, request, plan, targets), seq: null }
  return { workspaces: await begin(tools, request, plan, targets) }
}

/**
 * Stores all planned work in batches, then begins the import in one transaction. If the server is killed before
 * that, housekeeping removes the stored work.
 */
async function begin(
  tools: ImportTools,
  request: ImportRequest,
  { parts, work }: FilePlan,
  targets: readonly Target[],
): Promise<readonly StoredWorkspace[]> {
  const { userId, importId, file } = request
  const { store, bus } = tools
  const { head } = file
  const ofParts = await piecesOfParts(parts, work.length)
  await announce(tools, request, parts, sizeOf(work) + sizeOf(ofParts))
  try {
    await keep(tools, request, 'open', work)
    await keep(tools, request, 'part', ofParts)
    const files = await storeFiles(tools, request, sizeOf(work))
    await file.close()
    const begun = await store.transact((tx) => makePlaces(tx, tools, request, parts, targets, files))
    if (!begun.ok) throw begun.error
    if (head.account !== undefined) bus.publish({ userId, workspaceId: null, seq: 0 })
    return begun.value
  } catch (error) {
    await endOrRelease(tools, userId, importId, error)
    throw error
  }
}

async function keep(
  { store, now }: ImportTools,
  { userId, importId }: ImportRequest,
  kind: 'open' | 'part',
  pieces: readonly StoredPiece[],
): Promise<void> {
  for (const some of inRuns(pieces)) {
    const kept = await store.transact<void, Error>(async (tx) => {
      if ((await tx.lockUser(userId)) === undefined) return refused(new Error(NO_ACCOUNT))
      await tx.importRuns.insertPieces(userId, importId, kind, some)
      await tx.importRuns.hold(userId, importId, now() + LEASE_MS)
      return ok(await tx.users.addStoredBytes(userId, sizeOf(some)))
    })
    if (!kept.ok) throw kept.error
    await yieldToEventLoop()
  }
}

/**
 * Stores the files that cards will have. Leaves out files that the account has no room for, and files larger than
 * this server accepts. If the import ends here, no card has them, and the sweep removes them.
 *
 * @param reserve bytes that stay free for the cards
 */
async function storeFiles(
  tools: ImportTools,
  { userId, importId, file }: ImportRequest,
  reserve: number,
): Promise<Receipt['files']> {
  if (file.head.files === 0) return undefined
  const { store, limits, config, state, now } = tools
  const quotas = {
    isOver: (tx: StoreTransaction, user: User, bytes: number) =>
      limits.quotas.isOver(tx, user, bytes + CARD_FACTOR * reserve),
  }
  const upload = { store, quotas, now, quotaBytes: limits.quotaBytes }
  let kept = 0
  const names: string[] = []
  let heldAt = now()
  const goOn = async () => {
    if (state.isStopping) throw new HttpFailure(FAILURES.stopping)
    if (now() - heldAt < LEASE_MS / 5) return
    heldAt = now()
    await store.transact(async (tx) => ok(await tx.importRuns.hold(userId, importId, now() + LEASE_MS)))
  }
  for await (const { hash, name, isPage, bytes } of file.files()) {
    if ((await store.imports.byId(userId, importId))?.state !== 'waiting') throw new Cancelled()
    const fileBytes = isPage ? pageBytes(config.fileBytes) : config.fileBytes
    const stored = await storeFile({ ...upload, fileBytes }, userId, { hash, bytes }, goOn)
    if (stored.ok) kept++
    else names.push(name)
  }
  // Computed here, because `file.files()` skips damaged files.
  const left_out = file.head.files - kept
  return { kept, left_out, ...(names.length > 0 && { names: names.slice(0, MOST_NAMES) }) }
}

/** Inserts the import's row, before any progress. */
async function announce(
  { store, now, limits }: ImportTools,
  { userId, workspace, importId, fileName, file: { head } }: ImportRequest,
  parts: readonly PlannedPart[],
  bytes: number,
): Promise<void> {
  const { rows, duplicates } = rowsOf(parts)
  const job: StoredImport = {
    user_id: userId,
    id: importId,
    workspace_id: workspace.id,
    state: 'waiting',
    is_dry_run: 0,
    rows,
    handled: rows - parts.reduce((sum, { cards }) => sum + cards, 0),
    created: 0,
    duplicates,
    tags: 0,
    failed: JSON.stringify(detailsOf(head, parts, { failed: [], updated: 0, deleted: 0, copies: 0 })),
    made: JSON.stringify(NOTHING_MADE),
    file_name: fileName,
    created_at: now(),
    updated_at: now(),
  }
  const announced = await store.transact<void, Error>(async (tx) => {
    const user = await tx.lockUser(userId)
    if (user === undefined) return refused(new Error(NO_ACCOUNT))
    if (await limits.quotas.isOver(tx, user, bytes))
      return refused(new ImportRefused({ kind: 'storage-full', limit: limits.quotaBytes ?? 0 }))
    await tx.imports.insert(job)
    return ok(await tx.importRuns.insert(userId, importId, now() + LEASE_MS))
  })
  if (!announced.ok) throw announced.error
}

/** Creates missing workspaces, and stores for undo what the import will create. After this the import is running. */
async function makePlaces(
  tx: StoreTransaction,
  { newId, now }: ImportTools,
  { userId, workspace, importId, file: { head }, sharing }: ImportRequest,
  parts: readonly PlannedPart[],
  targets: readonly Target[],
  files: Receipt['files'],
): Promise<Result<readonly StoredWorkspace[], Error>> {
  const user = await tx.lockUser(userId)
  if (user === undefined) return refused(new Error(NO_ACCOUNT))
  const job = await tx.imports.byId(userId, importId)
  if (job?.state !== 'waiting') return refused(new Cancelled())
  const plan = { copyRule: copyRuleOf(head, parts), sharing }
  const { workspaces, changes } = await makeTargets(tx, user, head, targets, plan, newId, now())
  const rules = await rulesOf(tx, userId, head, parts, workspaces, newId)
  const made: AllMade = {
    account: { ...changes, ...(rules.length > 0 && { rules }) },
    parts: workspaces.map(({ id }, index) => {
      const part = parts[index]
      return {
        workspaceId: id,
        cards: part?.cardIds ?? [],
        tags: [...(part?.ids.tags.values() ?? [])],
        groups: [...(part?.ids.groups.values() ?? [])],
      }
    }),
  }
  const workspaceId = workspaces[0]?.id ?? workspace.id
  const patch = {
    state: 'running',
    made: JSON.stringify(made),
    workspace_id: workspaceId,
    updated_at: now(),
    ...(files && { failed: JSON.stringify({ ...detailsIn(job), files }) }),
  }
  await tx.imports.update(userId, importId, patch)
  return ok(workspaces)
}

/** Batches of pieces, small enough for a short transaction. */
function* inRuns(pieces: readonly StoredPiece[]): Generator<readonly StoredPiece[]> {
  for (let start = 0, end = 0; start < pieces.length; start = end) {
    for (let size = 0; end < pieces.length && size < UNITS_PER_TRANSACTION; end++)
      size += pieces[end]?.body.length ?? 0
    yield pieces.slice(start, end)
  }
}

function sizeOf(pieces: readonly StoredPiece[]): number {
  return pieces.reduce((sum, { body }) => sum + body.length + PIECE_ROW, 0)
}

/** The file's rules with their tags by the names in the account. They keep their ids if those are free. */
async function rulesOf(
  tx: StoreTransaction,
  userId: Id,
  { rules = [] }: FileHead,
  parts: readonly PlannedPart[],
  workspaces: readonly StoredWorkspace[],
  newId: () => Id,
): Promise<NonNullable<AllMade['account']['rules']>> {
  const own = await tx.workspaces.ofUser(userId)
  const taken = new Set(own.flatMap((workspace) => workspace.rules ?? []).map(({ id }) => id))
  return rules.flatMap(({ workspace, addTags, removeTags, ...row }) => {
    const [target, part] = [workspaces[workspace], parts[workspace]]
    if (target === undefined || part === undefined) return []
    const idsOf = (names: readonly string[]) =>
      names.flatMap((name) => {
        const clean = cleanTagName(name)
        return clean === null ? [] : [part.ids.tag(clean)]
      })
    const id = taken.has(row.id) ? newId() : row.id
    taken.add(id)
    const rule = { ...row, id, addTagIds: idsOf(addTags), removeTagIds: idsOf(removeTags) }
    return [{ workspaceId: target.id, rule }]
  })
}

/** The file's rule for copies, with its tags by the names in the account; null: none. */
function copyRuleOf({ account }: FileHead, parts: readonly PlannedPart[]): CopyRule | null {
  if (account?.copyRule == null) return null
  const { keeps, tags } = account.copyRule
  const tagIds = tags.flatMap(({ workspace, name }) => {
    const clean = cleanTagName(name)
    return clean === null ? [] : (parts[workspace]?.ids.tag(clean) ?? [])
  })
  return { keeps, tagIds: unique(tagIds) }
}
