import { parentPort } from 'node:worker_threads'
import { decodeText } from './decode-text.ts'
import { makePicture } from './make-picture.ts'
import type { FromPageThread, ToPageThread } from './page-thread.ts'
import { readPage } from './read-page.ts'

/** Reads pages and pictures in a thread of its own, one at a time. */
parentPort?.on('message', (message: ToPageThread) => {
  answer(message).then(
    (value) => parentPort?.postMessage({ value } satisfies FromPageThread),
    () => parentPort?.postMessage({ value: null } satisfies FromPageThread),
  )
})

async function answer(message: ToPageThread) {
  if (message.kind !== 'page') return makePicture(message.bytes, message.kind)
  return readPage(decodeText(message.bytes, message.contentType), message.address)
}
