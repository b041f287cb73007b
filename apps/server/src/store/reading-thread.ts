import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { Answering } from './kysely-over.ts'
import { named } from './named.ts'

/** What the thread answers to one query. */
type Answer = { readonly names: string[]; readonly rows: unknown[][] } | { readonly error: string }

interface Waiting {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

/**
 * A connection that reads in a thread of its own, for readings that take long: this thread gets whole rows, which
 * takes it a fraction of what reading takes. The thread starts at the first query and ends when it had nothing to do
 * for a while, for it holds some memory. Queries are answered in order.
 */
export class ReadingThread implements Answering {
  readonly #path: string
  #worker: Worker | null = null
  #waiting: Waiting[] = []
  #rest: NodeJS.Timeout | undefined

  /** @param path of a database file that is there */
  constructor(path: string) {
    this.#path = path
  }

  /** Something was asked that is not answered yet. */
  get isBusy(): boolean {
    return this.#waiting.length > 0
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const answer = await new Promise<Answer>((resolve, reject) => {
      clearTimeout(this.#rest)
      this.#worker ??= this.#start()
      this.#waiting.push({ resolve, reject })
      this.#worker.postMessage({ sql, parameters })
    })
    if ('error' in answer) throw new Error(answer.error)
    return { rows: named(answer.names, answer.rows) as R[] }
  }

  /** Ends the thread; what it was asked is not answered. */
  close(): void {
    this.#end(new Error('The database is being closed.'))
  }

  #start(): Worker {
    const driver = createRequire(import.meta.url).resolve('better-sqlite3')
    const worker = new Worker(SOURCE, { eval: true, workerData: { driver, path: this.#path } })
    // A thread that was ended may still have said something; that is no answer to what was asked since.
    worker.on('message', (answer: Answer) => {
      if (worker !== this.#worker) return
      this.#waiting.shift()?.resolve(answer)
      if (this.#waiting.length === 0) this.#rest = setTimeout(() => this.close(), RESTS).unref()
    })
    worker.on('error', (error: Error) => {
      if (worker === this.#worker) this.#end(error)
    })
    return worker
  }

  #end(reason: Error): void {
    clearTimeout(this.#rest)
    this.#worker?.terminate()
    this.#worker = null
    const waiting = this.#waiting
    this.#waiting = []
    for (const { reject } of waiting) reject(reason)
  }
}

/** ms without a query after which the thread ends. */
const RESTS = 2_000

/** As a text, so that neither the tests nor the built server need a file that Node can load by itself. */
const SOURCE = `
const { parentPort, workerData } = require('node:worker_threads')
const SqliteFile = require(workerData.driver)
const statements = new Map()
let file
function open() {
  file = new SqliteFile(workerData.path, { readonly: true })
  file.pragma('busy_timeout = 5000')
  return file
}
function prepared(sql) {
  const statement = statements.get(sql) ?? (file ?? open()).prepare(sql).raw()
  statements.set(sql, statement)
  return statement
}
parentPort.on('message', ({ sql, parameters }) => {
  try {
    const statement = prepared(sql)
    const names = statement.columns().map(({ name }) => name)
    parentPort.postMessage({ names, rows: statement.all(parameters) })
  } catch (error) {
    parentPort.postMessage({ error: String(error) })
  }
})
`
