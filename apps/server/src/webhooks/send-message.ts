import { createHmac, randomBytes } from 'node:crypto'
import type { SafeFetch } from '../pages/index.ts'
import type { Webhook } from '../store/index.ts'

/** Result of sending, with a sentence about it. */
export interface SendOutcome {
  readonly kind: 'arrived' | 'failed' | 'unwanted'
  readonly sentence: string
  /** ms of the receiver's `Retry-After`. */
  readonly retryAfter: number
}

const WITHIN = 10_000
const PREFIX = 'whsec_'

/** In the format of Standard Webhooks. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/**
 * Sends a message signed by Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA-256 over id, time and body, so
 * that it can't be replayed later. Connects only to public addresses, follows no redirect, and keeps only the answer's
 * status.
 */
export async function sendMessage(
  fetch: SafeFetch,
  { address, secret }: Pick<Webhook, 'address' | 'secret'>,
  id: string,
  body: string,
  now: number,
): Promise<SendOutcome> {
  const timestamp = String(Math.floor(now / 1_000))
  const answer = await fetch(address, {
    method: 'POST',
    accept: '*/*',
    within: WITHIN,
    redirects: 0,
    wants: () => false,
    sends: {
      body,
      headers: {
        'user-agent': 'Cardinal (webhooks)',
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        'webhook-id': `msg_${id}`,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature(secret, `msg_${id}.${timestamp}.${body}`)}`,
      },
    },
  })
  if (!answer.ok) return { kind: 'failed', sentence: PROBLEMS[answer.error], retryAfter: 0 }
  const { status, retryAfter } = answer.value
  const kind = status >= 200 && status < 300 ? 'arrived' : status === 410 ? 'unwanted' : 'failed'
  return { kind, sentence: `It answered with ${status}.`, retryAfter: (retryAfter ?? 0) * 1_000 }
}

function signature(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return createHmac('sha256', key).update(signed).digest('base64')
}

type Problem = Extract<Awaited<ReturnType<SafeFetch>>, { ok: false }>['error']

const PROBLEMS: Readonly<Record<Problem, string>> = {
  forbidden: 'Its address does not lead to the public internet.',
  'no-such-host': 'There is no such host.',
  'no-names': 'No name server answers.',
  'no-way': 'This server has no way there.',
  unreachable: 'It could not be reached.',
  unreadable: 'What it answered could not be read: its certificate, or its HTTP.',
  stopped: 'This server was stopped.',
  'too-slow': 'It did not answer within 10 seconds.',
  'too-large': 'It sent too much.',
  'too-many-redirects': 'It leads elsewhere too often.',
}
