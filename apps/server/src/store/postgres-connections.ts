import type { CompiledQuery, QueryResult } from 'kysely'
import pg from 'pg'
import type { Answering } from './kysely-over.ts'
import { Part } from './postgres-part.ts'
import { PostgresSession } from './postgres-session.ts'

export class Undone extends Error {
  constructor(cause: unknown) {
    super('The transaction was rolled back.', { cause })
  }
}

/** One connection with its session and builders. */
export class Connection {
  readonly client: pg.PoolClient
  readonly session: PostgresSession
  readonly #parts: Part[] = []

  constructor(client: pg.PoolClient) {
    this.client = client
    this.session = new PostgresSession(client)
  }

  /** @param place 0: the transaction is for one piece of work; from 1 on it is shared */
  part(place: number): Part {
    this.#parts[place] ??= new Part(this.session, { isShared: place > 0 })
    return this.#parts[place]
  }
}

/** A pool of connections, each with its session. */
export class Connections implements Answering {
  readonly #pool: pg.Pool
  readonly #connectionByClient = new WeakMap<pg.PoolClient, Connection>()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** On a free connection, outside transactions. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { client, session } = await this.#take()
    try {
      const result = await session.executeQuery<R>(query)
      client.release()
      return result
    } catch (error) {
      if (error instanceof pg.DatabaseError) client.release()
      else this.#discard(client, error as Error)
      throw error
    }
  }

  /**
   * Runs work in a transaction on a free connection. COMMIT is sent right after the last statement. If a statement has
   * failed, the database rolls back, and reports it.
   *
   * @throws `Undone` if the transaction was certainly rolled back; other errors if the connection broke
   */
  async begin<T>(work: (connection: Connection) => Promise<{ isKept: boolean; value: T }>): Promise<T> {
    const connection = await this.#take()
    const { client, session } = connection
    session.pipelined.end()
    try {
      session.pipelined.add(session.ask('begin'))
      const { isKept, value } = await work(connection)
      await (isKept ? session.commit() : session.ask('rollback'))
      client.release()
      return value
    } catch (error) {
      const cause = session.pipelined.failure ?? error
      try {
        await session.ask('rollback')
      } catch (broken) {
        this.#discard(client, broken as Error)
        throw cause
      }
      client.release()
      throw new Undone(cause)
    }
  }

  /** Closes a broken or silent connection and all idle ones, which are probably broken, too. */
  #discard(client: pg.PoolClient, error: Error): void {
    client.release(error)
    for (let idle = this.#pool.idleCount; idle > 0; idle--)
      this.#pool.connect().then(
        (suspect) => suspect.release(true),
        () => undefined,
      )
  }

  async #take(): Promise<Connection> {
    const client = await this.#pool.connect()
    const connection = this.#connectionByClient.get(client) ?? new Connection(client)
    this.#connectionByClient.set(client, connection)
    return connection
  }
}
