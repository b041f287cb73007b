import { Readable } from 'node:stream'
import { gunzipSync, inflateRawSync } from 'node:zlib'
import { grouped } from '@cardinal/domain'
import { extract } from 'tar-stream'
import { type Entry, fromBuffer, validateFileName, type ZipFile } from 'yauzl'
import { decodeNames } from './decode.ts'
import { ARCHIVE_LIMITS, FileTooLarge } from './file-limits.ts'

/** A file with its path, or the reason why it was skipped. */
export type ArchivedFile =
  | { readonly path: string; readonly bytes: Uint8Array }
  | { readonly path: string; readonly problem: string }

/** Whether to read a file, given its path and its unpacked size in bytes. */
type Wants = (path: string, size: number) => boolean

/** Limits the files of an archive and of archives inside it. */
export class ArchiveBudget {
  readonly mostEntries: number
  /** Most bytes of one file. */
  readonly largest: number
  #entries = 0
  #bytes = 0

  constructor({ entries, file }: { readonly entries: number; readonly file: number } = ARCHIVE_LIMITS) {
    this.mostEntries = entries
    this.largest = file
  }

  /** @throws FileTooLarge beyond 10,000 files or 100 MB */
  take(bytes: number): void {
    this.#entries++
    this.#bytes += bytes
    if (this.#entries > this.mostEntries) throw new FileTooLarge(TOO_MANY)
    if (this.#bytes > ARCHIVE_LIMITS.total) throw new FileTooLarge(TOO_LARGE)
  }
}

const TOO_MANY = `This archive holds more than ${grouped(ARCHIVE_LIMITS.entries)} files.`
const TOO_LARGE = 'This archive is larger than 100 MB when it is unpacked.'
const A_BOMB =
  'This archive was not unpacked: a file in it is more than 100 times as large as its packed form.'
const DAMAGED = 'This archive is damaged or incomplete.'

/** Detected by the first bytes. */
export function archiveKind(bytes: Uint8Array): 'zip' | 'tar' | 'gzip' | null {
  const startsWith = (...signs: number[]) => signs.every((sign, index) => bytes[index] === sign)
  if (startsWith(0x50, 0x4b, 3, 4) || startsWith(0x50, 0x4b, 5, 6)) return 'zip'
  if (startsWith(0x1f, 0x8b)) return 'gzip'
  return Buffer.from(bytes.subarray(257, 262)).toString('latin1') === 'ustar' ? 'tar' : null
}

/** @throws FileTooLarge if the data is damaged or exceeds the limits */
export function gunzip(bytes: Uint8Array): Uint8Array {
  try {
    const limit = Math.min(
      ARCHIVE_LIMITS.total,
      Math.max(ARCHIVE_LIMITS.ratioFrom, bytes.length * ARCHIVE_LIMITS.ratio),
    )
    return gunzipSync(bytes, { maxOutputLength: limit })
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new FileTooLarge(isTooLarge ? A_BOMB : DAMAGED)
  }
}

/**
 * The files of an archive in order, one in memory at a time.
 *
 * @param wants whether to read a file; other files come without their bytes
 * @throws FileTooLarge if the archive is damaged or exceeds the limits
 */
export async function* filesIn(
  kind: 'zip' | 'tar',
  bytes: Uint8Array,
  budget: ArchiveBudget,
  wants: Wants,
): AsyncGenerator<ArchivedFile> {
  try {
    yield* kind === 'zip' ? zipped(bytes, budget, wants) : tarred(bytes, budget, wants)
  } catch (error) {
    throw error instanceof FileTooLarge ? error : new FileTooLarge(DAMAGED)
  }
}

async function* zipped(bytes: Uint8Array, budget: ArchiveBudget, wants: Wants): AsyncGenerator<ArchivedFile> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    // Names are decoded by `decodeNames`, because the library stops at the first name that leads outside of the
    // archive.
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true }
    fromBuffer(sharedBuffer(bytes), options, (error, opened) => (error ? reject(error) : resolve(opened)))
  })
  if (zip.entryCount > budget.mostEntries) throw new FileTooLarge(TOO_MANY)
  const entries: Entry[] = []
  for (let entry = await nextEntry(zip); entry !== null; entry = await nextEntry(zip)) entries.push(entry)
  const names = decodeNames(entries.map(({ fileName }) => fileName as unknown as Buffer))
  const paths = names.some((name) => name.includes('/')) ? names : names.map(withSlashes)
  for (const [at, entry] of entries.entries()) {
    const path = paths[at] ?? ''
    if (path.endsWith('/')) continue
    const { compressedSize, uncompressedSize } = entry
    const isBomb =
      uncompressedSize > ARCHIVE_LIMITS.ratioFrom && uncompressedSize > compressedSize * ARCHIVE_LIMITS.ratio
    if (isBomb) throw new FileTooLarge(A_BOMB)
    const problem = problemOf(path, uncompressedSize, (entry.generalPurposeBitFlag & 1) === 1, budget.largest)
    const isWanted = problem === null && wants(path, uncompressedSize)
    budget.take(isWanted ? uncompressedSize : 0)
    if (problem !== null) yield { path, problem }
    else yield { path, bytes: isWanted ? await contentOf(zip, entry) : NOTHING }
  }
}

/** Some Windows programs write backslashes between folders. From other systems a name may contain one. */
function withSlashes(name: string): string {
  return name.replaceAll('\\', '/')
}

const NOTHING = new Uint8Array()

/** The same memory as a Buffer. */
function sharedBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function nextEntry(zip: ZipFile): Promise<Entry | null> {
  return new Promise((resolve, reject) => {
    const listeners = {
      entry: (entry: Entry) => done(() => resolve(entry)),
      end: () => done(() => resolve(null)),
      error: (error: Error) => done(() => reject(error)),
    }
    const done = (then: () => void) => {
      zip.off('entry', listeners.entry).off('end', listeners.end).off('error', listeners.error)
      then()
    }
    zip.on('entry', listeners.entry).on('end', listeners.end).on('error', listeners.error)
    zip.readEntry()
  })
}

/** Unpacks one file. Ends at the length in its header, with no stream left open. */
async function contentOf(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  const isPacked = entry.compressionMethod === 8
  const packed = await new Promise<Buffer>((resolve, reject) => {
    const collect = (error: Error | null, stream?: Readable) => {
      if (error !== null || stream === undefined) return reject(error ?? new Error('no content'))
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => resolve(Buffer.concat(parts)))
      stream.on('error', reject)
    }
    if (isPacked)
      zip.openReadStream(entry, { decompress: false, decrypt: null, start: null, end: null }, collect)
    else zip.openReadStream(entry, collect)
  })
  const size = entry.uncompressedSize
  const content = isPacked ? inflateRawSync(packed, { maxOutputLength: Math.max(1, size) }) : packed
  if (content.length !== size) throw new FileTooLarge(DAMAGED)
  return content
}

async function* tarred(bytes: Uint8Array, budget: ArchiveBudget, wants: Wants): AsyncGenerator<ArchivedFile> {
  const unpack = extract()
  Readable.from([sharedBuffer(bytes)]).pipe(unpack)
  for await (const entry of unpack) {
    const { name: path, size = 0, type } = entry.header
    const problem =
      type === 'file' || type === 'contiguous-file' ? problemOf(path, size, false, budget.largest) : null
    const isWanted = type === 'file' && problem === null && wants(path, size)
    budget.take(isWanted ? size : 0)
    const content = isWanted ? Buffer.concat(await partsOf(entry)) : null
    if (content === null) entry.resume()
    if (problem !== null) yield { path, problem }
    else if (type === 'file') yield { path, bytes: content ?? NOTHING }
  }
}

async function partsOf(stream: AsyncIterable<unknown>): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part as Uint8Array)
  return parts
}

/** Why a file is skipped; null: it is read. */
function problemOf(path: string, size: number, isEncrypted: boolean, largest: number): string | null {
  if (validateFileName(path) !== null || path.includes('\0')) return 'Its name leads out of the archive.'
  if (isEncrypted) return 'It is encrypted.'
  return size > largest ? 'It is larger than 20 MB.' : null
}
