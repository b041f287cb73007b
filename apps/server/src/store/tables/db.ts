import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** A connection, a pool or a transaction. */
export type Db = Kysely<Database>

/** Rows per statement, well below the drivers' limit of bound values. */
export const BATCH = 500

export function inBatches<T>(items: readonly T[], size: number = BATCH): T[][] {
  const batches: T[][] = []
  for (let start = 0; start < items.length; start += size) batches.push(items.slice(start, start + size))
  return batches
}

/**
 * Runs a writing statement for each batch of items. The statements are pipelined: all are sent before the first answer, so
 * that later statements come after them.
 */
export async function writeInBatches<T>(
  items: readonly T[],
  write: (batch: T[]) => Promise<unknown>,
): Promise<void> {
  await Promise.all(inBatches(items).map(write))
}

/** Runs a query for each batch of items and joins the rows. */
export async function readInBatches<T, R>(
  items: readonly T[],
  read: (batch: T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const rows: R[] = []
  for (const batch of inBatches(items)) rows.push(...(await read(batch)))
  return rows
}
