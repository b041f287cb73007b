import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { checkNames } from '../../apps/web/build/content-names.mjs'
import { compressFiles } from './compress.mjs'
import { buildExtension } from './extension.mjs'
import { at, main, Stop, say } from './project.mjs'
import { runTool } from './run.mjs'

export const SERVER_MAIN = 'apps/server/dist/main.js'
export const SERVER_ADMIN = 'apps/server/dist/admin.js'

/** Sources of both bundles besides their own folders. */
const SHARED = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/lib/build.mjs',
  'scripts/lib/extension.mjs',
  'packages',
]

/** Builds the web app and the server if their sources changed since the last build. */
export async function ensureBuilt() {
  await ensureServerBuilt()
  await unlessUpToDate('the web app', [...SHARED, 'apps/web'], 'apps/web/dist/.built-from', buildWeb)
}

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
 * @param {string} stamp a file with the hash of the sources of the last build
 * @param {() => Promise<void>} build
 */
async function unlessUpToDate(what, sources, stamp, build) {
  const hash = hashOf(sources)
  if (existsSync(at(stamp)) && readFileSync(at(stamp), 'utf8') === hash) return
  say(`Building ${what} …`)
  // Forget the last build first: a failed build leaves incomplete files.
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
  await compressFiles(at('apps/web/dist'))
  await buildExtension()
  checkNames(at('apps/web/dist'))
}

/**
 * Packages left out of the bundles: native parts, which find their files by path, and libraries that only a sign-in or a
 * payment needs. The identity provider also relies on its class names. CommonJS packages with named exports that are
 * imported dynamically must be here: a bundle gives such an import only a default export.
 */
export const OUTSIDE = [
  'better-sqlite3',
  'pg-native',
  'oidc-provider',
  'stripe',
  'sharp',
  '@simplewebauthn/server',
  '@zxcvbn-ts/language-common',
]

/**
 * Bundles the server, the operator's commands and their packages into a few files. Opening a thousand package files takes
 * longer than the rest of a start. Dynamic imports become files of their own: in a single file they would add 90 ms to 390
 * ms of compiling.
 */
async function buildServer() {
  const { build } = await import('esbuild')
  // File names are content hashes, so old files would stay.
  rmSync(at(dirname(SERVER_MAIN)), { recursive: true, force: true })
  try {
    await build({
      entryPoints: {
        main: at('apps/server/src/main.ts'),
        admin: at('apps/server/src/admin/main.ts'),
        'reading-worker': at('apps/server/src/import-export/reading-worker.ts'),
        'copy-worker': at('apps/server/src/pages/copy-worker.ts'),
        'page-worker': at('apps/server/src/pages/page-worker.ts'),
        'pdf-worker': at('apps/server/src/files/pdf-worker.ts'),
        'picture-worker': at('apps/server/src/pages/picture-worker.ts'),
      },
      outdir: at(dirname(SERVER_MAIN)),
      bundle: true,
      splitting: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      external: OUTSIDE,
      legalComments: 'none',
      logLevel: 'warning',
      // CommonJS packages call `require`, which ES modules lack.
      banner: {
        js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
      },
    })
    // Tables for Chinese, Japanese and Korean fonts whose character codes are not in the PDF. Read on demand.
    cpSync(at('node_modules/pdfjs-dist/cmaps'), at(`${dirname(SERVER_MAIN)}/cmaps`), { recursive: true })
  } catch (error) {
    throw new Stop(
      `${error instanceof Error ? error.message : error}\nThe server could not be built: see above.`,
    )
  }
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
