import { RestingThread, type Said, startThread } from '../lib/threads.ts'
import type { FoundCopy } from './copy-page.ts'

export interface ToCopyThread {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly address: string
}

export type FromCopyThread = Said<FoundCopy>

/** ms that making one copy may take, and MB that its thread may use: a document takes fifty times its text. */
const DEADLINE = 10_000
const MEMORY_MB = 160

/**
 * Makes copies of pages in one thread. It is another one than that of titles and pictures, so that a page that is hard to
 * read keeps none of these waiting.
 */
export class CopyThread {
  readonly #thread: RestingThread<ToCopyThread, FoundCopy>

  constructor({ deadline = DEADLINE } = {}) {
    const start = () => startThread(import.meta.url, 'copy-worker', MEMORY_MB)
    this.#thread = new RestingThread({ start, deadline })
  }

  /** Resolves with the readable text of a page; null where it has none, or takes too long or too much memory. */
  copyPage(bytes: Uint8Array, contentType: string, address: string): Promise<FoundCopy | null> {
    return this.#thread.ask({ bytes, contentType, address })
  }

  stop(): Promise<void> {
    return this.#thread.stop()
  }
}
