import { setTimeout } from 'node:timers/promises'

/** Results of requests sent at a fixed rate. */
export interface Load {
  /** Answers per second, from the first request to the last answer. */
  readonly perSecond: number
  /** ms from the time at which each request was due, so that waiting to be sent counts. */
  readonly times: readonly number[]
  /** The first few errors. */
  readonly errors: readonly unknown[]
  readonly errorCount: number
}

const TURN = 4
const ERRORS_SHOWN = 3

/** Sends requests at a fixed rate, even while answers are late. */
export async function atRate(
  perSecond: number,
  seconds: number,
  send: (n: number) => Promise<void>,
): Promise<Load> {
  const total = Math.round(perSecond * seconds)
  const times: number[] = []
  const errors: unknown[] = []
  let errorCount = 0
  const start = performance.now()
  const one = async (n: number) => {
    try {
      await send(n)
      times.push(performance.now() - start - (n * 1000) / perSecond)
    } catch (error) {
      errorCount++
      if (errors.length < ERRORS_SHOWN) errors.push(error)
    }
  }
  // Count the requests: keeping a million promises would slow this process down.
  for (let sent = 0; sent < total || times.length + errorCount < total; await setTimeout(TURN)) {
    const due = Math.min(total, Math.floor(((performance.now() - start) * perSecond) / 1000) + 1)
    while (sent < due) one(sent++)
  }
  return { perSecond: times.length / ((performance.now() - start) / 1000), times, errors, errorCount }
}
