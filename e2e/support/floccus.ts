import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { fromNpm, type Installed } from '../../apps/server/test/clients/install.ts'

const run = promisify(execFile)

/** The address or the folder of a repository, for `git clone`. */
const SOURCE = process.env.FLOCCUS_SOURCE ?? 'https://github.com/floccusaddon/floccus'
const VERSION = 'v5.9.2'
const TIMEOUT_MS = 20_000

/** Packages of its background script, in the versions of its own package-lock.json. */
const PACKAGES = [
  ...[
    '@byteowls/capacitor-oauth2',
    '@capacitor/core',
    '@capacitor/filesystem',
    '@capacitor/local-notifications',
  ],
  ...['@capacitor/network', '@capacitor/preferences', '@capacitor/share', '@isomorphic-git/lightning-fs'],
  ...['@jcoreio/async-throttle', '@sentry/browser', 'async-lock', 'async-parallel', 'batching-toposort'],
  ...['buffer', 'cheerio', 'fast-xml-parser', 'intl-messageformat', 'isomorphic-git', 'js-base64', 'lodash'],
  ...['p-queue', 'process', 'random', 'seedrandom', 'stream-browserify', 'throttle-debounce', 'util'],
]
/** `ts-xxhash` is no longer on npm; this package computes the same hash. */
const HASH = 'xxhashjs@0.2.2'

/**
 * Builds floccus for Chromium from its own source, unchanged. Only its settings page is left out: an empty page in its
 * place has the extension's rights.
 *
 * @param folder empty; the caller removes it
 */
export async function buildFloccus(folder: string): Promise<Installed> {
  const [source, out, shims] = ['source', 'out', 'shims'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  try {
    const quiet = [
      '-c',
      'advice.detachedHead=false',
      '-c',
      'http.lowSpeedTime=10',
      '-c',
      'http.lowSpeedLimit=1000',
    ]
    await run('git', [...quiet, 'clone', '--quiet', '--depth=1', '--branch', VERSION, SOURCE, source], {
      timeout: TIMEOUT_MS,
    })
  } catch (error) {
    const told = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1)
    return {
      reason: `floccus: its source was not to be had (${told || error}). FLOCCUS_SOURCE names a copy.`,
    }
  }
  const lock = JSON.parse(await readFile(join(source, 'package-lock.json'), 'utf8'))
  const specs = PACKAGES.map((name) => `${name}@${lock.packages[`node_modules/${name}`].version}`)
  const installed = await fromNpm([...specs, HASH])
  if ('reason' in installed) return installed

  const modules = join(installed.folder, 'node_modules')
  await mkdir(shims)
  const hash = join(shims, 'hash.js')
  const globals = join(shims, 'globals.js')
  await writeFile(
    hash,
    "import xxhash from 'xxhashjs'\nexport const XXHash32 = { hash: (seed, text) => xxhash.h32(text, seed) }\n",
  )
  await writeFile(
    globals,
    `export { Buffer } from 'buffer'
export { default as process } from 'process/browser.js'
export const noFiles = () => Object.assign(() => ({}), { keys: () => [] })
`,
  )
  await build({
    entryPoints: [join(source, 'src/entries/background-script.js')],
    outdir: join(out, 'dist/js'),
    bundle: true,
    target: 'chrome120',
    nodePaths: [modules],
    alias: { 'ts-xxhash': hash, buffer: join(modules, 'buffer/index.js'), stream: 'stream-browserify' },
    // webpack's `require.context` loads the translations of its phone apps.
    define: {
      'require.context': 'noFiles',
      IS_BROWSER: 'true',
      DEBUG: 'false',
      BROWSERSLIST_REGEX: '"."',
      global: 'globalThis',
    },
    inject: [globals],
    logLevel: 'silent',
  })
  await mkdir(join(out, 'dist/html'))
  await writeFile(join(out, 'dist/html/options.html'), '<!doctype html><title>floccus</title>')
  await cp(join(source, 'manifest.chrome.json'), join(out, 'manifest.json'))
  for (const part of ['_locales', 'icons']) await cp(join(source, part), join(out, part), { recursive: true })
  await rm(source, { recursive: true })
  return { folder: out }
}
