import type { ActivityKind } from '@cardinal/contract'
import type { Id } from '@cardinal/domain'
import type { FastifyRequest } from 'fastify'
import { newId } from '../lib/ids.ts'
import type { StoreTransaction } from '../store/index.ts'

/** ms for which an entry of "Recent activity" is kept. */
export const ACTIVITY_KEPT_MS = 90 * 86_400_000
/** Entries kept per user. */
export const ACTIVITIES_AT_MOST = 200

/** The account and the session that acted; `sessionId` null: no session. */
export interface Actor {
  readonly userId: Id
  readonly sessionId: string | null
}

/**
 * Adds an entry to the account's "Recent activity".
 *
 * @param detail the device, the token's name, or the operator's command
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

/** Events since this process started. */
export const securityEventCounts = new Map<SecurityEvent, number>([
  ['sign-in-failed', 0],
  ['session-reused', 0],
])

/**
 * Counts an event and logs a line for programs such as fail2ban. The line has the address, never what was
 * typed.
 */
export function logSecurityEvent(request: FastifyRequest, event: SecurityEvent): void {
  securityEventCounts.set(event, (securityEventCounts.get(event) ?? 0) + 1)
  request.log.warn({ event, address: request.ip }, 'security event')
}
