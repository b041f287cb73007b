import { type Card, type Id, ok, type Page, pageAddress, restorableSince, unique } from '@cardinal/domain'
import type { Store, Stored, StoreTransaction } from '../store/index.ts'
import type { NewPageJob, PageJob } from '../store/tables/pages.ts'
import { type ChangeLimits, changeWorkspace } from '../workspaces/change-workspace.ts'
import { withCopiedAt } from '../workspaces/copies.ts'
import type { EventBus } from '../workspaces/event-bus.ts'
import { yieldToEventLoop } from '../workspaces/yield-to-event-loop.ts'
import { type FetchOutcome, fetchPage, lookAtPage } from './fetch-page.ts'
import { jobFor, PRIORITY } from './jobs.ts'
import { afterOutcome, type JobPatch } from './next-time.ts'
import type { CopyMade, PageCopies } from './page-copies.ts'
import type { PagePictures } from './page-pictures.ts'
import type { PageThread } from './page-thread.ts'
import type { SafeFetch } from './safe-fetch.ts'

/** Fetches that run at the same time on one node, and ms between the starts of two. */
const AT_ONCE = 8
export const START_EVERY = 200
/** ms between two requests to one host. */
export const HOST_PAUSE = 2_000
/** A node that took a host's turn and has not ended it by then, in ms, has stopped. */
const TURN = 120_000
/** ms between looks for work that other nodes have put into the queue. */
const LOOK_EVERY = 5_000
const ADMITTED_AT_ONCE = 500
const CARDS_AT_ONCE = 500
const SWEEP_EVERY = 6 * 3_600_000
const PICTURES_KEPT = 7 * 86_400_000

export interface PageQueueOptions {
  readonly store: Store
  readonly bus: Pick<EventBus, 'publish'>
  readonly limits: ChangeLimits
  readonly fetch: SafeFetch
  readonly thread: PageThread
  readonly pictures: PagePictures
  readonly copies: PageCopies
  readonly now: () => number
  readonly onError: (error: Error) => void
  /** ms between two starts of fetches. */
  readonly startEvery?: number
  readonly hostPause?: number
}

/**
 * Fetches the pages of links, one after the other for each host. The queue lies in the store: it survives a restart, and
 * several nodes take turns at it. Each host's turn is taken in the database before a request, so that one node asks it.
 */
export class PageQueue {
  readonly #options: PageQueueOptions
  readonly #running = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | null = null
  #round: Promise<void> = Promise.resolve()
  #isStopped = false
  #isWoken = false
  #sweepAt = 0

  constructor(options: PageQueueOptions) {
    this.#options = options
  }

  start(): void {
    this.#wait(1_000)
  }

  /** Looks for work soon: something has been put into the queue. */
  wake(): void {
    this.#isWoken = true
    if (this.#timer !== null) this.#wait(this.#every)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    await this.#round
    await Promise.all(this.#running)
    await this.#options.thread.stop()
    await this.#options.copies.stop()
  }

  /** Puts links into the queue again, in front. Returns how many of the cards have a page. */
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

  /** Runs everything that is due, and waits for it. */
  async runDue(): Promise<void> {
    await this.#admit()
    for (;;) {
      const hasStarted = await this.#startOne()
      // The timer's own look may have taken a host that has no fetch running yet.
      await this.#round
      if (!hasStarted && this.#running.size === 0) return
      await Promise.all(this.#running)
    }
  }

  /** Puts links into the queue that have come without it: before an update, or with a restored backup. */
  async addMissing(): Promise<void> {
    const { store } = this.#options
    let after = { userId: '', cardId: '' }
    for (;;) {
      const links = await store.pages.linksWithoutJobs(after, CARDS_AT_ONCE)
      await this.#add(
        links.map(({ content, ...link }) =>
          jobFor(link, pageAddress({ type: 'link', content }), PRIORITY.import),
        ),
      )
      const last = links.at(-1)
      if (last === undefined || links.length < CARDS_AT_ONCE || this.#isStopped) return
      after = { userId: last.userId, cardId: last.cardId }
      await yieldToEventLoop()
    }
  }

  #wait(delay: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#round = this.#look()
        .catch(this.#options.onError)
        .then(() => {
          if (!this.#isStopped && this.#timer === null) this.#wait(this.#isWoken ? this.#every : LOOK_EVERY)
        })
    }, delay).unref()
  }

  get #every(): number {
    return this.#options.startEvery ?? START_EVERY
  }

  async #look(): Promise<void> {
    this.#isWoken = false
    await this.#sweep()
    await this.#admit()
    const hasStarted = this.#running.size < AT_ONCE && (await this.#startOne())
    if (hasStarted) this.#isWoken = true
  }

  async #sweep(): Promise<void> {
    const { store, now } = this.#options
    if (now() < this.#sweepAt) return
    this.#sweepAt = now() + SWEEP_EVERY
    await this.addMissing()
    await store.transact(async (tx) => {
      await tx.pages.removeIdleHosts(now() - TURN)
      await tx.pageCopies.emptyRemoved(restorableSince(now()))
      return ok(await tx.pages.removePictures(now() - PICTURES_KEPT))
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

  /** Writes jobs, user by user, each under the user's lock: a change of the user writes the same rows under it. */
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

  /** Tells hosts of their new jobs. That is no part of the change that made the job: hosts belong to nobody. */
  async #admit(): Promise<void> {
    const { store, now } = this.#options
    for (let count = ADMITTED_AT_ONCE; count === ADMITTED_AT_ONCE; ) {
      const jobs = await store.pages.newJobs(ADMITTED_AT_ONCE)
      count = jobs.length
      if (count === 0) return
      const urgency = new Map<string, number>()
      for (const { host, priority } of jobs)
        urgency.set(host, Math.min(priority, urgency.get(host) ?? priority))
      await store.transact(async (tx) => {
        for (const [host, priority] of [...urgency].sort()) await tx.pages.wakeHost(host, priority, now())
        return ok(null)
      })
      await this.#byUser(
        jobs,
        ({ user_id }) => user_id,
        async (tx, ofUser) => {
          for (const job of ofUser) await tx.pages.update(job, { state: 'waiting' })
        },
      )
      await yieldToEventLoop()
    }
  }

  /** Starts the most urgent fetch whose host is free. False: there is none. */
  async #startOne(): Promise<boolean> {
    const { store, now } = this.#options
    for (const { host } of await store.pages.readyHosts(now(), AT_ONCE)) {
      const taken = await store.transact(async (tx) => ok(await tx.pages.takeHost(host, now(), now() + TURN)))
      if (!taken.ok || !taken.value) continue
      const job = await store.pages.firstOf(host, now())
      const running: Promise<void> = this.#run(host, job)
        .catch(this.#options.onError)
        .finally(() => this.#running.delete(running))
      this.#running.add(running)
      return true
    }
    return false
  }

  async #run(host: string, job: PageJob | undefined): Promise<void> {
    const { store, now, hostPause = HOST_PAUSE } = this.#options
    try {
      if (job !== undefined) await this.#fetch(job)
    } finally {
      await store.transact(async (tx) => ok(await tx.pages.releaseHost(host, now() + hostPause)))
    }
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
    // A page that was dead is read again when it is back.
    const mark = await copies.markOf(job)
    const isLook = known?.deadAt === null && job.priority === PRIORITY.look && mark?.state !== 'waiting'
    const outcome = isLook ? await lookAtPage(fetch, address) : await fetchPage(fetch, address)
    const patch = afterOutcome(job, outcome, now())
    const page = await this.#pageAfter(known, address, outcome, isLook, patch)
    const copy = isLook ? null : await copies.make(job, card, mark, outcome, patch.attempts > 0)
    await this.#write(
      job,
      { page, known, copy },
      { ...patch, icon: page?.icon || null, cover: page?.cover || null },
    )
  }

  /** Resolves with what the card should say of its page from now on. */
  async #pageAfter(
    known: Page | undefined,
    address: string,
    outcome: FetchOutcome,
    isLook: boolean,
    { state, failed_at }: JobPatch,
  ): Promise<Page | undefined> {
    const isDead = state === 'dead'
    if (outcome.kind === 'alive' && !isLook) return this.#newPage(address, outcome)
    if (known !== undefined && isDead === (known.deadAt !== null)) return known
    if (known === undefined && !isDead) return undefined
    const { now } = this.#options
    const otherwise = { ...NO_PAGE, address, fetchedAt: now() }
    return { ...(known ?? otherwise), deadAt: isDead ? failed_at : null }
  }

  async #newPage(address: string, { fetched }: Extract<FetchOutcome, { kind: 'alive' }>): Promise<Page> {
    const { thread, pictures, now } = this.#options
    const { bytes, contentType } = fetched
    const facts = bytes.length === 0 ? null : await thread.readPage(bytes, contentType, fetched.address)
    // A page that could not be read, such as a PDF file, has the icon of its site.
    const { icons, covers, ...texts } = facts ?? {
      icons: [new URL('/favicon.ico', fetched.address).href],
      covers: [],
    }
    const host = new URL(address).host
    const icon = await pictures.firstOf(icons, 'icon', host)
    const cover = await pictures.firstOf(covers, 'cover', host)
    return { ...NO_PAGE, ...texts, address, icon, cover, fetchedAt: now() }
  }

  /** Writes what was found, and when to look again, in one transaction. Nothing of it counts as an edit. */
  async #write(job: PageJob, found: Found, patch: Partial<PageJob>): Promise<void> {
    const { store, bus, now } = this.#options
    const written = await store.transact(async (tx) => {
      await tx.lockUser(job.user_id)
      const isNews = found.page !== found.known || found.copy !== null
      const moved = isNews ? await this.#writePage(tx, job, found) : null
      // A copy that was asked for while this fetch was under way takes another one.
      const marks = await tx.pageCopies.marksOf(job.user_id, [job.card_id])
      const isAwaited = found.copy === null && marks.get(job.card_id)?.state === 'waiting'
      const again = { state: 'new', priority: PRIORITY.person, due_at: now() }
      await tx.pages.update(job, isAwaited ? { ...patch, ...again } : patch)
      return ok(moved)
    })
    if (written.ok && written.value !== null)
      bus.publish({ userId: job.user_id, workspaceId: job.workspace_id, seq: written.value })
  }

  async #writePage(tx: StoreTransaction, job: PageJob, { page, copy }: Found): Promise<number | null> {
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

/** The result of a fetch, together with what was known of the page. */
interface Found {
  readonly page: Page | undefined
  readonly known: Page | undefined
  readonly copy: CopyMade | null
}

const NO_PAGE = {
  title: '',
  description: '',
  siteName: '',
  language: '',
  icon: '',
  cover: '',
  deadAt: null,
} as const
