import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { PictureKind } from './make-picture.ts'
import type { PageFacts } from './read-page.ts'

export type ToPageThread =
  | {
      readonly kind: 'page'
      readonly bytes: Uint8Array
      readonly contentType: string
      readonly address: string
    }
  | { readonly kind: PictureKind; readonly bytes: Uint8Array }

export type FromPageThread =
  | { readonly ok: true; readonly found: PageFacts | Uint8Array | null }
  | { readonly ok: false; readonly reason: string }

/** ms that reading a page or picture may take, and MB that its thread may use. */
const DEADLINE = 10_000
const MEMORY_MB = 160
/** ms without work after which the thread ends: it holds some memory. */
const RESTS = 30_000

/**
 * Reads pages and pictures in one thread, one after the other. What takes too long or too much memory ends the thread and
 * counts as unreadable; the next one gets a new thread.
 */
export class PageThread {
  readonly #deadline: number
  #worker: Worker | null = null
  #last: Promise<unknown> = Promise.resolve()
  #rest: NodeJS.Timeout | null = null

  constructor({ deadline = DEADLINE } = {}) {
    this.#deadline = deadline
  }

  /** What a page says of itself; null where it cannot be read. */
  readPage(bytes: Uint8Array, contentType: string, address: string): Promise<PageFacts | null> {
    return this.#ask({ kind: 'page', bytes, contentType, address }) as Promise<PageFacts | null>
  }

  /** A picture as WebP; null where it cannot be read. */
  async makePicture(bytes: Uint8Array, kind: PictureKind): Promise<Buffer | null> {
    const made = (await this.#ask({ kind, bytes })) as Uint8Array | null
    return made && Buffer.from(made)
  }

  async stop(): Promise<void> {
    await this.#last
    await this.#end()
  }

  #ask(message: ToPageThread): Promise<PageFacts | Uint8Array | null> {
    const answered = this.#last.then(() => this.#askNow(message))
    this.#last = answered
    return answered
  }

  async #askNow(message: ToPageThread): Promise<PageFacts | Uint8Array | null> {
    if (this.#rest !== null) clearTimeout(this.#rest)
    this.#worker ??= startThread()
    const answer = await answerOf(this.#worker, message, this.#deadline)
    if (answer === null) await this.#end()
    else this.#rest = setTimeout(() => void this.#end(), RESTS).unref()
    return answer?.ok ? answer.found : null
  }

  async #end(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }
}

/** Null: the thread has failed, or takes too long. */
function answerOf(worker: Worker, message: ToPageThread, deadline: number): Promise<FromPageThread | null> {
  return new Promise((resolve) => {
    const settle = (answer: FromPageThread | null) => {
      clearTimeout(timer)
      worker.off('message', settle).off('error', fail).off('exit', fail)
      resolve(answer)
    }
    const fail = () => settle(null)
    const timer = setTimeout(fail, deadline)
    worker.on('message', settle).on('error', fail).on('exit', fail)
    worker.postMessage(message)
  })
}

/** Beside the built server. From sources the thread compiles them as the tests and `npm run dev` do. */
const BUILT = new URL('page-worker.js', import.meta.url)
const SOURCE = new URL('page-worker.ts', import.meta.url)

function startThread(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
  const worker = existsSync(fileURLToPath(BUILT))
    ? new Worker(BUILT, { resourceLimits })
    : new Worker(
        `require(${JSON.stringify(createRequire(import.meta.url).resolve('tsx/cjs/api'))}).register()
         require(${JSON.stringify(fileURLToPath(SOURCE))})`,
        { eval: true, execArgv: [], resourceLimits },
      )
  // An error between two questions ends the thread, not the server.
  worker.on('error', () => undefined).unref()
  return worker
}
