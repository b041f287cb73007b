import { type Id, LIMITS, ok, RowsDigest, restorableSince } from '@cardinal/domain'
import { sweepFiles } from '../files/sweep.ts'
import type { Identity } from '../identity/identity.ts'
import { Rounds } from '../lib/rounds.ts'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { Store } from '../store/index.ts'
import { emptyCards } from '../workspaces/empty-cards.ts'

const DAY = 86_400_000
/** ms until the first round, so that the first requests come before it. */
const FIRST_RUN_DELAY_MS = 60_000
const ROUND_MS = 6 * 3_600_000
/** Rows per query. */
const PAGE_ROWS = 1_000

/**
 * Removes expired data: texts of deleted cards that can't be restored any more; files that no card has; old tombstones, operation records and
 * payment events; expired sessions, tokens and codes. Also computes digests that an earlier release did not store.
 */
export class Housekeeping {
  readonly #store: Store
  readonly #identity: Identity
  readonly #now: () => number
  readonly #rounds: Rounds

  constructor(store: Store, identity: Identity, now: () => number, onError: (error: Error) => void) {
    this.#store = store
    this.#identity = identity
    this.#now = now
    this.#rounds = new Rounds({ run: () => this.run(), every: ROUND_MS, onError })
  }

  start(): void {
    this.#rounds.start(FIRST_RUN_DELAY_MS)
  }

  async stop(): Promise<void> {
    await this.#rounds.stop()
  }

  async run(): Promise<void> {
    const now = this.#now()
    await this.#emptyCards(restorableSince(now))
    await sweepFiles(this.#store, now)
    const before = now - LIMITS.tombstonesKept * DAY
    for (const { userId, workspaceId } of await this.#store.housekeeping.workspacesToTrim(before))
      await this.#store.transact(async (tx) => {
        await tx.lockUser(userId)
        return ok(await tx.housekeeping.trimTombstones(userId, workspaceId, before))
      })
    await this.#removeOperations(now - LIMITS.keysKept * DAY, before)
    await this.#store.transact(async (tx) => ok(await tx.billing.removeEventsBefore(before)))
    await this.#identity.sweep()
    await this.#countRows()
  }

  /** Counts without a lock. A workspace that changes meanwhile is counted in the next round. */
  async #countRows(): Promise<void> {
    for (const place of await this.#store.workspaces.withoutDigest()) {
      const digest = await digestOfRows(this.#store, place)
      await this.#store.transact(async (tx) => {
        await tx.lockUser(place.userId)
        return ok(await tx.workspaces.setDigest(place, digest))
      })
    }
  }

  /** Removes old operations in many short transactions: one push may have left thousands. */
  async #removeOperations(before: number, textBefore: number): Promise<void> {
    for (let since: number | null = 0; since !== null; ) {
      const from: number = since
      const next = await this.#store.transact(async (tx) =>
        ok(await tx.operations.removeSome(from, before, textBefore)),
      )
      if (!next.ok) return
      since = next.value
      await yieldToEventLoop()
    }
  }

  async #emptyCards(before: number): Promise<void> {
    for (const [userId, ids] of await this.#store.housekeeping.cardsToEmpty(before))
      await emptyCards(this.#store, userId, ids, before)
  }
}

/** Reads a page of rows at a time. */
async function digestOfRows(
  { housekeeping }: Store,
  place: { userId: Id; workspaceId: Id },
): Promise<string> {
  const digest = RowsDigest.ofNothing()
  for (const kind of ['card', 'tag', 'group'] as const) {
    for (let after: Id | undefined = ''; after !== undefined; ) {
      const rows = await housekeeping.digestedRows(place, kind, after, PAGE_ROWS)
      for (const row of rows) digest.add(row)
      after = rows.length < PAGE_ROWS ? undefined : rows.at(-1)?.id
      await yieldToEventLoop()
    }
  }
  return digest.toString()
}
