import { RestingThread, type Said, startThread } from '../lib/threads.ts'
import type { FoundCopy } from './copy-page.ts'

export interface ToCopyThread {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly address: string
}

export type FromCopyThread = Said<FoundCopy>

/** ms for one copy, and MB of its thread: a document takes fifty times its text. */
const DEADLINE = 10_000
const MEMORY_MB = 160

/** Makes copies of pages in a thread of its own, so that a difficult page does not delay titles and pictures. */
export class CopyThread {
  readonly #thread: RestingThread<ToCopyThread, FoundCopy>

  constructor({ deadline = DEADLINE } = {}) {
    const start = () => startThread(import.meta.url, 'copy-worker', MEMORY_MB)
    this.#thread = new RestingThread({ start, deadline })
  }

  /** Null: no readable text, or too much time or memory. */
  copyPage(bytes: Uint8Array, contentType: string, address: string): Promise<FoundCopy | null> {
    return this.#thread.ask({ bytes, contentType, address })
  }

  stop(): Promise<void> {
    return this.#thread.stop()
  }
}
