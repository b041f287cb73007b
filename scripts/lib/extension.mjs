import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { at, say } from './project.mjs'

const SOURCES = 'packages/extension'
/** Colours, distances and type of the product. */
const TOKENS = 'apps/web/src/ui/tokens.css'
const FONT = 'node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'
/** Sizes of the icons, in pixels. The stores ask for 128. */
const ICON_SIZES = [16, 32, 48, 128]
/** From name in the extension to file of the web app. */
const SHARED_FILES = {
  'icon.png': 'apps/web/public/icons/icon-192.png',
  ...Object.fromEntries(ICON_SIZES.map((size) => [`icon-${size}.png`, `${SOURCES}/store/icon-${size}.png`])),
  'geist.woff2': FONT,
}
/** A fixed date, so that equal sources give equal bytes. */
const ZIP_DATE = '2000-01-01T00:00:00'
const BROWSERS = /** @type {const} */ (['chromium', 'firefox'])

/**
 * Builds the browser extension for each kind of browser: a folder to load unpacked, and a zip file among the web app's
 * files, which the server offers for download.
 */
export async function buildExtension() {
  const downloads = at('apps/web/dist/downloads')
  mkdirSync(downloads, { recursive: true })
  for (const browser of BROWSERS) {
    const files = await filesFor(browser)
    const folder = at(`${SOURCES}/dist/${browser}`)
    mkdirSync(folder, { recursive: true })
    for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(`${folder}/${name}`)
    for (const [name, content] of files) writeChanged(`${folder}/${name}`, content)
    writeChanged(`${downloads}/cardinal-${browser}.zip`, await zipOf(files))
  }
}

/**
 * Leaves a file with the same content alone: a browser may have it loaded.
 * @param {string} path
 * @param {Uint8Array} content
 */
function writeChanged(path, content) {
  if (!existsSync(path) || !readFileSync(path).equals(content)) writeFileSync(path, content)
}

/**
 * `npm run extension`: builds the packages for the stores. `twice` builds each a second time and compares the
 * bytes. The packages are not signed: the same sources give the same bytes.
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function packExtension(args) {
  await buildExtension()
  let code = 0
  for (const browser of BROWSERS) {
    const path = `apps/web/dist/downloads/cardinal-${browser}.zip`
    const zip = readFileSync(at(path))
    say(`${path}  ${zip.length} bytes  sha256 ${createHash('sha256').update(zip).digest('hex')}`)
    if (!args.includes('twice')) continue
    const isSame = zip.equals(await zipOf(await filesFor(browser)))
    say(isSame ? 'A second build has the same bytes.' : 'A second build has other bytes.')
    if (!isSame) code = 1
  }
  return code
}

/**
 * @param {'chromium' | 'firefox'} browser
 * @returns {Promise<ReadonlyMap<string, Uint8Array>>} the files by name, in the order of their names
 */
async function filesFor(browser) {
  const { build } = await import('esbuild')
  const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  /** @type {Map<string, Uint8Array>} */
  const files = new Map()
  const read = (/** @type {string} */ path) => readFileSync(at(path))
  for (const name of readdirSync(at(`${SOURCES}/public`))) files.set(name, read(`${SOURCES}/public/${name}`))
  for (const [name, path] of Object.entries(SHARED_FILES)) files.set(name, read(path))
  files.set('extension.css', Buffer.concat([TOKENS, `${SOURCES}/public/extension.css`].map(read)))
  files.set('manifest.json', Buffer.from(`${JSON.stringify(manifestFor(browser, version), null, 2)}\n`))
  /** @type {import('esbuild').BuildOptions} */
  const options = {
    outdir: at(SOURCES),
    bundle: true,
    minify: true,
    write: false,
    target: ['chrome120', 'firefox128'],
    legalComments: 'none',
    logLevel: 'warning',
  }
  const entry = (/** @type {string} */ name) => at(`${SOURCES}/src/${name}.ts`)
  const pages = {
    ...options,
    format: /** @type {const} */ ('esm'),
    entryPoints: ['popup', 'options'].map(entry),
  }
  const scripts = {
    ...options,
    format: /** @type {const} */ ('iife'),
    entryPoints: ['background', 'connect', 'collect'].map(entry),
  }
  for (const each of [pages, scripts])
    for (const { path, contents } of (await build(each)).outputFiles ?? [])
      files.set(basename(path), contents)
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** @param {ReadonlyMap<string, Uint8Array>} files */
async function zipOf(files) {
  const { zipSync } = await import('fflate')
  return zipSync(Object.fromEntries(files), { level: 9, mtime: ZIP_DATE })
}

/**
 * The manifest (version 3). Only the background script differs: Chromium runs a service worker, Firefox a background page.
 * @param {'chromium' | 'firefox'} browser
 * @param {string} version
 */
function manifestFor(browser, version) {
  const icons = Object.fromEntries(ICON_SIZES.map((size) => [size, `icon-${size}.png`]))
  return {
    manifest_version: 3,
    name: 'Cardinal',
    version,
    description: 'Save tabs to your Cardinal, with tags from your own history.',
    icons,
    action: { default_icon: icons, default_title: 'Save this tab', default_popup: 'popup.html' },
    background: browser === 'chromium' ? { service_worker: 'background.js' } : { scripts: ['background.js'] },
    options_ui: { page: 'options.html', open_in_tab: true },
    omnibox: { keyword: 'c' },
    commands: { _execute_action: { suggested_key: { default: 'Alt+C' } } },
    // `tabs`: the address of each tab, to show whether it is saved. `activeTab`: the page in front, after the icon was pressed,
    // for its selected text and to keep it whole.
    permissions: ['contextMenus', 'activeTab', 'alarms', 'scripting', 'tabs', 'unlimitedStorage'],
    // Requested when a person connects, only for the server that they name.
    optional_host_permissions: ['http://*/*', 'https://*/*'],
    ...(browser === 'firefox' && {
      browser_specific_settings: { gecko: { id: 'extension@cardinal.invalid', strict_min_version: '128.0' } },
    }),
  }
}
