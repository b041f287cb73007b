import { setImmediate } from 'node:timers/promises'
import type { Id, Result } from '@cardinal/domain'
import pg from 'pg'
import { Connections, type Part, postgresOver, Undone } from './postgres-connections.ts'
import type { Db } from './tables/db.ts'
import type { Transact, Work } from './transactions.ts'

export interface PostgresConnections {
  /** Each of its queries takes any free connection. */
  readonly reader: Db
  readonly transact: Transact
  readonly shared: SharedTransactions
  readonly pool: pg.Pool
}

/** Type OID of 8-byte integers, which the driver reads as text. */
const INT8 = 20

/** Reads 8-byte integers as numbers: times and counts are below 2^53, which a double holds exactly. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')

/** ms per statement. */
const STATEMENT_LIMIT_MS = 10_000
/** ms per statement of migrations and copies, which rewrite whole tables. */
export const LONG_STATEMENT_LIMIT_MS = 3_600_000
/** ms after the database's own timeout before the driver closes the connection. */
const ANSWER_GRACE_MS = 1_000

/**
 * Timeouts of every connection. The database ends slow statements; the driver closes the connection if the network
 * is silent.
 */
export function connectionOptions(url: string, limit = STATEMENT_LIMIT_MS): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: limit,
    // The transaction of a silent client holds its user's lock, for which others wait.
    idle_in_transaction_session_timeout: limit / 2,
    lock_timeout: limit / 2,
    // With pipelining the driver closes the connection too, because its other statements would wait behind this
    // one.
    query_timeout: limit + ANSWER_GRACE_MS,
    pipeline: true,
  }
}

/**
 * Timeouts in the address (`?statement_timeout=`, in ms) take precedence.
 *
 * @param onError called when a connection breaks, idle or in use; the pool replaces it
 * @param limit of a statement, in ms
 */
export function openPostgres(
  url: string,
  onError: (error: Error) => void,
  limit?: number,
): PostgresConnections {
  const pool = new pg.Pool({ ...connectionOptions(url, limit), max: 12, types: { getTypeParser } })
  pool.on('error', onError)
  // The pool handles errors of idle connections only. An error of a connection in use would end the process.
  pool.on('connect', (client) => client.on('error', onError))
  const connections = new Connections(pool)
  return {
    reader: postgresOver(connections),
    transact: (work) => transact(connections, work),
    shared: new SharedTransactions(connections),
    pool,
  }
}

/** Most changes per transaction. */
const MAX_CHANGES = 32
/** Most shared transactions at once: one reads while the other waits for the disk. */
const MAX_TRANSACTIONS = 2
/** ms after which a transaction no longer counts as running, so that others don't wait for a silent connection. */
const SLOW_AFTER_MS = 1_000

interface Member {
  readonly userId: Id
  readonly work: Work<unknown, unknown>
  readonly resolve: (result: Result<unknown, unknown>) => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs changes that arrive together in one transaction, because BEGIN, round trips and COMMIT are most of the cost
 * of a small change. A transaction holds at most one change per user. It never waits for a lock, because it holds
 * locks of other users: if a user is locked by another transaction, that change runs by itself. If one change
 * fails, or is refused after it has written, the transaction is rolled back, and each of its changes runs by
 * itself.
 *
 * Invariant: no caller gets a result before the commit.
 */
class SharedTransactions {
  readonly #connections: Connections
  #waiting: Member[] = []
  /** Users with a change in a running transaction. */
  readonly #occupied = new Set<Id>()
  #running = 0

  constructor(connections: Connections) {
    this.#connections = connections
  }

  /** @param work locks the user first and touches no other user's rows */
  transact<T, E>(userId: Id, work: Work<T, E>): Promise<Result<T, E>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ userId, work, resolve: resolve as Member['resolve'], reject })
      this.#start()
    })
  }

  #start(): void {
    if (this.#running < MAX_TRANSACTIONS && this.#waiting.length > 0) this.#run()
  }

  async #run(): Promise<void> {
    this.#running++
    for (;;) {
      // Let the requests that have already arrived add their changes.
      await setImmediate()
      const next = this.#next()
      if (next.length === 0) break
      let isSlow = false
      const slow = setTimeout(() => {
        isSlow = true
        this.#running--
        this.#start()
      }, SLOW_AFTER_MS)
      await this.#share(next)
      clearTimeout(slow)
      if (isSlow) return
    }
    this.#running--
  }

  /** Removes waiting changes that can share a transaction: one per user. */
  #next(): Member[] {
    const next: Member[] = []
    const waiting: Member[] = []
    for (const member of this.#waiting) {
      if (next.length < MAX_CHANGES && !this.#occupied.has(member.userId)) {
        next.push(member)
        this.#occupied.add(member.userId)
      } else waiting.push(member)
    }
    this.#waiting = waiting
    return next
  }

  async #share(members: readonly Member[]): Promise<void> {
    try {
      const outcomes = await this.#connections.begin(async (connection) => {
        // Wait for all members: none may send a query after the end of the transaction.
        const settled = await Promise.allSettled(
          members.map((member, i) => run(member, connection.part(i + 1))),
        )
        const value = settled.map((one) => {
          if (one.status === 'rejected') throw one.reason
          return one.value
        })
        return { isKept: true, value }
      })
      members.forEach((member, i) => {
        const outcome = outcomes[i] ?? null
        if (outcome === null) this.#alone(member)
        else this.#end(member, () => member.resolve(outcome))
      })
    } catch (error) {
      if (error instanceof Undone) for (const member of members) this.#alone(member)
      else for (const member of members) this.#end(member, () => member.reject(error))
    }
  }

  async #alone(member: Member): Promise<void> {
    try {
      const result = await transact(this.#connections, member.work)
      this.#end(member, () => member.resolve(result))
    } catch (error) {
      this.#end(member, () => member.reject(error))
    }
  }

  #end({ userId }: Member, tell: () => void): void {
    this.#occupied.delete(userId)
    tell()
    this.#start()
  }
}

/** Null: the user is locked by another transaction, so the change did not run. */
async function run({ work }: Member, part: Part): Promise<Result<unknown, unknown> | null> {
  part.begin(false)
  const result = await work(part.db, part)
  if (part.mustRollBack || (!result.ok && part.hasWritten))
    throw new Error('A refused change has left something behind.')
  return part.hasPassed ? null : result
}

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

/**
 * Whether a timeout was reached. Then the work is not tried again, because that would delay the caller as much once
 * more.
 */
function isOutOfTime(cause: unknown): boolean {
  return cause instanceof pg.DatabaseError && OUT_OF_TIME.has(cause.code)
}
