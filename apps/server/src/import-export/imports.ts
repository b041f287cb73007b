import { type ImportSummary, type Receipt, toInstant } from '@cardinal/contract'
import { type Id, ok, type Refusal, refused } from '@cardinal/domain'
import type { ReadSet } from '@cardinal/sync'
import { cardLimit } from '../access/plan.ts'
import type { StoredImport, StoredWorkspace, StoreTransaction, User } from '../store/index.ts'
import { changeWorkspace, type WorkspaceChange } from '../workspaces/change-workspace.ts'
import { allRows } from '../workspaces/feed.ts'
import { yieldToEventLoop } from '../workspaces/yield-to-event-loop.ts'
import type { FoundFile } from './found.ts'
import {
  type FailedRow,
  type ImportPlan,
  keysOfCard,
  type PlannedCard,
  type PlannedGroup,
  planImport,
} from './plan-import.ts'
import type { ImportTools } from './tools.ts'
import {
  type SettledIds,
  type Written,
  withinRoom,
  writeCards,
  writeGroups,
  writeRelations,
  writeTags,
} from './write-chunk.ts'

/** Cards, or tags, that are written in one transaction: enough to be quick, few enough to hold nobody up. */
const CHUNK = 100
/** Characters of cards that are looked through before others get their turn. */
const TURN_AFTER = 200_000
/** Groups name all their tags, which are read and written with them. */
const GROUPS_AT_ONCE = 20

export interface ImportRequest {
  readonly userId: Id
  readonly workspace: StoredWorkspace
  readonly importId: Id
  readonly file: FoundFile
  readonly isDryRun: boolean
}

export interface ImportDone {
  readonly receipt: Receipt
  /** The workspace's sequence number after it; null for a dry run. */
  readonly seq: number | null
}

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

/** What an import made, as far as it is known before it begins: for taking it back. */
export interface Made {
  readonly cards: readonly Id[]
  readonly tags: readonly Id[]
  readonly groups: readonly Id[]
}

/** Takes what a file holds into a workspace, chunk by chunk, each one transaction with its progress. */
export async function runImport(tools: ImportTools, request: ImportRequest): Promise<ImportDone> {
  const existing = await existingKeys(tools, request)
  const plan = await planImport(request.file, existing, tools.newId)
  const work = new ImportWork(tools, request, plan)
  if (request.isDryRun) return { receipt: await work.foretell(), seq: null }
  return work.run()
}

async function existingKeys(tools: ImportTools, { userId, workspace }: ImportRequest): Promise<Set<string>> {
  const keys = new Set<string>()
  let looked = 0
  for await (const page of allRows(tools.store, userId, workspace))
    for (const change of page) {
      if (change.kind !== 'card' || change.row === null) continue
      for (const key of keysOfCard(change.row)) keys.add(key)
      looked += change.row.content.length
      if (looked < TURN_AFTER) continue
      looked = 0
      await yieldToEventLoop()
    }
  return keys
}

class ImportWork {
  readonly #tools: ImportTools
  readonly #request: ImportRequest
  readonly #plan: ImportPlan
  readonly #ids: SettledIds & { made(): Made }
  #failed: FailedRow[]
  #created: PlannedCard[] = []
  #handled: number
  #newTags = 0
  #seq: number

  constructor(tools: ImportTools, request: ImportRequest, plan: ImportPlan) {
    this.#tools = tools
    this.#request = request
    this.#plan = plan
    this.#ids = settledIds(plan, tools.newId)
    this.#failed = [...plan.failed]
    this.#handled = plan.rows - plan.cards.length
    this.#seq = request.workspace.seq
  }

  /** What carrying it out would come to, as things are now. */
  async foretell(): Promise<Receipt> {
    const { userId, workspace } = this.#request
    const { store } = this.#tools
    const user = await store.users.byId(userId)
    const counts = await store.cards.counts(userId)
    const room = user === undefined ? 0 : this.#roomOf(user, counts)
    const { fitting, failed } = withinRoom(this.#plan.cards, room, counts)
    const names = [...new Set(fitting.flatMap(({ tagNames }) => tagNames))]
    const known = await store.tags.byNames(userId, workspace.id, names)
    const living = known.filter(({ deletedAt }) => deletedAt === null)
    // Not by `push(...)`: a function takes no more arguments than its stack has room for, and a file has more rows.
    this.#failed = this.#failed.concat(failed)
    this.#created = this.#created.concat(fitting)
    this.#newTags = names.length - living.length
    return this.#receipt()
  }

  async run(): Promise<ImportDone> {
    const { userId, importId } = this.#request
    const { store, now } = this.#tools
    await store.transact(async (tx) => ok(await tx.imports.insert(this.#row('running'))))
    try {
      for (let start = 0; start < this.#plan.cards.length; start += CHUNK)
        await this.#writeCards(this.#plan.cards.slice(start, start + CHUNK))
      await this.#writeRest()
    } catch (error) {
      const patch = { state: error instanceof Stopped ? 'stopped' : 'failed', updated_at: now() }
      await store.transact(async (tx) => ok(await tx.imports.update(userId, importId, patch)))
      throw error
    }
    return { receipt: this.#receipt(), seq: this.#seq }
  }

  async #writeCards(cards: readonly PlannedCard[]): Promise<void> {
    let written: Written = { created: [], failed: [], newTags: 0 }
    const colors = new Map(this.#plan.tags.map(({ name, color }) => [name, color]))
    await this.#inTransaction(async (tx, user) => {
      const counts = await tx.cards.counts(user.id)
      const { fitting, failed } = withinRoom(cards, this.#roomOf(user, counts), counts)
      const reads = {
        cards: fitting.map(({ card }) => card.id),
        tagNames: namesOf(fitting),
        relatedTags: true as const,
      }
      await this.#change(tx, user, reads, (rows, context) => {
        const { outcome, written: done } = writeCards(fitting, this.#ids, colors, rows, context)
        written = { ...done, failed: [...failed, ...done.failed] }
        return outcome
      })
      this.#take(written, cards.length)
      await tx.imports.update(user.id, this.#request.importId, this.#progress())
    })
  }

  /** Groups last, when all their tags are there; of folders only those around cards that were made. */
  async #writeRest(): Promise<void> {
    const isFull = this.#created.length === 0 && this.#plan.cards.length > 0
    const tags = isFull ? [] : this.#plan.tags
    const groups = isFull ? [] : [...this.#plan.groups, ...groupsOfFolders(this.#created)]
    for (let start = 0; start < tags.length; start += CHUNK)
      await this.#writeTags(tags.slice(start, start + CHUNK))
    const related = isFull ? [] : this.#plan.relations
    for (let start = 0; start < related.length; start += CHUNK)
      await this.#writeRelations(related.slice(start, start + CHUNK))
    for (let start = 0; start < groups.length; start += GROUPS_AT_ONCE)
      await this.#writeGroups(groups.slice(start, start + GROUPS_AT_ONCE))
    await this.#inTransaction((tx, user) =>
      tx.imports.update(user.id, this.#request.importId, this.#row('done')),
    )
  }

  #writeTags(tags: ImportPlan['tags']): Promise<void> {
    const tagNames = [...new Set(tags.map(({ name }) => name))]
    return this.#inTransaction((tx, user) =>
      this.#change(tx, user, { tagNames, relatedTags: true }, (rows, context) => {
        const outcome = writeTags(tags, this.#ids, rows, context)
        this.#newTags += outcome.changes.length
        return outcome
      }),
    )
  }

  #writeRelations(tags: ImportPlan['relations']): Promise<void> {
    const tagNames = [...new Set(tags.flatMap(({ name, parents }) => [name, ...parents]))]
    return this.#inTransaction((tx, user) =>
      this.#change(tx, user, { tagNames, relatedTags: true }, (rows, context) =>
        writeRelations(tags, rows, context),
      ),
    )
  }

  #writeGroups(groups: readonly PlannedGroup[]): Promise<void> {
    const tagNames = [...new Set(groups.flatMap((group) => group.tagNames))]
    const groupTitles = groups.map(({ title }) => title)
    return this.#inTransaction((tx, user) =>
      this.#change(tx, user, { tagNames, groupTitles, relatedTags: true }, (rows, context) =>
        writeGroups(groups, this.#ids, rows, context),
      ),
    )
  }

  async #inTransaction(work: (tx: StoreTransaction, user: User) => Promise<void>): Promise<void> {
    const { userId, workspace } = this.#request
    if (this.#tools.state.isStopping) throw new Stopped()
    const done = await this.#tools.store.transact<null, string>(async (tx) => {
      const user = await tx.lockUser(userId)
      if (user === undefined) return refused('The account was deleted while the import was running.')
      await work(tx, user)
      return ok(null)
    })
    if (!done.ok) throw new Error(done.error)
    this.#tools.bus.publish({ userId, workspaceId: workspace.id, seq: this.#seq })
    await yieldToEventLoop()
  }

  async #change(
    tx: StoreTransaction,
    user: User,
    reads: ReadSet,
    write: (...args: Parameters<WorkspaceChange['write']>) => ReturnType<typeof writeGroups>,
  ): Promise<void> {
    const { limits, now } = this.#tools
    const place = { workspaceId: this.#request.workspace.id }
    const change: WorkspaceChange = { place, reads, write: (rows, context) => ok(write(rows, context)) }
    const changed = await changeWorkspace(tx, user, change, limits, now())
    if (!changed.ok) throw new ImportRefused(changed.error)
    this.#seq = changed.value.seq
  }

  #roomOf(user: User, counts: { todo: number; note: number; link: number }): number {
    const { limits, now } = this.#tools
    const limit = cardLimit(user, limits.freeCardLimit, now())
    return limit === 0
      ? Number.POSITIVE_INFINITY
      : Math.max(0, limit - counts.todo - counts.note - counts.link)
  }

  #take(written: Written, handled: number): void {
    this.#created.push(...written.created)
    this.#failed.push(...written.failed)
    this.#newTags += written.newTags
    this.#handled += handled
  }

  #receipt(): Receipt {
    const { rows, duplicates, renamedTags } = this.#plan
    return {
      import_id: this.#request.importId,
      rows,
      created: this.#created.length,
      duplicates,
      failed: [...this.#failed].sort((a, b) => a.row - b.row),
      tags: this.#newTags,
      renamed_tags: renamedTags.map((pair) => ({ ...pair })),
    }
  }

  /** What moves while it runs. Ids and failures may be long, and are written at the beginning and at the end. */
  #progress(): Partial<StoredImport> {
    const [handled, created, tags] = [this.#handled, this.#created.length, this.#newTags]
    return { handled, created, tags, updated_at: this.#tools.now() }
  }

  #row(state: string): StoredImport {
    const { userId, importId, workspace } = this.#request
    const now = this.#tools.now()
    const { rows, created, duplicates, failed, tags, renamed_tags } = this.#receipt()
    return {
      user_id: userId,
      id: importId,
      workspace_id: workspace.id,
      state,
      is_dry_run: 0,
      rows,
      handled: this.#handled,
      created,
      duplicates,
      failed: JSON.stringify({ failed, renamed_tags }),
      tags,
      made: JSON.stringify(this.#ids.made()),
      created_at: now,
      updated_at: now,
    }
  }
}

function namesOf(cards: readonly PlannedCard[]): string[] {
  return [...new Set(cards.flatMap(({ tagNames }) => tagNames))]
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

/** An id for every name of the plan, the same each time it is asked for. */
function settledIds(plan: ImportPlan, newId: () => Id): SettledIds & { made(): Made } {
  const tags = new Map<string, Id>()
  const groups = new Map<string, Id>()
  const settle = (ids: Map<string, Id>, name: string) => {
    const id = ids.get(name) ?? newId()
    ids.set(name, id)
    return id
  }
  for (const { name } of plan.tags) settle(tags, name)
  for (const { title } of plan.groups) settle(groups, title)
  for (const { tagNames, folderGroups } of plan.cards) {
    for (const name of tagNames) settle(tags, name)
    for (const { title } of folderGroups) settle(groups, title)
  }
  const cards = plan.cards.map(({ card }) => card.id)
  return {
    tag: (name) => settle(tags, name),
    group: (title) => settle(groups, title),
    made: () => ({ cards, tags: [...tags.values()], groups: [...groups.values()] }),
  }
}

const STATES = ['running', 'done', 'failed', 'stopped', 'undone'] as const
type ImportState = (typeof STATES)[number]

/** ms without progress after which an import is over: the server that ran it is gone. */
const GONE_AFTER = 60_000

/** Where an import is. One whose server was killed has left its row as running. */
export function stateOf(
  { state, updated_at }: Pick<StoredImport, 'state' | 'updated_at'>,
  now: number,
): ImportState {
  if (state === 'running' && now - updated_at >= GONE_AFTER) return 'stopped'
  return STATES.find((known) => known === state) ?? 'failed'
}

/** An import in the list of all of them. */
export function summaryOf(job: Omit<StoredImport, 'failed' | 'made'>, now: number): ImportSummary {
  return {
    import_id: job.id,
    workspace_id: job.workspace_id,
    state: stateOf(job, now),
    rows: job.rows,
    processed: job.handled,
    created: job.created,
    duplicates: job.duplicates,
    tags: job.tags,
    createdAt: toInstant(job.created_at),
    updatedAt: toInstant(job.updated_at),
  }
}

/** The wire form of an import that is under way or over. */
export function progressOf(job: StoredImport, now: number) {
  const { failed, renamed_tags } = JSON.parse(job.failed) as Pick<Receipt, 'failed' | 'renamed_tags'>
  return {
    import_id: job.id,
    rows: job.rows,
    created: job.created,
    duplicates: job.duplicates,
    failed,
    tags: job.tags,
    renamed_tags,
    state: stateOf(job, now),
    processed: job.handled,
  }
}
