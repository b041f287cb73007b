import { type Id, ok, type Result, refused } from '@cardinal/domain'
import type { PushSubscription } from '../store/index.ts'

/** VAPID key pair of this server, as base64url. */
export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/** A later message with the same tag replaces this one. */
export interface PushMessage {
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly cardId: Id
}

const WAIT_MS = 10_000
/** Seconds; a browser that is offline for longer gets no message. */
const KEPT_BY_SERVICE = 6 * 3_600

/** Loaded on demand. */
const webPush = async () => (await import('web-push')).default

export async function newPushKeys(): Promise<PushKeys> {
  return (await webPush()).generateVAPIDKeys()
}

/**
 * Sends a message, encrypted for the browser, to its push service. Follows no redirect.
 *
 * @param stopped aborts when this server stops
 * @param contact of the operator, for the service: `mailto:` or an address
 * @returns refused: `gone` where the browser has unsubscribed, else `failed`
 */
export async function sendPush(
  { endpoint, p256dh, auth }: Pick<PushSubscription, 'endpoint' | 'p256dh' | 'auth'>,
  message: PushMessage,
  keys: PushKeys,
  contact: string,
  stopped: AbortSignal,
): Promise<Result<void, 'gone' | 'failed'>> {
  // One controller instead of AbortSignal.any over a timeout: Node 20 may garbage-collect that, so that it never fires.
  const ending = new AbortController()
  const end = () => ending.abort()
  stopped.addEventListener('abort', end)
  if (stopped.aborted) end()
  const timer = setTimeout(end, WAIT_MS)
  try {
    const request = (await webPush()).generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      {
        vapidDetails: { subject: contact, ...keys },
        TTL: KEPT_BY_SERVICE,
      },
    )
    const response = await fetch(request.endpoint, {
      method: request.method,
      headers: request.headers as Record<string, string>,
      body: new Uint8Array(request.body ?? Buffer.alloc(0)),
      redirect: 'error',
      signal: ending.signal,
    })
    await response.body?.cancel()
    if (response.ok) return ok(undefined)
    return refused(response.status === 404 || response.status === 410 ? 'gone' : 'failed')
  } catch {
    return refused('failed')
  } finally {
    clearTimeout(timer)
    stopped.removeEventListener('abort', end)
  }
}
