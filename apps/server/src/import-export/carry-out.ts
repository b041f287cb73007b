import { type Id, ok, refused } from '@cardinal/domain'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { Moved } from '../pages/page-copies.ts'
import type { Store, StoredImport, StoredPiece } from '../store/index.ts'
import { Cancelled, Stopped } from './import-errors.ts'
import { type PartPiece, type PieceOutcome, pack, unpack } from './import-pieces.ts'
import { detailsIn } from './import-state.ts'
import { addRules, setCopyRule } from './import-targets.ts'
import { type ImportPart, ImportWork, PIECE_ROW } from './import-work.ts'
import { madeBy } from './made.ts'
import type { FailedRow, PlannedGroup, PlannedPart } from './plan-import.ts'
import { SettledIds } from './settled-ids.ts'
import type { ImportTools } from './tools.ts'

/** Items, such as tags, in one stored piece. */
const NAMES_AT_ONCE = 1_000
/** Pieces read or removed at once. */
const PIECES_AT_ONCE = 50

/** Pieces to store for everything in the parts except cards. Their numbers follow the numbers of the cards' pieces. */
export async function piecesOfParts(
  parts: readonly PlannedPart[],
  after: number,
): Promise<readonly StoredPiece[]> {
  const pieces: StoredPiece[] = []
  const add = async <Item>(list: readonly Item[], pieceOf: (some: readonly Item[]) => PartPiece) => {
    for (let start = 0; start < list.length; start += NAMES_AT_ONCE) {
      const body = await pack(pieceOf(list.slice(start, start + NAMES_AT_ONCE)))
      pieces.push({ number: after + pieces.length + 1, body })
    }
  }
  for (const [part, { tags, groups, relations, ids }] of parts.entries()) {
    await add(tags, (some) => ({ part, tags: some }))
    await add(groups, (some) => ({ part, groups: some }))
    await add(relations, (some) => ({ part, relations: some }))
    await add([...ids.tags], (some) => ({ part, tagIds: some }))
    await add([...ids.groups], (some) => ({ part, groupIds: some }))
  }
  return pieces
}

/**
 * Carries out the remaining work of an import.
 *
 * @returns the sequence numbers of the changed workspaces
 */
export async function carryOut(
  tools: ImportTools,
  userId: Id,
  importId: Id,
): Promise<ReadonlyMap<Id, number>> {
  const { store } = tools
  try {
    const job = await store.imports.byId(userId, importId)
    if (job?.state !== 'running') throw new Cancelled()
    const parts = await partsOf(tools, job)
    const work = new ImportWork(tools, { userId, importId }, parts)
    await work.doPieces()
    const sum = await sumOf(store, userId, importId, parts.length)
    // A part without a created card gets no tags and groups either.
    for (const [index, { created, hasCards, folders }] of sum.parts.entries())
      if (created > 0 || !hasCards) await work.writeNames(index, folders)
    await end(tools, job, sum)
    await drop(store, userId, importId)
    return work.seqs
  } catch (error) {
    await endOrRelease(tools, userId, importId, error)
    throw error
  }
}

/**
 * If this server is stopping, releases the import for another node. Otherwise ends it: as stopped if it was
 * cancelled, else as failed.
 */
export async function endOrRelease(
  { store, now }: ImportTools,
  userId: Id,
  importId: Id,
  error: unknown,
): Promise<void> {
  if (error instanceof Stopped) {
    await store.transact(async (tx) => ok(await tx.importRuns.hold(userId, importId, 0)))
    return
  }
  if (!(error instanceof Cancelled)) {
    const patch = { state: 'failed', updated_at: now() }
    await store.transact(async (tx) => ok(await tx.imports.update(userId, importId, patch)))
  }
  await drop(store, userId, importId)
}

/** Removes the remaining work of a finished import, in batches. */
export async function drop(store: Store, userId: Id, importId: Id): Promise<void> {
  for (const kind of ['open', 'done', 'part'] as const)
    for (;;) {
      const pieces = await store.importRuns.pieces(userId, importId, kind, 0, PIECES_AT_ONCE)
      if (pieces.length === 0) break
      const bytes = pieces.reduce((sum, { body }) => sum + Buffer.byteLength(body) + PIECE_ROW, 0)
      await store.transact(async (tx) => {
        await tx.lockUser(userId)
        await tx.importRuns.removePieces(
          userId,
          importId,
          pieces.map(({ number }) => number),
        )
        return ok(await tx.users.addStoredBytes(userId, -bytes))
      })
      await yieldToEventLoop()
    }
  await store.transact(async (tx) => ok(await tx.importRuns.remove(userId, importId)))
}

async function partsOf({ store, newId }: ImportTools, job: StoredImport): Promise<ImportPart[]> {
  const parts = madeBy(job).parts.map(({ workspaceId }) => ({
    workspaceId,
    tags: [] as ImportPart['tags'][number][],
    groups: [] as ImportPart['groups'][number][],
    relations: [] as ImportPart['relations'][number][],
    ids: new SettledIds(newId),
  }))
  for await (const { body } of allPieces(store, job.user_id, job.id, 'part')) {
    const piece = await unpack<PartPiece>(body)
    const part = parts[piece.part]
    if (part === undefined) continue
    for (const tag of piece.tags ?? []) part.tags.push(tag)
    for (const group of piece.groups ?? []) part.groups.push(group)
    for (const one of piece.relations ?? []) part.relations.push(one)
    for (const [name, id] of piece.tagIds ?? []) part.ids.tags.set(name, id)
    for (const [title, id] of piece.groupIds ?? []) part.ids.groups.set(title, id)
  }
  return parts
}

async function* allPieces(
  store: Store,
  userId: Id,
  importId: Id,
  kind: 'part' | 'done',
): AsyncGenerator<StoredPiece> {
  for (let last = 0; ; ) {
    const pieces = await store.importRuns.pieces(userId, importId, kind, last, PIECES_AT_ONCE)
    yield* pieces
    const next = pieces.at(-1)?.number
    if (next === undefined || pieces.length < PIECES_AT_ONCE) return
    last = next
    await yieldToEventLoop()
  }
}

/** Totals over all pieces of an import. */
interface Sum {
  readonly parts: readonly {
    readonly created: number
    readonly hasCards: boolean
    readonly folders: readonly PlannedGroup[]
  }[]
  readonly failed: readonly FailedRow[]
  readonly deleted: number
  readonly copiesKept: number
  readonly copiesLeftOut: number
}

async function sumOf(store: Store, userId: Id, importId: Id, parts: number): Promise<Sum> {
  const sums = Array.from({ length: parts }, () => ({
    created: 0,
    hasCards: false,
    folders: new Map<string, Set<string>>(),
  }))
  const failed: FailedRow[] = []
  let [deleted, copiesKept, copiesLeftOut] = [0, 0, 0]
  for await (const { body } of allPieces(store, userId, importId, 'done')) {
    const outcome = JSON.parse(body) as PieceOutcome
    for (const one of outcome.failed ?? []) failed.push(one)
    deleted += outcome.deleted ?? 0
    copiesKept += outcome.copiesKept ?? 0
    copiesLeftOut += outcome.copiesLeftOut ?? 0
    const sum = sums[outcome.part]
    if (sum === undefined || outcome.kind !== 'cards') continue
    sum.hasCards = true
    sum.created += outcome.created ?? 0
    for (const [title, tagNames] of outcome.folders ?? []) {
      const names = sum.folders.get(title) ?? new Set()
      sum.folders.set(title, names)
      for (const name of tagNames) names.add(name)
    }
  }
  const all = sums.map(({ folders, ...rest }) => ({
    ...rest,
    folders: [...folders].map(([title, names]) => ({
      title,
      tagNames: [...names],
      color: null,
      isHidden: false,
    })),
  }))
  return { parts: all, failed, deleted, copiesKept, copiesLeftOut }
}

async function end({ store, now, bus }: ImportTools, job: StoredImport, sum: Sum): Promise<void> {
  const { user_id: userId, id } = job
  const before = detailsIn(job)
  const ended = await store.transact<readonly Moved[], Cancelled>(async (tx) => {
    await tx.lockUser(userId)
    if (!(await tx.imports.isRunning(userId, id))) return refused(new Cancelled())
    await setCopyRule(tx, userId, madeBy(job).account)
    const moved = await addRules(tx, userId, madeBy(job).account)
    const details = {
      ...before,
      failed: [...before.failed, ...sum.failed].sort((a, b) => a.row - b.row),
      updated: await tx.imports.countUpdated(userId, id),
      deleted: sum.deleted,
      ...(before.copies && { copies: { kept: sum.copiesKept, left_out: sum.copiesLeftOut } }),
    }
    const patch = { state: 'done', failed: JSON.stringify(details), updated_at: now() }
    await tx.imports.update(userId, id, patch)
    return ok(moved)
  })
  if (!ended.ok) throw ended.error
  for (const place of ended.value) bus.publish({ userId, ...place })
  if (ended.value.length > 0) bus.publish({ userId, workspaceId: null, seq: 0 })
}
