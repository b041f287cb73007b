import type { PageJob, PageState } from '../store/tables/pages.ts'
import type { FetchOutcome } from './fetch-page.ts'
import { PRIORITY } from './jobs.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** ms until an existing page is checked again, ± a fifth. */
const LOOK_AFTER = 30 * DAY
/** Delays after the first, second … failure that indicates a dead page; the last one repeats. */
const GONE_WAITS = [HOUR, 3 * DAY, 4 * DAY, 2 * DAY]
/** A page is dead after this many consecutive failures over this time. */
const DEAD_AFTER = { failures: 3, time: 7 * DAY }
/** Delays after other failures. Then the page is checked like an existing one. */
const TROUBLE_WAITS = [HOUR / 6, HOUR, 6 * HOUR, DAY]
const LONGEST_WAIT = 2 * DAY

export interface JobPatch extends Pick<PageJob, 'priority' | 'due_at' | 'attempts' | 'failed_at'> {
  readonly state: PageState
}

/** The job's new state, and when its page is fetched or checked again. */
export function afterOutcome(
  job: Pick<PageJob, 'attempts' | 'failed_at' | 'card_id'>,
  outcome: FetchOutcome,
  now: number,
): JobPatch {
  const priority = PRIORITY.look
  const settled = { priority, due_at: now + spread(LOOK_AFTER, job.card_id), attempts: 0, failed_at: null }
  switch (outcome.kind) {
    case 'alive':
      return { ...settled, state: 'fetched' }
    case 'blocked':
      return { ...settled, state: 'blocked' }
    case 'refused':
      return { ...settled, state: 'refused', due_at: null }
    case 'trouble': {
      const attempts = job.attempts + 1
      const wait = TROUBLE_WAITS[attempts - 1]
      if (wait === undefined) return { ...settled, state: 'failing' }
      const asked = Math.min((outcome.retryAfter ?? 0) * 1_000, LONGEST_WAIT)
      return { priority, state: 'failing', due_at: now + Math.max(wait, asked), attempts, failed_at: null }
    }
    case 'gone': {
      // Earlier failures of other kinds don't count.
      const attempts = job.failed_at === null ? 1 : job.attempts + 1
      const failed_at = job.failed_at ?? now
      const isDead = attempts >= DEAD_AFTER.failures && now - failed_at >= DEAD_AFTER.time
      const wait = isDead
        ? spread(LOOK_AFTER, job.card_id)
        : (GONE_WAITS[attempts - 1] ?? GONE_WAITS.at(-1) ?? DAY)
      return { priority, state: isDead ? 'dead' : 'failing', due_at: now + wait, attempts, failed_at }
    }
  }
}

/** The page exists, but a picture is temporarily missing: fetch it again. */
export function afterMissedPicture(job: Pick<PageJob, 'attempts'>, settled: JobPatch, now: number): JobPatch {
  const wait = TROUBLE_WAITS[job.attempts]
  if (wait === undefined) return settled
  return { ...settled, priority: PRIORITY.import, due_at: now + wait, attempts: job.attempts + 1 }
}

/** Varies a time by a fifth, so that links imported together are not checked together. */
function spread(time: number, id: string): number {
  const share = Number.parseInt(id.slice(-4), 16) / 0xffff || 0
  return Math.round(time * (0.8 + 0.4 * share))
}
