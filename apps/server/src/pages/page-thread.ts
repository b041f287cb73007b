import { RestingThread, type Said, startProcess, startThread } from '../lib/threads.ts'
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

export type ReadPage = Said<PageFacts>
export type MadePicture = Said<Uint8Array>

/** ms for a page or picture, including the start, and MB of JavaScript. */
const DEADLINE = 10_000
const MEMORY_MB = { page: 160, picture: 64 }
/** MB of all memory of the process that makes pictures. The largest that are read take 75 MB, and the process itself 100. */
const RESIDENT_MB = 320

/**
 * Reads pages in one thread, and pictures in one process, each one at a time in the whole server. Too much time or memory
 * counts as unreadable.
 */
export class PageThread {
  readonly #pages: RestingThread<PageToRead, PageFacts>
  readonly #pictures: RestingThread<PictureToMake, Uint8Array>

  constructor({ deadline = DEADLINE, residentMb = RESIDENT_MB } = {}) {
    this.#pages = new RestingThread({
      start: () => startThread(import.meta.url, 'page-worker', MEMORY_MB.page),
      deadline,
    })
    this.#pictures = new RestingThread({
      start: () => startProcess(import.meta.url, 'picture-worker', MEMORY_MB.picture, residentMb),
      deadline,
    })
  }

  /** Null: unreadable. */
  readPage(bytes: Uint8Array, contentType: string, address: string): Promise<PageFacts | null> {
    return this.#pages.ask({ bytes, contentType, address })
  }

  /** Null: unreadable. */
  async makePicture(bytes: Uint8Array, kind: PictureKind): Promise<Buffer | null> {
    const made = await this.#pictures.ask({ kind, bytes })
    return made && Buffer.from(made)
  }

  async stop(): Promise<void> {
    await Promise.all([this.#pages.stop(), this.#pictures.stop()])
  }
}
