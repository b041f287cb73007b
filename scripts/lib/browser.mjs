import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { at, Stop, say } from './project.mjs'
import { run, runTool } from './run.mjs'

/** The shell before the whole browser: it has no window to draw and answers several times faster. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Arguments with which Chromium runs anywhere, also as root and where nothing but this machine is reachable. */
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
 * Resolves with a Chromium of this machine: the one that CHROMIUM_PATH names, one in a usual place, or Playwright's
 * own.
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
 * Returns the path of the browser's shell. Playwright tells where its whole browser would be:
 * chromium-<revision>/<system>/chrome. Its shell lies in chromium_headless_shell-<revision>, beside that.
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

/** Browsers with windows that load extensions from folders. Google's own builds of Chrome refuse that. */
const WHOLE_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Resolves with how Playwright starts a whole Chromium with the extension loaded, as it is built for people.
 * @returns {Promise<import('@playwright/test').LaunchOptions>}
 */
export async function launchWithExtension() {
  const folder = at('packages/extension/dist/chromium')
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
 * Resolves with a whole Chromium, which can load an extension; the shell cannot. It is installed where that can be done
 * without asking: from the system's packages, else with Playwright.
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

/** Sees to it that there is a browser, and installs one where that can be done without asking. */
export async function ensureBrowser() {
  const found = await findBrowser()
  if (found) return found
  // Of the shell, systems without a package of it alone have the whole browser.
  if (mayInstallPackages()) await installFromPackages(['chromium-headless-shell', 'chromium'])
  if (!(await findBrowser())) await installWithPlaywright(['--only-shell'])
  const installed = await findBrowser()
  if (installed) return installed
  throw new Stop(
    'No browser was found and none could be installed: install Chromium, or set CHROMIUM_PATH to one, then try again.',
  )
}

const mayInstallPackages = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/**
 * Installs the first of these packages that the system has.
 * @param {readonly string[]} names
 */
async function installFromPackages(names) {
  say('Installing Chromium from the packages of this system …')
  await run('apt-get', ['update'], { limitMinutes: 5 })
  for (const name of names) {
    const { code } = await run('apt-get', ['install', '-y', '--no-install-recommends', name], {
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
