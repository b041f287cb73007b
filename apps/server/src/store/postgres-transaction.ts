import type { Result } from '@cardinal/domain'
import pg from 'pg'
import { type Connections, Undone } from './postgres-connections.ts'
import type { Work } from './transact.ts'

/** Runs `work` in a transaction of its own. */
export async function transact<T, E>(connections: Connections, work: Work<T, E>): Promise<Result<T, E>> {
  let hasAttempted = false
  const run = (isCareful: boolean) =>
    connections.begin(async (connection) => {
      const part = connection.part(0)
      part.begin(isCareful)
      try {
        const value = await work(part.db, part)
        if (part.mustRollBack) throw new Error('A part of this transaction left something behind.')
        return { isKept: value.ok, value }
      } finally {
        hasAttempted = part.hasAttempted
      }
    })
  try {
    return await run(false)
  } catch (error) {
    if (!(error instanceof Undone)) throw error
    if (!hasAttempted || isOutOfTime(error.cause)) throw error.cause
  }
  try {
    return await run(true)
  } catch (error) {
    throw error instanceof Undone ? error.cause : error
  }
}

/** SQLSTATE of statement and lock timeouts. */
const OUT_OF_TIME: ReadonlySet<string | undefined> = new Set(['57014', '55P03'])

/** Whether a timeout was reached: another attempt would delay the caller again. */
function isOutOfTime(cause: unknown): boolean {
  return cause instanceof pg.DatabaseError && OUT_OF_TIME.has(cause.code)
}
