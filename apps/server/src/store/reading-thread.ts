import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { Id } from '@cardinal/domain'
import type { CompiledQuery } from 'kysely'
import { type NumberedLists, readNumbered } from './tables/parts-in-rows.ts'

/** What the thread answers to one question. A few long lists go from thread to thread much faster than many rows. */
type Answer = Page | { readonly error: string }

interface Page {
  readonly columns: Record<string, unknown[]>
  /** What one of the columns holds. */
  readonly lists: NumberedLists | null
}

/** The rows of a page, column by column; that of the lists of ids has lists. */
export type Columns<Row, Lists extends keyof Row = never> = {
  readonly [Name in keyof Row]: readonly (Name extends Lists ? readonly Id[] : Row[Name])[]
}

interface Waiting {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

/** A parameter of a query that is a column of the row where the page before ended. */
export class OfLastRow {
  readonly column: string

  constructor(column: string) {
    this.column = column
  }
}

/** A query that is answered in pages. */
export interface Reading<Row, Lists extends keyof Row> {
  /** Asks for the page after the one that was asked for last, which need not be there yet. */
  next(): Promise<Columns<Row, Lists>>
  /** Nothing more will be asked. */
  end(): void
}

/**
 * A connection that reads in a thread of its own, for readings that take long: this thread gets whole rows, which
 * takes it a fraction of what reading takes. The thread starts with the first reading and ends some time after the
 * last one, for it holds some memory. It answers in the order in which it is asked.
 */
export class ReadingThread {
  readonly #path: string
  #worker: Worker | null = null
  #waiting: Waiting[] = []
  #begun = 0
  #open = 0
  #rest: NodeJS.Timeout | undefined

  /** @param path of a database file that is there */
  constructor(path: string) {
    this.#path = path
  }

  /** Something was asked that is not answered yet. */
  get isBusy(): boolean {
    return this.#waiting.length > 0
  }

  /** Starts the thread, which takes a while, for a reading that may come soon. */
  expect(): void {
    if (this.#worker !== null) return
    this.#worker = this.#start()
    this.#endAfter(EXPECTS)
  }

  /**
   * Begins a reading. Whoever does must end it.
   *
   * @param query one page; it begins behind the row whose columns are its parameters by `OfLastRow`
   * @param start what these columns are for the first page
   * @param lists a column of ids with commas between them; many rows have the same ones
   */
  begin<Row, Lists extends keyof Row & string = never>(
    { sql, parameters }: CompiledQuery,
    start: Partial<Row>,
    lists: Lists | null = null,
  ): Reading<Row, Lists> {
    clearTimeout(this.#rest)
    this.#open++
    this.#worker ??= this.#start()
    const worker = this.#worker
    const reading = ++this.#begun
    const ids: Id[] = []
    worker.postMessage({ reading, begin: { sql, parameters, last: start, lists } })
    const next = async () => {
      const answer = await new Promise<Answer>((resolve, reject) => {
        if (worker !== this.#worker) throw new Error('The thread has ended.')
        this.#waiting.push({ resolve, reject })
        worker.postMessage({ reading })
      })
      if ('error' in answer) throw new Error(answer.error)
      if (lists !== null && answer.lists !== null) answer.columns[lists] = readNumbered(answer.lists, ids)
      return answer.columns as Columns<Row, Lists>
    }
    let isOpen = true
    const end = () => {
      if (!isOpen) return
      isOpen = false
      worker.postMessage({ reading, isOver: true })
      if (--this.#open === 0) this.#endAfter(RESTS)
    }
    return { next, end }
  }

  /** Ends the thread; what it was asked is not answered. */
  close(): void {
    this.#end(new Error('The database is being closed.'))
  }

  #endAfter(ms: number): void {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => this.close(), ms).unref()
  }

  #start(): Worker {
    const driver = createRequire(import.meta.url).resolve('better-sqlite3')
    const worker = new Worker(SOURCE, { eval: true, workerData: { driver, path: this.#path } })
    // A thread that was ended may still have said something; that is no answer to what was asked since.
    worker.on('message', (answer: Answer) => {
      if (worker === this.#worker) this.#waiting.shift()?.resolve(answer)
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

/** ms without a reading after which the thread ends. */
const RESTS = 2_000
/** The same where none has come yet. */
const EXPECTS = 10_000

/** As a text, so that neither the tests nor the built server need a file that Node can load by itself. */
const SOURCE = `
const { parentPort, workerData } = require('node:worker_threads')
const SqliteFile = require(workerData.driver)
const readings = new Map()
let file
function open() {
  file = new SqliteFile(workerData.path, { readonly: true })
  file.pragma('busy_timeout = 5000')
  return file
}
try {
  open()
} catch {
  // Whoever asks tries again, and is told.
}
function page(reading) {
  const { sql, parameters, last } = reading
  reading.statement ??= (file ?? open()).prepare(sql).raw()
  const names = reading.statement.columns().map(({ name }) => name)
  const rows = reading.statement.all(parameters.map((one) => (one?.column === undefined ? one : last[one.column])))
  const end = rows.at(-1)
  if (end !== undefined) reading.last = Object.fromEntries(names.map((name, i) => [name, end[i]]))
  const columns = Object.fromEntries(names.map((name, i) => [name, rows.map((row) => row[i])]))
  if (reading.lists === null) return { columns, lists: null }
  reading.numbers ??= new Map()
  const lists = numbered(columns[reading.lists], reading.numbers)
  columns[reading.lists] = []
  return { columns, lists }
}
// See NumberedLists.
function numbered(texts, known) {
  const ids = []
  const numbers = []
  const numberOf = (id) => {
    const number = known.get(id) ?? known.size
    if (number === known.size) ids.push(id)
    known.set(id, number)
    return number
  }
  const ends = texts.map((text) => numbers.push(...(text === null ? [] : text.split(',').map(numberOf))))
  return { ids, ends: Uint32Array.from(ends), numbers: Uint32Array.from(numbers) }
}
parentPort.on('message', ({ reading, begin, isOver }) => {
  if (begin !== undefined) readings.set(reading, begin)
  else if (isOver) readings.delete(reading)
  else
    try {
      parentPort.postMessage(page(readings.get(reading)))
    } catch (error) {
      parentPort.postMessage({ error: String(error) })
    }
})
`
