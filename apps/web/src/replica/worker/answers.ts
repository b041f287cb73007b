import { COMMANDS, EPOCH_HEADER } from '@cardinal/contract/sync-protocol'
import { parsed } from '../../session/request.ts'
import { isOwnRefusal, retryAfterOf, troubleOfStatus } from '../../session/trouble.ts'
import type { AccountWire } from './account-wire.ts'
import type { NotNow, PushResult, RefusedRequest, Resync } from './network.ts'

/** Classifies an answer other than 200. Only an answer of the server itself can be a rejection or a resync. */
export async function failureOf(response: Response): Promise<NotNow | RefusedRequest | Resync> {
  const { status } = response
  const wait = retryAfterOf(response.headers)
  if (status === 408 || status === 429 || status >= 500)
    return { kind: 'later', wait, trouble: troubleOfStatus(status) }
  const body = parsed(await response.text())
  if (!isOwnRefusal(body)) return blocked(status)
  if (status === 410 && body.command === COMMANDS.resync)
    return { kind: 'resync', epoch: response.headers.get(EPOCH_HEADER) }
  return { kind: 'refused', status, reason: body.msg }
}

/** The failure of a request that a proxy answered in place of the server. */
export function blocked(status: number): NotNow {
  return { kind: 'later', wait: null, trouble: { kind: 'blocked', status } }
}

/** Whether an answer is an HTML page, such as the sign-in page of a network. */
export function isPage({ headers }: Response): boolean {
  return /\bhtml\b/.test(headers.get('content-type') ?? '')
}

/** Whether a body is the server's answer to a push. */
export function isPushAnswer(body: unknown): body is { readonly data: readonly unknown[] } {
  return Array.isArray(dataOf(body))
}

/** Whether the result of a pushed call is the server's own. Otherwise the call is sent again. */
export function isKnownResult(result: unknown): result is PushResult {
  const { key, status, body } = (result ?? {}) as Partial<PushResult>
  if (typeof key !== 'string' || typeof body !== 'object' || body === null) return false
  return status === 200 || (typeof status === 'number' && isOwnRefusal(body))
}

/** Whether a body has a person's settings. */
export function isSettingsAnswer(body: unknown): body is { readonly data: AccountWire['settings'] } {
  const settings = dataOf(body) as Partial<AccountWire['settings']> | null
  return Array.isArray(settings?.saved_searches)
}

/** Whether a body has a person's workspaces. */
export function isWorkspacesAnswer(body: unknown): body is { readonly data: AccountWire['workspaces'] } {
  return Array.isArray(dataOf(body))
}

function dataOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null ? (body as { data?: unknown }).data : undefined
}
