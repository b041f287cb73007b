import type { Page } from '@playwright/test'
import { add, bar, cards, syncState } from './support/offline.ts'
import { expect, onAnotherDevice, test } from './support/person.ts'

/** Makes the clock of a page and of its worker wrong, before the page opens. */
async function setClock(page: Page, days: number): Promise<void> {
  const script = `if (globalThis.wrongClock === undefined) {
    globalThis.wrongClock = true
    const RightDate = Date
    const offset = ${days * 86_400_000}
    globalThis.Date = class extends RightDate {
      constructor(...given) {
        if (given.length === 0) super(RightDate.now() + offset)
        else super(...given)
      }
      static now() { return RightDate.now() + offset }
    }
  }\n`
  await page.addInitScript(script)
  await page.route(/\/assets\/main-[\w-]+\.js$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: script + (await answer.text()) })
  })
}

for (const [words, days] of [
  ['ahead', 365],
  ['behind', -365],
] as const)
  test(`[OF-2] on a device whose clock is a year ${words} due dates follow its calendar, and moments the server’s clock`, async ({
    page,
    browser,
    baseURL,
    person,
  }) => {
    await setClock(page, days)
    await page.goto('/home?primary_opt=todo')
    await expect(syncState(page)).toHaveText('Saved')
    await bar(page).fill('Pay the rent due:tomorrow')
    await bar(page).press('Control+Enter')
    await expect(cards(page)).toHaveCount(1)
    await add(page, 'Call Ada')
    await expect(syncState(page)).toHaveText('Saved')
    const rent = cards(page).filter({ hasText: 'Pay the rent' })
    await expect(rent.getByRole('button', { name: /^Due tomorrow/ })).toBeVisible()
    const right = await onAnotherDevice(browser, person, baseURL ?? '')
    await right.goto('/home?primary_opt=todo')
    await expect(cards(right)).toHaveCount(2)
    for (const [name, each] of [
      ['wrong', page],
      ['right', right],
    ] as const) {
      await bar(each).fill('created:today')
      await expect(cards(each), name).toHaveCount(2)
      await bar(each).fill('created:yesterday')
      await expect(cards(each), name).toHaveCount(0)
      await bar(each).fill('')
    }
    const call = cards(page).filter({ hasText: 'Call Ada' })
    await call.getByRole('checkbox', { name: /^Complete/ }).click()
    for (const each of [page, right]) {
      await expect(cards(each)).toHaveText([/Pay the rent/])
      await bar(each).fill('done:today')
      await expect(cards(each)).toHaveText([/Call Ada/])
      await bar(each).fill('')
    }
    await page.getByRole('button', { name: 'Undo' }).first().click()
    for (const each of [page, right]) await expect(cards(each)).toHaveCount(2)
    await page.reload()
    await expect(syncState(page)).toHaveText('Saved')
    await bar(page).fill('created:today')
    await expect(cards(page)).toHaveCount(2)
    await right.context().close()
  })
