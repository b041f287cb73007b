import { type CallAddress, CallFailed, type DataOf, type Requested, type Requests } from './request.ts'

/** Retries of a query. The backoff starts at 1 s and doubles up to 30 s (specification, section 7). */
const RETRIES = 3
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** Makes a call, and tries again while the server is unreachable, but not when offline. */
export async function query<At extends CallAddress>(
  requests: Requests,
  at: At,
  ...request: Requested<At>
): Promise<DataOf<At>> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await requests.call(at, ...request)
    } catch (failure) {
      if (attempt >= RETRIES || !isPassing(failure) || !requests.ports.isOnline()) throw failure
      await requests.ports.wait(Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS))
    }
  }
}

function isPassing(failure: unknown): boolean {
  if (!(failure instanceof CallFailed)) return false
  return failure.status === null || failure.status === 408 || failure.status === 429 || failure.status >= 500
}
