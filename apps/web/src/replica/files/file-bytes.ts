import type { CardFile } from '@cardinal/domain'
import { CallFailed, session } from '../../session/index.ts'
import { deviceFilesOf } from './device-files.ts'
import { PICTURE, readPicture } from './pictures.ts'

/** Fields that are needed to read a file. */
type NamedFile = Pick<CardFile, 'hash' | 'type'>

/** ms for a whole file, and for a thumbnail. */
const FILE_LIMIT_MS = 10 * 60_000
const THUMBNAIL_LIMIT_MS = 20_000
/** Most requests for thumbnails at once. Browsers open six connections, and changes need some. */
const AT_ONCE = 4
/** Most thumbnails and pictures whose addresses stay in memory; a thumbnail has about 10 KB. */
const MOST_ADDRESSES = 400
const MOST_PICTURES = 40

/**
 * The bytes of a file, from this device or from the server. Bytes from the server are then stored here. Rejects
 * with `CallFailed`.
 */
export async function bytesOf(userId: string, { hash, type }: NamedFile): Promise<Blob> {
  const files = deviceFilesOf(userId)
  const here = await files.bytesOf(hash, Date.now())
  if (here !== undefined) return here
  const bytes = await fetchFile({ hash, type })
  await files.keep(hash, bytes, Date.now())
  return bytes
}

/** The bytes of a file, from the server. Rejects with `CallFailed`. */
export async function fetchFile({ hash, type }: NamedFile): Promise<Blob> {
  const bytes = await fetched(`GET /files/${hash}`, FILE_LIMIT_MS)
  // The server names a type only for files that browsers may show. For saving, the type known to this device is
  // better.
  return bytes.type === 'application/octet-stream' ? bytes.slice(0, bytes.size, plainType(type)) : bytes
}

/** A type of which browsers run nothing. */
function plainType(type: string): string {
  return /^(?:audio|video)\/[\w.+-]+$|^text\/plain$/.test(type) ? type : 'application/octet-stream'
}

/** `blob:` addresses of files that were read, latest last. The oldest are removed. */
class Addresses {
  readonly #byKey = new Map<string, Promise<string | null>>()
  readonly #most: number
  readonly #read: (userId: string, file: NamedFile) => Promise<Blob | null>

  constructor(most: number, read: (userId: string, file: NamedFile) => Promise<Blob | null>) {
    this.#most = most
    this.#read = read
  }

  /** Null: there is no picture, or it is not on this device and the server can't be reached. */
  of(userId: string, file: NamedFile): Promise<string | null> {
    const key = `${userId} ${file.hash}`
    const known = this.#byKey.get(key)
    const address =
      known ?? inTurn(() => this.#read(userId, file)).then((found) => found && URL.createObjectURL(found))
    this.#byKey.delete(key)
    this.#byKey.set(key, address)
    // A failure is not cached: the next request may succeed.
    if (known === undefined) void address.then((found) => found === null && this.#byKey.delete(key))
    for (const [oldest, gone] of this.#byKey) {
      if (this.#byKey.size <= this.#most) break
      this.#byKey.delete(oldest)
      void gone.then((found) => found && URL.revokeObjectURL(found))
    }
    return address
  }
}

const thumbnails = new Addresses(MOST_ADDRESSES, thumbnailOf)
const pictures = new Addresses(MOST_PICTURES, pictureOf)

/** Address of a small version of a picture. */
export function thumbnailAddress(userId: string, file: NamedFile): Promise<string | null> {
  return thumbnails.of(userId, file)
}

/** Address of a picture in a text, in its full size. Null also if the file is no picture. */
export function pictureAddress(userId: string, hash: string): Promise<string | null> {
  return pictures.of(userId, { hash, type: '' })
}

async function pictureOf(userId: string, file: NamedFile): Promise<Blob | null> {
  const bytes = await bytesOf(userId, file).catch(nullOffline)
  return bytes !== null && PICTURE.test(bytes.type) ? bytes : null
}

function nullOffline(failure: unknown): null {
  if (failure instanceof CallFailed) return null
  throw failure
}

async function thumbnailOf(userId: string, file: NamedFile): Promise<Blob | null> {
  const files = deviceFilesOf(userId)
  const kept = await files.thumbnail(file.hash)
  if (kept !== undefined) return kept
  const made = (await ofServer(file.hash)) ?? (await ofBytes(userId, file))
  if (made !== null) await files.keepThumbnail(file.hash, made)
  return made
}

function ofServer(hash: string): Promise<Blob | null> {
  return fetched(`GET /files/${hash}/thumbnail`, THUMBNAIL_LIMIT_MS).catch(nullOffline)
}

async function ofBytes(userId: string, file: NamedFile): Promise<Blob | null> {
  if (!PICTURE.test(file.type)) return null
  const bytes = await bytesOf(userId, file).catch(nullOffline)
  return bytes && ((await readPicture(bytes))?.thumbnail ?? null)
}

async function fetched(at: string, limit: number): Promise<Blob> {
  const { content } = await session.account.done(at, undefined, {
    read: (response) => response.blob(),
    limit,
  })
  return content
}

let underWay = 0
/** The latest request is next: a person who scrolls past many pictures sees these. */
const queue: (() => void)[] = []

async function inTurn<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  if (underWay >= AT_ONCE) await new Promise<void>((resolve) => queue.push(resolve))
  underWay++
  try {
    return await act()
  } finally {
    underWay--
    queue.pop()?.()
  }
}
