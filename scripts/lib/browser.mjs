import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Stop, say } from './project.mjs'
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
 * A Chromium of this machine: the one that CHROMIUM_PATH names, one in a usual place, or Playwright's own.
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
 * Playwright tells where its whole browser would be: chromium-<revision>/<system>/chrome. Its shell lies in
 * chromium_headless_shell-<revision>, beside that.
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

/** Sees to it that there is a browser, and installs one where that can be done without asking. */
export async function ensureBrowser() {
  const found = await findBrowser()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) await installFromPackages()
  if (!(await findBrowser())) {
    say('Installing Chromium with Playwright …')
    await runTool('@playwright/test/cli.js', ['install', '--only-shell', 'chromium'], {
      shown: 'stderr',
      limitMinutes: 10,
    })
  }
  const installed = await findBrowser()
  if (installed) return installed
  throw new Stop(
    'No browser was found and none could be installed: install Chromium, or set CHROMIUM_PATH to one, then try again.',
  )
}

/** The shell; the whole browser on systems that have no package of it alone. */
async function installFromPackages() {
  say('Installing Chromium from the packages of this system …')
  await run('apt-get', ['update'], { limitMinutes: 5 })
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const { code } = await run('apt-get', ['install', '-y', '--no-install-recommends', name], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      limitMinutes: 15,
    })
    if (code === 0) return
  }
}
