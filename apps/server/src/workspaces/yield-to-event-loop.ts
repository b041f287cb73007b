import { setImmediate } from 'node:timers/promises'

/** Lets pending work, requests above all, run before the caller goes on. */
export const yieldToEventLoop = (): Promise<void> => setImmediate()
