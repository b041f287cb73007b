/**
 * Why a request failed for now. No change is lost: pending changes are sent later.
 *
 * - `offline`: this device reports no network
 * - `unreachable`: no connection, or it broke
 * - `silent`: no answer in time
 * - `busy`: the server asks to wait (408, 429, 503)
 * - `server-error`: the server, or a gateway before it, failed (other 5xx)
 * - `blocked`: something between this device and the server answered in its place
 * - `token`: the server refuses a token that was just renewed
 * - `awaited`: a restored server does not have the row of a change yet
 * - `device`: the storage of this device failed
 */
export interface Trouble {
  readonly kind:
    | 'offline'
    | 'unreachable'
    | 'silent'
    | 'busy'
    | 'server-error'
    | 'blocked'
    | 'token'
    | 'awaited'
    | 'device'
  /** The HTTP status; null: no answer. */
  readonly status: number | null
}

export interface OwnRefusal {
  readonly msg: string
  readonly command?: string
  readonly request_id: string
}

/**
 * Whether a body is a refusal by the server itself. A proxy, a filter or a network's sign-in page uses the same
 * statuses, and must not be taken for the server.
 */
export function isOwnRefusal(body: unknown): body is OwnRefusal {
  if (typeof body !== 'object' || body === null) return false
  const { msg, request_id, command } = body as Record<string, unknown>
  const hasCommand = command === undefined || typeof command === 'string'
  return typeof msg === 'string' && typeof request_id === 'string' && hasCommand
}

/** The trouble of an answer that can't be used. */
export function troubleOfStatus(status: number): Trouble {
  if (status === 408 || status === 429 || status === 503) return { kind: 'busy', status }
  return { kind: status >= 500 ? 'server-error' : 'blocked', status }
}

/** The trouble of a rejected `fetch`: a timeout, or no connection. */
export function troubleOfFailure(isOutOfTime: boolean, isOnline: boolean): Trouble {
  if (!isOnline) return { kind: 'offline', status: null }
  return { kind: isOutOfTime ? 'silent' : 'unreachable', status: null }
}

/** ms of `Retry-After`; null: none. */
export function retryAfterOf(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : null
}

/** A message for the person whose call failed. */
export function troubleSentence({ kind, status }: Trouble): string {
  switch (kind) {
    case 'silent':
      return 'The server does not answer. Try again.'
    case 'busy':
      return 'The server is busy. Try again in a moment.'
    case 'server-error':
      return `The server has a fault (error ${status}). Try again later.`
    case 'blocked': {
      const did = Number(status) < 400 ? 'answered in its place' : `refused this (error ${status})`
      return `Something between this device and the server ${did}. Try another network.`
    }
    case 'token':
      return 'The server does not accept the sign-in of this device. Try again.'
    default:
      return 'The server cannot be reached. Check the connection.'
  }
}
