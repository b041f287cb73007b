import { setImmediate } from 'node:timers/promises'
import type { Result } from '@cardinal/domain'
import type { Pipelined } from './pipelined.ts'
import { inSavepoint, TransactionLost } from './savepoint.ts'
import type { Db } from './tables/db.ts'
import type { Inside, Work } from './transact.ts'

/** Most transactions per commit. */
const AT_MOST = 100
/** ms after which no transaction joins the first one. */
const JOIN_WITHIN = 15

export interface WritingConnection {
  readonly db: Db
  readonly pipelined: Pipelined
  begin(): Promise<void>
  /** False: SQLite has ended the transaction by itself, as it does when the disk is full. */
  isInTransaction(): boolean
  commit(): void
  rollback(): void
}

/** A transaction that shares a commit. */
interface Member {
  /** Rejects when the shared commit can no longer succeed. */
  run(connection: WritingConnection): Promise<void>
  /** Settles the caller's promise, after the commit. */
  settle(): void
  fail(error: unknown): void
}

/**
 * Runs the transactions of a database with one writer. Transactions that arrive together run one after the other and
 * share one commit. Waiting for the disk is most of the cost of a small change. A refusal or a throw rolls back one of
 * them alone.
 *
 * Invariant: no caller gets a result before the commit.
 */
export class SharedCommits {
  readonly #connection: WritingConnection
  readonly #waiting: Member[] = []
  readonly #alone: (() => void)[] = []
  #isRunning = false

  constructor(connection: WritingConnection) {
    this.#connection = connection
  }

  transact<T, E>(work: Work<T, E>): Promise<Result<T, E>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(memberOf(work, resolve, reject))
      if (!this.#isRunning) this.#run()
    })
  }

  /** Runs `work` between two commits, while no transaction is open. */
  alone(work: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#alone.push(() => {
        try {
          resolve(work())
        } catch (error) {
          reject(error)
        }
      })
      if (!this.#isRunning) this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0 || this.#alone.length > 0) {
      // Collect the requests that have already arrived.
      await setImmediate()
      for (const work of this.#alone.splice(0)) work()
      if (this.#waiting.length > 0) await this.#share()
    }
    this.#isRunning = false
  }

  async #share(): Promise<void> {
    const members: Member[] = []
    try {
      await this.#connection.begin()
      this.#connection.pipelined.end()
      await this.#runMembers(members)
      this.#connection.commit()
    } catch (error) {
      this.#connection.rollback()
      // After a failed BEGIN the waiting transactions fail, too.
      for (const member of members.length > 0 ? members : this.#waiting.splice(0)) member.fail(error)
      return
    }
    for (const member of members) member.settle()
  }

  async #runMembers(members: Member[]): Promise<void> {
    const start = performance.now()
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      members.push(next)
      await next.run(this.#connection)
      if (!this.#connection.isInTransaction()) throw new Error('The database has ended a transaction.')
      if (members.length === AT_MOST || performance.now() - start > JOIN_WITHIN) return
    }
  }
}

function memberOf<T, E>(
  work: Work<T, E>,
  resolve: (result: Result<T, E>) => void,
  reject: (error: unknown) => void,
): Member {
  let settle: () => void = () => undefined
  return {
    run: async ({ db, pipelined }) => {
      const inside: Inside = {
        attempt: (part) => inSavepoint(db, 'attempt', part, pipelined),
        pipeline: (write) => pipelined.add(write),
        skip: null,
      }
      try {
        const result = await inSavepoint(db, 'member', () => work(db, inside), pipelined)
        settle = () => resolve(result)
      } catch (error) {
        if (error instanceof TransactionLost) throw error.cause
        settle = () => reject(error)
      }
    },
    settle: () => settle(),
    fail: reject,
  }
}
