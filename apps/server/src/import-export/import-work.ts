import { type CardCounts, type Id, ok, type Refusal, refused, restorableSince } from '@cardinal/domain'
import type { ReadSet } from '@cardinal/sync'
import { cardLimit } from '../access/plan.ts'
import type { StoredWorkspace, StoreTransaction, User } from '../store/index.ts'
import { changeWorkspace, type WorkspaceChange } from '../workspaces/change-workspace.ts'
import { yieldToEventLoop } from '../workspaces/yield-to-event-loop.ts'
import type { Tally } from './import-tally.ts'
import type { ImportPlan, PlannedCard, PlannedGroup, PlannedJoin } from './plan-import.ts'
import type { SettledIds } from './settled-ids.ts'
import type { ImportTools } from './tools.ts'
import {
  type Joined,
  type ToldTags,
  type Written,
  withinRoom,
  writeCards,
  writeGroups,
  writeJoins,
  writeRelations,
  writeTags,
} from './write-chunk.ts'

/** Cards, or tags, that are written in one transaction: enough to be quick, few enough to hold nobody up. */
const CHUNK = 100
/** Groups name all their tags, which are read and written with them. */
const GROUPS_AT_ONCE = 20

/** Why an import ends whose account is gone. */
export const NO_ACCOUNT = 'The account was deleted while the import was running.'

/** The account can take no more of an import. What was made by then stays, and can be undone. */
export class ImportRefused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(`An import was refused: ${refusal.kind}`)
    this.refusal = refusal
  }
}

/** The server stopped in the middle of an import. */
export class Stopped extends Error {}

/** A person has cancelled it. What was made by then stays, and can be undone. */
export class Cancelled extends Error {}

/** One workspace's part of an import. */
export interface Part {
  readonly userId: Id
  readonly importId: Id
  readonly workspace: StoredWorkspace
  readonly plan: ImportPlan
  readonly ids: SettledIds
}

/** Writes one workspace's part of an import, chunk by chunk, each one transaction with its progress. */
export class ImportWork {
  readonly #tools: ImportTools
  readonly #part: Part
  readonly #tally: Tally
  readonly #told: ToldTags
  #created: PlannedCard[] = []
  #seq: number

  constructor(tools: ImportTools, part: Part, tally: Tally) {
    this.#tools = tools
    this.#part = part
    this.#tally = tally
    this.#told = new Map(part.plan.tags.map((tag) => [tag.name, tag]))
    this.#seq = part.workspace.seq
  }

  /** @returns the workspace's sequence number afterwards */
  async run(): Promise<number> {
    const { cards, deleted, joins, tags, groups, relations } = this.#part.plan
    await this.#inChunks(cards, CHUNK, (some) => this.#writeCards(some))
    await this.#inChunks(deleted, CHUNK, (some) => this.#writeDeleted(some))
    await this.#inChunks(joins, CHUNK, (some) => this.#writeJoins(some))
    // Groups when all their tags are there, and of folders only those around cards that were made. Relations last:
    // they name tags and groups.
    if (this.#created.length === 0 && cards.length > 0) return this.#seq
    await this.#inChunks(tags, CHUNK, (some) => this.#writeTags(some))
    const all = [...groups, ...groupsOfFolders(this.#created)]
    await this.#inChunks(all, GROUPS_AT_ONCE, (some) => this.#writeGroups(some))
    await this.#inChunks(relations, CHUNK, (some) => this.#writeRelations(some))
    return this.#seq
  }

  async #inChunks<T>(
    list: readonly T[],
    size: number,
    write: (some: readonly T[]) => Promise<void>,
  ): Promise<void> {
    for (let start = 0; start < list.length; start += size) await write(list.slice(start, start + size))
  }

  #writeCards(cards: readonly PlannedCard[]): Promise<void> {
    return this.#inTransaction(async (tx, user) => {
      let written: Written = { created: [], failed: [], newTags: 0 }
      const counts = await tx.cards.counts(user.id)
      const { fitting, failed } = withinRoom(cards, roomOf(this.#tools, user, counts), counts)
      await this.#change(tx, user, readsOf(fitting), (rows, context) => {
        const { outcome, written: done } = writeCards(fitting, this.#part.ids, this.#told, rows, context)
        written = { ...done, failed: [...failed, ...done.failed] }
        return outcome
      })
      for (const card of written.created) this.#created.push(card)
      this.#tally.take({ ...written, created: written.created.length, handled: cards.length })
      await this.#saveProgress(tx)
    })
  }

  /** Makes cards that were deleted, and deletes them at their times. They don't count for the plan. */
  #writeDeleted(all: readonly PlannedCard[]): Promise<void> {
    const since = restorableSince(this.#tools.now())
    const cards = all.filter(({ deletedAt }) => (deletedAt ?? 0) > since)
    return this.#inTransaction(async (tx, user) => {
      let made: readonly PlannedCard[] = []
      await this.#change(
        tx,
        user,
        readsOf(cards),
        (rows, context) => {
          const { outcome, written } = writeCards(cards, this.#part.ids, this.#told, rows, context)
          made = written.created
          return outcome
        },
        true,
      )
      const timeOf = ({ deletedAt }: PlannedCard) => Math.min(deletedAt ?? 0, this.#tools.now())
      for (const time of new Set(made.map(timeOf))) {
        const cardIds = made.filter((card) => timeOf(card) === time).map(({ card }) => card.id)
        const changes = cardIds.map((id) => ({ kind: 'card' as const, id, row: null }))
        await this.#change(tx, user, { cards: cardIds }, () => ({ changes }), true, time)
      }
      this.#tally.take({ deleted: made.length })
      await this.#saveProgress(tx)
    })
  }

  #writeJoins(joins: readonly PlannedJoin[]): Promise<void> {
    const { userId, importId, workspace, ids } = this.#part
    return this.#inTransaction(async (tx, user) => {
      let joined: Joined = { additions: [], newTags: 0 }
      const cards = joins.map(({ cardId }) => cardId)
      await this.#change(tx, user, { ...readsOf(joins), cards }, (rows, context) => {
        const done = writeJoins(joins, ids, this.#told, this.#tools.newId, rows, context)
        joined = done.joined
        return done.outcome
      })
      await tx.imports.addAdditions(
        joined.additions.map(({ row, cardId, added }) => ({
          user_id: userId,
          import_id: importId,
          row,
          workspace_id: workspace.id,
          card_id: cardId,
          added: JSON.stringify(added),
        })),
      )
      this.#tally.take({ updated: joined.additions.map(({ cardId }) => cardId), newTags: joined.newTags })
      await this.#saveProgress(tx)
    })
  }

  #writeTags(tags: ImportPlan['tags']): Promise<void> {
    const tagNames = [...new Set(tags.map(({ name }) => name))]
    return this.#inTransaction((tx, user) =>
      this.#change(tx, user, { tagNames, relatedTags: true }, (rows, context) => {
        const outcome = writeTags(tags, this.#part.ids, rows, context)
        this.#tally.take({ newTags: outcome.changes.length })
        return outcome
      }),
    )
  }

  #writeRelations(tags: ImportPlan['relations']): Promise<void> {
    const tagNames = [...new Set(tags.flatMap(({ name, parents }) => [name, ...parents]))]
    const groupTitles = [...new Set(tags.flatMap(({ childGroups }) => childGroups))]
    return this.#inTransaction((tx, user) =>
      this.#change(tx, user, { tagNames, groupTitles, relatedTags: true }, (rows, context) =>
        writeRelations(tags, this.#part.ids, this.#told, rows, context),
      ),
    )
  }

  #writeGroups(groups: readonly PlannedGroup[]): Promise<void> {
    const tagNames = [...new Set(groups.flatMap((group) => group.tagNames))]
    const groupTitles = groups.map(({ title }) => title)
    return this.#inTransaction((tx, user) =>
      this.#change(tx, user, { tagNames, groupTitles, relatedTags: true }, (rows, context) =>
        writeGroups(groups, this.#part.ids, rows, context),
      ),
    )
  }

  async #saveProgress(tx: StoreTransaction): Promise<void> {
    const { userId, importId } = this.#part
    await tx.imports.update(userId, importId, this.#tally.progress(this.#tools.now()))
  }

  async #inTransaction(work: (tx: StoreTransaction, user: User) => Promise<void>): Promise<void> {
    const { userId, importId, workspace } = this.#part
    if (this.#tools.state.isStopping) throw new Stopped()
    const done = await this.#tools.store.transact<null, Error>(async (tx) => {
      const user = await tx.lockUser(userId)
      if (user === undefined) return refused(new Error(NO_ACCOUNT))
      if (!(await tx.imports.isRunning(userId, importId))) return refused(new Cancelled())
      await work(tx, user)
      return ok(null)
    })
    if (!done.ok) throw done.error
    this.#tools.bus.publish({ userId, workspaceId: workspace.id, seq: this.#seq })
    await yieldToEventLoop()
  }

  /** @param at when the change happens, in ms since 1970 */
  async #change(
    tx: StoreTransaction,
    user: User,
    reads: ReadSet,
    write: (...args: Parameters<WorkspaceChange['write']>) => ReturnType<typeof writeGroups>,
    isBeyondPlan = false,
    at = this.#tools.now(),
  ): Promise<void> {
    const limits = isBeyondPlan ? { ...this.#tools.limits, freeCardLimit: null } : this.#tools.limits
    const place = { workspaceId: this.#part.workspace.id }
    const change: WorkspaceChange = { place, reads, write: (rows, context) => ok(write(rows, context)) }
    const changed = await changeWorkspace(tx, user, change, limits, at)
    if (!changed.ok) throw new ImportRefused(changed.error)
    this.#seq = changed.value.seq
  }
}

/** How many cards still fit into the account's plan. */
export function roomOf({ limits, now }: ImportTools, user: User, counts: CardCounts): number {
  const limit = cardLimit(user, limits.freeCardLimit, now())
  return limit === 0 ? Number.POSITIVE_INFINITY : Math.max(0, limit - counts.todo - counts.note - counts.link)
}

function readsOf(cards: readonly PlannedCard[]): ReadSet {
  return {
    cards: cards.map(({ card }) => card.id),
    tagNames: [...new Set(cards.flatMap(({ tagNames }) => tagNames))],
    relatedTags: true,
  }
}

/** Folders of one name, wherever they are, are one group. */
function groupsOfFolders(cards: readonly PlannedCard[]): PlannedGroup[] {
  const namesByTitle = new Map<string, Set<string>>()
  for (const { folderGroups } of cards)
    for (const { title, tagNames } of folderGroups) {
      const names = namesByTitle.get(title) ?? new Set()
      for (const name of tagNames) names.add(name)
      namesByTitle.set(title, names)
    }
  return [...namesByTitle].map(([title, names]) => ({
    title,
    tagNames: [...names],
    color: null,
    isHidden: false,
  }))
}
