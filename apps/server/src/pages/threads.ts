import { MEMORY_SHARES } from '../lib/machine.ts'
import { RestingThread, startProcess, startThread, type ThreadAnswer } from '../lib/threads.ts'
import type { FoundCopy } from './copy-page.ts'
import type { PictureKind } from './make-picture.ts'
import type { PageFacts } from './read-page.ts'

export interface PageToRead {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly address: string
}
export interface PictureToMake {
  readonly kind: PictureKind
  readonly bytes: Uint8Array
}

export type ReadPage = ThreadAnswer<PageFacts>
export type MadePicture = ThreadAnswer<Uint8Array>

/** ms for a page or picture, including the start of the thread. */
const PAGE_DEADLINE_MS = 10_000
/** MB of JavaScript memory of the picture process. */
const PICTURE_SCRIPT_MB = 64

/**
 * Makes pictures in one process, one at a time on this node. A picture that takes too much time or memory counts as
 * unreadable.
 */
export class PictureProcess {
  readonly #process: RestingThread<PictureToMake, Uint8Array>

  constructor({ deadline = PAGE_DEADLINE_MS, residentMb = MEMORY_SHARES.pictures } = {}) {
    this.#process = new RestingThread({
      start: () => startProcess(import.meta.url, 'picture-worker', PICTURE_SCRIPT_MB, residentMb),
      deadline,
    })
  }

  /** Null: unreadable, or the server is stopping. */
  async make(bytes: Uint8Array, kind: PictureKind): Promise<Buffer | null> {
    const made = await this.#process.ask({ kind, bytes })
    return made && Buffer.from(made)
  }

  stop(): Promise<void> {
    return this.#process.stop()
  }
}

/**
 * Reads pages in one thread, one at a time on this node. A page that takes too much time or memory counts as
 * unreadable.
 */
export class PageThread {
  readonly #pages: RestingThread<PageToRead, PageFacts>

  constructor({ deadline = PAGE_DEADLINE_MS } = {}) {
    this.#pages = new RestingThread({
      start: () => startThread(import.meta.url, 'page-worker', MEMORY_SHARES.thread),
      deadline,
    })
  }

  /** Null: unreadable. */
  readPage(bytes: Uint8Array, contentType: string, address: string): Promise<PageFacts | null> {
    return this.#pages.ask({ bytes, contentType, address })
  }

  stop(): Promise<void> {
    return this.#pages.stop()
  }
}

export interface ToCopyThread {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly address: string
}

export type FromCopyThread = ThreadAnswer<FoundCopy>

/** ms for one copy. */
const COPY_DEADLINE_MS = 10_000

/** Makes copies of pages in a thread of its own, so that a slow page does not delay titles and pictures. */
export class CopyThread {
  readonly #thread: RestingThread<ToCopyThread, FoundCopy>

  constructor({ deadline = COPY_DEADLINE_MS } = {}) {
    const start = () => startThread(import.meta.url, 'copy-worker', MEMORY_SHARES.thread)
    this.#thread = new RestingThread({ start, deadline })
  }

  /** Null: no readable text, or it took too much time or memory. */
  copyPage(bytes: Uint8Array, contentType: string, address: string): Promise<FoundCopy | null> {
    return this.#thread.ask({ bytes, contentType, address })
  }

  stop(): Promise<void> {
    return this.#thread.stop()
  }
}
