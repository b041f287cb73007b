import type { ActivityKind } from '@cardinal/contract'
import type { Id } from '@cardinal/domain'
import type { FastifyRequest } from 'fastify'
import { newId } from '../lib/ids.ts'
import type { StoreTransaction } from '../store/index.ts'

/** How long an entry of "Recent activity" is kept, in ms. */
export const ACTIVITY_KEPT = 90 * 86_400_000
/** Entries of a user that are kept at most. */
export const ACTIVITIES_AT_MOST = 200

/** Whose account it is, and the session that did something; null: nobody signed in did. */
export interface Actor {
  readonly userId: Id
  readonly sessionId: string | null
}

/**
 * Notes what happened to an account, for its owner.
 *
 * @param detail the device, the name of the token, or the operator's command
 */
export async function noteActivity(
  tx: StoreTransaction,
  { userId, sessionId }: Actor,
  kind: ActivityKind,
  detail: string | null,
  now: number,
): Promise<void> {
  const event = { user_id: userId, session_id: sessionId, kind, detail, created_at: now }
  await tx.securityEvents.insert({ id: newId(now), ...event })
  await tx.securityEvents.keepNewest(userId, ACTIVITIES_AT_MOST)
}

type SecurityEvent = 'sign-in-failed' | 'session-reused'

/** How many there were since this process began. */
export const securityEventCounts = new Map<SecurityEvent, number>([
  ['sign-in-failed', 0],
  ['session-reused', 0],
])

/** Counts it, and writes a line that programs such as fail2ban look for: who tried something, without what was typed. */
export function logSecurityEvent(request: FastifyRequest, event: SecurityEvent): void {
  securityEventCounts.set(event, (securityEventCounts.get(event) ?? 0) + 1)
  request.log.warn({ event, address: request.ip }, 'security event')
}
