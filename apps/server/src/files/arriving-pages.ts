import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Failure } from '@cardinal/contract'
import { type Id, LIMITS, ok, type Refusal, type Result, refused } from '@cardinal/domain'
import { newId } from '../lib/ids.ts'
import { yieldToEventLoop } from '../lib/waiting.ts'
import { NOTHING_MADE, removePieces, type StoredFile } from '../store/index.ts'
import { mediaTypeOf } from './media-type.ts'
import { FILE_ROW, lanes, NO_ACCOUNT, removeUpload, TOO_MANY, type UploadTools } from './uploads.ts'

/** Most pages that a node receives at once: of one person, and of all. Each holds a piece in memory. */
const PLACES = { perPerson: 2, inAll: 16 }
/** ms after which a page that is still arriving may be cut off in favour of another person's. */
const SLOW_AFTER_MS = 10_000

interface Place {
  readonly userId: Id
  /** ms since 1970 */
  readonly since: number
  readonly request: IncomingMessage
  /** Bytes that had arrived on the connection before. */
  readonly before: number
}

const taken = new Set<Place>()

/** Whether a stored file's hash is that of a page that is still arriving. No client can name such a hash. */
export function isArriving(hash: string): boolean {
  return hash.startsWith('arriving-')
}

/**
 * Reserves a place for a page. If all are taken, cuts off the slowest of the pages that count as slow, so that
 * silent senders keep nobody out. Returns the function that frees the place. Null: all places are taken.
 *
 * @param now ms since 1970
 */
export function placeForPage(userId: Id, request: IncomingMessage, now: number): (() => void) | null {
  const others = [...taken].filter((place) => place.userId !== userId)
  if (taken.size - others.length >= PLACES.perPerson) return null
  if (taken.size >= PLACES.inAll) {
    const rate = ({ request, before, since }: Place) => (request.socket.bytesRead - before) / (now - since)
    const [slowest] = others
      .filter(({ since }) => now - since > SLOW_AFTER_MS)
      .sort((a, b) => rate(a) - rate(b))
    if (slowest === undefined) return null
    taken.delete(slowest)
    slowest.request.destroy()
  }
  const place = { userId, since: now, request, before: request.socket.bytesRead }
  taken.add(place)
  return () => taken.delete(place)
}

/** A page whose bytes are stored under a hash that no client can name, until it is kept or dropped. */
export class ArrivingPage {
  readonly #tools: UploadTools
  readonly #file: StoredFile
  readonly #whole = createHash('sha256')
  #begin = Buffer.alloc(0)
  #size = 0

  private constructor(tools: UploadTools, file: StoredFile) {
    this.#tools = tools
    this.#file = file
  }

  /**
   * @param bytes most bytes that will arrive. They count towards the quota before they arrive, so a full account is refused at once
   */
  static async begin(
    tools: UploadTools,
    userId: Id,
    bytes: number,
  ): Promise<Result<ArrivingPage, Failure | Refusal>> {
    const { store, quotaBytes, quotas, now } = tools
    return store.transact<ArrivingPage, Failure | Refusal>(async (tx) => {
      const user = await tx.lockUser(userId)
      if (user === undefined) return refused(NO_ACCOUNT)
      if ((await tx.files.count(userId)) >= LIMITS.filesPerAccount) return refused(TOO_MANY)
      if (await quotas.isOver(tx, user, bytes + FILE_ROW))
        return refused({ kind: 'storage-full', limit: quotaBytes ?? 0 })
      const at = now()
      const id = newId(at)
      const begun = { created_at: at, whole_at: null, unused_since: at, ...NOTHING_MADE }
      const file = { id, user_id: userId, hash: `arriving-${id}`, size: bytes, type: '', ...begun }
      await tx.files.insert(file)
      await tx.users.addStoredBytes(userId, bytes + FILE_ROW)
      return ok(new ArrivingPage(tools, file))
    })
  }

  /**
   * Stores the bytes as they arrive, one piece at a time, round-robin between people. Rejects if the sender
   * disconnects.
   */
  async take(bytes: AsyncIterable<Buffer>): Promise<void> {
    const piece = Buffer.allocUnsafeSlow(LIMITS.filePiece)
    let length = 0
    for await (const chunk of bytes)
      for (let at = 0; at < chunk.length; ) {
        const copied = chunk.copy(piece, length, at)
        at += copied
        length += copied
        if (length < LIMITS.filePiece) continue
        await this.#store(piece)
        length = 0
      }
    if (length > 0) await this.#store(piece.subarray(0, length))
  }

  get size(): number {
    return this.#size
  }

  /** Media type by content. */
  get type(): string {
    return mediaTypeOf(this.#begin)
  }

  /** Gives the file its real hash. If the account has an equal file already, that one is used. */
  async keep(): Promise<Result<{ readonly hash: string; readonly size: number }, Failure>> {
    const { store, now } = this.#tools
    const { id, user_id, size: reserved } = this.#file
    const [hash, size] = [this.#whole.digest('hex'), this.#size]
    let replaced: Id[] = []
    const kept = await store.transact<null, Failure>(async (tx) => {
      replaced = []
      await tx.lockUser(user_id)
      if ((await tx.files.byHash(user_id, this.#file.hash)) === undefined) return refused(BROKEN_OFF)
      const known = await tx.files.byHash(user_id, hash)
      if (known?.whole_at != null) {
        await removeUpload(tx, this.#file)
        replaced.push(id)
        // The card that will name the file is written after this.
        if (known.unused_since !== null) await tx.files.update(known, { unused_since: now() })
        return ok(null)
      }
      if (known !== undefined) {
        await removeUpload(tx, known)
        replaced.push(known.id)
      }
      await tx.files.update(this.#file, { hash, size, type: this.type, whole_at: now(), unused_since: now() })
      await tx.users.addStoredBytes(user_id, size - reserved)
      return ok(null)
    })
    if (!kept.ok) return kept
    await removePieces(store, replaced)
    return ok({ hash, size })
  }

  async drop(): Promise<void> {
    const { store } = this.#tools
    await store.transact(async (tx) => {
      await tx.lockUser(this.#file.user_id)
      if ((await tx.files.byHash(this.#file.user_id, this.#file.hash)) !== undefined)
        await removeUpload(tx, this.#file)
      return ok(null)
    })
    await removePieces(store, [this.#file.id])
  }

  async #store(piece: Buffer): Promise<void> {
    const { store } = this.#tools
    const number = Math.floor(this.#size / LIMITS.filePiece)
    await lanes.run(this.#file.user_id, async () => {
      await yieldToEventLoop()
      this.#whole.update(piece)
      if (number === 0) this.#begin = Buffer.from(piece.subarray(0, 64))
    })
    await store.files.sendPiece(this.#file.id, number, piece)
    await lanes.run(this.#file.user_id, () =>
      store.transact(async (tx) => {
        await tx.files.putPiece(this.#file.id, number, piece)
        return ok(null)
      }),
    )
    this.#size += piece.length
  }
}

const BROKEN_OFF: Failure = { status: 503, msg: 'The page took too long to arrive. Send it again.' }
