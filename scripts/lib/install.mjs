import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { at, Stop, say } from './project.mjs'
import { runNpm } from './run.mjs'

const LOCK = 'package-lock.json'
/** npm's list of the installed packages. */
const INSTALLED = 'node_modules/.package-lock.json'
const STAMP = 'node_modules/.cardinal-lock'

/** Installs the lock file's packages, unless they are installed already. */
export async function ensureInstalled() {
  const lock = readFileSync(at(LOCK), 'utf8')
  const hash = createHash('sha256').update(lock).digest('hex')
  if (readIfThere(STAMP) === hash) return
  if (!isInstalled(lock)) await install()
  writeFileSync(at(STAMP), hash)
}

async function install() {
  say('Installing dependencies. better-sqlite3 may be compiled on this machine, which takes about a minute …')
  // The build tools are development dependencies: install them under NODE_ENV=production, too.
  const { code, output } = await runNpm(['ci', '--include=dev', '--no-progress'], { shown: 'stderr' })
  if (code === 0) return
  throw new Stop(
    /node-gyp|better-sqlite3/.test(output)
      ? 'The dependencies could not be installed: better-sqlite3 needs python3, make and a C++ compiler where no built one can be fetched.'
      : 'The dependencies could not be installed: see what npm says above, check the network, then try again.',
  )
}

/**
 * Whether node_modules matches the lock file.
 * @param {string} lock
 */
function isInstalled(lock) {
  const installed = readIfThere(INSTALLED)
  if (installed === null) return false
  const wanted = JSON.parse(lock).packages
  const present = JSON.parse(installed).packages
  const isSame = (/** @type {string} */ path) =>
    present[path].link === true || present[path].version === wanted[path]?.version
  const isNeeded = (/** @type {string} */ path) =>
    path.includes('node_modules/') &&
    !wanted[path].optional &&
    !wanted[path].devOptional &&
    !wanted[path].peer
  return (
    Object.keys(present).every(isSame) &&
    Object.keys(wanted).every((path) => path in present || !isNeeded(path)) &&
    existsSync(at('node_modules/esbuild'))
  )
}

/** @param {string} path */
function readIfThere(path) {
  return existsSync(at(path)) ? readFileSync(at(path), 'utf8') : null
}
