import { type Card, type Id, ok, type Page, pageAddress, restorableSince, unique } from '@cardinal/domain'
import { Rounds } from '../lib/rounds.ts'
import { Places, yieldToEventLoop } from '../lib/waiting.ts'
import type { Store, Stored, StoreTransaction } from '../store/index.ts'
import type { NewPageJob, PageJob } from '../store/tables/pages.ts'
import { type ChangeLimits, changeWorkspace } from '../workspaces/change-workspace.ts'
import type { EventBus } from '../workspaces/events.ts'
import {
  afterMissedPicture,
  afterOutcome,
  type FetchOutcome,
  fetchPage,
  type JobPatch,
  lookAtPage,
  NO_PAGE,
} from './fetch-page.ts'
import { jobFor, PRIORITY } from './jobs.ts'
import { type CopyMade, type PageCopies, withCopiedAt } from './page-copies.ts'
import type { PagePictures } from './page-pictures.ts'
import type { SafeFetch } from './safe-fetch.ts'
import type { PageThread } from './threads.ts'

/** Most fetches at once on one node: in total, and per person. */
const MAX_FETCHES = 16
const MAX_FETCHES_PER_PERSON = 4
/** ms between the starts of two fetches. */
const START_EVERY_MS = 200
/** ms between two requests to one host. */
const HOST_PAUSE_MS = 2_000
/** ms for all pictures of one page. */
const PICTURES_TIMEOUT_MS = 20_000
/** ms after which the reservation of a host expires, because its node must have stopped. */
const HOST_RESERVED_MS = 120_000
/** ms between checks for jobs queued by other nodes. */
const POLL_EVERY_MS = 5_000
const ADMITTED_AT_ONCE = 500
const CARDS_AT_ONCE = 500
const SWEEP_EVERY_MS = 6 * 3_600_000
const PICTURES_KEPT_MS = 7 * 86_400_000

interface PageQueueOptions {
  readonly store: Store
  readonly bus: Pick<EventBus, 'publish'>
  readonly limits: ChangeLimits
  readonly fetch: SafeFetch
  readonly thread: PageThread
  readonly pictures: PagePictures
  readonly copies: PageCopies
  /** Aborts every fetch when this server stops. */
  readonly ending: AbortController
  readonly now: () => number
  readonly onError: (error: Error) => void
  /** ms between two starts of fetches. */
  readonly startEvery?: number
  readonly hostPause?: number
}

/**
 * Fetches links' pages. People are served in turn, with one request at a time per host. The queue is in the store,
 * so it survives restarts and is shared by nodes. A host is reserved in the database before a request, so that only
 * one node sends one.
 */
export class PageQueue {
  readonly #options: PageQueueOptions
  readonly #places = new Places(MAX_FETCHES, MAX_FETCHES_PER_PERSON)
  readonly #rounds: Rounds
  #sweepAt = 0

  constructor(options: PageQueueOptions) {
    this.#options = options
    const { onError } = options
    this.#rounds = new Rounds({ run: () => this.#runRound(), every: POLL_EVERY_MS, onError })
  }

  start(): void {
    this.#rounds.start(1_000)
  }

  /** Called when jobs were queued. */
  wake(): void {
    this.#rounds.soon(this.#every)
  }

  async stop(): Promise<void> {
    const ended = this.#rounds.stop()
    this.#options.ending.abort()
    await Promise.all([this.#options.thread.stop(), this.#options.copies.stop()])
    await ended
    await this.#places.settled()
  }

  /** Queues links again, before all others. Returns how many of the cards have a page. */
  async fetchAgain(userId: Id, cards: readonly Stored<Card>[]): Promise<number> {
    const jobs = cards
      .map(({ workspaceId, row }) =>
        jobFor({ userId, workspaceId, cardId: row.id }, pageAddress(row), PRIORITY.person),
      )
      .filter(({ host }) => host !== '')
    await this.#add(jobs)
    this.wake()
    return jobs.length
  }

  /** Runs all due jobs. Resolves when they are done. */
  async runDue(): Promise<void> {
    await this.#admit()
    for (;;) {
      const hasStarted = await this.#startOne()
      // The timer's round may have reserved a host, but not started its fetch yet.
      await this.#rounds.settled()
      if (!hasStarted && this.#places.running === 0) return
      await this.#places.settled()
    }
  }

  /** Queues links without a job: from before an update, or of a restored backup. */
  async addMissing(): Promise<void> {
    const { store } = this.#options
    let after = { userId: '', cardId: '' }
    for (;;) {
      const links = await store.pages.linksWithoutJobs(after, CARDS_AT_ONCE)
      await this.#add(
        links.map(({ address, ...link }) =>
          jobFor(link, pageAddress({ type: 'link', address }), PRIORITY.import),
        ),
      )
      const last = links.at(-1)
      if (last === undefined || links.length < CARDS_AT_ONCE || this.#rounds.isStopped) return
      after = { userId: last.userId, cardId: last.cardId }
      await yieldToEventLoop()
    }
  }

  get #every(): number {
    return this.#options.startEvery ?? START_EVERY_MS
  }

  async #runRound(): Promise<number | undefined> {
    await this.#sweep()
    await this.#admit()
    return (await this.#startOne()) ? this.#every : undefined
  }

  async #sweep(): Promise<void> {
    const { store, now } = this.#options
    if (now() < this.#sweepAt) return
    this.#sweepAt = now() + SWEEP_EVERY_MS
    await this.addMissing()
    await store.transact(async (tx) => {
      await tx.pages.removeIdleHosts(now() - HOST_RESERVED_MS)
      await tx.pageCopies.emptyRemoved(restorableSince(now()))
      return ok(await tx.pages.removePictures(now() - PICTURES_KEPT_MS))
    })
  }

  #add(jobs: readonly NewPageJob[]): Promise<void> {
    const { now } = this.#options
    return this.#byUser(
      jobs,
      ({ userId }) => userId,
      (tx, ofUser) => tx.pages.add(ofUser, now()),
    )
  }

  /** Writes jobs under their user's lock, one user at a time, because changes of the user write the same rows. */
  async #byUser<Job>(
    jobs: readonly Job[],
    userOf: (job: Job) => Id,
    write: (tx: StoreTransaction, ofUser: readonly Job[]) => Promise<void>,
  ): Promise<void> {
    for (const userId of unique(jobs.map(userOf)))
      await this.#options.store.transact(async (tx) => {
        await tx.lockUser(userId)
        return ok(
          await write(
            tx,
            jobs.filter((job) => userOf(job) === userId),
          ),
        )
      })
  }

  /** Adds new jobs to their hosts' queues. */
  async #admit(): Promise<void> {
    const { store, now } = this.#options
    for (let count = ADMITTED_AT_ONCE; count === ADMITTED_AT_ONCE; ) {
      const jobs = await store.pages.newJobs(ADMITTED_AT_ONCE)
      count = jobs.length
      await this.#byUser(
        jobs,
        ({ user_id }) => user_id,
        async (tx, ofUser) => {
          const urgency = new Map<string, number>()
          for (const job of ofUser) {
            urgency.set(job.host, Math.min(job.priority, urgency.get(job.host) ?? job.priority))
            await tx.pages.update(job, { state: 'waiting' })
          }
          for (const [host, priority] of urgency)
            await tx.pages.addTurn((ofUser[0] as PageJob).user_id, host, priority, now())
        },
      )
      await yieldToEventLoop()
    }
  }

  /** Starts the most urgent fetch of the next person. False: no job is due, or all places are taken. */
  async #startOne(): Promise<boolean> {
    const { store, now } = this.#options
    if (this.#places.running >= MAX_FETCHES) return false
    for (const userId of this.#places.inTurn(await store.pages.peopleWithDue(now()))) {
      const host = await store.pages.readyHost(userId, now())
      if (host === undefined || this.#rounds.isStopped) continue
      const taken = await store.transact(async (tx) =>
        ok(await tx.pages.takeHost(host, now(), now() + HOST_RESERVED_MS)),
      )
      if (!taken.ok || !taken.value) continue
      this.#places.run(userId, () => this.#run(userId, host).catch(this.#options.onError))
      return true
    }
    return false
  }

  async #run(userId: Id, host: string): Promise<void> {
    const { store, now, hostPause = HOST_PAUSE_MS } = this.#options
    try {
      const job = await store.pages.firstOf(userId, host, now())
      if (job !== undefined) await this.#fetch(job).catch((error: Error) => this.#postpone(job, error))
    } finally {
      await store.transact(async (tx) => {
        await tx.lockUser(userId)
        await tx.pages.releaseHost(host, now() + hostPause)
        return ok(await tx.pages.renewTurn(userId, host, now()))
      })
      // A place has become free.
      if (!this.#rounds.isStopped) this.wake()
    }
  }

  /** Postpones a job that failed in this server, as if the site were in trouble. */
  async #postpone(job: PageJob, error: Error): Promise<void> {
    const { store, now, onError } = this.#options
    onError(error)
    await store.transact(async (tx) => {
      await tx.lockUser(job.user_id)
      return ok(await tx.pages.update(job, afterOutcome(job, { kind: 'trouble', retryAfter: null }, now())))
    })
  }

  async #fetch(job: PageJob): Promise<void> {
    const { store, fetch, copies, now } = this.#options
    const [stored] = await store.cards.byIds(job.user_id, [job.card_id])
    const card = stored?.deletedAt === null ? stored.row : undefined
    const address = card === undefined ? null : pageAddress(card)
    if (card === undefined || address !== job.address) {
      await store.transact(async (tx) => ok(await tx.pages.remove(job)))
      return
    }
    const known = card.page?.address === address ? card.page : undefined
    // A dead page that exists again is read as a whole.
    const mark = await copies.markOf(job)
    const isLook = known?.deadAt === null && job.priority === PRIORITY.look && mark?.state !== 'waiting'
    const outcome = isLook ? await lookAtPage(fetch, address) : await fetchPage(fetch, address)
    const patch = afterOutcome(job, outcome, now())
    const { page, isMissed } = await this.#pageAfter(known, address, outcome, isLook, patch)
    const copy = isLook ? null : await copies.make(job, card, mark, outcome, patch.attempts > 0)
    // The stop aborted the fetch. The job runs after the next start.
    if (this.#rounds.isStopped) return
    await this.#write(
      job,
      { page, known, copy },
      {
        ...(isMissed ? afterMissedPicture(job, patch, now()) : patch),
        icon: page?.icon || null,
        cover: page?.cover || null,
      },
    )
  }

  /** The card's page facts after the fetch. */
  async #pageAfter(
    known: Page | undefined,
    address: string,
    outcome: FetchOutcome,
    isLook: boolean,
    { state, failed_at }: JobPatch,
  ): Promise<{ readonly page: Page | undefined; readonly isMissed: boolean }> {
    const isDead = state === 'dead'
    if (outcome.kind === 'alive' && !isLook) return this.#newPage(known, address, outcome)
    if (known !== undefined && isDead === (known.deadAt !== null)) return { page: known, isMissed: false }
    if (known === undefined && !isDead) return { page: undefined, isMissed: false }
    const { now } = this.#options
    const otherwise = { ...NO_PAGE, address, fetchedAt: now() }
    return { page: { ...(known ?? otherwise), deadAt: isDead ? failed_at : null }, isMissed: false }
  }

  /** A picture that is missing for a temporary reason stays as it was. */
  async #newPage(
    known: Page | undefined,
    address: string,
    { fetched }: Extract<FetchOutcome, { kind: 'alive' }>,
  ): Promise<{ readonly page: Page; readonly isMissed: boolean }> {
    const { thread, pictures, now } = this.#options
    const { bytes, contentType } = fetched
    const facts = bytes.length === 0 ? null : await thread.readPage(bytes, contentType, fetched.address)
    // Where the page can't be read, such as a PDF, the site's icon is used.
    const { icons, covers, ...texts } = facts ?? {
      icons: [new URL('/favicon.ico', fetched.address).href],
      covers: [],
    }
    const host = new URL(address).host
    const until = performance.now() + PICTURES_TIMEOUT_MS
    const icon = await pictures.firstOf(icons, 'icon', host, until)
    const cover = await pictures.firstOf(covers, 'cover', host, until)
    const shown = {
      icon: icon.isMissed ? (known?.icon ?? '') : icon.name,
      cover: cover.isMissed ? (known?.cover ?? '') : cover.name,
    }
    const page = { ...NO_PAGE, ...texts, ...shown, address, fetchedAt: now() }
    return { page, isMissed: icon.isMissed || cover.isMissed }
  }

  /** Stores the result and the time of the next check, in one transaction. Not an edit of the card. */
  async #write(job: PageJob, found: FetchedPage, patch: Partial<PageJob>): Promise<void> {
    const { store, bus, now } = this.#options
    const written = await store.transact(async (tx) => {
      await tx.lockUser(job.user_id)
      const isNews = found.page !== found.known || found.copy !== null
      const moved = isNews ? await this.#writePage(tx, job, found) : null
      // A person asked for a copy during this fetch, which made none: fetch again.
      const marks = await tx.pageCopies.marksOf(job.user_id, [job.card_id])
      const isAwaited = found.copy === null && marks.get(job.card_id)?.state === 'waiting'
      const again = { state: 'new', priority: PRIORITY.person, due_at: now() }
      await tx.pages.update(job, isAwaited ? { ...patch, ...again } : patch)
      return ok(moved)
    })
    if (written.ok && written.value !== null)
      bus.publish({ userId: job.user_id, workspaceId: job.workspace_id, seq: written.value })
  }

  async #writePage(tx: StoreTransaction, job: PageJob, { page, copy }: FetchedPage): Promise<number | null> {
    const { limits, copies, now } = this.#options
    const user = await tx.lockUser(job.user_id)
    if (user === undefined) return null
    const copiedAt = await copies.save(tx, user, job, copy)
    if (page === undefined) return null
    const id: Id = job.card_id
    const changed = await changeWorkspace(
      tx,
      user,
      {
        place: { workspaceId: job.workspace_id },
        reads: { cards: [id] },
        write: (rows) => {
          const card = rows.card(id)
          const isMeant = card !== undefined && pageAddress(card) === page.address
          const row = isMeant ? { ...card, page: withCopiedAt(page, copiedAt) } : undefined
          return ok({ changes: row === undefined ? [] : [{ kind: 'card', id, row }] })
        },
      },
      limits,
      now(),
    )
    return changed.ok && changed.value.outcome.changes.length > 0 ? changed.value.seq : null
  }
}

/** The result of a fetch, with the page facts before it. */
interface FetchedPage {
  readonly page: Page | undefined
  readonly known: Page | undefined
  readonly copy: CopyMade | null
}
