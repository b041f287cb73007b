import { ChaosProxy } from '../apps/server/test/torture/chaos-proxy.ts'
import { add, syncState } from './support/offline.ts'
import { expect, openHomeAs, test } from './support/person.ts'
import { serverRows } from './support/server-rows.ts'

test.use({ serviceWorkers: 'allow' })

/** Changes made while the connections are disturbed. */
const CHANGES = 8

test('[OF-2] [OF-5] late, reset, silent and cut connections neither lose nor double what a browser sends', async ({
  page,
  person,
  baseURL,
}) => {
  // Slow: a silent connection is aborted only after a timeout.
  test.slow()
  const proxy = await ChaosProxy.start(Number(new URL(baseURL ?? '').port))
  try {
    await openHomeAs(page, person, `http://localhost:${proxy.port}`)
    await expect(syncState(page)).toHaveText('Saved')
    proxy.storm()
    const sent = Array.from({ length: CHANGES }, (_, index) => `In the storm, ${index + 1}`)
    for (const text of sent) await add(page, text)
    // Connections without a fault are ended, so that the app opens new ones.
    const suffered = () => {
      if (struck(proxy) < 2) proxy.storm()
      return struck(proxy)
    }
    await expect
      .poll(suffered, { message: 'connections that suffered', intervals: [2_000], timeout: 120_000 })
      .toBeGreaterThan(1)
    proxy.calm()
    await expect(syncState(page)).toHaveText('Saved', { timeout: 120_000 })
    const { cards } = await serverRows(page.request, person.accessToken)
    expect(cards.map(({ content }) => content).sort()).toEqual(sent)
  } finally {
    await page.close()
    await proxy.stop()
  }
})

function struck({ suffered: { none, ...faults } }: ChaosProxy): number {
  return Object.values(faults).reduce((sum, count) => sum + count, 0)
}
