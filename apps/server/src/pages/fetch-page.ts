import { createHmac } from 'node:crypto'
import type { Fetched, FetchProblem, SafeFetch } from './safe-fetch.ts'

/**
 * `blocked`: the site requires an account or rejects programs. `gone`: indicates a dead page, if it persists. `trouble`: may
 * work later. `refused`: this server must not fetch it.
 */
export type FetchOutcome =
  | { readonly kind: 'alive'; readonly fetched: Fetched }
  | { readonly kind: 'blocked' | 'gone' | 'refused' }
  | { readonly kind: 'trouble'; readonly retryAfter: number | null }

const HTML = /^(?:text\/html|application\/xhtml\+xml|text\/plain|)$/
export const ACCEPT = { page: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5', picture: 'image/*' } as const

/** Reads the body only if it is HTML. */
export async function fetchPage(fetch: SafeFetch, address: string): Promise<FetchOutcome> {
  return outcomeOf(
    await fetch(address, { accept: ACCEPT.page, isCutAllowed: true, wants: (type) => HTML.test(type) }),
  )
}

/** Checks whether a page exists: by HEAD, and if that fails, by GET, because many servers don't support HEAD. */
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
  // For example an expired certificate: the site exists.
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
  // 401, 403, 451, and codes invented against programs.
  return { kind: 'blocked' }
}

/** A keyed hash, so that nobody can probe which pictures are stored. */
export function pictureName(key: string, bytes: Uint8Array): string {
  return createHmac('sha256', key).update(bytes).digest('hex').slice(0, 40)
}
