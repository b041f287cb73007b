import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { ThreadAnswer } from '../lib/threads.ts'
import { type PdfReader, type PdfWords, readPdf } from './pdf-words.ts'

/** Process: reads the words of PDFs one at a time, and exits with the server, however that ends. */
process.on('message', async (bytes: Uint8Array) => {
  // The library takes no `Buffer`.
  const value = await readPdf(await reader(), new Uint8Array(bytes), TABLES, LIMITS)
  process.send?.({ value } satisfies ThreadAnswer<PdfWords>)
})

const LIMITS = { pages: 3_000, units: 1_000_000, time: 30_000 }

const BUILT_TABLES = fileURLToPath(new URL('cmaps/', import.meta.url))
const isBuilt = existsSync(BUILT_TABLES)
const TABLES = isBuilt
  ? BUILT_TABLES
  : join(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'), '../cmaps/')
/** MB of all memory. From sources, the compiler takes some. */
const RESIDENT_MB = Number(process.argv[2]) + (isBuilt ? 0 : 160)

/**
 * Unpacked data lies outside of the heap of JavaScript, and unpacking does not let other code of its thread run. So another thread
 * measures, and ends the process where it holds too many MB, or where the server is gone.
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
// Node would print the line of the library, which has a megabyte.
process.on('uncaughtException', () => process.exit(1))
// Terminals and supervisors send these to all processes; the server decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)

let loaded: Promise<PdfReader> | null = null

function reader(): Promise<PdfReader> {
  loaded ??= load()
  return loaded
}

/**
 * The library wants classes for drawing: without `DOMMatrix` it doesn't load (mozilla/pdf.js#21720), and it measures with one the
 * glyphs that a font draws. Nothing is drawn here, so a matrix that does nothing is enough, and its native canvas is not loaded.
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
