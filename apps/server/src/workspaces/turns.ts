import { setImmediate } from 'node:timers/promises'

/** Lets everything that waits (requests above all) have its turn. */
export const othersTurn = (): Promise<void> => setImmediate()
