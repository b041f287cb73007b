import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { at, main, Stop, say } from './project.mjs'
import { runTool } from './run.mjs'

export const SERVER_MAIN = 'apps/server/dist/main.js'
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

async function buildServer() {
  const { build } = await import('esbuild')
  /** npm's packages stay outside: some hold native parts. The packages of this project are bundled. */
  const npmOutside = {
    name: 'npm-outside',
    setup(/** @type {import('esbuild').PluginBuild} */ builder) {
      builder.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
        kind === 'entry-point' || path.startsWith('@cardinal/') ? undefined : { path, external: true },
      )
    },
  }
  const entries = { main: 'apps/server/src/main.ts', admin: 'apps/server/src/admin/main.ts' }
  try {
    await build({
      entryPoints: Object.fromEntries(
        Object.entries(entries)
          .filter(([, path]) => existsSync(at(path)))
          .map(([name, path]) => [name, at(path)]),
      ),
      outdir: at('apps/server/dist'),
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      sourcemap: true,
      logLevel: 'warning',
      plugins: [npmOutside],
    })
  } catch (error) {
    throw new Stop(
      `${error instanceof Error ? error.message : error}\nThe server could not be built: see above.`,
    )
  }
  if (!existsSync(at(SERVER_MAIN)))
    throw new Stop('apps/server/src/main.ts is missing, so there is no server to build.')
}

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
