import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { at } from './project.mjs'

const SOURCES = 'packages/extension'
/** Colours, distances and type of the product. */
const TOKENS = 'apps/web/src/ui/tokens.css'
const FONT = 'node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'
/** From file of the web app to name in the extension. */
const SHARED_FILES = {
  'icon.png': 'apps/web/public/icons/icon-192.png',
  'geist.woff2': FONT,
}
/** A fixed date, so that equal sources give equal bytes. */
const ZIP_DATE = '2000-01-01T00:00:00'

/**
 * Builds the browser extension for each kind of browser: a folder to load unpacked, and a zip file among the web app's
 * files, which the server offers for download.
 */
export async function buildExtension() {
  const [{ build }, { zipSync }] = await Promise.all([import('esbuild'), import('fflate')])
  const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  const downloads = at('apps/web/dist/downloads')
  mkdirSync(downloads, { recursive: true })
  for (const browser of /** @type {const} */ (['chromium', 'firefox'])) {
    const folder = at(`${SOURCES}/dist/${browser}`)
    rmSync(folder, { recursive: true, force: true })
    cpSync(at(`${SOURCES}/public`), folder, { recursive: true })
    for (const [name, path] of Object.entries(SHARED_FILES)) cpSync(at(path), `${folder}/${name}`)
    const styles = [TOKENS, `${SOURCES}/public/extension.css`].map((path) => readFileSync(at(path), 'utf8'))
    writeFileSync(`${folder}/extension.css`, styles.join(''))
    writeFileSync(`${folder}/manifest.json`, `${JSON.stringify(manifestFor(browser, version), null, 2)}\n`)
    /** @type {import('esbuild').BuildOptions} */
    const options = {
      outdir: folder,
      bundle: true,
      minify: true,
      target: ['chrome120', 'firefox128'],
      legalComments: 'none',
      logLevel: 'warning',
    }
    const entry = (/** @type {string} */ name) => at(`${SOURCES}/src/${name}.ts`)
    await build({ ...options, format: 'esm', entryPoints: ['popup', 'options'].map(entry) })
    await build({ ...options, format: 'iife', entryPoints: ['background', 'connect', 'collect'].map(entry) })
    const files = readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`)])
    const zip = zipSync(Object.fromEntries(files), { level: 9, mtime: ZIP_DATE })
    writeFileSync(`${downloads}/cardinal-${browser}.zip`, zip)
  }
}

/**
 * The manifest (version 3). Only the background script differs: Chromium runs a service worker, Firefox a background page.
 * @param {'chromium' | 'firefox'} browser
 * @param {string} version
 */
function manifestFor(browser, version) {
  const icons = { 192: 'icon.png' }
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
