import type { Worker } from 'node:worker_threads'
import { ok, type Result, refused } from '@cardinal/domain'
import { MEMORY_SHARES } from '../lib/machine.ts'
import { answerOf, processorTime, startThread } from '../lib/threads.ts'
import { CutOff } from '../lib/waiting.ts'
import { FILE_PROBLEMS, type FileProblem } from './file-problems.ts'
import type { FoundFile, HeldFile } from './found.ts'
import { Cancelled } from './import-errors.ts'
import type { FoundColumns } from './read-columns.ts'
import type { FileCopy } from './read-copies.ts'
import type { TableChoice } from './read-csv.ts'
import type { FileChoice } from './read-file.ts'
import type { ReadingChoice } from './reading.ts'
import type { ReadRow } from './repeated-rows.ts'

export type ToReader =
  | {
      readonly kind: 'read'
      readonly bytes: Uint8Array
      readonly choice: FileChoice
    }
  | {
      readonly kind: 'columns'
      readonly bytes: Uint8Array
      readonly table: TableChoice
      readonly choice: ReadingChoice
    }
  | { readonly kind: 'more' }
  | { readonly kind: 'copies' }
  | { readonly kind: 'file' }

export type FromReader =
  | { readonly kind: 'refused'; readonly problem: FileProblem }
  | { readonly kind: 'failed'; readonly reason: string }
  | ({ readonly kind: 'read' } & FileHead)
  | { readonly kind: 'rows'; readonly rows: readonly ReadRow[]; readonly isLast: boolean }
  | {
      readonly kind: 'copies'
      /** Null: a copy that can't be stored. */
      readonly copies: readonly (FileCopy | null)[]
      readonly isLast: boolean
    }
  /** Null: there are no more files. */
  | { readonly kind: 'file'; readonly file: HeldFile | null }
  | { readonly kind: 'columns'; readonly found: FoundColumns | null }

/** A parsed file without its rows, copies of pages and bytes of files. */
export interface FileHead extends Omit<FoundFile, 'rows' | 'copies' | 'files'> {
  /** Number of copies of pages. */
  readonly copies: number
  /** Number of files with bytes. */
  readonly files: number
  /** By index of a workspace, the ids of its cards in our own export; '': missing. */
  readonly ownIds: readonly (readonly string[])[]
  /** See `contestedNames`. */
  readonly contestedNames: readonly string[]
}

/** A parsed file. Its thread keeps rows, copies and files until each is read once, or the file is closed. */
export interface ReadFile {
  readonly head: FileHead
  /** @throws Unreadable if the thread fails */
  rows(): AsyncGenerator<readonly ReadRow[]>
  /** Call it after all rows were read. Null: a copy that can't be stored. */
  copies(): AsyncGenerator<readonly (FileCopy | null)[]>
  /** Call it after all copies were read. One file is in memory at a time. */
  files(): AsyncGenerator<HeldFile>
  /** Ends the thread. Every reader of a file must call it. */
  close(): Promise<void>
}

/** The thread ran out of time or memory after the file was parsed. */
export class Unreadable extends Error {}

/** ms for parsing a file. 10 MiB take about a second. */
const DEADLINE_MS = 60_000
/** ms for the next rows or copies. */
const PART_DEADLINE_MS = 10_000
/** ms for reading the columns of a table. */
const COLUMNS_DEADLINE_MS = 5_000
/** ms after which an idle thread ends, to free its memory. */
const IDLE_MS = 2_000
/** Files parsed at once on a node, files that wait, and total bytes of files that wait. */
const MAX_FILES = 2
const MAX_WAITING = 20
const WAITING_BYTES = 128 * 1024 * 1024
/** Default signal: never aborts. */
const NEVER_ABORTED = new AbortController().signal
/**
 * MiB of JavaScript for a thread. Enough for 150,000 links in CSV, 100,000 in our JSON, or 100,000 tasks. With
 * more, the thread would keep more garbage: 30 MB for 100,000 bookmarks.
 */
const MEMORY_MB = 136
/**
 * Bytes. Larger files are transferred to the thread instead of copied, and the thread ends after them to free its
 * memory.
 */
const LARGE_FILE_BYTES = 1024 * 1024

/** Parses each file in a thread of its own. Too much time or memory only ends that thread. */
export class FileReader {
  readonly #deadline: number
  readonly #memoryMb: number
  readonly #resting: Worker[] = []
  readonly #waiting: (() => void)[] = []
  #busy = 0
  #waitingBytes = 0

  /** @param limits ms for a file, and memory for its thread */
  constructor({ deadline = DEADLINE_MS, memoryMb = Math.min(MEMORY_SHARES.thread, MEMORY_MB) } = {}) {
    this.#deadline = deadline
    this.#memoryMb = memoryMb
  }

  /**
   * `busy`: too many files wait.
   *
   * @param bytes are transferred to the thread if they fill their buffer, and then not usable here
   * @param signal ends the thread, or the wait for its next part
   * @throws Cancelled after the signal
   */
  async read(
    bytes: Uint8Array,
    choice: FileChoice,
    signal: AbortSignal = NEVER_ABORTED,
  ): Promise<Result<ReadFile, FileProblem | typeof BUSY>> {
    const isLarge = bytes.byteLength > LARGE_FILE_BYTES
    const worker = await this.#worker(bytes.byteLength)
    if (worker === null) return refused(BUSY)
    if (signal.aborted) {
      this.#rest(worker)
      this.#free()
      throw new Cancelled()
    }
    const stop = () => void worker.terminate()
    signal.addEventListener('abort', stop, { once: true })
    const given = isLarge && ownsItsMemory(bytes) ? [bytes.buffer] : []
    const message: ToReader = { kind: 'read', bytes, choice }
    const answer = await answerOf<FromReader>(worker, message, this.#deadline, given, processorTime).catch(
      (error: Error) => error,
    )
    signal.removeEventListener('abort', stop)
    if (signal.aborted) {
      await worker.terminate()
      this.#free()
      throw new Cancelled()
    }
    if (!(answer instanceof Error) && answer.kind === 'read') {
      const { kind: _kind, ...head } = answer
      return ok(this.#openFile(worker, head, isLarge, signal))
    }
    if (!(answer instanceof Error) && answer.kind === 'refused') {
      this.#rest(worker)
      this.#free()
      return refused(answer.problem)
    }
    await worker.terminate()
    this.#free()
    if (answer instanceof CutOff || isOutOfMemory(answer)) return refused(FILE_PROBLEMS.tooHard)
    if (answer instanceof Error) throw answer
    throw new Error(answer.kind === 'failed' ? answer.reason : 'A file was not read.')
  }

  /** The columns of a table, read from its beginning. Null: not a table, or reading takes too long. */
  async columns(
    bytes: Uint8Array,
    table: TableChoice,
    choice: ReadingChoice,
  ): Promise<Result<FoundColumns | null, typeof BUSY>> {
    const worker = await this.#worker(bytes.byteLength)
    if (worker === null) return refused(BUSY)
    try {
      const answer = await answerOf<FromReader>(
        worker,
        { kind: 'columns', bytes, table, choice },
        COLUMNS_DEADLINE_MS,
        [],
        processorTime,
      )
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

  /** Waits for a thread for one file. Null: too many files wait. */
  async #worker(bytes: number): Promise<Worker | null> {
    if (this.#busy >= MAX_FILES) {
      const isFull = this.#waitingBytes > 0 && this.#waitingBytes + bytes > WAITING_BYTES
      if (isFull || this.#waiting.length >= MAX_WAITING) return null
      this.#waitingBytes += bytes
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
      this.#waitingBytes -= bytes
    }
    this.#busy++
    const worker = this.#resting.pop() ?? this.#start()
    worker.ref()
    return worker
  }

  #start(): Worker {
    const worker = startThread(import.meta.url, 'reading-worker', this.#memoryMb)
    // Without this listener an error between two requests would end the server.
    return worker.on('error', () => undefined).on('exit', () => this.#forget(worker))
  }

  #forget(worker: Worker): boolean {
    const at = this.#resting.indexOf(worker)
    if (at >= 0) this.#resting.splice(at, 1)
    return at >= 0
  }

  #free(): void {
    this.#busy--
    this.#waiting.shift()?.()
  }

  #openFile(worker: Worker, head: FileHead, isLarge: boolean, signal: AbortSignal): ReadFile {
    let isOpen = true
    let isWell = true
    const ask = async (message: ToReader) => {
      if (signal.aborted) throw new Cancelled()
      isWell = false
      if (hasEnded(worker)) throw new Unreadable()
      const answer = await answerOf<FromReader>(worker, message, PART_DEADLINE_MS, [], processorTime).catch(
        (error: Error) => {
          throw error instanceof CutOff || isOutOfMemory(error) ? new Unreadable() : error
        },
      )
      isWell = true
      return answer
    }
    return {
      head,
      rows: async function* () {
        for (let isLast = false; !isLast; ) {
          const part = await ask({ kind: 'more' })
          if (part.kind !== 'rows') throw new Error('Rows of a file are missing.')
          isLast = part.isLast
          yield part.rows
        }
      },
      copies: async function* () {
        for (let isLast = head.copies === 0; !isLast; ) {
          const part = await ask({ kind: 'copies' })
          if (part.kind !== 'copies') throw new Error('Copies of a file are missing.')
          isLast = part.isLast
          yield part.copies
        }
      },
      files: async function* () {
        while (head.files > 0) {
          const part = await ask({ kind: 'file' })
          if (part.kind !== 'file') throw new Error('A file of a card is missing.')
          if (part.file === null) return
          yield part.file
        }
      },
      close: async () => {
        if (!isOpen) return
        isOpen = false
        if (isWell && !isLarge) this.#rest(worker)
        else await worker.terminate()
        this.#free()
      },
    }
  }

  #rest(worker: Worker): void {
    if (hasEnded(worker)) return
    worker.unref()
    this.#resting.push(worker)
    setTimeout(() => {
      if (this.#forget(worker)) void worker.terminate()
    }, IDLE_MS).unref()
  }
}

/** Too many files wait to be parsed. */
export const BUSY = Symbol('busy')

/** Whether the bytes fill their whole buffer, so that it can be transferred. */
function ownsItsMemory(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.byteLength === bytes.buffer.byteLength
}

/** Whether a thread has ended. It would never answer, and its `exit` event has passed. */
function hasEnded(worker: Worker): boolean {
  return worker.threadId === -1
}

function isOutOfMemory(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' || error instanceof RangeError
}
