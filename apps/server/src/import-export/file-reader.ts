import type { Worker } from 'node:worker_threads'
import { ok, type Result, refused } from '@cardinal/domain'
import { answerOf, CutOff, startThread } from '../reading/thread.ts'
import { yieldToEventLoop } from '../workspaces/yield-to-event-loop.ts'
import type { Format, FoundFile, FoundRow } from './found.ts'
import type { FoundColumns } from './read-columns.ts'
import type { FileCopy } from './read-copies.ts'
import type { TableChoice } from './read-csv.ts'
import { FILE_PROBLEMS, type FileProblem } from './read-file.ts'

export type ToReader =
  | {
      readonly kind: 'read'
      readonly bytes: Uint8Array
      readonly format: Format | null
      readonly table: TableChoice | null
    }
  | { readonly kind: 'columns'; readonly bytes: Uint8Array; readonly table: TableChoice }
  | { readonly kind: 'more' }
  | { readonly kind: 'copies' }

export type FromReader =
  | { readonly kind: 'refused'; readonly problem: FileProblem }
  | { readonly kind: 'failed'; readonly reason: string }
  | ({ readonly kind: 'read'; readonly copies: number } & Omit<FoundFile, 'rows' | 'copies'>)
  | { readonly kind: 'rows'; readonly rows: readonly FoundRow[]; readonly isLast: boolean }
  | ({ readonly kind: 'copies' } & CopiesPart)
  | { readonly kind: 'columns'; readonly found: FoundColumns | null }

/** Some of a file's copies; null stands for one that cannot be kept. */
export interface CopiesPart {
  readonly copies: readonly (FileCopy | null)[]
  readonly isLast: boolean
}

/** The copies of pages in a file, which its thread holds until they are asked for or given up. */
export interface HeldCopies {
  readonly count: number
  next(): Promise<CopiesPart>
  /** Gives up the rest. The reader of a file closes it. */
  close(): Promise<void>
}

/** A file as it was read. Null: it has no copies of pages. */
export type ReadFile = FoundFile & { readonly heldCopies: HeldCopies | null }

/** ms that reading a file may take, and MB that its thread may use. A file of 10 MiB takes about a second. */
const DEADLINE = 60_000
const MEMORY_MB = 160
/** ms that the next copies may take. */
const COPIES_DEADLINE = 10_000
/** ms that looking at the beginning of a table may take. */
const COLUMNS_DEADLINE = 5_000
/** ms without a file after which a thread ends: it holds some memory. */
const RESTS = 2_000
/** Files that are read at the same time, and that wait for it, on one node; and bytes of the latter together. */
const AT_ONCE = 2
const WAITING = 20
const WAITING_BYTES = 128 * 1024 * 1024
/** Bytes of a file that is worth being handed over. */
const LARGE = 1024 * 1024

/**
 * Reads each file in a thread of its own. A file that takes too long or too much memory ends its thread, and nothing else.
 */
export class FileReader {
  readonly #deadline: number
  readonly #memoryMb: number
  readonly #resting: Worker[] = []
  readonly #waiting: (() => void)[] = []
  #busy = 0
  #waitingBytes = 0

  /** @param limits ms for a file, and memory for its thread */
  constructor({ deadline = DEADLINE, memoryMb = MEMORY_MB } = {}) {
    this.#deadline = deadline
    this.#memoryMb = memoryMb
  }

  /**
   * What a file holds. `busy` where too many wait already.
   *
   * @param bytes are handed over to the thread where they have memory of their own: they are gone here afterwards
   */
  async read(
    bytes: Uint8Array,
    format: Format | null,
    table: TableChoice | null = null,
  ): Promise<Result<ReadFile, FileProblem | typeof BUSY>> {
    const worker = await this.#worker(bytes.byteLength)
    if (worker === null) return refused(BUSY)
    const found = await this.#readIn(worker, { kind: 'read', bytes, format, table }).catch((error: Error) =>
      refused(error),
    )
    if (found.ok && found.value.copies > 0)
      return ok({ ...found.value.file, heldCopies: this.#heldBy(worker, found.value.copies) })
    if (found.ok || typeof found.error === 'string') this.#rest(worker)
    else await worker.terminate()
    this.#free()
    if (found.ok) return ok({ ...found.value.file, heldCopies: null })
    if (typeof found.error === 'string') return refused(found.error)
    if (found.error instanceof CutOff || isOutOfMemory(found.error)) return refused(FILE_PROBLEMS.tooHard)
    throw found.error
  }

  /** The columns of a table, from its beginning; null: it is none, or too hard to read. */
  async columns(bytes: Uint8Array, table: TableChoice): Promise<Result<FoundColumns | null, typeof BUSY>> {
    const worker = await this.#worker(bytes.byteLength)
    if (worker === null) return refused(BUSY)
    try {
      const answer = await answerOf<FromReader>(worker, { kind: 'columns', bytes, table }, COLUMNS_DEADLINE)
      if (answer.kind !== 'columns') throw new Error('The columns of a table are missing.')
      this.#rest(worker)
      return ok(answer.found)
    } catch (error) {
      await worker.terminate()
      if (error instanceof CutOff || isOutOfMemory(error as Error)) return ok(null)
      throw error
    } finally {
      this.#free()
    }
  }

  /** A thread for one file, when it is its turn; null: too many wait. */
  async #worker(bytes: number): Promise<Worker | null> {
    if (this.#busy >= AT_ONCE) {
      const isFull = this.#waitingBytes > 0 && this.#waitingBytes + bytes > WAITING_BYTES
      if (isFull || this.#waiting.length >= WAITING) return null
      this.#waitingBytes += bytes
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
      this.#waitingBytes -= bytes
    }
    this.#busy++
    const worker = this.#resting.pop() ?? startThread(import.meta.url, 'reading-worker', this.#memoryMb)
    worker.ref()
    return worker
  }

  #free(): void {
    this.#busy--
    this.#waiting.shift()?.()
  }

  #heldBy(worker: Worker, count: number): HeldCopies {
    let isOpen = true
    const end = async (isWell: boolean) => {
      if (!isOpen) return
      isOpen = false
      if (isWell) this.#rest(worker)
      else await worker.terminate()
      this.#free()
    }
    return {
      count,
      next: async () => {
        const part = await answerOf<FromReader>(worker, { kind: 'copies' }, COPIES_DEADLINE)
        if (part.kind !== 'copies') throw new Error('Copies of a file are missing.')
        if (part.isLast) await end(true)
        return part
      },
      close: () => end(false),
    }
  }

  async #readIn(
    worker: Worker,
    file: ToReader,
  ): Promise<Result<{ readonly file: FoundFile; readonly copies: number }, FileProblem>> {
    const end = performance.now() + this.#deadline
    const ask = (message: ToReader) =>
      answerOf<FromReader>(worker, message, Math.max(0, end - performance.now()))
    const given = file.kind === 'read' && ownsItsMemory(file.bytes) ? [file.bytes.buffer] : []
    const begun = await answerOf<FromReader>(worker, file, this.#deadline, given)
    if (begun.kind === 'refused') return refused(begun.problem)
    if (begun.kind !== 'read') throw new Error(begun.kind === 'failed' ? begun.reason : 'Rows came unasked.')
    const rows: FoundRow[] = []
    for (let isLast = false; !isLast; ) {
      const part = await ask({ kind: 'more' })
      if (part.kind !== 'rows') throw new Error('A part of a file is missing.')
      for (const row of part.rows) rows.push(row)
      isLast = part.isLast
      await yieldToEventLoop()
    }
    const { kind: _kind, copies, ...rest } = begun
    return ok({ file: { rows, ...rest }, copies })
  }

  #rest(worker: Worker): void {
    worker.unref()
    this.#resting.push(worker)
    setTimeout(() => {
      const at = this.#resting.indexOf(worker)
      if (at < 0) return
      this.#resting.splice(at, 1)
      void worker.terminate()
    }, RESTS).unref()
  }
}

/** Too many files wait to be read. */
export const BUSY = Symbol('busy')

/** Whether nothing else lies in the memory that some bytes are in. */
function ownsItsMemory(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.byteLength === bytes.buffer.byteLength && bytes.byteLength > LARGE
}

function isOutOfMemory(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY' || error instanceof RangeError
}
