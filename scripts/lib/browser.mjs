import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { at, Stop, say } from './project.mjs'
import { run, runTool } from './run.mjs'

const SHELL_PACKAGE = 'chromium-headless-shell'

/**
 * The headless shell comes before the whole browser: it draws no window, and a browser test takes a third
 * less time.
 */
const PLACES = [
  `/usr/bin/${SHELL_PACKAGE}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Arguments that let Chromium run anywhere, also as root and on a machine without a network. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * A Chromium of this machine: from CHROMIUM_PATH, a usual place, or Playwright.
 * @returns {Promise<string | null>}
 */
export async function findBrowser() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new Stop(`CHROMIUM_PATH is ${named}, and there is no such file.`)
  }
  return PLACES.find((place) => existsSync(place)) ?? (await playwrightsOwn())
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  const whole = chromium.executablePath()
  return shellBeside(whole) ?? (existsSync(whole) ? whole : null)
}

/**
 * Path of Playwright's headless shell. The whole browser is at chromium-<revision>/<system>/chrome; the shell is beside it,
 * in chromium_headless_shell-<revision>.
 * @param {string} whole
 */
function shellBeside(whole) {
  for (let folder = dirname(whole); folder !== dirname(folder); folder = dirname(folder)) {
    const revision = /^chromium-(\d+)$/.exec(basename(folder))?.[1]
    if (revision === undefined) continue
    const beside = join(dirname(folder), `chromium_headless_shell-${revision}`)
    const files = existsSync(beside) ? readdirSync(beside, { recursive: true, encoding: 'utf8' }) : []
    const shell = files.find((file) => /^(chrome-)?headless[-_]shell(\.exe)?$/.test(basename(file)))
    return shell === undefined ? null : join(beside, shell)
  }
  return null
}

/** Whole browsers that load extensions from folders. Google's own builds of Chrome refuse that. */
const WHOLE_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Launch options for a whole Chromium with an extension; ours, as built, unless another folder is named.
 * @returns {Promise<import('@playwright/test').LaunchOptions>}
 */
export async function launchWithExtension(folder = at('packages/extension/dist/chromium')) {
  return {
    executablePath: await ensureWholeBrowser(),
    args: [
      ...BROWSER_ARGS,
      '--headless=new',
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
    ],
    ignoreDefaultArgs: ['--disable-extensions'],
  }
}

/**
 * A whole Chromium, which can load extensions; the shell can't. Installed from the system's packages where that needs no
 * password, else with Playwright.
 * @returns {Promise<string>}
 */
export async function ensureWholeBrowser() {
  const { chromium } = await import('@playwright/test')
  const find = () => [...WHOLE_PLACES, chromium.executablePath()].find((place) => existsSync(place))
  const found = find()
  if (found !== undefined) return found
  if (mayInstallPackages()) await installFromPackages(['chromium'])
  if (find() === undefined) await installWithPlaywright([])
  const installed = find()
  if (installed !== undefined) return installed
  throw new Stop('No whole Chromium was found and none could be installed: the extension cannot be tested.')
}

/** Finds a browser, or installs one without asking. Where only a whole one is, the shell is installed too if it can be. */
export async function ensureBrowser() {
  const found = await findBrowser()
  const isWhole = found !== null && WHOLE_PLACES.includes(found) && !process.env.CHROMIUM_PATH
  if (isWhole && mayInstallPackages()) await installFromPackages([SHELL_PACKAGE])
  if (found) return (await findBrowser()) ?? found
  // Systems without a package for the shell have one for the whole browser.
  if (mayInstallPackages()) await installFromPackages([SHELL_PACKAGE, 'chromium'])
  if (!(await findBrowser())) await installWithPlaywright(['--only-shell'])
  const installed = await findBrowser()
  if (installed) return installed
  throw new Stop(
    'No browser was found and none could be installed: install Chromium, or set CHROMIUM_PATH to one, then try again.',
  )
}

const mayInstallPackages = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/**
 * Installs the first of these packages that the system offers.
 * @param {readonly string[]} names
 */
async function installFromPackages(names) {
  say('Installing Chromium from the packages of this system …')
  // Time out soon on a machine without a network. Never remove an installed package.
  const waits = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15']
  await run('apt-get', ['update', ...waits], { limitMinutes: 5 })
  const options = ['--yes', '--no-install-recommends', '--no-remove', ...waits]
  for (const name of names) {
    const { code } = await run('apt-get', ['install', ...options, name], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      limitMinutes: 15,
    })
    if (code === 0) return
  }
}

/** @param {readonly string[]} options */
async function installWithPlaywright(options) {
  say('Installing Chromium with Playwright …')
  const args = ['install', ...options, 'chromium']
  await runTool('@playwright/test/cli.js', args, { shown: 'stderr', limitMinutes: 10 })
}
