import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { at, Stop, say } from './project.mjs'
import { runNpm } from './run.mjs'

const LOCK = 'package-lock.json'
/** What npm writes down about the tree that it has installed. */
const INSTALLED = 'node_modules/.package-lock.json'
const STAMP = 'node_modules/.cardinal-lock'

/** Installs what the lock file names, unless exactly that is there already. */
export async function ensureInstalled() {
  const lock = readFileSync(at(LOCK), 'utf8')
  const hash = createHash('sha256').update(lock).digest('hex')
  if (readIfThere(STAMP) === hash) return
  if (!isInstalled(lock)) await install()
  writeFileSync(at(STAMP), hash)
}

async function install() {
  say('Installing dependencies. better-sqlite3 may be compiled on this machine, which takes about a minute …')
  // The tools that build the product are development dependencies: NODE_ENV=production must not leave them out.
  const { code, output } = await runNpm(['ci', '--include=dev', '--no-progress'], { shown: 'stderr' })
  if (code === 0) return
  throw new Stop(
    /node-gyp|better-sqlite3/.test(output)
      ? 'The dependencies could not be installed: better-sqlite3 needs python3, make and a C++ compiler where no built one can be fetched.'
      : 'The dependencies could not be installed: see what npm says above, check the network, then try again.',
  )
}

/**
 * Returns whether node_modules holds exactly what the lock file asks for.
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
