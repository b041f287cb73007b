import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/* Browsers and the precache treat a file's name as its content, so names are made from the finished content.
   Bundlers name files too early: Vite adds the lists of preloads afterwards. */

/** Parts of a build whose files refer to each other: the folder with the files, and other files that refer to them. */
const PARTS = [
  { folder: 'assets', named: ['index.html'] },
  { folder: 'site/assets', named: ['pages', '.vite'] },
]
const HASHED = /^(.+-)[\w-]{8}(\.\w+)$/
const MENTION = /[\w.-]+-[\w-]{8}\.\w+/g
/** Files that contain names of files. A source map is named like its script. */
const TEXT = /\.(?:js|css|html|json|map)$/

/**
 * Renames every hashed file of a build by its content, with all references to it.
 *
 * @param {string} dist
 */
export function nameByContent(dist) {
  for (const part of PARTS) {
    const names = namesByContent(join(dist, part.folder))
    const renamed = (/** @type {string} */ text) => text.replace(MENTION, (name) => names.get(name) ?? name)
    for (const path of [part.folder, ...part.named].flatMap((place) => filesUnder(dist, place))) {
      const content = readFileSync(join(dist, path))
      const isText = TEXT.test(path)
      rmSync(join(dist, path))
      writeFileSync(
        join(dist, renamed(path)),
        isText ? Buffer.from(renamed(content.toString('latin1')), 'latin1') : content,
      )
    }
  }
}

/**
 * @throws if a file of the finished build does not match its name or the precache, because something changed it
 *   later
 * @param {string} dist
 */
export function checkNames(dist) {
  const wrong = PARTS.flatMap(({ folder }) =>
    [...namesByContent(join(dist, folder))].flatMap(([name, right]) =>
      name === right ? [] : [`${folder}/${name} (by its content ${right})`],
    ),
  )
  const worker = readFileSync(join(dist, 'sw.js'), 'utf8')
  const precached = [...worker.matchAll(/"integrity":"([^"]+)","revision":(?:null|"[^"]+"),"url":"([^"]+)"/g)]
  if (precached.length === 0) wrong.push('sw.js (it precaches nothing)')
  for (const [, integrity, url = ''] of precached)
    if (integrityOf(join(dist, url)) !== integrity) wrong.push(url)
  if (wrong.length > 0) throw new Error(`Changed after they were named: ${wrong.join(', ')}`)
}

/**
 * Precache entries with a hash of each file; browsers only keep matching content.
 *
 * @param {readonly { readonly url: string, readonly size: number }[]} entries
 * @param {string} dist
 */
export const byContent = (entries, dist) =>
  entries.map(({ url, size }) => {
    const integrity = integrityOf(join(dist, url))
    // Without a revision, the file is cached at its own address, where the browser's static routes find it.
    const revision = HASHED.test(url) ? null : integrity.slice(-16, -1)
    return { url, size, revision, integrity }
  })

/** @param {string} path */
const integrityOf = (path) => `sha256-${createHash('sha256').update(readFileSync(path)).digest('base64')}`

/**
 * For each hashed file of a folder, a name made from its content. The hash covers the file and all that it refers
 * to, directly or not, but not the names in it, because files refer to each other in cycles.
 *
 * @param {string} folder
 * @returns {ReadonlyMap<string, string>}
 */
function namesByContent(folder) {
  const names = readdirSync(folder).filter((name) => HASHED.test(name))
  const known = new Set(names)
  const files = new Map(
    names.map((name) => {
      const content = readFileSync(join(folder, name))
      const mentioned = new Set([name])
      const text = content.toString('latin1').replace(MENTION, (mention) => {
        if (!known.has(mention)) return mention
        mentioned.add(mention)
        return stemOf(mention)
      })
      return [name, { own: digest(stemOf(name), TEXT.test(name) ? text : content), mentioned }]
    }),
  )
  /** @type {Map<string, string>} */
  const byName = new Map()
  const taken = new Map()
  for (const [name, { own }] of files) {
    const reached = new Set([name])
    for (const each of reached) for (const next of files.get(each)?.mentioned ?? []) reached.add(next)
    const all = [...reached].map((each) => files.get(each)?.own ?? '').sort()
    const right = name.replace(HASHED, `$1${digest(own, ...all).slice(0, 8)}$2`)
    if (taken.has(right)) throw new Error(`${name} and ${taken.get(right)} would both be ${right}.`)
    taken.set(right, name)
    byName.set(name, right)
  }
  return byName
}

const stemOf = (/** @type {string} */ name) => name.replace(HASHED, '$1$2')

/** @param {(string | Buffer)[]} parts */
function digest(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('base64url')
}

/**
 * @param {string} dist
 * @param {string} place a file or folder below it
 */
function filesUnder(dist, place) {
  const found = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return found
    .map(({ parentPath, name }) => join(parentPath, name).slice(dist.length + 1))
    .filter((path) => path === place || path.startsWith(`${place}/`))
}
