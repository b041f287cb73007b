import type { Failure } from '@cardinal/contract'

/** A failure on its way out of a place that can only throw (a hook, a body parser). */
export class HttpFailure extends Error {
  readonly failure: Failure
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | null

  constructor(failure: Failure, retryAfter: number | null = null) {
    super(failure.msg)
    this.failure = failure
    this.retryAfter = retryAfter
  }
}

/** Returns the JSON text of a failure. */
export function failureBody(failure: Failure, requestId: string): string {
  const { msg, command } = failure
  return JSON.stringify({ msg, ...(command !== undefined && { command }), request_id: requestId })
}
