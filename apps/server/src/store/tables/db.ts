import {
  type CompiledQuery,
  type DialectAdapter,
  type Kysely,
  type QueryResult,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Database } from '../schema.ts'

/** A connection, a pool or a transaction. */
export type Db = Kysely<Database>

/** Rows per statement: well below the drivers' limit of bound values. */
export const BATCH = 500

export function inBatches<T>(items: readonly T[], size: number = BATCH): T[][] {
  const batches: T[][] = []
  for (let start = 0; start < items.length; start += size) batches.push(items.slice(start, start + size))
  return batches
}

/**
 * Runs a writing statement for each batch of items. All statements are sent before the first answer, so that later
 * statements run after them.
 */
export async function writeInBatches<T>(
  items: readonly T[],
  write: (batch: T[]) => Promise<unknown>,
): Promise<void> {
  await Promise.all(inBatches(items).map(write))
}

/** Runs a query for each batch of items and joins the rows. `size` is small if an item has many rows. */
export async function readInBatches<T, R>(
  items: readonly T[],
  read: (batch: T[]) => Promise<readonly R[]>,
  size: number = BATCH,
): Promise<R[]> {
  const rows: R[] = []
  for (const batch of inBatches(items, size)) for (const row of await read(batch)) rows.push(row)
  return rows
}

/** Stands for an argument while a query is compiled. */
class Place {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

interface Plan {
  readonly query: CompiledQuery<unknown>
  /** For each parameter of the query: the index of its argument, or a constant. */
  readonly parameters: readonly unknown[]
}

type Argument = string | number | null | readonly Argument[] | { readonly [name: string]: Argument }

/** Most arguments of a query that is kept compiled. More are rare and take long anyway. */
const ARGUMENTS_KEPT = 200

/**
 * A query that is compiled once per database, limit, and lengths of its list arguments. Building a query takes
 * longer than SQLite takes to answer it.
 *
 * @param build must only pass on the arguments' values, never read them; the lengths of lists are real. The limit
 *   is part of the query's text: SQLite recompiles a statement whenever a limit is bound to it
 */
export function prepared<Args extends object, Row>(
  build: (db: Db, args: Args, limit: RawBuilder<number>) => { compile(): CompiledQuery<Row> },
): (db: Db, args: Args, limit?: number) => Promise<QueryResult<Row>> {
  const plansByAdapter = new WeakMap<DialectAdapter, Map<string, Plan>>()
  return (db, args, limit = 0) => {
    const values: unknown[] = []
    const shape = `${flatten(args as unknown as Argument, values)}${limit}`
    const compile = (given: Args) => build(db, given, sql.lit(limit)).compile()
    if (values.length > ARGUMENTS_KEPT) return db.executeQuery(compile(args))
    const { adapter } = db.getExecutor()
    const plans = plansByAdapter.get(adapter) ?? new Map<string, Plan>()
    plansByAdapter.set(adapter, plans)
    const plan = plans.get(shape) ?? planOf(compile(places(args as unknown as Argument) as Args))
    plans.set(shape, plan)
    const parameters = plan.parameters.map((one) => (one instanceof Place ? values[one.index] : one))
    return db.executeQuery({ ...plan.query, parameters } as CompiledQuery<Row>)
  }
}

function planOf(query: CompiledQuery<unknown>): Plan {
  return { query, parameters: query.parameters }
}

/** Appends the values in an argument to `values`. Returns the argument's shape as a text. */
function flatten(argument: Argument, values: unknown[]): string {
  if (typeof argument !== 'object' || argument === null) {
    values.push(argument)
    return '?'
  }
  if (Array.isArray(argument)) return `[${argument.map((one) => flatten(one, values)).join('')}]`
  const fields = Object.entries(argument).map(([name, one]) => `${name}:${flatten(one, values)}`)
  return `{${fields.join()}}`
}

/** The argument with numbered placeholders in place of its values, in the order of `flatten`. */
function places(argument: Argument, next = { index: 0 }): unknown {
  if (typeof argument !== 'object' || argument === null) return new Place(next.index++)
  if (Array.isArray(argument)) return argument.map((one) => places(one, next))
  return Object.fromEntries(Object.entries(argument).map(([name, one]) => [name, places(one, next)]))
}
