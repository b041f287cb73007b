import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import type { serve } from '../serve.ts'

interface Bundle {
  readonly serve: typeof serve
}

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

/** Compiles the bundle, runs its modules once, and keeps what came of it for later starts. */
export function keepCode(): void {
  const script = compile(undefined)
  evaluate(script)
  writeFileSync(CODE, script.createCachedData())
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
