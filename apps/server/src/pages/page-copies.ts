import { type Card, type Id, ruleKeeps } from '@cardinal/domain'
import type { Store, StoreTransaction, User } from '../store/index.ts'
import type { CopyMark, CopyProblem } from '../store/tables/page-copies.ts'
import type { PageJob } from '../store/tables/pages.ts'
import type { Quotas } from '../workspaces/limits.ts'
import { COPY_ROW, emptyCopy, fetchedAt } from './card-copies.ts'
import type { FoundCopy } from './copy-page.ts'
import type { CopyThread } from './copy-thread.ts'
import type { FetchOutcome } from './fetch-page.ts'
import { livingCopyRule } from './living-copy-rule.ts'
import { FETCH_LIMITS } from './safe-fetch.ts'

export type CopyMade =
  | { readonly kind: 'found'; readonly copy: FoundCopy }
  | { readonly kind: 'problem'; readonly problem: CopyProblem; readonly isTriedAgain: boolean }

export interface PageCopiesOptions {
  readonly store: Store
  readonly thread: CopyThread
  readonly quotas: Quotas
  readonly now: () => number
}

/** Makes copies of fetched pages, where a person or a rule asked for one. */
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
   * The effect of a fetch on the card's copy; null: none is wanted, or the existing one stays.
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
   * Stores the result. Returns when the copy of this address was fetched; undefined: no copy. The caller holds the user's
   * lock.
   */
  async save(
    tx: StoreTransaction,
    user: User,
    job: Pick<PageJob, 'card_id' | 'address'>,
    made: CopyMade | null,
  ): Promise<number | undefined> {
    const mark = (await tx.pageCopies.marksOf(user.id, [job.card_id])).get(job.card_id)
    // The copy was removed while the page was being fetched.
    if (made === null || mark?.state === 'removed') return fetchedAt(mark, job.address)
    const { now, quotas } = this.#options
    if (made.kind === 'found') {
      const { copy } = made
      const bytes = Buffer.byteLength(copy.content) + Buffer.byteLength(copy.words) + COPY_ROW
      if (!(await quotas.isOver(tx, user, bytes))) {
        await tx.users.addStoredBytes(user.id, bytes)
        await tx.pageCopies.put({
          user_id: user.id,
          card_id: job.card_id,
          state: 'kept',
          problem: '',
          address: job.address,
          fetched_at: now(),
          title: copy.title,
          language: copy.language,
          content: copy.content,
          words: copy.words,
          is_cut: copy.isCut ? 1 : 0,
          removed_at: null,
        })
        return now()
      }
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

/** An existing copy stays until a person requests another, or the address changes. */
function isWanted(mark: CopyMark | undefined, address: string, isByRule: boolean): boolean {
  if (mark === undefined) return isByRule
  return mark.state !== 'removed' && (mark.state !== 'kept' || mark.address !== address)
}
