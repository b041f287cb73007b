import { createHmac } from 'node:crypto'
import type { PageJob, PageState } from '../store/tables/pages.ts'
import { PRIORITY } from './jobs.ts'
import type { Fetched, FetchProblem, SafeFetch } from './safe-fetch.ts'

/**
 * `blocked`: the site requires an account or rejects programs. `gone`: the page is dead if this persists.
 * `trouble`: may work later. `refused`: this server must not fetch the address.
 */
export type FetchOutcome =
  | { readonly kind: 'alive'; readonly fetched: Fetched }
  | { readonly kind: 'blocked' | 'gone' | 'refused' }
  | { readonly kind: 'trouble'; readonly retryAfter: number | null }

const HTML = /^(?:text\/html|application\/xhtml\+xml|text\/plain|)$/
export const ACCEPT = { page: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5', picture: 'image/*' } as const

/** Reads the body only of HTML. */
export async function fetchPage(fetch: SafeFetch, address: string): Promise<FetchOutcome> {
  return outcomeOf(
    await fetch(address, { accept: ACCEPT.page, isCutAllowed: true, wants: (type) => HTML.test(type) }),
  )
}

/** Checks whether a page exists, by HEAD. If that fails, by GET, because many servers don't support HEAD. */
export async function lookAtPage(fetch: SafeFetch, address: string): Promise<FetchOutcome> {
  const head = outcomeOf(await fetch(address, { method: 'HEAD', accept: ACCEPT.page }))
  if (head.kind === 'alive' || head.kind === 'refused') return head
  return outcomeOf(await fetch(address, { accept: ACCEPT.page, wants: () => false }))
}

function outcomeOf(answer: Awaited<ReturnType<SafeFetch>>): FetchOutcome {
  return answer.ok ? outcomeOfStatus(answer.value) : OUTCOMES[answer.error]
}

const TROUBLE = { kind: 'trouble', retryAfter: null } as const
const OUTCOMES: Readonly<Record<FetchProblem, FetchOutcome>> = {
  forbidden: { kind: 'refused' },
  'no-such-host': { kind: 'gone' },
  'no-names': TROUBLE,
  'no-way': TROUBLE,
  unreachable: { kind: 'gone' },
  // Such as an expired certificate: the site exists.
  unreadable: TROUBLE,
  stopped: TROUBLE,
  'too-slow': { kind: 'gone' },
  'too-large': TROUBLE,
  'too-many-redirects': TROUBLE,
}

function outcomeOfStatus(fetched: Fetched): FetchOutcome {
  const { status, retryAfter } = fetched
  if (status >= 200 && status < 300) return { kind: 'alive', fetched }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500) return { kind: 'trouble', retryAfter }
  // 401, 403, 451, and the codes that sites made up to reject programs.
  return { kind: 'blocked' }
}

/** A keyed hash, so that nobody can test which pictures are stored. */
export function pictureName(key: string, bytes: Uint8Array): string {
  return createHmac('sha256', key).update(bytes).digest('hex').slice(0, 40)
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** ms until an existing page is checked again, varied by a fifth. */
const CHECK_AGAIN_AFTER_MS = 30 * DAY
/** ms until the next attempt, after the first, second … failure of kind `gone`. The last one repeats. */
const GONE_WAITS = [HOUR, 3 * DAY, 4 * DAY, 2 * DAY]
/** A page is dead after so many consecutive failures over so many ms. */
const DEAD_AFTER = { failures: 3, time: 7 * DAY }
/**
 * ms until the next attempt after failures of kind `trouble`. After the last one, the page is checked like an
 * existing page.
 */
const TROUBLE_WAITS = [HOUR / 6, HOUR, 6 * HOUR, DAY]
const LONGEST_WAIT_MS = 2 * DAY

export interface JobPatch extends Pick<PageJob, 'priority' | 'due_at' | 'attempts' | 'failed_at'> {
  readonly state: PageState
}

/** The job's new state, with the time of the next fetch or check. */
export function afterOutcome(
  job: Pick<PageJob, 'attempts' | 'failed_at' | 'card_id'>,
  outcome: FetchOutcome,
  now: number,
): JobPatch {
  const priority = PRIORITY.look
  const settled = {
    priority,
    due_at: now + spread(CHECK_AGAIN_AFTER_MS, job.card_id),
    attempts: 0,
    failed_at: null,
  }
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
      const asked = Math.min((outcome.retryAfter ?? 0) * 1_000, LONGEST_WAIT_MS)
      return { priority, state: 'failing', due_at: now + Math.max(wait, asked), attempts, failed_at: null }
    }
    case 'gone': {
      // Failures of another kind before it don't count.
      const attempts = job.failed_at === null ? 1 : job.attempts + 1
      const failed_at = job.failed_at ?? now
      const isDead = attempts >= DEAD_AFTER.failures && now - failed_at >= DEAD_AFTER.time
      const wait = isDead
        ? spread(CHECK_AGAIN_AFTER_MS, job.card_id)
        : (GONE_WAITS[attempts - 1] ?? GONE_WAITS.at(-1) ?? DAY)
      return { priority, state: isDead ? 'dead' : 'failing', due_at: now + wait, attempts, failed_at }
    }
  }
}

/** The page exists, but a picture is missing for a temporary reason: fetches the page again. */
export function afterMissedPicture(job: Pick<PageJob, 'attempts'>, settled: JobPatch, now: number): JobPatch {
  const wait = TROUBLE_WAITS[job.attempts]
  if (wait === undefined) return settled
  return { ...settled, priority: PRIORITY.import, due_at: now + wait, attempts: job.attempts + 1 }
}

/** Varies ms by up to a fifth, so that links imported together are not checked together. */
function spread(time: number, id: string): number {
  const share = Number.parseInt(id.slice(-4), 16) / 0xffff || 0
  return Math.round(time * (0.8 + 0.4 * share))
}

/** Page facts before anything was fetched. */
export const NO_PAGE = {
  title: '',
  description: '',
  siteName: '',
  language: '',
  icon: '',
  cover: '',
  deadAt: null,
} as const
