import {
  type Card,
  type CopyRule,
  type Id,
  keptPagesOf,
  ok,
  type Page,
  pageAddress,
  ruleKeeps,
} from '@cardinal/domain'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { Store, Stored, StoreTransaction, User } from '../store/index.ts'
import type { CopyMark, CopyProblem } from '../store/tables/page-copies.ts'
import type { PageJob } from '../store/tables/pages.ts'
import { type ChangeLimits, changeWorkspace } from '../workspaces/change-workspace.ts'
import type { Quotas } from '../workspaces/limits.ts'
import type { FoundCopy } from './copy-page.ts'
import type { FetchOutcome } from './fetch-page.ts'
import { emptyCopy, jobFor, livingCopyRule, PRIORITY } from './jobs.ts'
import { FETCH_LIMITS } from './safe-fetch.ts'
import type { CopyThread } from './threads.ts'

export type CopyMade =
  | { readonly kind: 'found'; readonly copy: FoundCopy }
  | { readonly kind: 'problem'; readonly problem: CopyProblem; readonly isTriedAgain: boolean }

interface PageCopiesOptions {
  readonly store: Store
  readonly thread: CopyThread
  readonly quotas: Quotas
  readonly now: () => number
}

/** Makes copies of fetched pages if a person or a rule wants one. */
export class PageCopies {
  readonly #options: PageCopiesOptions

  constructor(options: PageCopiesOptions) {
    this.#options = options
  }

  stop(): Promise<void> {
    return this.#options.thread.stop()
  }

  async markOf({ user_id, card_id }: PageJob): Promise<CopyMark | undefined> {
    return (await this.#options.store.pageCopies.marksOf(user_id, [card_id])).get(card_id)
  }

  /**
   * What a fetch does to the card's copy. Null: no copy is wanted, or the present one stays.
   *
   * @param isTriedAgain whether a failed fetch is retried automatically
   */
  async make(
    job: PageJob,
    card: Card,
    mark: CopyMark | undefined,
    outcome: FetchOutcome,
    isTriedAgain: boolean,
  ): Promise<CopyMade | null> {
    const { store, thread } = this.#options
    const user = await store.users.byId(job.user_id)
    if (user === undefined) return null
    const isByRule = ruleKeeps(await livingCopyRule(store, user), card)
    if (!isWanted(mark, job.address, isByRule)) return null
    if (outcome.kind !== 'alive') return { kind: 'problem', problem: outcome.kind, isTriedAgain }
    const { bytes, contentType, address } = outcome.fetched
    const found = bytes.length === 0 ? null : await thread.copyPage(bytes, contentType, address)
    if (found === null) return { kind: 'problem', problem: 'no-text', isTriedAgain: false }
    const isCut = found.isCut || bytes.length >= FETCH_LIMITS.bytes
    return { kind: 'found', copy: { ...found, isCut } }
  }

  /**
   * Stores the result. Returns when the copy of this address was fetched; undefined: there is none. The caller
   * holds the user's lock.
   */
  async save(
    tx: StoreTransaction,
    user: User,
    job: Pick<PageJob, 'card_id' | 'address'>,
    made: CopyMade | null,
  ): Promise<number | undefined> {
    const mark = (await tx.pageCopies.marksOf(user.id, [job.card_id])).get(job.card_id)
    // A person removed the copy while the page was fetched.
    if (made === null || mark?.state === 'removed') return fetchedAt(mark, job.address)
    const { now, quotas } = this.#options
    if (made.kind === 'found') {
      const about = { card_id: job.card_id, address: job.address, fetched_at: now() }
      const kept = { state: 'kept', problem: '', removed_at: null, file_hash: null } as const
      if (await storeCopy(tx, user, quotas, { ...about, ...kept }, made.copy)) return about.fetched_at
    }
    const failed =
      made.kind === 'found' ? ({ kind: 'problem', problem: 'full', isTriedAgain: false } as const) : made
    await noteProblem(tx, user.id, job, mark, failed)
    return fetchedAt(mark, job.address)
  }
}

async function noteProblem(
  tx: StoreTransaction,
  userId: Id,
  { card_id, address }: Pick<PageJob, 'card_id' | 'address'>,
  mark: CopyMark | undefined,
  { problem, isTriedAgain }: Extract<CopyMade, { kind: 'problem' }>,
): Promise<void> {
  const state = isTriedAgain ? 'waiting' : mark?.fetched_at == null ? 'failed' : 'kept'
  if (mark === undefined) await tx.pageCopies.put({ ...emptyCopy(userId, card_id, address), state, problem })
  else await tx.pageCopies.update(mark, { state, problem })
}

/** Whether a copy is to be made. A kept copy stays until a person asks for another one, or the address changes. */
function isWanted(mark: CopyMark | undefined, address: string, isByRule: boolean): boolean {
  if (mark === undefined) return isByRule
  return mark.state !== 'removed' && (mark.state !== 'kept' || mark.address !== address)
}

/** Bytes of overhead per copy in the quota. */
const COPY_ROW = 200

/**
 * Stores a copy, replacing the card's former one. The caller holds the user's lock.
 *
 * @returns the user with the new number of bytes; null: the account is full, and nothing was stored
 */
export async function storeCopy(
  tx: StoreTransaction,
  user: User,
  quotas: Quotas,
  mark: Omit<CopyMark, 'user_id'>,
  { title, language, content, words, isCut }: FoundCopy,
): Promise<User | null> {
  const bytes = Buffer.byteLength(content) + Buffer.byteLength(words) + COPY_ROW
  if (await quotas.isOver(tx, user, bytes)) return null
  await tx.users.addStoredBytes(user.id, bytes)
  const text = { title, language, content, words, is_cut: isCut ? 1 : 0 }
  await tx.pageCopies.put({ user_id: user.id, ...mark, ...text })
  return { ...user, storedBytes: user.storedBytes + bytes }
}

export interface Moved {
  readonly workspaceId: Id
  readonly seq: number
}

interface Writer {
  readonly tx: StoreTransaction
  /** Locked by the caller. */
  readonly user: User
  readonly limits: ChangeLimits
  readonly now: number
}

/**
 * Asks for copies of cards' pages: restores removed copies, and queues the other cards.
 *
 * @param isAgain whether pages with a copy are fetched again
 * @returns the number of cards, and the workspaces that show a restored copy
 */
export async function keepCopies(
  writer: Writer,
  cards: readonly Stored<Card>[],
  isAgain: boolean,
): Promise<{ readonly count: number; readonly moved: readonly Moved[] }> {
  const { tx, user, now } = writer
  const marks = await tx.pageCopies.marksOf(
    user.id,
    cards.map(({ row }) => row.id),
  )
  const back: Stored<Card>[] = []
  let count = 0
  for (const stored of cards) {
    const { row, workspaceId } = stored
    const address = pageAddress(row)
    if (address === null) continue
    count++
    const mark = marks.get(row.id)
    const isThere = mark?.fetched_at != null && mark.address === address
    if (isThere && !isAgain) {
      if (mark.state === 'removed') back.push(stored)
      await tx.pageCopies.update(mark, { state: 'kept', problem: '', removed_at: null })
      continue
    }
    const waiting = { state: 'waiting', problem: '', removed_at: null } as const
    if (mark === undefined) await tx.pageCopies.put(emptyCopy(user.id, row.id, address))
    else await tx.pageCopies.update(mark, waiting)
    // Until the page is fetched, the copy is the text of its kept page.
    if (keptPagesOf(row.files).length > 0) await tx.pageReadings.add(user.id, [row.id], now)
    await tx.pages.add(
      [jobFor({ userId: user.id, workspaceId, cardId: row.id }, address, PRIORITY.person)],
      now,
    )
  }
  return { count, moved: await showCopies(writer, back) }
}

/** Removes copies. Rules don't make them again. Returns the number of removed copies. */
export async function removeCopies(
  writer: Writer,
  cards: readonly Stored<Card>[],
): Promise<{ readonly count: number; readonly moved: readonly Moved[] }> {
  const { tx, user, now } = writer
  const ids = cards.map(({ row }) => row.id)
  const marks = await tx.pageCopies.marksOf(user.id, ids)
  let count = 0
  for (const { row } of cards) {
    const mark = marks.get(row.id)
    const address = pageAddress(row)
    if (address === null) continue
    if (fetchedAt(mark, address) !== undefined) count++
    const removed = { state: 'removed', problem: '', removed_at: now } as const
    if (mark === undefined) await tx.pageCopies.put({ ...emptyCopy(user.id, row.id, address), ...removed })
    else if (mark.state !== 'removed') await tx.pageCopies.update(mark, removed)
  }
  return { count, moved: await showCopies(writer, cards) }
}

/** Sets on cards whether they have a copy. Not an edit of the cards. */
export async function showCopies(
  { tx, user, limits, now }: Writer,
  cards: readonly Stored<Card>[],
): Promise<Moved[]> {
  const marks = await tx.pageCopies.marksOf(
    user.id,
    cards.map(({ row }) => row.id),
  )
  const moved: Moved[] = []
  for (const workspaceId of new Set(cards.map((card) => card.workspaceId))) {
    const ids = cards.flatMap((card) => (card.workspaceId === workspaceId ? [card.row.id] : []))
    const changed = await changeWorkspace(
      tx,
      user,
      {
        place: { workspaceId },
        reads: { cards: ids },
        write: (rows) => {
          const changes = ids.flatMap((id) => {
            const card = rows.card(id)
            if (card?.page === undefined) return []
            const copiedAt = fetchedAt(marks.get(id), card.page.address)
            if (copiedAt === card.page.copiedAt) return []
            return [{ kind: 'card', id, row: { ...card, page: withCopiedAt(card.page, copiedAt) } } as const]
          })
          return ok({ changes })
        },
      },
      limits,
      now,
    )
    if (changed.ok && changed.value.outcome.changes.length > 0)
      moved.push({ workspaceId, seq: changed.value.seq })
  }
  return moved
}

const QUEUED_AT_ONCE = 500

/** Queues the links that a new rule wants to copy. */
export async function queueForRule({ tx, user, now }: Writer, { keeps, tagIds }: CopyRule): Promise<void> {
  if (keeps === 'chosen' || (keeps === 'tags' && tagIds.length === 0)) return
  for (let after = ''; ; ) {
    const found = await tx.pageCopies.cardsWithoutCopies(
      user.id,
      keeps === 'all' ? null : tagIds,
      after,
      QUEUED_AT_ONCE,
    )
    const ids = found.map(({ card_id }) => card_id)
    await tx.pages.queueAgain(user.id, ids, PRIORITY.import, now)
    if (ids.length < QUEUED_AT_ONCE) return
    after = ids.at(-1) ?? after
    await yieldToEventLoop()
  }
}

/** ms when the copy of this address was fetched. Undefined: no copy of it. */
export function fetchedAt(mark: CopyMark | undefined, address: string): number | undefined {
  if (mark === undefined || mark.state === 'removed' || mark.address !== address) return undefined
  return mark.fetched_at ?? undefined
}

/** The page with the time of its copy, or without. */
export function withCopiedAt({ copiedAt: _before, ...page }: Page, copiedAt: number | undefined): Page {
  return copiedAt === undefined ? page : { ...page, copiedAt }
}
