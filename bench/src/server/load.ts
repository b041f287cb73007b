import { setTimeout } from 'node:timers/promises'

/** What became of requests that were sent at a rate. */
export interface Load {
  /** Answers a second, from the first request to the last answer. */
  readonly perSecond: number
  /** From the moment at which each request was due, in ms: one that had to wait for its turn counts as slow. */
  readonly times: readonly number[]
  /** The first few, to find out why. */
  readonly errors: readonly unknown[]
  readonly errorCount: number
}

const TURN = 4
const ERRORS_SHOWN = 3

/** Sends requests as a clock asks for them, however long the answers take. */
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
  // Counted, not kept: a million promises would make this process the one that is slow.
  for (let sent = 0; sent < total || times.length + errorCount < total; await setTimeout(TURN)) {
    const due = Math.min(total, Math.floor(((performance.now() - start) * perSecond) / 1000) + 1)
    while (sent < due) one(sent++)
  }
  return { perSecond: times.length / ((performance.now() - start) / 1000), times, errors, errorCount }
}
