import { parentPort } from 'node:worker_threads'
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { copyPage, copyText } from './copy-page.ts'
import { decodeText } from './decode-text.ts'
import type { FromCopyThread, ToCopyThread } from './threads.ts'

/** Worker thread that makes copies one at a time. An error ends the thread. */
parentPort?.on('message', ({ bytes, contentType, address }: ToCopyThread) => {
  const text = decodeText(bytes, contentType)
  const isPlain = /^\s*text\/plain\b/i.test(contentType)
  const value = isPlain ? copyText(text) : copyPage({ parseHTML, Readability }, text, address)
  parentPort?.postMessage({ value } satisfies FromCopyThread)
})
