import type { Worker } from 'node:worker_threads'
import { answerOf, startThread } from '../reading/thread.ts'
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
    this.#worker ??= startPageThread()
    // The thread has failed, or takes too long.
    const answer = await answerOf<FromPageThread>(this.#worker, message, this.#deadline).catch(() => null)
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

function startPageThread(): Worker {
  const worker = startThread(import.meta.url, 'page-worker', MEMORY_MB)
  // An error between two questions ends the thread, not the server.
  worker.on('error', () => undefined).unref()
  return worker
}
