import { COMMANDS, type Failure } from '@cardinal/contract'

/** Failures shared by all calls. */
export const FAILURES = {
  notOwner: { status: 403, msg: 'Only the owner of this server may see this.' },
  noSuchPath: { status: 404, msg: 'There is nothing at this path.' },
  notJson: { status: 415, msg: 'The body must be JSON: send it with the content type application/json.' },
  encoded: { status: 415, msg: 'The body must not be compressed.' },
  nested: { status: 400, msg: 'body: this is nested too deeply, or has too many parts.' },
  malformedJson: { status: 400, msg: 'body: this is not well-formed JSON.' },
  malformedForm: { status: 400, msg: 'body: this is not a well-formed form.' },
  nulCharacter: { status: 400, msg: 'body: texts must not hold the character U+0000.' },
  malformedPath: { status: 400, msg: 'path: this is not a well-formed address.' },
  malformedRequest: { status: 400, msg: 'This is not a well-formed HTTP request.' },
  notSignedIn: { status: 401, msg: 'Please sign in: the access token is missing or has expired.' },
  readOnlyToken: { status: 403, msg: 'This token may only read.' },
  addOnlyToken: { status: 403, msg: 'This token may only add cards, tags and files.' },
  sessionNeeded: { status: 403, msg: 'Only somebody signed in can do this: a personal token is not enough.' },
  freshSignInNeeded: {
    status: 403,
    msg: 'Confirm first that it is you: this needs a sign-in within the last ten minutes.',
    command: COMMANDS.freshSignInNeeded,
  },
  badKey: { status: 400, msg: 'Idempotency-Key: must be 1 to 200 visible characters.' },
  noKeyHere: {
    status: 400,
    msg: 'Idempotency-Key: a token is shown once, so that this call cannot be repeated. Leave the key out.',
  },
  keyRunning: {
    status: 409,
    msg: 'A request with this Idempotency-Key is still running. Try again in a moment.',
    command: COMMANDS.keyRunning,
  },
  keyReused: {
    status: 422,
    msg: 'This Idempotency-Key was used for another request.',
    command: COMMANDS.keyReused,
  },
  tooManyStreams: {
    status: 429,
    msg: 'Too many devices and tabs of this account are listening already. Close one of them.',
  },
  tooMany: { status: 429, msg: 'Too many requests. Try again in a minute.' },
  tooManyLongAnswers: { status: 429, msg: 'Too many long answers at once. Try again in a few seconds.' },
  tooManyPieces: {
    status: 429,
    msg: 'Too many pieces at once. Send this one again when others have been answered.',
  },
  slowPiece: {
    status: 408,
    msg: 'The piece took too long to arrive. Send it again, with fewer others at once.',
  },
  overloaded: { status: 503, msg: 'The server is busy. Try again in a few seconds.' },
  searchTooLong: {
    status: 400,
    msg: 'This search has to read too many texts. Search for fewer words, or for names of tags.',
  },
  stopping: { status: 503, msg: 'The server is stopping. Try again in a few seconds.' },
  noPayments: { status: 404, msg: 'This server doesn’t take payments.' },
  storeAway: { status: 503, msg: 'The database cannot be reached just now. Try again in a few seconds.' },
  diskFull: {
    status: 503,
    msg: 'The disk of this server is full, and nothing was changed. Its operator has to make room.',
  },
  providerAway: {
    status: 503,
    msg: 'The payment provider cannot be reached just now. Try again in a minute.',
  },
  ours: { status: 500, msg: 'Something went wrong on the server.' },
  behindFailed: {
    status: 424,
    msg: 'An earlier change of the same row failed on the server. Send this one again after it.',
  },
  otherEpoch: {
    status: 410,
    msg: 'The server was restored from a backup: send again first what it answered before.',
    command: COMMANDS.resync,
  },
} as const satisfies Record<string, Failure>

const MIB = 1024 * 1024

/** The body exceeds the call's limit. */
export function tooLarge(limit: number): Failure {
  const size = limit < MIB ? `${Math.floor(limit / 1024)} KiB` : `${Math.floor(limit / MIB)} MiB`
  return { status: 413, msg: `This is too large: at most ${size} can be sent at once.` }
}

/** Translates errors of fastify, its plugins and the store's drivers. */
export function failureOfError(
  error: Error & { readonly code?: unknown; readonly statusCode?: number },
): Failure {
  const code = typeof error.code === 'string' ? error.code : ''
  if (FULL.test(code)) return FAILURES.diskFull
  if (isStoreAway(error, code)) return FAILURES.storeAway
  const status = error.statusCode ?? 500
  if (status === 415) return FAILURES.notJson
  if (status === 404) return FAILURES.noSuchPath
  if (status === 413) return { status, msg: 'This is too large.' }
  return status >= 400 && status < 500 ? { status, msg: FAILURES.malformedRequest.msg } : FAILURES.ours
}

/** Driver codes: the database is unreachable, starting, stopping or too busy. */
const AWAY =
  /^(?:ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|SQLITE_(?:BUSY|IOERR|READONLY|CANTOPEN)|08|53|57|55P03|25P03|40001|40P01)/
/** Driver codes: the disk is full. */
const FULL = /^(?:SQLITE_FULL|ENOSPC|53100)$/

function isStoreAway(error: Error, code: string): boolean {
  return (
    AWAY.test(code) ||
    /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|cached plan must not/.test(
      error.message,
    )
  )
}

/** A failure thrown where a result can't be returned: in a hook or a body parser. */
export class HttpFailure extends Error {
  readonly failure: Failure
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | null

  constructor(failure: Failure, retryAfter: number | null = null) {
    super(failure.msg)
    this.failure = failure
    this.retryAfter = retryAfter
  }
}

export function failureBody(failure: Failure, requestId: string): string {
  const { msg, command } = failure
  return JSON.stringify({ msg, ...(command !== undefined && { command }), request_id: requestId })
}
