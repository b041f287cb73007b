import type { Failure } from '@cardinal/contract'
import { ok, type Result, refused } from '@cardinal/domain'
import { FAILURES } from '../access/failures.ts'
import { LaneFull, Lanes } from '../lib/waiting.ts'
import type { PictureProcess } from '../pages/threads.ts'
import type { Store, StoredFile } from '../store/index.ts'
import type { Quotas } from '../workspaces/limits.ts'
import { bytesOf } from './downloads.ts'

type ThumbnailSize = 'small' | 'large'

/** Number of the piece that holds a thumbnail. As a piece, it is moved and removed with its file. */
const NUMBERS: Readonly<Record<ThumbnailSize, number>> = { small: -1, large: -2 }

/** Most requests that wait for a thumbnail: of one person, and of all. A screen shows fewer than 60. */
const WAITING = { perPerson: 120, inAll: 600 }
/** Most files remembered by this node as having no readable picture, so that they are not tried at each request. */
const MOST_UNREADABLE = 5_000
const UNREADABLE_FOR_MS = 3_600_000

interface ThumbnailsOptions {
  readonly store: Store
  readonly pictures: PictureProcess
  readonly quotas: Quotas
  readonly now: () => number
}

/**
 * Makes thumbnails when they are first requested, one at a time, round-robin between people, and stores them with
 * the file.
 */
export class Thumbnails {
  readonly #options: ThumbnailsOptions
  readonly #lanes = new Lanes(WAITING.perPerson, WAITING.inAll)
  /** By file and size, when making it last failed (ms since 1970); oldest first. */
  readonly #unreadable = new Map<string, number>()
  #isStopped = false

  constructor(options: ThumbnailsOptions) {
    this.#options = options
  }

  /**
   * A WebP without metadata.
   *
   * @param isLeft whether nobody waits for it any more
   */
  async of(file: StoredFile, size: ThumbnailSize, isLeft: () => boolean): Promise<Result<Buffer, Failure>> {
    if (!file.type.startsWith('image/')) return refused(NO_PICTURE)
    const { store } = this.#options
    const known = await store.files.piece(file.id, NUMBERS[size])
    if (known !== undefined) return ok(known)
    try {
      return await this.#lanes.run(file.user_id, async () => {
        if (this.#isStopped || isLeft()) return refused(FAILURES.stopping)
        // Another request may have made it meanwhile.
        const made = (await store.files.piece(file.id, NUMBERS[size])) ?? (await this.#make(file, size))
        if (made !== null) return ok(made)
        return refused(this.#isStopped ? FAILURES.stopping : UNREADABLE)
      })
    } catch (error) {
      if (error instanceof LaneFull) return refused(FAILURES.overloaded)
      throw error
    }
  }

  /** Refuses the requests that wait. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#options.pictures.stop()
  }

  async #make(file: StoredFile, size: ThumbnailSize): Promise<Buffer | null> {
    const { store, pictures, now } = this.#options
    const key = `${file.id} ${size}`
    if ((this.#unreadable.get(key) ?? 0) > now() - UNREADABLE_FOR_MS) return null
    const bytes = Buffer.allocUnsafeSlow(file.size)
    let at = 0
    for await (const piece of bytesOf(store, file, { start: 0, end: file.size })) at += piece.copy(bytes, at)
    const made = await pictures.make(bytes, size)
    if (made !== null) await this.#keep(file, size, made)
    else if (!this.#isStopped) this.#noteUnreadable(key)
    return made
  }

  #noteUnreadable(key: string): void {
    this.#unreadable.delete(key)
    this.#unreadable.set(key, this.#options.now())
    const [oldest = key] = this.#unreadable.keys()
    if (this.#unreadable.size > MOST_UNREADABLE) this.#unreadable.delete(oldest)
  }

  /** Counts towards the quota. For a full account the thumbnail is not stored, and is made again each time. */
  async #keep(file: StoredFile, size: ThumbnailSize, made: Buffer): Promise<void> {
    const { store, quotas } = this.#options
    await store.transact(async (tx) => {
      const user = await tx.lockUser(file.user_id)
      const present = await tx.files.byHash(file.user_id, file.hash)
      if (user === undefined || present?.id !== file.id) return ok(null)
      const isThere = (await tx.files.piece(file.id, NUMBERS[size])) !== undefined
      if (isThere || (await quotas.isOver(tx, user, made.length))) return ok(null)
      await tx.files.putPiece(file.id, NUMBERS[size], made)
      await tx.files.update(file, { thumbnail_bytes: present.thumbnail_bytes + made.length })
      await tx.users.addStoredBytes(file.user_id, made.length)
      return ok(null)
    })
  }
}

const NO_PICTURE: Failure = { status: 404, msg: 'Only pictures have thumbnails.' }
const UNREADABLE: Failure = {
  status: 404,
  msg: 'There is no thumbnail: the picture is damaged, too large, or takes too long to read.',
}
