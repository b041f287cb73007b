/**
 * Why a request failed for now. No change is lost: pending changes are sent later.
 *
 * - `offline`: this device says that it has no network
 * - `unreachable`: no connection, or it broke off
 * - `silent`: no answer in time
 * - `busy`: the server asks for patience (408, 429, 503)
 * - `server-error`: the server, or the gateway before it, failed (other 5xx)
 * - `blocked`: something between this device and the server answered in its place
 * - `token`: the server refuses a token that was renewed a moment ago
 * - `awaited`: a restored server doesn't have the row of a change yet
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
  /** The HTTP status, where there was an answer. */
  readonly status: number | null
}

export interface OwnRefusal {
  readonly msg: string
  readonly command?: string
  readonly request_id: string
}

/**
 * Returns whether a body is a refusal by the server itself. A proxy, a filter or a network's sign-in page uses the same
 * status numbers, and must not be taken for the server.
 */
export function isOwnRefusal(body: unknown): body is OwnRefusal {
  if (typeof body !== 'object' || body === null) return false
  const { msg, request_id, command } = body as Record<string, unknown>
  const hasCommand = command === undefined || typeof command === 'string'
  return typeof msg === 'string' && typeof request_id === 'string' && hasCommand
}

/** Returns the trouble behind an answer that can't be used. */
export function troubleOfStatus(status: number): Trouble {
  if (status === 408 || status === 429 || status === 503) return { kind: 'busy', status }
  return { kind: status >= 500 ? 'server-error' : 'blocked', status }
}

/** Returns the trouble behind a rejected `fetch`: a timeout, or no connection. */
export function troubleOfFailure(isOutOfTime: boolean, isOnline: boolean): Trouble {
  if (!isOnline) return { kind: 'offline', status: null }
  return { kind: isOutOfTime ? 'silent' : 'unreachable', status: null }
}

/** Returns the time that an answer asks a client to wait, in ms. Null: it names none. */
export function retryAfterOf(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : null
}

/** Returns a message for the person whose call failed. */
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
