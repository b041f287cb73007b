import { createHash } from 'node:crypto'
import { type Id, ok, type Result, refused } from '@cardinal/domain'
import type { Store, StoreTransaction, User } from '../store/index.ts'

/** What a client wants to be done once, however often it asks: its key, and a hash of what it asked. */
export interface OperationKey {
  readonly key: string
  /** Worked out only when the request was found to be sound: before that, a body may be as deep as it likes. */
  readonly bodyHash: () => string
}

/** What a change came to. */
export interface Made {
  /** The answer, as JSON text. */
  readonly body: string
  /** The workspace's sequence number after the change; null for what belongs to no workspace. */
  readonly seq: number | null
  /** Which workspace has moved on, and how far; left out where none has. */
  readonly moved?: { readonly workspaceId: Id; readonly seq: number } | null
  /** The settings or the list of workspaces are others now. */
  readonly hasMovedAccount?: boolean
}

/** The answer to a change as it goes out. */
export interface ChangeAnswer extends Made {
  /** True: the change had been made before under this key, and this is the answer it got then. */
  readonly isReplayed: boolean
}

/** A change as work in a transaction. It may be done again from its beginning, when nothing of it is left. */
export interface ChangeWork<E> {
  /**
   * Two steps: it begins to read what it needs right behind the lock, without waiting for it, and goes on once the
   * lock is there. A refusal leaves no trace.
   */
  readonly begin: (tx: StoreTransaction) => Promise<(user: User) => Promise<Result<Made, E>>>
  /** It is soon done and touches nothing that is not this user's: it may share a transaction with others. */
  readonly isSmall: boolean
}

/** Returns an operation whose work ran in transactions of its own, so that only its answer is kept. */
export function alreadyDone(made: Made): ChangeWork<never> {
  return { begin: async () => async () => ok(made), isSmall: false }
}

export type OperationRefusal =
  | { readonly kind: 'no-user' }
  /** The same key is being worked on just now. */
  | { readonly kind: 'key-running' }
  /** The key stands for another request. */
  | { readonly kind: 'key-reused' }

/** Returns the fingerprint of a request: the same for equal bodies, whatever the order of their fields. */
export function hashRequest(method: string, path: string, body: unknown): string {
  return createHash('sha256').update(`${method} ${path}\n`).update(canonical(body)).digest('base64url')
}

/** Returns JSON with the fields of every object in one order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`
}

/** So long (ms) may a transaction of several changes keep others waiting before it ends. */
const HOLD_FOR = 25

/** Runs changes of users one at a time each, and each key's change once. */
export class Operations {
  readonly #store: Store
  readonly #now: () => number
  readonly #running = new Set<string>()

  constructor(store: Store, now: () => number = Date.now) {
    this.#store = store
    this.#now = now
  }

  /**
   * Carries out work under the user's lock, in one transaction with the record of its key. A refusal leaves
   * no trace, so the key can be used again.
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
   * Carries out several changes of one user, one after the other as `once` would, but in one transaction: for a
   * short while, so that others get their turn. Resolves with the answers to the first of them, at least one.
   *
   * @throws what the first one throws; where a later one does, those before it are made and answered
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
      const end = performance.now() + HOLD_FOR
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

  /**
   * Does the same for work that has transactions of its own. Its record is written just after it. If the server dies in
   * between, the work may be done again.
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

/**
 * Resolves with what a key stands for already: its answer, or the refusal of another request under it; null: nothing.
 */
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
