import type { Id } from '@cardinal/domain'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { bytesOf } from '../files/downloads.ts'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { Store, StoredFile } from '../store/index.ts'
import { ACCOUNT_FILE, FILES_FOLDER } from './carried-files.ts'
import { MOST_ATTACHED } from './file-limits.ts'

/** Bytes compressed before yielding. */
const SLICE = 65_536
const FILES_PER_READ = 500
const NOTHING = new Uint8Array()

/**
 * A zip with an account's JSON and the bytes of its files, each named by its hash. Memory holds one piece of a
 * file at a time. Files beyond `MOST_ATTACHED` are listed in `files/left-out.log`.
 */
export async function* writeAccountZip(
  store: Store,
  userId: Id,
  json: AsyncIterable<string>,
): AsyncGenerator<Buffer> {
  const written: Buffer[] = []
  const zip = new Zip((error, data) => {
    if (error !== null) throw error
    written.push(Buffer.from(data))
  })
  const account = new ZipDeflate(ACCOUNT_FILE, { level: 3 })
  zip.add(account)
  for await (const text of json) {
    const bytes = Buffer.from(text)
    for (let start = 0; start < bytes.length; start += SLICE) {
      account.push(bytes.subarray(start, start + SLICE))
      if (written.length > 0) yield Buffer.concat(written.splice(0))
      await yieldToEventLoop()
    }
  }
  account.push(NOTHING, true)
  const leftOut: string[] = []
  let room = MOST_ATTACHED
  for await (const file of wholeFiles(store, userId)) {
    if (file.size > room) {
      leftOut.push(file.hash)
      continue
    }
    room -= file.size
    const entry = new ZipPassThrough(`${FILES_FOLDER}${file.hash}`)
    zip.add(entry)
    for await (const piece of bytesOf(store, file, { start: 0, end: file.size })) {
      entry.push(piece)
      yield Buffer.concat(written.splice(0))
      await yieldToEventLoop()
    }
    entry.push(NOTHING, true)
  }
  if (leftOut.length > 0) {
    const list = new ZipDeflate(`${FILES_FOLDER}left-out.log`, { level: 3 })
    zip.add(list)
    list.push(Buffer.from(`${leftOut.join('\n')}\n`), true)
  }
  zip.end()
  yield Buffer.concat(written)
}

/** Files of an account whose bytes have all arrived. */
async function* wholeFiles(store: Store, userId: Id): AsyncGenerator<StoredFile> {
  for (let last = '', isFull = true; isFull; ) {
    const files = await store.files.after(userId, last, FILES_PER_READ)
    yield* files.filter((file) => file.whole_at !== null)
    isFull = files.length === FILES_PER_READ
    last = files.at(-1)?.hash ?? last
  }
}
