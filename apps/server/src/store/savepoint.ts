import type { Result } from '@cardinal/domain'
import { CompiledQuery } from 'kysely'
import type { Pipelined } from './pipelined.ts'
import type { Db } from './tables/db.ts'

/** The database ended and rolled back the transaction itself, for example because the disk is full. */
export class TransactionLost extends Error {
  constructor(cause: unknown) {
    super('The database has ended the transaction.', { cause })
  }
}

/**
 * Runs a part of a transaction in a savepoint. If it is refused, throws, or one of its pipelined writes fails, only this
 * part is rolled back.
 *
 * @param name unique among nested parts
 * @throws what `work` throws, or the failure of a pipelined write, or `TransactionLost`
 */
export async function inSavepoint<T, E>(
  tx: Db,
  name: string,
  work: () => Promise<Result<T, E>>,
  pipelined: Pipelined,
): Promise<Result<T, E>> {
  // Not awaited: if it fails, the first query of `work` fails, too.
  pipelined.add(tx.executeQuery(CompiledQuery.raw(`savepoint ${name}`)))
  try {
    const result = await work()
    await pipelined.settle()
    const failure = pipelined.end()
    if (!result.ok) await undo(tx, name, result.error)
    else if (failure !== null) throw failure
    // Not awaited: if it fails, the commit fails, too.
    pipelined.add(tx.executeQuery(CompiledQuery.raw(`release savepoint ${name}`)))
    return result
  } catch (error) {
    if (error instanceof TransactionLost) throw error
    await pipelined.settle()
    const cause = pipelined.end() ?? error
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
