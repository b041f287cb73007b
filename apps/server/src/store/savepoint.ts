import type { Result } from '@cardinal/domain'
import { CompiledQuery } from 'kysely'
import type { Db } from './tables/db.ts'

/** The transaction has come to an end of its own, for instance because the disk is full: nothing of it is left. */
export class TransactionLost extends Error {
  constructor(cause: unknown) {
    super('The database has ended the transaction.', { cause })
  }
}

/**
 * Carries out a part of a transaction: where it is refused or throws, it alone leaves no trace.
 *
 * @param name parts inside each other need names of their own
 * @throws what `work` throws, or `TransactionLost`
 */
export async function inSavepoint<T, E>(
  tx: Db,
  name: string,
  work: () => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  const opened = tx.executeQuery(CompiledQuery.raw(`savepoint ${name}`))
  // Sent along with what the work asks first; if it fails, so does that.
  opened.catch(() => undefined)
  try {
    const result = await work()
    if (!result.ok) await undo(tx, name, result.error)
    // Nobody waits for its end: should it fail, so would the commit.
    tx.executeQuery(CompiledQuery.raw(`release savepoint ${name}`)).catch(() => undefined)
    return result
  } catch (error) {
    if (!(error instanceof TransactionLost)) await undo(tx, name, error)
    throw error
  }
}

async function undo(tx: Db, name: string, reason: unknown): Promise<void> {
  try {
    await tx.executeQuery(CompiledQuery.raw(`rollback to savepoint ${name}`))
  } catch {
    throw new TransactionLost(reason)
  }
}
