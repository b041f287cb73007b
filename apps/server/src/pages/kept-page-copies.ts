import { type Card, type Id, keptPagesOf, ok, pageAddress, ruleKeeps, unique } from '@cardinal/domain'
import { Rounds } from '../lib/rounds.ts'
import { Places, yieldToEventLoop } from '../lib/waiting.ts'
import type { Store, StoredFile, StoreTransaction, User } from '../store/index.ts'
import { type CopyMark, NO_TEXT } from '../store/tables/page-copies.ts'
import type { PageReading } from '../store/tables/page-readings.ts'
import { type ChangeHook, type ChangeLimits, changeWorkspace } from '../workspaces/change-workspace.ts'
import type { EventBus } from '../workspaces/events.ts'
import type { FoundCopy } from './copy-page.ts'
import { NO_PAGE } from './fetch-page.ts'
import { livingCopyRule, PRIORITY } from './jobs.ts'
import { readableHtml } from './kept-page-text.ts'
import { fetchedAt, type Moved, storeCopy, withCopiedAt } from './page-copies.ts'
import type { CopyThread } from './threads.ts'

/**
 * ms after which a page is due again after a node took it: the node was stopped or failed, or the bytes have not
 * arrived. Doubled each time, up to a day.
 */
const DUE_AGAIN_MS = 120_000
const LONGEST_WAIT_MS = 86_400_000
/** Reached after about eleven days. */
const MOST_ATTEMPTS = 20
const WOKEN_AFTER_MS = 100
/** ms between checks for pages queued by other nodes. */
const POLL_EVERY_MS = 5_000
const SWEEP_EVERY_MS = 6 * 3_600_000
const CARDS_AT_ONCE = 500

/** Queues cards whose latest kept page or address has changed. */
export function queueKeptPages(wake: () => void): ChangeHook {
  return async (tx, { user, written, wasLiving, now }) => {
    const ids = written.flatMap((one) => {
      if (one.kind !== 'card' || one.after === null) return []
      const before = one.before !== undefined && wasLiving(one.id) ? one.before : undefined
      return toRead(before) === toRead(one.after) ? [] : [one.id]
    })
    if (ids.length === 0) return null
    wake()
    return () => tx.pageReadings.add(user.id, ids, now)
  }
}

/** The page that would be read, as a text to compare; empty: none. */
function toRead(card: Card | undefined): string {
  if (card === undefined || card.files === null) return ''
  const [page] = keptPagesOf(card.files)
  return page === undefined ? '' : `${page.hash} ${pageAddress(card) ?? ''}`
}

interface KeptPageCopiesOptions {
  readonly store: Store
  readonly bus: Pick<EventBus, 'publish'>
  readonly limits: ChangeLimits
  readonly thread: CopyThread
  /**
   * All bytes of a stored file, in order.
   *
   * @throws if a piece is missing
   */
  readonly bytesOf: (file: StoredFile) => AsyncIterable<Buffer>
  /** Whether this server fetches pages. */
  readonly fetches: boolean
  readonly now: () => number
  readonly onError: (error: Error) => void
}

/**
 * Makes the copy of a link from its latest kept page, unless a copy was fetched. Each node reads one page at a
 * time; people are served in turn. The queue is in the store, so it survives restarts and is shared by nodes. A
 * node takes a page for some time, so that no other reads it.
 */
export class KeptPageCopies {
  readonly #options: KeptPageCopiesOptions
  readonly #places = new Places(1, 1)
  readonly #rounds: Rounds
  #sweepAt = 0

  constructor(options: KeptPageCopiesOptions) {
    this.#options = options
    const { onError } = options
    this.#rounds = new Rounds({ run: () => this.#runRound(), every: POLL_EVERY_MS, onError })
  }

  start(): void {
    this.#rounds.start(1_000)
  }

  /** Called when pages were queued. */
  wake(): void {
    this.#rounds.soon(WOKEN_AFTER_MS)
  }

  async stop(): Promise<void> {
    const ended = this.#rounds.stop()
    await this.#options.thread.stop()
    await ended
    await this.#places.settled()
  }

  /** Reads all due pages. Resolves when they are done. */
  async runDue(): Promise<void> {
    while (await this.#readNext()) await this.#places.settled()
    await this.#rounds.settled()
    await this.#places.settled()
  }

  /** Queues cards from before an update, and cards changed by nodes of an earlier release. */
  async addMissing(): Promise<void> {
    const { store, now } = this.#options
    let after = { userId: '', cardId: '' }
    while (!this.#rounds.isStopped) {
      const cards = await store.pageReadings.missing(after, CARDS_AT_ONCE)
      for (const userId of unique(cards.map((card) => card.userId)))
        await store.transact(async (tx) => {
          await tx.lockUser(userId)
          const ids = cards.flatMap((card) => (card.userId === userId ? [card.cardId] : []))
          return ok(await tx.pageReadings.add(userId, ids, now()))
        })
      const last = cards.at(-1)
      if (last === undefined || cards.length < CARDS_AT_ONCE) return
      after = last
      await yieldToEventLoop()
    }
  }

  async #runRound(): Promise<number | undefined> {
    const { now } = this.#options
    if (now() >= this.#sweepAt) {
      await this.addMissing()
      this.#sweepAt = now() + SWEEP_EVERY_MS
    }
    return (await this.#readNext()) ? WOKEN_AFTER_MS : undefined
  }

  /** Starts reading the first page of the next person. False: no page is due, or one is being read. */
  async #readNext(): Promise<boolean> {
    const { store, now, onError } = this.#options
    if (this.#rounds.isStopped || this.#places.running > 0) return false
    for (const userId of this.#places.inTurn(await store.pageReadings.peopleWithDue(now()))) {
      const first = await store.pageReadings.firstOf(userId, now())
      if (first === undefined) continue
      const reading = await this.#take(first)
      if (reading === null || this.#rounds.isStopped) continue
      this.#places.run(userId, async () => {
        try {
          await this.#read(reading)
        } catch (error) {
          // The page is due again later.
          onError(error as Error)
        }
        this.wake()
      })
      return true
    }
    return false
  }

  /** Null: another node took it first, or it was queued again. */
  async #take(first: PageReading): Promise<PageReading | null> {
    const { store, now } = this.#options
    const dueAt = now() + Math.min(DUE_AGAIN_MS * 2 ** first.attempts, LONGEST_WAIT_MS)
    const done = await store.transact(async (tx) => {
      await tx.lockUser(first.user_id)
      return ok(await tx.pageReadings.postpone(first, dueAt))
    })
    return done.ok && done.value ? { ...first, due_at: dueAt, attempts: first.attempts + 1 } : null
  }

  async #read(reading: PageReading): Promise<void> {
    const { store } = this.#options
    const { user_id, card_id, attempts } = reading
    const card = await livingCard(store, user_id, card_id)
    const mark = (await store.pageCopies.marksOf(user_id, [card_id])).get(card_id)
    const wanted = card === undefined ? null : wantedPage(card, mark)
    if (wanted === null || attempts > MOST_ATTEMPTS) {
      await this.#write(reading, null)
      return
    }
    const file = await store.files.byHash(user_id, wanted.hash)
    if (file?.whole_at == null) return
    const { html, isCut } = await readableHtml(this.#unlessStopped(this.#options.bytesOf(file)))
    const type = 'text/html; charset=utf-8'
    const found = this.#rounds.isStopped
      ? null
      : await this.#options.thread.copyPage(html, type, wanted.address)
    // After the next start the page is read again.
    if (this.#rounds.isStopped) return
    await this.#write(reading, found && { ...found, isCut: isCut || found.isCut })
  }

  async *#unlessStopped(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      if (this.#rounds.isStopped) return
      yield piece
    }
  }

  /** Stores the result and marks the page as read, in one transaction. */
  async #write(reading: PageReading, found: FoundCopy | null): Promise<void> {
    const { store, bus } = this.#options
    const written = await store.transact<Moved | null, never>(async (tx) => {
      const user = await tx.lockUser(reading.user_id)
      // Meanwhile the card got another page, which is due.
      if (user === undefined || !(await tx.pageReadings.postpone(reading, null))) return ok(null)
      const stored = (await tx.cards.byIds(user.id, [reading.card_id])).find((one) => one.deletedAt === null)
      if (stored === undefined) return ok(null)
      const mark = (await tx.pageCopies.marksOf(user.id, [reading.card_id])).get(reading.card_id)
      const isChanged =
        found === null
          ? await this.#removeOf(tx, user, stored.row, mark)
          : await this.#keep(tx, user, stored.row, mark, found)
      return ok(isChanged ? await this.#show(tx, user, stored, found) : null)
    })
    if (written.ok && written.value !== null) bus.publish({ userId: reading.user_id, ...written.value })
  }

  async #keep(
    tx: StoreTransaction,
    user: User,
    card: Card,
    mark: CopyMark | undefined,
    copy: FoundCopy,
  ): Promise<boolean> {
    const { limits, now } = this.#options
    const wanted = wantedPage(card, mark)
    if (wanted === null) return false
    const isAwaited =
      mark?.state === 'waiting' || (mark === undefined && (await this.#isToFetch(tx, user, card)))
    const stored = {
      card_id: card.id,
      state: isAwaited ? 'waiting' : 'kept',
      problem: isAwaited ? (mark?.problem ?? '') : '',
      address: wanted.address,
      fetched_at: Math.min(wanted.keptAt, now()),
      removed_at: null,
      file_hash: wanted.hash,
    } as const
    return (await storeCopy(tx, user, limits.quotas, stored, copy)) !== null
  }

  /**
   * Whether a rule wants a copy of a link's page that was not fetched yet. The fetched copy replaces that of the
   * kept page.
   */
  async #isToFetch(tx: StoreTransaction, user: User, card: Card): Promise<boolean> {
    if (!this.#options.fetches || !ruleKeeps(await livingCopyRule(tx, user), card)) return false
    const job = await tx.pages.jobOf(user.id, card.id)
    return job?.state === 'new' || job?.state === 'waiting'
  }

  /** Removes the copy of a kept page that the card no longer has. If a rule wants a copy, the page is fetched. */
  async #removeOf(
    tx: StoreTransaction,
    user: User,
    card: Card,
    mark: CopyMark | undefined,
  ): Promise<boolean> {
    if (mark === undefined || mark.file_hash === null || mark.state === 'removed') return false
    if (keptPagesOf(card.files).length > 0) return false
    if (mark.state === 'waiting') await tx.pageCopies.update(mark, NO_TEXT)
    else await tx.pageCopies.remove(mark)
    const { fetches, now } = this.#options
    if (fetches && ruleKeeps(await livingCopyRule(tx, user), card))
      await tx.pages.queueAgain(user.id, [card.id], PRIORITY.person, now())
    return true
  }

  /**
   * Sets whether the card has a copy. A page that was never fetched gets the copy's title. Not an edit of the card.
   */
  async #show(
    tx: StoreTransaction,
    user: User,
    { row: { id }, workspaceId }: { readonly row: Card; readonly workspaceId: Id },
    found: FoundCopy | null,
  ): Promise<Moved | null> {
    const { limits, now } = this.#options
    const mark = (await tx.pageCopies.marksOf(user.id, [id])).get(id)
    const changed = await changeWorkspace(
      tx,
      user,
      {
        place: { workspaceId },
        reads: { cards: [id] },
        write: (rows) => {
          const card = rows.card(id)
          const address = card === undefined ? null : pageAddress(card)
          if (card === undefined || address === null) return ok({ changes: [] })
          const known = card.page?.address === address ? card.page : undefined
          const { title = '', language = '' } = found ?? {}
          const page = known ?? { ...NO_PAGE, address, title, language, fetchedAt: now() }
          const row = { ...card, page: withCopiedAt(page, fetchedAt(mark, address)) }
          return ok({ changes: [{ kind: 'card', id, row }] })
        },
      },
      limits,
      now(),
    )
    if (!changed.ok || changed.value.outcome.changes.length === 0) return null
    return { workspaceId, seq: changed.value.seq }
  }
}

async function livingCard(store: Store, userId: Id, id: Id): Promise<Card | undefined> {
  const [stored] = await store.cards.byIds(userId, [id])
  return stored?.deletedAt === null ? stored.row : undefined
}

/** The kept page to make a copy of. Null: none, or the present copy stays. */
function wantedPage(
  card: Card,
  mark: CopyMark | undefined,
): { readonly hash: string; readonly keptAt: number; readonly address: string } | null {
  const [page] = keptPagesOf(card.files)
  const address = pageAddress(card)
  if (page === undefined || address === null || mark?.state === 'removed') return null
  const wanted = { hash: page.hash, keptAt: page.keptAt, address }
  if (mark?.fetched_at == null) return wanted
  const isFetched = mark.file_hash === null && mark.address === address
  return isFetched || mark.file_hash === page.hash ? null : wanted
}
