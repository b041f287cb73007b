import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { makeCorpus } from '../corpus/corpus.ts'
import { quantile, type Workload } from '../harness.ts'
import { SERVER } from '../paths.ts'
import { Child } from '../server/child.ts'
import { serverEnv } from '../server/people.ts'
import { type Session, seed } from '../server/seed.ts'
import { typeTexts } from '../web/acts.ts'
import { openBrowser, pageOf } from '../web/browser.ts'
import { ExpectedAnswers } from '../web/expected-answers.ts'
import { slowNetwork } from '../web/slow-network.ts'

const SEED = 20_240_110
const CARDS = 1_000
const PORT = 5_044
const SLOW_PORT = 5_045
const VISITS = 3
/** A mid-range phone, as Lighthouse emulates it, on a slow 4G network. */
const SLOWER = 6
const NETWORK = { down: 1_600_000, up: 750_000, delay: 75 }
const HOME = `http://localhost:${SLOW_PORT}/home?primary_opt=note`

/** The app on a mid-range phone: its processor is six times slower, and the network a mobile one. */
export const phone: Workload = {
  name: 'phone',
  run: async (report) => {
    const folder = mkdtempSync(join(tmpdir(), 'cardinal-bench-phone-'))
    const session = await seed(folder, CARDS, SEED)
    const node = new Child([SERVER], PORT, { ...serverEnv(PORT, folder), CARDINAL_HOST: 'localhost' })
    const answers = new ExpectedAnswers(makeCorpus(CARDS, SEED))
    const network = await slowNetwork(SLOW_PORT, PORT, NETWORK)
    const first: number[] = []
    const later: number[] = []
    let keys: number[] = []
    try {
      await node.listening()
      for (let visit = 0; visit < VISITS; visit++) {
        const profile = join(folder, `profile-${visit}`)
        await onPhone(profile, session, async (page) => {
          first.push(await firstCards(page))
          await page.getByRole('status', { name: 'Saving', exact: true }).getByText('Saved').waitFor()
          await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
          await page.waitForTimeout(4_000)
        })
        await onPhone(profile, session, async (page) => {
          later.push(await firstCards(page))
          if (visit > 0) return
          await page.waitForTimeout(4_000)
          await typeTexts(page, answers, answers.texts(2, SEED + 1))
          keys = (await typeTexts(page, answers, answers.texts(8, SEED + 2))).times
        })
      }
    } finally {
      network.close()
      await node.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
    report('first visit, first cards', quantile(first, 0.5), 'ms', { atMost: 2_500 })
    report('later visit, first cards', quantile(later, 0.5), 'ms', { atMost: 1_000 })
    report('key to results, p50', quantile(keys, 0.5), 'ms')
    report('key to results, p95', quantile(keys, 0.95), 'ms', { atMost: 100 })
  },
}

async function onPhone(profile: string, session: Session, use: (page: Page) => Promise<void>): Promise<void> {
  const context: BrowserContext = await openBrowser(profile, session)
  try {
    const page = await pageOf(context)
    await page.setViewportSize({ width: 390, height: 844 })
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await use(page)
  } finally {
    await context.close()
  }
}

/** ms from the begin of the page to the frame with the first cards. */
async function firstCards(page: Page): Promise<number> {
  await page.goto(HOME, { waitUntil: 'commit' })
  await page.waitForFunction(() => (window.stopwatch.firstCards ?? -1) > 0)
  return page.evaluate(() => window.stopwatch.firstCards ?? Number.NaN)
}
