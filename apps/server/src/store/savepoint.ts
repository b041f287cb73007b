import type { Result } from '@cardinal/domain'
import { CompiledQuery } from 'kysely'
import type { Along } from './along.ts'
import type { Db } from './tables/db.ts'

/** The transaction has come to an end of its own, for instance because the disk is full: nothing of it is left. */
export class TransactionLost extends Error {
  constructor(cause: unknown) {
    super('The database has ended the transaction.', { cause })
  }
}

/**
 * Carries out a part of a transaction: where it is refused or throws, or what goes along with it fails, it alone
 * leaves no trace.
 *
 * @param name parts inside each other need names of their own
 * @throws what `work` throws, or the failure of what goes along, or `TransactionLost`
 */
export async function inSavepoint<T, E>(
  tx: Db,
  name: string,
  work: () => Promise<Result<T, E>>,
  along: Along,
): Promise<Result<T, E>> {
  // If it fails, so does what the work asks first.
  along.add(tx.executeQuery(CompiledQuery.raw(`savepoint ${name}`)))
  try {
    const result = await work()
    await along.settle()
    const failure = along.end()
    if (!result.ok) await undo(tx, name, result.error)
    else if (failure !== null) throw failure
    // Nobody waits for its end: should it fail, so would the commit.
    along.add(tx.executeQuery(CompiledQuery.raw(`release savepoint ${name}`)))
    return result
  } catch (error) {
    if (error instanceof TransactionLost) throw error
    await along.settle()
    const cause = along.end() ?? error
    await undo(tx, name, cause)
    throw cause
  }
}

async function undo(tx: Db, name: string, reason: unknown): Promise<void> {
  try {
    await tx.executeQuery(CompiledQuery.raw(`rollback to savepoint ${name}`))
  } catch {
    throw new TransactionLost(reason)
  }
}
