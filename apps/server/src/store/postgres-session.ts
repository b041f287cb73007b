import type { CompiledQuery, QueryResult } from 'kysely'
import type pg from 'pg'
import type { Answering } from './kysely-over.ts'
import { Pipelined } from './pipelined.ts'

/** Prepared statements kept per connection. */
const STATEMENTS_KEPT = 500
/** Longer statements, in UTF-16 units, are rare and not kept prepared. */
const LONGEST_KEPT = 4_000

/** Names of prepared statements by text; the driver prepares each on a connection at its first use. */
const names = new Map<string, string>()

/**
 * One connection. Statements issued without waiting are sent together. After a failed statement, the later ones of its
 * transaction fail as well.
 */
export class PostgresSession implements Answering {
  readonly #client: pg.PoolClient
  /** Pipelined writes of the open transaction. */
  readonly pipelined = new Pipelined()

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, command, rowCount } = await this.ask(sql, parameters)
    return command === 'SELECT'
      ? { rows: rows as R[] }
      : { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) }
  }

  ask(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
    const name = nameOf(text)
    return this.#client.query({ text, values: [...values], ...(name !== undefined && { name }) })
  }

  /** Waits for all pipelined writes. If one has failed, COMMIT is not sent. */
  async commit(): Promise<void> {
    await this.pipelined.settle()
    const { failure } = this.pipelined
    if (failure !== null) throw failure
    const { command } = await this.ask('commit')
    if (command !== 'COMMIT') throw new Error('A statement of this transaction has failed.')
  }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || text.length > LONGEST_KEPT || names.size >= STATEMENTS_KEPT) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}
