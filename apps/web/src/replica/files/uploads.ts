import { type CardFile, cardFile, LIMITS } from '@cardinal/domain'
import { createStore } from 'zustand/vanilla'
import { CallFailed, type DataOf, session } from '../../session/index.ts'
import { readJson } from '../../session/request.ts'
import { afterFirstSave } from '../device.ts'
import { hasFilesHere } from './database.ts'
import { deviceFilesOf, type WaitingFile } from './device-files.ts'
import { hashOf } from './hash.ts'
import { withoutLocation } from './location.ts'
import { PICTURE, readPicture } from './pictures.ts'

/** Progress of a file of this device. A file without an entry is on the server, or on another device. */
export interface Upload {
  /** `refused`: by the server, for good. `stopped`: by the person. */
  readonly state: 'waiting' | 'sending' | 'stopped' | 'refused'
  /** Bytes that the server has. */
  readonly sent: number
  readonly size: number
  /** Why it was refused, or why it waits; null: no reason to show. */
  readonly reason: string | null
}

export const uploadStore = createStore<{ readonly byHash: ReadonlyMap<string, Upload> }>(() => ({
  byHash: new Map(),
}))

/** ms for one request with pieces of 256 KiB. */
const PIECE_LIMIT_MS = 120_000
const REQUESTS_AT_ONCE = 2
/** ms for each piece of a request, above which the next one brings a single piece: a server waits 60 s for all of a request. */
const SLOW_PIECE_MS = 2_000
/** ms before the next attempt without a network, doubled up to the longest. */
const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 60_000
/** Statuses that would be the same for every attempt. */
const FOR_GOOD: readonly (number | null)[] = [400, 403, 413, 422]
/** ms for which the bytes of a cancelled file stay, because an undo may restore it. */
const STOPPED_KEPT_MS = 30 * 24 * 60 * 60_000

/** Messages between tabs. `changed`: the waiting files have changed. */
type Message =
  | { readonly kind: 'upload'; readonly hash: string; readonly upload: Upload | null }
  | { readonly kind: 'changed' }

/** Sends the waiting files of a person one after the other. One tab sends at a time. */
class Uploads {
  readonly #userId: string
  readonly #channel: BroadcastChannel
  #isRunning = false
  #wait = FIRST_WAIT_MS
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Aborts the requests of the file that is being sent. */
  #sending: { readonly hash: string; readonly aborter: AbortController } | null = null

  constructor(userId: string) {
    this.#userId = userId
    this.#channel = new BroadcastChannel(`cardinal-files-${userId}`)
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'upload') show(data.hash, data.upload)
      else this.start()
    }
    addEventListener('online', () => this.start())
    addEventListener('beforeunload', (event) => {
      if (deviceFilesOf(userId).holdsUnsaved) event.preventDefault()
    })
  }

  async add(file: WaitingFile): Promise<void> {
    await deviceFilesOf(this.#userId).putWaiting(file)
    this.#changed()
  }

  stop(hash: string): Promise<void> {
    return this.#change(hash, { isStopped: true })
  }

  retry(hash: string): Promise<void> {
    return this.#change(hash, { isStopped: false, refusal: null })
  }

  async #change(hash: string, change: Partial<Pick<WaitingFile, 'isStopped' | 'refusal'>>): Promise<void> {
    const files = deviceFilesOf(this.#userId)
    const file = await files.waitingFile(hash)
    if (file === undefined) return
    await files.putWaiting({ ...file, ...change })
    this.#changed()
  }

  /** Sends the waiting files. */
  start(): void {
    clearTimeout(this.#timer)
    void this.#look()
    void this.#run()
  }

  #changed(): void {
    this.#channel.postMessage({ kind: 'changed' } satisfies Message)
    this.start()
  }

  /** Updates the shown files, and aborts a file that was cancelled in any tab. */
  async #look(): Promise<void> {
    for (const file of await deviceFilesOf(this.#userId).waiting()) {
      if (file.isStopped && this.#sending?.hash === file.hash) this.#sending.aborter.abort()
      const shown = uploadStore.getState().byHash.get(file.hash)
      if (shown?.state !== 'sending' || file.isStopped) show(file.hash, atRest(file, shown))
    }
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    const locks = 'locks' in navigator ? navigator.locks : null
    try {
      const name = `cardinal-files-${this.#userId}`
      await (locks === null ? this.#sendAll() : locks.request(name, () => this.#sendAll()))
    } finally {
      this.#isRunning = false
    }
  }

  async #sendAll(): Promise<void> {
    const files = deviceFilesOf(this.#userId)
    for (;;) {
      if (!session.snapshot().isSignedIn) return
      const waiting = await files.waiting()
      for (const { hash, isStopped, at } of waiting)
        if (isStopped && at < Date.now() - STOPPED_KEPT_MS) await files.dropWaiting(hash)
      const next = waiting.find(({ isStopped, refusal }) => !isStopped && refusal === null)
      if (next === undefined) return
      const isOver = await this.#sendOne(next)
      if (!isOver) return this.#tryLater()
      this.#wait = FIRST_WAIT_MS
    }
  }

  #tryLater(): void {
    this.#timer = setTimeout(() => this.start(), this.#wait)
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 2)
  }

  /** @returns false: try again later */
  async #sendOne(file: WaitingFile): Promise<boolean> {
    const files = deviceFilesOf(this.#userId)
    const aborter = new AbortController()
    this.#sending = { hash: file.hash, aborter }
    try {
      await sendFile(file, aborter.signal, (sent) =>
        this.#tell(file, { state: 'sending', sent, reason: null }),
      )
      await files.settle(file, Date.now())
      this.#tell(file, null)
      return true
    } catch (failure) {
      if (aborter.signal.aborted) {
        this.#tell(file, { state: 'stopped', sent: 0, reason: null })
        return true
      }
      if (!(failure instanceof CallFailed)) throw failure
      const sent = uploadStore.getState().byHash.get(file.hash)?.sent ?? 0
      if (!FOR_GOOD.includes(failure.status)) {
        this.#tell(file, { state: 'waiting', sent, reason: failure.message })
        return false
      }
      await files.putWaiting({ ...file, refusal: failure.message })
      this.#tell(file, { state: 'refused', sent, reason: failure.message })
      return true
    } finally {
      this.#sending = null
    }
  }

  #tell({ hash, size }: WaitingFile, change: Omit<Upload, 'size'> | null): void {
    const upload = change && { ...change, size }
    show(hash, upload)
    this.#channel.postMessage({ kind: 'upload', hash, upload } satisfies Message)
  }
}

function show(hash: string, upload: Upload | null): void {
  const byHash = new Map(uploadStore.getState().byHash)
  if (upload === null) byHash.delete(hash)
  else byHash.set(hash, upload)
  uploadStore.setState({ byHash })
}

function atRest({ size, isStopped, refusal }: WaitingFile, shown: Upload | undefined): Upload {
  const sent = shown?.sent ?? 0
  if (refusal !== null) return { state: 'refused', sent, size, reason: refusal }
  if (isStopped) return { state: 'stopped', sent, size, reason: null }
  return { state: 'waiting', sent, size, reason: shown?.state === 'waiting' ? shown.reason : null }
}

/** Sends the pieces that the server lacks. Rejects with `CallFailed`, or when aborted. */
async function sendFile(
  { hash, size, bytes }: WaitingFile,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<void> {
  const begun = await post<DataOf<'POST /files'>>('POST /files', { body: { hash, size }, signal })
  if (begun.is_whole) return
  const left = [...begun.missing]
  const pieces = (from: number, count: number) =>
    bytes.slice(from * begun.piece_size, (from + count) * begun.piece_size)
  let missing = left.reduce((sum, number) => sum + pieces(number, 1).size, 0)
  onSent(size - missing)
  let isWhole = false
  // During an upgrade a node of the release before may answer, which takes single pieces.
  let most = begun.pieces_together ?? 1
  let together = 1
  const sendSome = async () => {
    for (let from = left[0]; from !== undefined; from = left[0]) {
      let count = 0
      while (count < together && left[0] === from + count) {
        left.shift()
        count++
      }
      const body = pieces(from, count)
      const at = `POST /files/${hash}/pieces/${from}?sha256=${await hashOf(body)}`
      const since = performance.now()
      const sent = post<DataOf<'POST /files/{hash}/pieces/{number}'>>(at, { file: body, signal })
      const answer = await sent.catch((failure: unknown) => {
        const isTooLong = failure instanceof CallFailed && (failure.status === 413 || failure.status === 422)
        if (!isTooLong || count === 1) throw failure
        return null
      })
      if (answer === null) {
        most = 1
        together = 1
        left.unshift(...Array.from({ length: count }, (_, n) => from + n))
        continue
      }
      together = performance.now() - since > SLOW_PIECE_MS * count ? 1 : most
      isWhole ||= answer.is_whole
      missing -= body.size
      onSent(size - missing)
    }
  }
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, sendSome))
  if (!isWhole) throw new CallFailed('The server lacks a part of the file.', null)
}

async function post<Data>(
  at: string,
  { body, ...sending }: { body?: unknown; file?: Blob; signal: AbortSignal },
): Promise<Data> {
  const { content } = await session.account.done(
    at,
    { body },
    { read: readJson, limit: PIECE_LIMIT_MS, ...sending },
  )
  return content.data as Data
}

const opened = new Map<string, Uploads>()

function uploadsOf(userId: string): Uploads {
  const uploads = opened.get(userId) ?? new Uploads(userId)
  opened.set(userId, uploads)
  return uploads
}

/** Sends files that an earlier page did not send. */
export async function resumeUploads(userId: string): Promise<void> {
  const found = (await hasFilesHere(userId)) ? await deviceFilesOf(userId).waiting() : []
  if (found.length > 0) uploadsOf(userId).start()
}

export function stopUpload(userId: string, hash: string): Promise<void> {
  return uploadsOf(userId).stop(hash)
}

export function retryUpload(userId: string, hash: string): Promise<void> {
  return uploadsOf(userId).retry(hash)
}

/** Why a file can't be attached, as a sentence for the person. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
}

/**
 * Stores a file on this device and starts sending it. Resolves with the reference for a card. Rejects with
 * `FileRefused`.
 */
export async function attachFile(userId: string, given: File, mostBytes: number): Promise<CardFile> {
  if (given.size === 0) throw new FileRefused(`“${given.name}” is empty.`)
  if (given.size > mostBytes)
    throw new FileRefused(
      `“${given.name}” has ${megabytes(given.size)}. A file has at most ${megabytes(mostBytes)}.`,
    )
  const bytes = await inMemory(given)
  const picture = PICTURE.test(given.type) ? await readPicture(bytes) : null
  const hash = await hashOf(bytes)
  const file = cardFile({
    hash,
    name: nameOf(given),
    type: given.type,
    size: given.size,
    width: picture?.width,
    height: picture?.height,
  })
  if (picture?.thumbnail) await deviceFilesOf(userId).keepThumbnail(hash, picture.thumbnail)
  await uploadsOf(userId).add({ ...file, bytes, at: Date.now(), isStopped: false, refusal: null })
  afterFirstSave()
  return file
}

/** Reads a file now, because it may be moved or changed later. Removes the location from a photo. */
async function inMemory(file: File): Promise<Blob> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    return new Blob([withoutLocation(bytes)], { type: file.type })
  } catch {
    throw new FileRefused(`“${file.name}” can't be read. A folder can't be attached.`)
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(bytes < 1024 * 1024 ? 1 : 0)} MB`
}

/** The name in at most 80 UTF-16 units, with its extension. */
function nameOf({ name }: File): string {
  const clean = name.replace(/[\p{Cc}\p{Cs}]/gu, '').trim() || 'File'
  const most = LIMITS.fileNameLength
  if (clean.length <= most) return clean
  const ending = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? ''
  return `${clean.slice(0, most - ending.length - 1).replace(/\p{Cs}$/u, '')}…${ending}`
}
