import { type CardCounts, type Id, ok, refused, restorableSince } from '@cardinal/domain'
import type { ReadSet } from '@cardinal/sync'
import { chunksOf } from '../lib/chunks.ts'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { Moved } from '../pages/page-copies.ts'
import type { StoredImport, StoredPiece, StoreTransaction, User } from '../store/index.ts'
import { changeWorkspace, type WorkspaceChange } from '../workspaces/change-workspace.ts'
import { cardLimit } from '../workspaces/limits.ts'
import { foldersOf, MEMBERS_AT_ONCE, membersOf, readsOf, splitGroup } from './chunks.ts'
import { Cancelled, ImportRefused, NO_ACCOUNT, Stopped } from './import-errors.ts'
import { type PieceOutcome, unpack, type Work } from './import-pieces.ts'
import type { PlannedCard } from './plan-card.ts'
import type { PlannedGroup, PlannedJoin, PlannedTag, TagWithRelations } from './plan-import.ts'
import type { SettledIds } from './settled-ids.ts'
import type { ImportTools } from './tools.ts'
import {
  type Joined,
  type TagsByName,
  type Written,
  withinRoom,
  writeCards,
  writeGroups,
  writeJoins,
  writeRelations,
  writeTags,
} from './write-chunk.ts'
import { writeFileCopies } from './write-file-copies.ts'

/** Tags per transaction: enough to be fast, few enough not to delay others. */
const TAGS_AT_ONCE = 100
/** Groups per transaction: each is read and written with all its tags. */
const GROUPS_AT_ONCE = 20
/** ms for which a node holds an import after each step. */
export const LEASE_MS = 5_000
/** Bytes that each stored piece counts as, besides its text. */
export const PIECE_ROW = 200

/** One workspace's part of an import, besides cards. */
export interface ImportPart {
  readonly workspaceId: Id
  readonly tags: readonly PlannedTag[]
  readonly groups: readonly PlannedGroup[]
  readonly relations: readonly TagWithRelations[]
  readonly ids: SettledIds
}

interface Run {
  readonly userId: Id
  readonly importId: Id
}

/** What a step of an import changed. */
type Step = Partial<Pick<StoredImport, 'handled' | 'created' | 'tags'>> & {
  readonly outcome?: Omit<PieceOutcome, 'kind' | 'part'>
  /** Changed workspaces. */
  readonly moved: readonly Moved[]
}

/** Writes an import piece by piece. Each piece is one transaction with its outcome. */
export class ImportWork {
  /** New sequence numbers of the changed workspaces. */
  readonly seqs = new Map<Id, number>()
  readonly #tools: ImportTools
  readonly #run: Run
  readonly #parts: readonly ImportPart[]
  readonly #tagsByName: readonly TagsByName[]

  constructor(tools: ImportTools, run: Run, parts: readonly ImportPart[]) {
    this.#tools = tools
    this.#run = run
    this.#parts = parts
    this.#tagsByName = parts.map(({ tags }) => new Map(tags.map((tag) => [tag.name, tag])))
  }

  /** Carries out all pending pieces. */
  async doPieces(): Promise<void> {
    const { userId, importId } = this.#run
    for (let last = 0; ; ) {
      const [piece] = await this.#tools.store.importRuns.pieces(userId, importId, 'open', last, 1)
      if (piece === undefined) return
      last = piece.number
      await this.#doPiece(piece, await unpack<Work>(piece.body))
    }
  }

  /**
   * Writes tags without cards, groups and relations. All cards are written before, so all tags exist. Idempotent.
   *
   * @param folders groups of the folders around created cards
   */
  async writeNames(index: number, folders: readonly PlannedGroup[]): Promise<void> {
    const part = this.#parts[index]
    if (part === undefined) return
    const tagsByName = this.#tagsByName[index] ?? new Map()
    for (const some of chunksOf(part.tags, TAGS_AT_ONCE))
      await this.#inTransaction((tx, user) => this.#writeTags(tx, user, part, some))
    const groups = [...part.groups, ...folders.flatMap(splitGroup)]
    for (const some of chunksOf(groups, GROUPS_AT_ONCE, membersOf, MEMBERS_AT_ONCE))
      await this.#inTransaction((tx, user) => this.#writeGroups(tx, user, part, some))
    // Last, because they refer to tags and groups.
    for (const some of chunksOf(part.relations, TAGS_AT_ONCE))
      await this.#inTransaction((tx, user) => this.#writeRelations(tx, user, part, tagsByName, some))
  }

  #doPiece({ number, body }: StoredPiece, work: Work): Promise<void> {
    const { userId, importId } = this.#run
    return this.#inTransaction(async (tx, user) => {
      // While this node was suspended, another may have done the work.
      if (!(await tx.importRuns.isOpen(userId, importId, number))) return { moved: [] }
      const step = await this.#do(tx, user, work)
      const outcome: PieceOutcome = { kind: work.kind, part: work.part, ...step.outcome }
      const left = JSON.stringify(outcome)
      await tx.importRuns.close(userId, importId, { number, body: left })
      await tx.users.addStoredBytes(userId, Buffer.byteLength(left) - body.length)
      return step
    })
  }

  async #do(tx: StoreTransaction, user: User, work: Work): Promise<Step> {
    if (work.kind === 'copies') return writeFileCopies(this.#tools, tx, user, work.items)
    const part = this.#parts[work.part]
    const tagsByName = this.#tagsByName[work.part]
    if (part === undefined || tagsByName === undefined) throw new Error('A part of an import is missing.')
    switch (work.kind) {
      case 'cards':
        return this.#writeCards(tx, user, part, tagsByName, work.items)
      case 'deleted':
        return this.#writeDeleted(tx, user, part, tagsByName, work.items)
      case 'joins':
        return this.#writeJoins(tx, user, part, tagsByName, work.items)
    }
  }

  async #writeCards(
    tx: StoreTransaction,
    user: User,
    part: ImportPart,
    tagsByName: TagsByName,
    cards: readonly PlannedCard[],
  ): Promise<Step> {
    let written: Written = { created: [], failed: [], newTags: 0 }
    const { room, counts } = await roomOf(this.#tools, tx, user)
    const { fitting, failed } = withinRoom(cards, room, counts)
    const moved = await this.#change(tx, user, part, readsOf(fitting), (rows, context) => {
      const { outcome, written: done } = writeCards(fitting, part.ids, tagsByName, rows, context)
      written = { ...done, failed: [...failed, ...done.failed] }
      return outcome
    })
    const created = written.created.length
    const outcome = { created, failed: written.failed, folders: foldersOf(written.created) }
    return { handled: cards.length, created, tags: written.newTags, outcome, moved: [moved] }
  }

  /** Creates deleted cards and deletes them at their times. They don't count towards the plan. */
  async #writeDeleted(
    tx: StoreTransaction,
    user: User,
    part: ImportPart,
    tagsByName: TagsByName,
    all: readonly PlannedCard[],
  ): Promise<Step> {
    const since = restorableSince(this.#tools.now())
    const cards = all.filter(({ deletedAt }) => (deletedAt ?? 0) > since)
    if (cards.length === 0) return { moved: [] }
    let made: readonly PlannedCard[] = []
    const moved = [
      await this.#change(
        tx,
        user,
        part,
        readsOf(cards),
        (rows, context) => {
          const { outcome, written } = writeCards(cards, part.ids, tagsByName, rows, context)
          made = written.created
          return outcome
        },
        true,
      ),
    ]
    const timeOf = ({ deletedAt }: PlannedCard) => Math.min(deletedAt ?? 0, this.#tools.now())
    for (const time of new Set(made.map(timeOf))) {
      const cardIds = made.filter((card) => timeOf(card) === time).map(({ card }) => card.id)
      const changes = cardIds.map((id) => ({ kind: 'card' as const, id, row: null }))
      moved.push(await this.#change(tx, user, part, { cards: cardIds }, () => ({ changes }), true, time))
    }
    return { outcome: { deleted: made.length }, moved }
  }

  async #writeJoins(
    tx: StoreTransaction,
    user: User,
    part: ImportPart,
    tagsByName: TagsByName,
    joins: readonly PlannedJoin[],
  ): Promise<Step> {
    const { userId, importId } = this.#run
    let joined: Joined = { additions: [], newTags: 0 }
    const cards = joins.map(({ cardId }) => cardId)
    const moved = await this.#change(tx, user, part, { ...readsOf(joins), cards }, (rows, context) => {
      const done = writeJoins(joins, part.ids, tagsByName, this.#tools.newId, rows, context)
      joined = done.joined
      return done.outcome
    })
    await tx.imports.addAdditions(
      joined.additions.map(({ row, cardId, added }) => ({
        user_id: userId,
        import_id: importId,
        row,
        workspace_id: part.workspaceId,
        card_id: cardId,
        added: JSON.stringify(added),
      })),
    )
    return { tags: joined.newTags, moved: [moved] }
  }

  async #writeTags(
    tx: StoreTransaction,
    user: User,
    part: ImportPart,
    tags: readonly PlannedTag[],
  ): Promise<Step> {
    const tagNames = [...new Set(tags.map(({ name }) => name))]
    let made = 0
    const moved = await this.#change(tx, user, part, { tagNames, relatedTags: true }, (rows, context) => {
      const outcome = writeTags(tags, part.ids, rows, context)
      made = outcome.changes.length
      return outcome
    })
    return { tags: made, moved: [moved] }
  }

  async #writeGroups(
    tx: StoreTransaction,
    user: User,
    part: ImportPart,
    groups: readonly PlannedGroup[],
  ): Promise<Step> {
    const tagNames = [...new Set(groups.flatMap((group) => group.tagNames))]
    const groupTitles = groups.map(({ title }) => title)
    const reads = { tagNames, groupTitles, relatedTags: true } as const
    const moved = await this.#change(tx, user, part, reads, (rows, context) =>
      writeGroups(groups, part.ids, rows, context),
    )
    return { moved: [moved] }
  }

  async #writeRelations(
    tx: StoreTransaction,
    user: User,
    part: ImportPart,
    tagsByName: TagsByName,
    tags: readonly TagWithRelations[],
  ): Promise<Step> {
    const tagNames = [...new Set(tags.flatMap(({ name, parents }) => [name, ...parents]))]
    const groupTitles = [...new Set(tags.flatMap(({ childGroups }) => childGroups))]
    const reads = { tagNames, groupTitles, relatedTags: true } as const
    const moved = await this.#change(tx, user, part, reads, (rows, context) =>
      writeRelations(tags, part.ids, tagsByName, rows, context),
    )
    return { moved: [moved] }
  }

  async #inTransaction(work: (tx: StoreTransaction, user: User) => Promise<Step>): Promise<void> {
    const { userId, importId } = this.#run
    const { store, state, now, bus } = this.#tools
    if (state.isStopping) throw new Stopped()
    const done = await store.transact<readonly Moved[], Error>(async (tx) => {
      const user = await tx.lockUser(userId)
      if (user === undefined) return refused(new Error(NO_ACCOUNT))
      if (!(await tx.imports.isRunning(userId, importId))) return refused(new Cancelled())
      const { handled = 0, created = 0, tags = 0, moved } = await work(tx, user)
      await tx.imports.advance(userId, importId, { handled, created, tags }, now())
      await tx.importRuns.hold(userId, importId, now() + LEASE_MS)
      return ok(moved)
    })
    if (!done.ok) throw done.error
    for (const { workspaceId, seq } of done.value) {
      this.seqs.set(workspaceId, seq)
      bus.publish({ userId, workspaceId, seq })
    }
    await yieldToEventLoop()
  }

  /** @param at when the change happens, in ms since 1970 */
  async #change(
    tx: StoreTransaction,
    user: User,
    { workspaceId }: ImportPart,
    reads: ReadSet,
    write: (...args: Parameters<WorkspaceChange['write']>) => ReturnType<typeof writeGroups>,
    isBeyondPlan = false,
    at = this.#tools.now(),
  ): Promise<Moved> {
    const limits = isBeyondPlan ? { ...this.#tools.limits, freeCardLimit: null } : this.#tools.limits
    const place = { workspaceId }
    const change: WorkspaceChange = { place, reads, write: (rows, context) => ok(write(rows, context)) }
    const changed = await changeWorkspace(tx, user, change, limits, at)
    if (!changed.ok) throw new ImportRefused(changed.error)
    return { workspaceId, seq: changed.value.seq }
  }
}

/**
 * How many more cards the person's plan allows, and how many cards exist. Without a limit none are counted, because
 * counting takes time in proportion to the cards, and would be repeated for every piece of the import.
 */
export async function roomOf(
  { limits, now }: ImportTools,
  { cards }: { readonly cards: Pick<StoreTransaction['cards'], 'counts'> },
  user: User,
): Promise<{ readonly room: number; readonly counts: CardCounts }> {
  const limit = cardLimit(user, limits.freeCardLimit, now())
  if (limit === 0) return { room: Number.POSITIVE_INFINITY, counts: { todo: 0, note: 0, link: 0 } }
  const counts = await cards.counts(user.id)
  return { room: Math.max(0, limit - counts.todo - counts.note - counts.link), counts }
}
