import { RestingThread, type Said } from '../reading/resting-thread.ts'
import { startThread } from '../reading/thread.ts'
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

export type FromPageThread = Said<PageFacts | Uint8Array>

/** ms that reading a page or picture may take, and MB that its thread may use. */
const DEADLINE = 10_000
const MEMORY_MB = 160

/** Reads pages and pictures in one thread. What takes too long or too much memory counts as unreadable. */
export class PageThread {
  readonly #thread: RestingThread<ToPageThread, PageFacts | Uint8Array>

  constructor({ deadline = DEADLINE } = {}) {
    const start = () => startThread(import.meta.url, 'page-worker', MEMORY_MB)
    this.#thread = new RestingThread({ start, deadline })
  }

  /** Resolves with what a page says of itself; null where it cannot be read. */
  readPage(bytes: Uint8Array, contentType: string, address: string): Promise<PageFacts | null> {
    return this.#thread.ask({ kind: 'page', bytes, contentType, address }) as Promise<PageFacts | null>
  }

  /** Resolves with a picture as WebP; null where it cannot be read. */
  async makePicture(bytes: Uint8Array, kind: PictureKind): Promise<Buffer | null> {
    const made = (await this.#thread.ask({ kind, bytes })) as Uint8Array | null
    return made && Buffer.from(made)
  }

  stop(): Promise<void> {
    return this.#thread.stop()
  }
}
