import { createHash } from 'node:crypto'
import { type Id, ok, type Result, refused } from '@cardinal/domain'
import type { Store, StoreTransaction, User } from '../store/index.ts'

/** What a client wants to be done once, however often it asks: its key, and a hash of what it asked. */
export interface OperationKey {
  readonly key: string
  /** Worked out only when the request was found to be sound: before that, a body may be as deep as it likes. */
  readonly bodyHash: () => string
}

/** The answer to a change as it goes out. */
export interface ChangeAnswer {
  /** JSON text. */
  readonly body: string
  /** The workspace's sequence number after the change; null for what belongs to no workspace. */
  readonly seq: number | null
  /** True: the change had been made before under this key, and this is the answer it got then. */
  readonly isReplayed: boolean
}

export type OperationRefusal =
  | { readonly kind: 'no-user' }
  /** The same key is being worked on just now. */
  | { readonly kind: 'key-running' }
  /** The key stands for another request. */
  | { readonly kind: 'key-reused' }

/** The fingerprint of a request: the same for equal bodies, whatever the order of their fields. */
export function hashRequest(method: string, path: string, body: unknown): string {
  return createHash('sha256').update(`${method} ${path}\n`).update(canonical(body)).digest('base64url')
}

/** JSON with the fields of every object in one order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`
}

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
   *
   * @param work answers with the JSON text to send
   */
  async once<E>(
    userId: Id,
    operation: OperationKey | null,
    work: (tx: StoreTransaction, user: User) => Promise<Result<{ body: string; seq: number | null }, E>>,
  ): Promise<Result<ChangeAnswer, E | OperationRefusal>> {
    if (operation === null) return this.#transact(userId, null, work)
    return this.#alone(userId, operation, () => this.#transact(userId, operation, work))
  }

  /**
   * The same for work that has transactions of its own. Its record is written just after it: where the server
   * dies between the two, the work may be done again.
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
      return done.ok ? this.#transact<E>(userId, operation, async () => done) : done
    })
  }

  async #alone<T, E>(
    userId: Id,
    { key }: OperationKey,
    work: () => Promise<Result<T, E>>,
  ): Promise<Result<T, E | OperationRefusal>> {
    const running = `${userId} ${key}`
    if (this.#running.has(running)) return refused({ kind: 'key-running' })
    this.#running.add(running)
    try {
      return await work()
    } finally {
      this.#running.delete(running)
    }
  }

  #transact<E>(
    userId: Id,
    operation: OperationKey | null,
    work: (tx: StoreTransaction, user: User) => Promise<Result<{ body: string; seq: number | null }, E>>,
  ): Promise<Result<ChangeAnswer, E | OperationRefusal>> {
    return this.#store.transact<ChangeAnswer, E | OperationRefusal>(async (tx) => {
      const user = await tx.lockUser(userId)
      if (user === undefined) return refused({ kind: 'no-user' })
      const earlier = operation === null ? null : await replayOf(tx, userId, operation)
      if (earlier !== null) return earlier
      const result = await work(tx, user)
      if (!result.ok) return result
      const { body, seq } = result.value
      if (operation !== null)
        await tx.operations.insert(userId, {
          key: operation.key,
          bodyHash: operation.bodyHash(),
          status: 200,
          answer: body,
          seq,
          createdAt: this.#now(),
        })
      return ok({ body, seq, isReplayed: false })
    })
  }
}

/** What a key stands for already: its answer, or the refusal of another request under it; null: nothing. */
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
