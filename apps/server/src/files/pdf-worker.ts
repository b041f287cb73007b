import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { ThreadAnswer } from '../lib/threads.ts'
import { type PdfReader, type PdfWords, readPdf } from './pdf-words.ts'

/** Process that reads the words of PDFs one at a time. It exits when the server does, even after a crash. */
process.on('message', async (bytes: Uint8Array) => {
  // pdf.js does not accept a `Buffer`.
  const value = await readPdf(await reader(), new Uint8Array(bytes), TABLES, LIMITS)
  process.send?.({ value } satisfies ThreadAnswer<PdfWords>)
})

const LIMITS = { pages: 3_000, units: 1_000_000, time: 30_000 }

const BUILT_TABLES = fileURLToPath(new URL('cmaps/', import.meta.url))
const isBuilt = existsSync(BUILT_TABLES)
const TABLES = isBuilt
  ? BUILT_TABLES
  : join(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'), '../cmaps/')
/** Most MB of all memory. From sources, the compiler takes some more. */
const RESIDENT_MB = Number(process.argv[2]) + (isBuilt ? 0 : 160)

/**
 * A second thread measures the memory, and ends the process over its limit or after the server has exited.
 * Decompressed data is outside of the JavaScript heap, and decompressing blocks its own thread.
 */
new Worker(
  `const { ppid } = process
  setInterval(() => {
    if (process.memoryUsage.rss() > ${RESIDENT_MB} * 1_000_000 || process.ppid !== ppid)
      process.kill(process.pid, 'SIGKILL')
  }, 20)`,
  { eval: true, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 } },
).unref()
process.on('disconnect', () => process.exit())
// Node would print the failing line of pdf.js, which has a megabyte.
process.on('uncaughtException', () => process.exit(1))
// Terminals and supervisors send these signals to all processes. The server ends this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)

let loaded: Promise<PdfReader> | null = null

function reader(): Promise<PdfReader> {
  loaded ??= load()
  return loaded
}

/**
 * pdf.js needs classes for drawing: without `DOMMatrix` it fails to load (mozilla/pdf.js#21720), and it uses one
 * to measure the glyphs that a font draws. Nothing is drawn here, so a matrix that does nothing is enough, and
 * its native canvas is not loaded.
 */
async function load(): Promise<PdfReader> {
  Object.assign(globalThis, { DOMMatrix: IdleMatrix, ImageData: class {}, Path2D: class {} })
  const { getBuiltinModule } = process
  const { warn } = console
  process.getBuiltinModule = () => undefined as never
  console.warn = () => undefined
  await import('pdfjs-dist/legacy/build/pdf.worker.min.mjs')
  const pdf: PdfReader = await import('pdfjs-dist/legacy/build/pdf.min.mjs')
  process.getBuiltinModule = getBuiltinModule
  console.warn = warn
  return pdf
}

class IdleMatrix {
  readonly [side: string]: unknown
  readonly a = 1
  readonly b = 0
  readonly c = 0
  readonly d = 1
  readonly e = 0
  readonly f = 0

  scaleSelf(): this {
    return this
  }

  translateSelf(): this {
    return this
  }
}
