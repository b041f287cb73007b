import { makeId } from '@cardinal/domain'
import type { Page } from '@playwright/test'
import { BrowserWorld } from './world.ts'

/**
 * Measures what people wait for, in Chromium over loopback: `npx tsx apps/web/test/browser/measure.ts 10000`. 200
 * words and three tags a card; one tag for every 200 cards. Times in ms.
 */
const CARDS = Number(process.argv[2] ?? 10_000)
const QUEUED = Number(process.argv[3] ?? 10_000)

const world = await BrowserWorld.start()
try {
  const userId = await world.newUser()
  await fill(userId, CARDS)
  const device = await world.newDevice(userId)
  const page = await world.openTab(device, userId)
  report('first load, first cards shown', await until(page, userId, 'cards > 0'))
  report(`first load, all ${CARDS}`, await until(page, userId, 'saved'))
  report('long tasks on the page', await page.evaluate(() => window.harness.longTasks))
  await page.close()
  const again = await world.openTab(device, userId)
  report('start from disk, first cards shown', await until(again, userId, 'cards > 0'))
  report('start from disk, everything loaded', await until(again, userId, 'saved'))
  report('ask to answer, p95', await again.evaluate(askOften, userId))
  const other = await world.openTab(await world.newDevice(userId), userId)
  await until(other, userId, 'saved')
  report('a change painted on the other device, p50 and p95', await betweenDevices(again, other, userId))
  await device.setOffline(true)
  const queueing = await again.evaluate(queue, { userId, ids: ids(QUEUED) })
  report(`mutate, ${QUEUED} in a row, each`, queueing / QUEUED)
  await again.waitForFunction((id) => window.harness.connect(id).snapshot().sync.unstored === 0, userId, {
    timeout: 120_000,
  })
  await device.setOffline(false)
  const started = Date.now()
  await again.evaluate(() => dispatchEvent(new Event('online')))
  await again.waitForFunction((id) => window.harness.connect(id).snapshot().sync.phase === 'saved', userId, {
    timeout: 300_000,
  })
  report(`${QUEUED} queued changes sent`, Date.now() - started)
  report('long tasks on the page', await again.evaluate(() => window.harness.longTasks))
} finally {
  await world.stop()
}

function report(what: string, figure: unknown): void {
  const shown = typeof figure === 'number' ? figure.toFixed(1) : JSON.stringify(figure)
  console.warn(`${what}: ${shown}`)
}

function ids(count: number): string[] {
  return Array.from({ length: count }, (_, n) =>
    makeId(Date.now(), new TextEncoder().encode(String(n).padStart(8, '0'))),
  )
}

/** Adds the cards by an import. */
async function fill(userId: string, count: number): Promise<void> {
  const { accessToken } = await world.node.identity.sessions.issue(userId, 'measure')
  const words = (n: number) =>
    Array.from({ length: 12 }, (_, i) => `word${(n * 31 + i * 97) % 5_000}`).join(' ')
  const tags = (n: number) => [n % 100, (n * 7) % 100, (n * 13) % 100].map((tag) => `tag ${tag}`).join(',')
  const lines = Array.from({ length: count }, (_, n) => `"${words(n)}",https://example.org/${n},"${tags(n)}"`)
  const answer = await world.node.app.inject({
    method: 'POST',
    url: '/api/import?format=csv',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'text/csv' },
    payload: ['title,url,tags', ...lines].join('\n'),
  })
  console.warn('import:', answer.statusCode, answer.body.slice(0, 200))
  for (let waited = 0; waited < 600; waited++) {
    const { todo, note, link } = await world.node.store.cards.counts(userId)
    if (todo + note + link >= count) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** ms from the start of the navigation until a condition holds. Checked at every frame. */
function until(page: Page, userId: string, what: 'cards > 0' | 'saved'): Promise<number> {
  return page.evaluate(
    async ({ userId, what }) => {
      const connection = window.harness.connect(userId)
      for (;;) {
        const { replica, sync } = connection.snapshot()
        const counts = await replica?.ask('countCards', {})
        const isSo = what === 'saved' ? sync.phase === 'saved' : counts !== undefined && counts.link > 0
        if (isSo) return performance.now()
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
    },
    { userId, what },
  )
}

async function askOften(userId: string): Promise<number> {
  const { replica } = window.harness.connect(userId).snapshot()
  const times: number[] = []
  for (let n = 0; n < 200; n++) {
    const started = performance.now()
    await replica?.ask('tagsBySearchword', { keywords: [`tag ${n % 100}`] })
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[189] ?? 0
}

async function betweenDevices(from: Page, to: Page, userId: string): Promise<number[]> {
  const times: number[] = []
  for (const id of ids(30)) {
    const seen = to.evaluate(
      async ({ userId, id }) => {
        const { replica } = window.harness.connect(userId).snapshot()
        for (;;) {
          const [card] = (await replica?.ask('cardsById', { ids: [id] })) ?? []
          if (card !== undefined) return Date.now()
          await new Promise((resolve) => requestAnimationFrame(resolve))
        }
      },
      { userId, id },
    )
    const started = await from.evaluate(
      async ({ userId, id }) => {
        const started = Date.now()
        const card = { id, type: 'todo', content: 'across' } as const
        await window.harness
          .connect(userId)
          .snapshot()
          .replica?.mutate({ name: 'createCard', args: { card } })
        return started
      },
      { userId, id },
    )
    times.push((await seen) - started)
  }
  times.sort((a, b) => a - b)
  return [times[14] ?? 0, times[28] ?? 0]
}

async function queue({ userId, ids }: { userId: string; ids: string[] }): Promise<number> {
  const { replica } = window.harness.connect(userId).snapshot()
  const started = performance.now()
  await Promise.all(
    ids.map((id, n) =>
      replica?.mutate({
        name: 'createCard',
        args: { card: { id: `f${id.slice(1)}`, type: 'todo', content: `queued ${n}` } },
      }),
    ),
  )
  return performance.now() - started
}
