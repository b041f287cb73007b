import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { makeCorpus } from '../corpus/corpus.ts'
import { quantile, type Report, type Workload } from '../harness.ts'
import { SERVER } from '../paths.ts'
import { Child } from '../server/child.ts'
import { serverEnv } from '../server/people.ts'
import { seed } from '../server/seed.ts'
import { scroll, typeTexts } from '../web/acts.ts'
import { openBrowser, pageOf } from '../web/browser.ts'
import { ExpectedAnswers } from '../web/expected-answers.ts'
import { firstLoad, startFromDisk } from '../web/starts.ts'

const SEED = 20_240_112
const PORT = 5_070
const CARDS = 10_000
const PICTURES = 1_000
const HOME = '/home?primary_opt=note'
const ROUNDS = 5
const TEXTS = 4
const STEPS = 60

/** What the same acts take without and with pictures, in this order. */
type Pair = readonly [without: number[], withThem: number[]]
const pair = (): Pair => [[], []]

/** One account without files, and one whose newest notes have 1,000 pictures: starts, keys and scrolling, by turns. */
export const pictures: Workload = {
  name: 'pictures',
  run: async (report) => {
    const folder = mkdtempSync(join(tmpdir(), 'cardinal-bench-pictures-'))
    const answers = new ExpectedAnswers(makeCorpus(CARDS, SEED))
    const opened: BrowserContext[] = []
    const nodes: Child[] = []
    try {
      const sides = []
      for (const [n, count] of [0, PICTURES].entries()) {
        const data = join(folder, `data-${n}`)
        const session = await seed(data, CARDS, SEED, count)
        const env = { ...serverEnv(PORT + n, data), CARDINAL_HOST: 'localhost', CARDINAL_QUOTA_MB: '0' }
        const node = new Child([SERVER], PORT + n, env)
        nodes.push(node)
        await node.listening()
        const profile = join(folder, `profile-${n}`)
        sides.push({ profile, session, address: `http://localhost:${PORT + n}${HOME}` })
      }
      await starts(report, sides, answers)
      const pages: Page[] = []
      for (const { profile, session, address } of sides) {
        const context = await openBrowser(profile, session)
        opened.push(context)
        const page = await pageOf(context)
        await page.goto(address)
        await page.getByRole('status', { name: 'Saving', exact: true }).getByText('Saved').waitFor()
        await page.waitForTimeout(2_000)
        pages.push(page)
      }
      await use(report, pages, answers)
    } finally {
      for (const context of opened) await context.close()
      for (const node of nodes) await node.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

async function starts(
  report: Report,
  sides: readonly Parameters<typeof firstLoad>[0][],
  answers: ExpectedAnswers,
): Promise<void> {
  const [text = ''] = answers.texts(1, SEED)
  const [everything, found] = [answers.expected('note', ''), answers.expected('note', text)]
  for (const side of sides) await firstLoad(side, everything)
  const [first, searched] = [pair(), pair()]
  for (let round = 0; round < ROUNDS; round++)
    for (const [n, side] of sides.entries()) {
      first[n]?.push((await startFromDisk(side, null, everything)).firstCards)
      searched[n]?.push((await startFromDisk(side, text, found)).whole)
    }
  compare(report, 'start, first cards', first, 0.5)
  compare(report, 'start, first search answered', searched, 0.5)
}

async function use(report: Report, pages: readonly Page[], answers: ExpectedAnswers): Promise<void> {
  const [keys, frames, longest] = [pair(), pair(), pair()]
  let late = 0
  // The first round warms up: the code, and the thumbnails of the first cards.
  for (let round = 0; round <= ROUNDS; round++)
    for (const [n, page] of pages.entries()) {
      const typed = await typeTexts(page, answers, answers.texts(TEXTS, SEED + round))
      const scrolled = await scroll(page, STEPS)
      if (round === 0) continue
      late += typed.late
      keys[n]?.push(...typed.times)
      frames[n]?.push(...scrolled)
      longest[n]?.push(Math.max(...scrolled))
    }
  compare(report, 'key to results, p50', keys, 0.5)
  compare(report, 'key to results, p95', keys, 0.95)
  report('keys without the right results in 5 s', late, 'keys', { atMost: 0 })
  compare(report, 'scrolling, frame, p95', frames, 0.95)
  compare(report, 'scrolling, longest frame of a round', longest, 0.5)
}

function compare(report: Report, metric: string, [without, withThem]: Pair, share: number): void {
  const [before, after] = [quantile(without, share), quantile(withThem, share)]
  report(`${metric}, without pictures`, before, 'ms')
  report(`${metric}, with 1,000 pictures`, after, 'ms')
  report(`${metric}, with beside without`, (100 * after) / before, '%', { atMost: 115 })
}
