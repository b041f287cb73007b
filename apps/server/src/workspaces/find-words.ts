import { fold, type Id } from '@cardinal/domain'
import { copyTextsIn, fileTextsIn, withFoundCopies, withFoundFiles } from '@cardinal/domain/copies'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { Store } from '../store/index.ts'

/** Copies read at once. A copy has some ten kilobytes, at most half a megabyte. */
const COPIES_PER_READ = 10
/**
 * Files read by one query, and bytes of their words read at once. The words of a single file may have up to three
 * megabytes.
 */
const FILES_PER_READ = 200
const BYTES_PER_READ = 1_000_000
/** UTF-16 units searched before yielding to the event loop, which takes some ms. */
const SLICE_UNITS = 8_000_000

interface Place {
  readonly userId: Id
  readonly workspaceId: Id
}

/**
 * Searches a workspace's copies. The database streams their words, and they are compared here, because texts must
 * be folded the same everywhere. Takes time in proportion to the copies; yields in between.
 *
 * @returns for each text, the cards whose copies contain it
 */
export async function findCopies(
  store: Pick<Store, 'pageCopies'>,
  place: Place,
  texts: readonly string[],
): Promise<readonly (readonly Id[])[]> {
  const finder = new Finder(texts)
  for (let after = ''; ; ) {
    const copies = await store.pageCopies.wordsAfter(place, after, COPIES_PER_READ)
    for (const { card_id, words } of copies) await finder.look(card_id, words)
    if (copies.length < COPIES_PER_READ) return finder.found
    after = copies.at(-1)?.card_id ?? after
    await yieldToEventLoop()
  }
}

/**
 * Searches the words of a person's files, like `findCopies`.
 *
 * @returns for each text, the hashes of the files whose words contain it
 */
export async function findFiles(
  store: Pick<Store, 'files'>,
  userId: Id,
  texts: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const finder = new Finder(texts)
  for (let after = ''; ; ) {
    const files = await store.files.withWords(userId, after, FILES_PER_READ)
    for (const batch of batchesOf(files)) {
      const pieces = await store.files.wordsOf(batch.map(({ id }) => id))
      for (const { id, hash } of batch) {
        const own = pieces.flatMap(({ file_id, bytes }) => (file_id === id ? [bytes] : []))
        await finder.look(hash, Buffer.concat(own).toString())
      }
      await yieldToEventLoop()
    }
    if (files.length < FILES_PER_READ) return finder.found
    after = files.at(-1)?.id ?? after
  }
}

function batchesOf<File extends { readonly text_bytes: number }>(files: readonly File[]): File[][] {
  const batches: File[][] = []
  let bytes = BYTES_PER_READ
  for (const file of files) {
    bytes += file.text_bytes
    if (bytes <= BYTES_PER_READ) batches.at(-1)?.push(file)
    else {
      batches.push([file])
      bytes = file.text_bytes
    }
  }
  return batches
}

/** Searches words for several texts, in slices. */
class Finder {
  readonly #texts: readonly string[]
  readonly found: string[][]
  #read = 0

  constructor(texts: readonly string[]) {
    this.#texts = texts.map(fold)
    this.found = texts.map(() => [])
  }

  async look(id: string, words: string): Promise<void> {
    for (const [at, text] of this.#texts.entries()) {
      if (text !== '' && words.includes(text)) this.found[at]?.push(id)
      this.#read += words.length
      if (this.#read < SLICE_UNITS) continue
      this.#read = 0
      await yieldToEventLoop()
    }
  }
}

/** The question with the cards found for each of its `copy:` and `file:` conditions. */
export async function withFoundWords<Asked>(
  store: Pick<Store, 'pageCopies' | 'files'>,
  place: Place,
  asked: Asked,
): Promise<Asked> {
  const [inCopies, inFiles] = [copyTextsIn(asked), fileTextsIn(asked)]
  const copies = inCopies.length === 0 ? [] : await findCopies(store, place, inCopies)
  const files = inFiles.length === 0 ? [] : await findFiles(store, place.userId, inFiles)
  const withCopies = inCopies.length === 0 ? asked : withFoundCopies(asked, byText(inCopies, copies))
  return inFiles.length === 0 ? withCopies : withFoundFiles(withCopies, byText(inFiles, files))
}

function byText(
  texts: readonly string[],
  found: readonly (readonly string[])[],
): Map<string, readonly string[]> {
  return new Map(texts.map((text, at) => [text, found[at] ?? []]))
}
