import { createHash } from 'node:crypto'
import { type Id, ok, type Result, refused } from '@cardinal/domain'
import type { Store, StoreTransaction, User } from '../store/index.ts'

/** Idempotency key of a change, with a hash of its request. */
export interface OperationKey {
  readonly key: string
  /** Computed on demand, because an unchecked body may be nested to any depth. */
  readonly bodyHash: () => string
}

interface Made {
  /** JSON */
  readonly body: string
  /** The workspace's sequence number after the change. Null: no workspace changed. */
  readonly seq: number | null
  /** The changed workspace and its new sequence number. Absent: none changed. */
  readonly moved?: { readonly workspaceId: Id; readonly seq: number } | null
  /** Whether settings or the list of workspaces changed. */
  readonly hasMovedAccount?: boolean
}

export interface ChangeAnswer extends Made {
  /** Whether the change was made earlier under this key, and this is its stored answer. */
  readonly isReplayed: boolean
}

/** A change that runs in a transaction. After a rollback it may run again from the start. */
export interface ChangeWork<E> {
  /**
   * Two steps: `begin` reads without waiting for the user's lock; the function that it returns runs with
   * the locked user. A refusal rolls back.
   */
  readonly begin: (tx: StoreTransaction) => Promise<(user: User) => Promise<Result<Made, E>>>
  /** Whether the change is short and touches only this user's rows. Such changes may share a transaction. */
  readonly isSmall: boolean
}

/** For a change that ran in transactions of its own: only its answer is stored. */
export function alreadyDone(made: Made): ChangeWork<never> {
  return { begin: async () => async () => ok(made), isSmall: false }
}

export type OperationRefusal =
  | { readonly kind: 'no-user' }
  /** A request with the same key is running. */
  | { readonly kind: 'key-running' }
  /** The key was used for a different request. */
  | { readonly kind: 'key-reused' }

/** Equal for equal bodies, whatever the order of their fields. */
export function hashRequest(method: string, path: string, body: unknown): string {
  return createHash('sha256').update(`${method} ${path}\n`).update(canonical(body)).digest('base64url')
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`
}

/** ms after which a transaction of several changes ends, because others wait for its lock. */
const LONGEST_GROUP_MS = 25

/** Runs one change per user at a time, and the change of each key once. */
export class Operations {
  readonly #store: Store
  readonly #now: () => number
  readonly #running = new Set<string>()

  constructor(store: Store, now: () => number = Date.now) {
    this.#store = store
    this.#now = now
  }

  /**
   * Runs work under the user's lock, in one transaction with the record of its key. A refusal rolls back, so that the key
   * can be used again.
   */
  async once<E>(
    userId: Id,
    operation: OperationKey | null,
    work: ChangeWork<E>,
  ): Promise<Result<ChangeAnswer, E | OperationRefusal>> {
    const run = (tx: StoreTransaction) => this.#run(tx, userId, operation, work)
    return this.#alone(userId, operation, () =>
      work.isSmall ? this.#store.change(userId, run) : this.#store.transact(run),
    )
  }

  /**
   * Like `once` for several changes of one user in one transaction. It ends after `LONGEST_GROUP_MS`, so
   * that others get the lock. Resolves with the answers of the changes that ran, at least one.
   *
   * @throws what the first change throws; if a later one throws, the earlier ones are committed and
   *   answered
   */
  async onceEach<E>(
    userId: Id,
    changes: readonly { readonly operation: OperationKey; readonly work: ChangeWork<E> }[],
  ): Promise<Result<ChangeAnswer, E | OperationRefusal>[]> {
    const answers: Result<ChangeAnswer, E | OperationRefusal>[] = []
    let failed: { error: unknown } | null = null
    await this.#store.transact<null, never>(async (tx) => {
      answers.length = 0
      failed = null
      const end = performance.now() + LONGEST_GROUP_MS
      for (const { operation, work } of changes) {
        try {
          const attempt = () => tx.attempt(() => this.#run(tx, userId, operation, work))
          answers.push(await this.#alone(userId, operation, attempt))
        } catch (error) {
          failed = { error }
          break
        }
        if (performance.now() > end) break
      }
      return ok(null)
    })
    if (failed !== null && answers.length === 0) throw (failed as { error: unknown }).error
    return answers
  }

  /** Like `once` for several changes of one user without keys. If one is refused, all are rolled back. */
  async allOrNone<E>(
    userId: Id,
    works: readonly ChangeWork<E>[],
  ): Promise<Result<ChangeAnswer[], E | OperationRefusal>> {
    return this.#store.transact(async (tx) => {
      const answers: ChangeAnswer[] = []
      for (const work of works) {
        const made = await this.#run(tx, userId, null, work)
        if (!made.ok) return made
        answers.push(made.value)
      }
      return ok(answers)
    })
  }

  /**
   * Like `once` for work with transactions of its own. The answer is stored after it; if the server stops
   * in between, the work may run again.
   */
  async onceAround<E>(
    userId: Id,
    operation: OperationKey,
    work: () => Promise<Result<{ body: string; seq: number | null }, E>>,
  ): Promise<Result<ChangeAnswer, E | OperationRefusal>> {
    return this.#alone(userId, operation, async () => {
      const earlier = await replayOf(this.#store, userId, operation)
      if (earlier !== null) return earlier
      const done = await work()
      if (!done.ok) return done
      return this.#store.transact((tx) => this.#run<E>(tx, userId, operation, alreadyDone(done.value)))
    })
  }

  async #alone<T, E>(
    userId: Id,
    operation: OperationKey | null,
    work: () => Promise<Result<T, E>>,
  ): Promise<Result<T, E | OperationRefusal>> {
    if (operation === null) return work()
    const running = `${userId} ${operation.key}`
    if (this.#running.has(running)) return refused({ kind: 'key-running' })
    this.#running.add(running)
    try {
      return await work()
    } finally {
      this.#running.delete(running)
    }
  }

  async #run<E>(
    tx: StoreTransaction,
    userId: Id,
    operation: OperationKey | null,
    work: ChangeWork<E>,
  ): Promise<Result<ChangeAnswer, E | OperationRefusal>> {
    const [user, earlier, proceed] = await Promise.all([
      tx.lockUser(userId),
      operation === null ? null : replayOf(tx, userId, operation),
      work.begin(tx),
    ])
    if (user === undefined) return refused({ kind: 'no-user' })
    if (earlier !== null) return earlier
    const made = await proceed(user)
    if (!made.ok) return made
    if (operation !== null) tx.pipeline(tx.users.addStoredBytes(userId, Buffer.byteLength(made.value.body)))
    if (operation !== null)
      tx.pipeline(
        tx.operations.insert(userId, {
          key: operation.key,
          bodyHash: operation.bodyHash(),
          status: 200,
          answer: made.value.body,
          seq: made.value.seq,
          createdAt: this.#now(),
        }),
      )
    return ok({ ...made.value, isReplayed: false })
  }
}

/** The stored answer of a key. Null: the key is unused. Refused: the key belongs to another request. */
async function replayOf(
  tables: Pick<StoreTransaction, 'operations'>,
  userId: Id,
  operation: OperationKey,
): Promise<Result<ChangeAnswer, OperationRefusal> | null> {
  const earlier = await tables.operations.byKey(userId, operation.key)
  if (earlier === undefined) return null
  if (earlier.bodyHash !== operation.bodyHash()) return refused({ kind: 'key-reused' })
  return ok({ body: earlier.answer, seq: earlier.seq, isReplayed: true })
}
