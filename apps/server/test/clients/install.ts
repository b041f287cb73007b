import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** A folder with installed clients, or why they could not be installed. */
export type Installed = { readonly folder: string } | { readonly reason: string }

/** Outside `package-lock.json`, because these packages are not part of Cardinal. */
const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/clients', import.meta.url))
const INSTALL_LIMIT_MS = 45_000
/** Installs dependencies as of this day, so that a new release can't break a test. */
const RELEASED_BEFORE = '2026-11-20'

/** Installs npm packages without running their scripts. */
export const fromNpm = (specs: readonly string[]): Promise<Installed> =>
  installed(specs, (folder) => {
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=0']
    return run('npm', ['install', ...specs, `--before=${RELEASED_BEFORE}`, ...quiet], folder)
  })

/** Installs PyPI packages. Their programs are in `bin`, and find their modules by `PYTHONPATH`. */
export const fromPypi = (specs: readonly string[]): Promise<Installed> =>
  installed(specs, (folder) => {
    const quiet = ['--quiet', '--disable-pip-version-check', '--retries=0', '--timeout=10']
    return run('python3', ['-m', 'pip', 'install', ...quiet, '--target=.', ...specs], folder)
  })

/** Loads an installed npm package as its users do. */
// biome-ignore lint/suspicious/noExplicitAny: packages of others, known only at run time
export const load = (folder: string, name: string): Promise<any> =>
  import(pathToFileURL(createRequire(join(folder, 'package.json')).resolve(name)).href)

/** The folder is renamed at the end, so that a half-installed one is never used. */
async function installed(
  specs: readonly string[],
  install: (folder: string) => Promise<void>,
): Promise<Installed> {
  const folder = join(CACHE, createHash('sha256').update(specs.join(' ')).digest('hex').slice(0, 16))
  if (existsSync(folder)) return { folder }
  mkdirSync(CACHE, { recursive: true })
  const coming = mkdtempSync(join(CACHE, 'coming-'))
  try {
    await install(coming)
    renameSync(coming, folder)
    return { folder }
  } catch (error) {
    rmSync(coming, { recursive: true, force: true })
    return { reason: `Not installed: ${error instanceof Error ? error.message : error}` }
  }
}

/** Rejects with the first line that the program wrote about its failure. */
function run(program: string, args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd, timeout: INSTALL_LIMIT_MS }, (error, _out, errors) => {
      if (error === null) resolve()
      else reject(new Error(/^.*error.*$/im.exec(errors)?.[0] ?? error.message))
    })
  })
}
