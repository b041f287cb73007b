import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'

type Bundle = typeof import('./bundled.ts')

/** The server with the packages that it uses, in one file, as the build writes it beside this one. */
const FILE = fileURLToPath(new URL('serve.cjs', import.meta.url))
/** What the JavaScript engine made of it. */
const CODE = `${FILE}.code`

/**
 * Runs the bundle from code that was compiled at build. Another version of Node, or another kind of processor,
 * refuses that code and compiles anew: slower to start, and otherwise the same.
 */
export function runBundle(): Bundle {
  return evaluate(compile(existsSync(CODE) ? readFileSync(CODE) : undefined))
}

/** Compiles the bundle, has a node answer its first requests, and keeps what came of it for later starts. */
export async function keepCode(): Promise<void> {
  const script = compile(undefined)
  const dataDir = mkdtempSync(join(tmpdir(), 'cardinal-rehearsal-'))
  try {
    await evaluate(script).rehearse(dataDir)
    writeFileSync(CODE, script.createCachedData())
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function compile(cachedData: Buffer | undefined): Script {
  // The build writes nothing but ASCII, which need not be decoded.
  const text = readFileSync(FILE, 'latin1')
  const parameters = 'exports, require, module, __filename, __dirname, importOutside'
  return new Script(`(function (${parameters}) {${text}\n})`, {
    filename: FILE,
    ...(cachedData && { cachedData }),
  })
}

function evaluate(script: Script): Bundle {
  const module = { exports: {} as Bundle }
  const importOutside = (name: string) => import(name)
  script.runInThisContext()(module.exports, createRequire(FILE), module, FILE, dirname(FILE), importOutside)
  return module.exports
}
