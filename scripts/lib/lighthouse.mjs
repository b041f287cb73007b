import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { BROWSER_ARGS, ensureBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { freePort } from './free-port.mjs'
import { at, main, say } from './project.mjs'

/** Required scores, of 100. Speed is only required of the pages where people arrive. */
const WANTED = { accessibility: 100, 'best-practices': 100, seo: 100 }
const WANTED_WITH_SPEED = { ...WANTED, performance: 95 }

/** kB that a page except home may transfer, without pictures. */
const WEIGHT = 200

const PAGES = [
  { path: '/', wanted: WANTED_WITH_SPEED },
  ...'docs guides faqs tips about contact shipping refund privacy-policy terms-of-service pricing api/docs'
    .split(' ')
    .map((name) => ({ path: `/${name}`, wanted: WANTED_WITH_SPEED })),
  // Home asks search engines not to index it.
  { path: '/home', wanted: { accessibility: 100, 'best-practices': 100, performance: 95 } },
]

/** @typedef {{ categories: Record<string, { score: number | null, auditRefs: { id: string, weight: number }[] }>, audits: Record<string, { score: number | null, title: string, displayValue?: string, details?: unknown }> }} Judged */

await main(async () => {
  await ensureBuilt()
  const executablePath = await ensureBrowser()
  const { chromium } = await import('@playwright/test')
  const named = process.argv.slice(2)
  const [port, debugPort] = [await freePort(), await freePort()]
  const server = spawn(process.execPath, [at('e2e/start-server.mjs'), String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const browser = await chromium.launchPersistentContext('', {
    executablePath,
    args: [...BROWSER_ARGS, `--remote-debugging-port=${debugPort}`],
  })
  let missed = 0
  try {
    const origin = `http://localhost:${port}`
    await untilReady(origin)
    for (const { path, wanted } of PAGES) {
      if (named.length > 0 && !named.includes(path)) continue
      if (path === '/home') await signUp(browser, origin)
      missed += report(path, await judge(`${origin}${path}`, debugPort, path === '/home'), wanted)
    }
  } finally {
    await browser.close()
    server.kill('SIGTERM')
  }
  return missed === 0 ? 0 : 1
})

/**
 * @param {string} url
 * @param {number} port
 * @param {boolean} keepsStorage whether storage and caches stay as they are, for a page behind the sign-in
 * @returns {Promise<Judged>}
 */
async function judge(url, port, keepsStorage) {
  const { default: lighthouse, desktopConfig } = await import('lighthouse')
  const result = await lighthouse(
    url,
    { port, logLevel: 'error', output: 'html', disableStorageReset: keepsStorage },
    desktopConfig,
  )
  if (!result) throw new Error(`Lighthouse says nothing about ${url}.`)
  mkdirSync(at('reports/lighthouse'), { recursive: true })
  const name = new URL(url).pathname.slice(1).replaceAll('/', '-') || 'landing'
  writeFileSync(at(`reports/lighthouse/${name}.html`), String(result.report))
  return /** @type {Judged} */ (/** @type {unknown} */ (result.lhr))
}

/**
 * Prints a page's scores and weight, and the failed audits of each missed score.
 * @param {string} path
 * @param {Judged} judged
 * @param {Record<string, number>} wanted
 * @returns {number} goals that the page misses
 */
function report(path, { categories, audits }, wanted) {
  const scores = Object.keys(categories).map((name) => ({
    name,
    score: Math.round((categories[name]?.score ?? 0) * 100),
  }))
  const low = scores.filter(({ name, score }) => score < (wanted[name] ?? 0))
  const text = scores.map(({ name, score }) => `${name} ${score}`).join(', ')
  const weight = weightOf(audits['network-requests']?.details)
  const isHeavy = path !== '/home' && weight > WEIGHT
  console.log(`${low.length === 0 && !isHeavy ? 'ok    ' : 'FAILED'} ${path}: ${text}, ${weight} kB`)
  if (isHeavy) console.log(`         more than ${WEIGHT} kB without its pictures`)
  for (const { name } of low)
    for (const { id, weight } of categories[name]?.auditRefs ?? []) {
      const audit = audits[id]
      if (weight > 0 && audit && audit.score !== null && audit.score < 0.9)
        console.log(`         ${name}: ${id}: ${audit.title} ${audit.displayValue ?? ''}`)
    }
  return low.length + (isHeavy ? 1 : 0)
}

/**
 * @param {unknown} details of Lighthouse's list of requests
 * @returns {number} transferred without pictures, in kB
 */
function weightOf(details) {
  const { items = [] } = /** @type {{ items?: { resourceType?: string, transferSize?: number }[] }} */ (
    details ?? {}
  )
  const bytes = items.reduce(
    (sum, { resourceType, transferSize = 0 }) => sum + (resourceType === 'Image' ? 0 : transferSize),
    0,
  )
  return Math.round(bytes / 1000)
}

/**
 * Makes an account at the embedded provider, with a few cards for home to show.
 * @param {import('@playwright/test').BrowserContext} browser
 * @param {string} origin
 */
async function signUp(browser, origin) {
  const page = await browser.newPage()
  await page.goto(`${origin}/api/user/sign-in/start?return_to=/home`)
  const create = page.getByRole('link', { name: 'Create' })
  if (await create.isVisible()) await create.click()
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Password').fill('a long sentence about nothing')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(/\/home/)
  const token = await page.evaluate("localStorage.getItem('jwt_access_token')")
  const headers = { authorization: `Bearer ${token}` }
  const file = readFileSync(at('apps/server/test/samples/bookmarks.html'), 'utf8')
  for (const [, name] of file.matchAll(/<A HREF="[^"]*"[^>]*>([^<]+)</gi))
    await page.request.post(`${origin}/api/entity/create-one`, {
      headers,
      data: { newEntity: { type: 'todo', content: name } },
    })
  await page.reload()
  await page.getByRole('article').first().waitFor()
  await page.close()
}

/** @param {string} origin */
async function untilReady(origin) {
  for (let tries = 0; tries < 300; tries++) {
    const isReady = await fetch(`${origin}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((done) => setTimeout(done, 100))
  }
  say('The server does not get ready.')
}
