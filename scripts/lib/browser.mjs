import { existsSync } from 'node:fs'
import { Stop, say } from './project.mjs'
import { run, runTool } from './run.mjs'

const PLACES = [
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
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null
}

/** Sees to it that there is a browser, and installs one where that can be done without asking. */
export async function ensureBrowser() {
  const found = await findBrowser()
  if (found) return found
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (isRootOnDebian) {
    say('Installing Chromium from the packages of this system …')
    await run('apt-get', ['update'], { limitMinutes: 5 })
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      limitMinutes: 15,
    })
  }
  if (!(await findBrowser())) {
    say('Installing Chromium with Playwright …')
    await runTool('@playwright/test/cli.js', ['install', 'chromium'], { shown: 'stderr', limitMinutes: 10 })
  }
  const installed = await findBrowser()
  if (installed) return installed
  throw new Stop(
    'No browser was found and none could be installed: install Chromium, or set CHROMIUM_PATH to one, then try again.',
  )
}
