import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { at, main, Stop, say } from './project.mjs'
import { run, runTool } from './run.mjs'

export const SERVER_MAIN = 'apps/server/dist/main.cjs'
export const SERVER_ADMIN = 'apps/server/dist/admin.js'

/** What both are made of, besides their own folder. */
const SHARED = ['package-lock.json', 'tsconfig.base.json', 'scripts/lib/build.mjs', 'packages']

/** Builds the web app and the server where their sources differ from those of the last build. */
export async function ensureBuilt() {
  await ensureServerBuilt()
  await unlessUpToDate('the web app', [...SHARED, 'apps/web'], 'apps/web/dist/.built-from', buildWeb)
}

/** The build as a command of its own. */
export const buildAlone = () =>
  main(async () => {
    await ensureBuilt()
    return 0
  })

export function ensureServerBuilt() {
  return unlessUpToDate('the server', [...SHARED, 'apps/server'], 'apps/server/dist/.built-from', buildServer)
}

/**
 * @param {string} what
 * @param {readonly string[]} sources
 * @param {string} stamp a file that holds the hash of the sources of the last build
 * @param {() => Promise<void>} build
 */
async function unlessUpToDate(what, sources, stamp, build) {
  const hash = hashOf(sources)
  if (existsSync(at(stamp)) && readFileSync(at(stamp), 'utf8') === hash) return
  say(`Building ${what} …`)
  // A build that fails may leave half of a new one.
  rmSync(at(stamp), { force: true })
  await build()
  mkdirSync(dirname(at(stamp)), { recursive: true })
  writeFileSync(at(stamp), hash)
}

async function buildWeb() {
  const { code, output } = await runTool('vite/bin/vite.js', ['build', '--logLevel', 'warn'], {
    cwd: at('apps/web'),
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (code !== 0) throw new Stop(`${output.trim()}\nThe web app could not be built: see above.`)
}

/**
 * What stays outside of the bundles: native parts, which are found by their place on the disk, and libraries that
 * no first answer needs, which are loaded when they are. The identity provider goes by the names of its classes
 * besides, which a bundler may change.
 */
const OUTSIDE = ['better-sqlite3', 'pg-native', 'oidc-provider', 'stripe']

/** Node runs a CommonJS file at once, and a module after loading what loads modules. */
const IN_THE_OLDER_FORM = {
  format: /** @type {const} */ ('cjs'),
  define: { 'import.meta.url': 'fileUrl' },
  banner: { js: "const fileUrl = require('node:url').pathToFileURL(__filename).href;" },
}

/**
 * The server is one file with its packages in it, and the code that the JavaScript engine makes of that: to open
 * and compile a thousand files takes longer than all the rest of a start.
 */
async function buildServer() {
  const { build } = await import('esbuild')
  const dist = dirname(SERVER_MAIN)
  /** @type {import('esbuild').BuildOptions} */
  const shared = {
    bundle: true,
    platform: 'node',
    target: 'node20',
    external: OUTSIDE,
    legalComments: 'none',
    logLevel: 'warning',
  }
  try {
    const { outputFiles } = await build({
      ...shared,
      entryPoints: [at('apps/server/src/launch/bundled.ts')],
      outfile: at(`${dist}/serve.cjs`),
      write: false,
      ...IN_THE_OLDER_FORM,
    })
    mkdirSync(at(dist), { recursive: true })
    for (const { path, text } of outputFiles)
      writeFileSync(path, inAscii(withoutFetch(importedByLauncher(text))))
    await build({
      ...shared,
      entryPoints: {
        main: at('apps/server/src/launch/main.ts'),
        'keep-code': at('apps/server/src/launch/keep-code.ts'),
      },
      outdir: at(dist),
      outExtension: { '.js': '.cjs' },
      ...IN_THE_OLDER_FORM,
    })
    await build({
      ...shared,
      entryPoints: { admin: at('apps/server/src/admin/main.ts') },
      outdir: at(dist),
      format: 'esm',
      // Packages in the older form ask for others by a function that modules have not.
      banner: {
        js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
      },
    })
  } catch (error) {
    throw new Stop(
      `${error instanceof Error ? error.message : error}\nThe server could not be built: see above.`,
    )
  }
  const kept = await run(process.execPath, [at(`${dist}/keep-code.cjs`)])
  if (kept.code !== 0) throw new Stop(`${kept.output.trim()}\nThe server does not run: see above.`)
}

/**
 * Compiled code that was kept has lost who imports for it: the launcher hands that in, as a function.
 * @param {string} code
 */
const importedByLauncher = (code) =>
  OUTSIDE.reduce((text, name) => text.replaceAll(`import("${name}")`, `importOutside("${name}")`), code)

/** How the package that compresses answers asks whether one is a `Response`. */
const ASKS_FOR_RESPONSE = 'return obj instanceof Response;'

/**
 * To name `Response` makes Node load its whole `fetch`, which the first answer would wait for. Fastify itself asks
 * by the object's own name.
 * @param {string} code
 */
function withoutFetch(code) {
  const parts = code.split(ASKS_FOR_RESPONSE)
  if (parts.length !== 2)
    throw new Stop(`"${ASKS_FOR_RESPONSE}" is not in the bundle once: see withoutFetch.`)
  return parts.join("return Object.prototype.toString.call(obj) === '[object Response]';")
}

/**
 * JavaScript of the same meaning in ASCII alone, which takes half the memory and need not be decoded. The bundler
 * writes strings so already; this is for regular expressions and comments.
 * @param {string} code
 */
const inAscii = (code) =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** @param {readonly string[]} paths files and folders of the project */
function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(sourcesUnder).sort())
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(at(path)))
      .update('\0')
  return hash.digest('hex')
}

const NO_SOURCE = /(^|\/)(node_modules|dist|test|testing|\.[^/]*)$|\.test\.tsx?$/

/**
 * @param {string} path
 * @returns {string[]} the file itself, or the files below the folder
 */
function sourcesUnder(path) {
  if (NO_SOURCE.test(path) || !existsSync(at(path))) return []
  if (!statSync(at(path)).isDirectory()) return [path]
  return readdirSync(at(path)).flatMap((name) => sourcesUnder(`${path}/${name}`))
}
