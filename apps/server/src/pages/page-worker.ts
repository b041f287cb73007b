import { parentPort } from 'node:worker_threads'
import { decodeText } from './decode-text.ts'
import { readPage } from './read-page.ts'
import type { PageToRead, ReadPage } from './threads.ts'

/** Worker thread that reads pages one at a time. */
parentPort?.on('message', (message: PageToRead) => {
  answer(message).then(
    (value) => parentPort?.postMessage({ value } satisfies ReadPage),
    () => parentPort?.postMessage({ value: null } satisfies ReadPage),
  )
})

async function answer({ bytes, contentType, address }: PageToRead) {
  return readPage(decodeText(bytes, contentType), address)
}
