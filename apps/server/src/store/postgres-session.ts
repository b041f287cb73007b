import type { CompiledQuery, QueryResult } from 'kysely'
import pg from 'pg'
import type { Answering } from './kysely-over.ts'
import { Pipelined } from './pipelined.ts'

/** PostgreSQL's number for its 8-byte integers: they come as text unless told otherwise. */
const INT8 = 20

const NAMES_KEPT = 500
/** Longer statements are rare ones: they are not kept prepared. In characters. */
const LONGEST_NAMED = 4_000

const COMMIT = 'commit'

interface Column {
  readonly name: string
  readonly read: (text: string) => unknown
}

/** A statement as this connection knows it. */
interface Statement {
  readonly text: string
  /** Empty where it is not kept. */
  readonly name: string
  isPrepared: boolean
  /** Null until the database has described them. */
  columns: readonly Column[] | null
}

interface Asked {
  readonly statement: Statement
  readonly values: (string | Buffer | null)[]
  readonly rows: Record<string, unknown>[]
  /** What was done to how many rows, as `UPDATE 1`. */
  command: string
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

/** What a statement answers. */
interface Answer {
  readonly rows: Record<string, unknown>[]
  readonly command: string
}

/**
 * One connection with pipelining. Statements issued in the same turn of the event loop, or while the database is
 * busy, leave as one batch: one message there, one back. When a statement fails, the later ones of its batch are not
 * executed and fail with it.
 *
 * All times and counts fit a double exactly (below 2^53), so 8-byte integers are read as numbers.
 */
export class PostgresSession implements Answering {
  readonly #client: pg.PoolClient
  readonly #statements = new Map<string, Statement>()
  #waiting: Asked[] = []
  #isScheduled = false
  #isAway = false
  /** Sent for preparation, in order. */
  #preparing: Statement[] = []
  /** Pipelined writes of the open transaction. */
  readonly pipelined = new Pipelined()

  constructor(client: pg.PoolClient) {
    this.#client = client
    client.connection.on('parseComplete', () => {
      const prepared = this.#preparing.shift()
      if (prepared !== undefined) prepared.isPrepared = prepared.name !== ''
    })
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, command } = await this.ask(sql, parameters)
    return { rows: rows as R[], ...affectedBy(command) }
  }

  /** Asks a statement by its text. */
  ask(sql: string, parameters: readonly unknown[] = []): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const values = parameters.map(asText)
      const statement = this.#statementOf(sql)
      this.#waiting.push({ statement, values, rows: [], command: '', resolve, reject })
      this.#schedule()
    })
  }

  /**
   * Commits. If a pipelined write has already failed, COMMIT is not sent. If one fails later, the database itself
   * rolls back.
   */
  async commit(): Promise<void> {
    const { command } = await this.ask(COMMIT)
    if (command !== 'COMMIT') throw new Error('A statement of this transaction has failed.')
  }

  #statementOf(text: string): Statement {
    const known = this.#statements.get(text)
    if (known !== undefined) return known
    const isKept = text.length <= LONGEST_NAMED && this.#statements.size < NAMES_KEPT
    const name = isKept ? `s${this.#statements.size}` : ''
    const statement: Statement = { text, name, isPrepared: false, columns: null }
    if (isKept) this.#statements.set(text, statement)
    return statement
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isAway) return
    this.#isScheduled = true
    process.nextTick(() => {
      this.#isScheduled = false
      const { failure } = this.pipelined
      // All that follows from what has been answered has happened by now, mistakes included.
      if (failure !== null && this.#waiting.at(-1)?.statement.text === COMMIT)
        this.#waiting.pop()?.reject(failure)
      if (this.#waiting.length === 0) return
      this.#isAway = true
      const batch = new Batch(this.#waiting, this.#preparing, () => this.#isBack())
      this.#waiting = []
      this.#client.query(batch)
    })
  }

  #isBack(): void {
    this.#isAway = false
    // What was behind the failed one has not been prepared.
    this.#preparing.length = 0
    if (this.#waiting.length > 0) this.#schedule()
  }
}

/** Statements that travel together, in the form that the driver asks of its queries. */
class Batch implements pg.Submittable {
  readonly #asked: readonly Asked[]
  readonly #preparing: Statement[]
  readonly #onEnd: () => void
  #done = 0

  constructor(asked: readonly Asked[], preparing: Statement[], onEnd: () => void) {
    this.#asked = asked
    this.#preparing = preparing
    this.#onEnd = onEnd
  }

  submit(connection: pg.Connection): void {
    // The driver hands each message to the operating system alone otherwise, which costs more than the message.
    connection.stream.cork()
    for (const { statement, values } of this.#asked) this.#write(connection, statement, values)
    connection.sync()
    connection.stream.uncork()
  }

  #write(connection: pg.Connection, statement: Statement, values: Asked['values']): void {
    const { name, text } = statement
    if (!statement.isPrepared && (name === '' || !this.#preparing.includes(statement))) {
      connection.parse({ name, text, types: [] }, true)
      this.#preparing.push(statement)
    }
    connection.bind({ statement: name, values }, true)
    if (statement.columns === null) connection.describe({ type: 'P' }, true)
    connection.execute(null, true)
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    const asked = this.#asked[this.#done]
    if (asked !== undefined)
      asked.statement.columns = fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) }))
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const asked = this.#asked[this.#done]
    const row: Record<string, unknown> = {}
    asked?.statement.columns?.forEach(({ name, read }, i) => {
      const text = fields[i] ?? null
      row[name] = text === null ? null : read(text)
    })
    asked?.rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    const asked = this.#asked[this.#done++]
    if (asked === undefined) return
    asked.command = text
    asked.statement.columns ??= []
  }

  handleReadyForQuery(): void {
    this.#settle(null)
  }

  /** Of a statement, or of the connection. */
  handleError(error: Error): void {
    this.#settle(error)
  }

  #settle(failure: Error | null): void {
    this.#onEnd()
    this.#asked.forEach(({ rows, command, resolve, reject }, i) => {
      if (failure !== null && i >= this.#done) reject(failure)
      else resolve({ rows, command })
    })
  }
}

/** `COMMIT`, `UPDATE 1` or `INSERT 0 1`: only what changes rows counts them. */
function affectedBy(command: string): { numAffectedRows?: bigint } {
  const count = /^(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)$/.exec(command)?.[1]
  return count === undefined ? {} : { numAffectedRows: BigInt(count) }
}

function readerOf(typeId: number): Column['read'] {
  return typeId === INT8 ? Number : pg.types.getTypeParser(typeId, 'text')
}

function asText(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value)
  throw new TypeError(`A value of type ${typeof value} can't be bound.`)
}
