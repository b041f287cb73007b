import type { CardFile } from '@cardinal/domain'
import { CallFailed, session } from '../../session/index.ts'
import { deviceFilesOf } from './device-files.ts'
import { PICTURE, readPicture } from './pictures.ts'

/** What is needed of a file to read it. */
type NamedFile = Pick<CardFile, 'hash' | 'type'>

/** ms for a whole file, and for a thumbnail. */
const FILE_LIMIT_MS = 10 * 60_000
const THUMBNAIL_LIMIT_MS = 20_000
/** Requests for thumbnails at once: browsers open six connections, and changes need some. */
const AT_ONCE = 4
/** Addresses of thumbnails that stay in memory, about 10 KB each. */
const MOST_ADDRESSES = 400
const MOST_PICTURES = 40

/** Reads a file from this device or else from the server, which is then kept here. Rejects with `CallFailed`. */
export async function bytesOf(userId: string, { hash, type }: NamedFile): Promise<Blob> {
  const files = deviceFilesOf(userId)
  const here = await files.bytesOf(hash, Date.now())
  if (here !== undefined) return here
  const bytes = await fetchFile({ hash, type })
  await files.keep(hash, bytes, Date.now())
  return bytes
}

/** Reads a file from the server. Rejects with `CallFailed`. */
export async function fetchFile({ hash, type }: NamedFile): Promise<Blob> {
  const bytes = await fetched(`GET /files/${hash}`, FILE_LIMIT_MS)
  // The server gives a type only to files that browsers show. For saving, the type that this device knows is better.
  return bytes.type === 'application/octet-stream' ? bytes.slice(0, bytes.size, plainType(type)) : bytes
}

/** A type in which a browser runs nothing. */
function plainType(type: string): string {
  return /^(?:audio|video)\/[\w.+-]+$|^text\/plain$/.test(type) ? type : 'application/octet-stream'
}

/** Addresses of what was read, as `blob:`, the latest last; the oldest give way. */
class Addresses {
  readonly #byKey = new Map<string, Promise<string | null>>()
  readonly #most: number
  readonly #read: (userId: string, file: NamedFile) => Promise<Blob | null>

  constructor(most: number, read: (userId: string, file: NamedFile) => Promise<Blob | null>) {
    this.#most = most
    this.#read = read
  }

  /** Null: there is nothing to draw, or it is not on this device and the server can't be reached. */
  of(userId: string, file: NamedFile): Promise<string | null> {
    const key = `${userId} ${file.hash}`
    const known = this.#byKey.get(key)
    const address =
      known ?? inTurn(() => this.#read(userId, file)).then((found) => found && URL.createObjectURL(found))
    this.#byKey.delete(key)
    this.#byKey.set(key, address)
    // Failures are not kept: the next request may succeed.
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

/** The address of a small version of a picture. */
export function thumbnailAddress(userId: string, file: NamedFile): Promise<string | null> {
  return thumbnails.of(userId, file)
}

/** The address of a picture in a text, in its own size. Null also where the file is no picture. */
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
/** The latest comes first: a person who scrolls past many looks at these. */
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
