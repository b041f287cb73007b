import type { Page } from '@playwright/test'
import { add, bar, cards, syncState, untilServiceWorkerAnswers } from './support/offline.ts'
import { accessToken, createAccount, expect, newPerson, onAnotherDevice, test } from './support/person.ts'
import { sow } from './support/seed.ts'
import { serverRows } from './support/server-rows.ts'

test.use({ serviceWorkers: 'allow' })

const REASON = 'You have total 499 notes, 1 todos, 0 links. Upgrade for more.'

const rejectedButton = (page: Page) => page.getByRole('button', { name: /\d changes? not saved/ })
const rejected = (page: Page, text: string) =>
  page.getByRole('dialog', { name: 'Rejected changes' }).getByRole('listitem').filter({ hasText: text })

test('[OF-8] cards created offline in a workspace that was deleted elsewhere can be moved to another workspace at once', async ({
  page,
  context,
  browser,
  baseURL,
  person,
}) => {
  const far = await onAnotherDevice(browser, person, baseURL ?? '')
  const headers = { authorization: `Bearer ${await accessToken(far)}` }
  const post = async (path: string, data: object) => {
    const answer = await far.request.post(`/api${path}`, { headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()).data
  }
  const made = await post('/workspace/create-one', { workspace_name: 'Kitchen' })
  await post('/user/update-global-settings', { currentWorkspace: made._id })
  await page.goto('/home')
  await untilServiceWorkerAnswers(page)
  await expect(page.getByRole('button', { name: 'Kitchen' })).toBeVisible()
  await expect(syncState(page)).toHaveText('Saved')
  await context.setOffline(true)
  await add(page, 'Bread for Sunday')
  await add(page, 'Flour and salt')
  await post('/workspace/delete-one', { workspace_id: made._id, confirm: 'Kitchen' })
  await context.setOffline(false)

  await page.getByRole('button', { name: '2 changes not saved' }).click()
  const panel = page.getByRole('dialog', { name: 'Rejected changes' })
  await expect(panel).toContainText('2 changes belong to something that was deleted elsewhere')
  await expect(panel).toContainText('Bread for Sunday')
  await expect(panel).toContainText('Flour and salt')
  await panel
    .getByRole('button', { name: /^Move to / })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /not saved/ })).toHaveCount(0)
  await expect(syncState(page)).toHaveText('Saved')
  for (const device of [page, far]) {
    await expect(cards(device).filter({ hasText: 'Bread for Sunday' })).toHaveCount(1)
    await expect(cards(device).filter({ hasText: 'Flour and salt' })).toHaveCount(1)
  }
  const { cards: held } = await serverRows(page.request, person.accessToken)
  expect(held.map(({ content }) => content).sort()).toEqual(['Bread for Sunday', 'Flour and salt'])
  await far.context().close()
})

test.describe('with the plan all but full', () => {
  test.beforeEach(async ({ page, person }) => {
    // Slow: five hundred cards, two devices, and a worker to wait for.
    test.slow()
    await sow(
      person,
      Array.from({ length: 499 }, (_, index) => ({ type: 'note', content: `Note ${index}` })),
    )
    await page.goto('/home')
    await untilServiceWorkerAnswers(page)
    await expect(syncState(page)).toHaveText('Saved')
  })

  test('[CD-9] [OF-8] a card beyond the plan is kept with its reason, and can be retried, edited, copied and discarded', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await context.setOffline(true)
    await add(page, 'The five hundredth')
    await add(page, 'One too many')
    await add(page, 'And another')
    await context.setOffline(false)

    const button = page.getByRole('button', { name: '2 changes not saved' })
    await button.click()
    const panel = page.getByRole('dialog', { name: 'Rejected changes' })
    const first = rejected(page, 'One too many')
    await expect(first).toContainText(REASON)
    await first.getByRole('button', { name: 'Copy' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('One too many')

    await first.getByRole('button', { name: 'Edit' }).click()
    const edited = panel.getByRole('listitem').filter({ has: page.getByRole('textbox') })
    await edited.getByRole('textbox', { name: 'New card' }).fill('One too many, in other words')
    await page.keyboard.press('Escape')
    await button.click()
    await expect(edited.getByRole('textbox', { name: 'New card' })).toHaveValue(
      'One too many, in other words',
    )
    await edited.getByRole('textbox', { name: 'Tags' }).fill('later')
    const green = edited.getByRole('button', { name: 'green', exact: true })
    await green.click()
    await page.reload()
    await button.click()
    await expect(edited.getByRole('textbox', { name: 'New card' })).toHaveValue(
      'One too many, in other words',
    )
    await expect(green).toHaveAttribute('aria-pressed', 'true')
    // A name that is still being typed counts as a tag.
    await expect(edited.getByRole('textbox', { name: 'Tags' })).toHaveValue('later')
    await edited.getByRole('button', { name: 'Try again' }).click()
    await expect(edited).toHaveCount(0)
    await expect(first).toContainText('in other words')
    await expect(first).toContainText(REASON)
    await page.reload()
    await button.click()
    await rejected(page, 'And another').getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('button', { name: '1 change not saved' })).toBeVisible()

    const token = await accessToken(page)
    const { cards: held } = await serverRows(page.request, token)
    const spare = held.find(({ content }) => content === 'Note 3')
    const headers = { authorization: `Bearer ${token}` }
    await page.request.post('/api/entity/delete-many', { headers, data: { entity_ids: [spare?.id] } })
    await first.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: /not saved/ })).toHaveCount(0)
    await expect(syncState(page)).toHaveText('Saved')
    const rows = await serverRows(page.request, token)
    const contents = rows.cards.map(({ content }) => content)
    const sent = rows.cards.filter(({ content }) => content.startsWith('One too many'))
    const tag = rows.tags.find(({ name }) => name === 'later')
    expect(sent).toMatchObject([
      { content: 'One too many, in other words', color: 'green', tagIds: [tag?.id] },
    ])
    expect(contents).not.toContain('And another')
  })

  test('[OF-8] “Try all again” sends every rejected change once there is room in the plan', async ({
    page,
    context,
    person,
  }) => {
    const texts = ['First over the limit', 'Second over the limit', 'Third over the limit']
    await context.setOffline(true)
    for (const text of texts) await add(page, text)
    await context.setOffline(false)
    await expect(rejectedButton(page)).toHaveText('2 changes not saved')
    const { cards: held } = await serverRows(page.request, person.accessToken)
    const spare = held.filter(({ content }) => ['Note 3', 'Note 4'].includes(content)).map(({ id }) => id)
    await page.request.post('/api/entity/delete-many', {
      headers: { authorization: `Bearer ${person.accessToken}` },
      data: { entity_ids: spare },
    })
    await rejectedButton(page).click()
    await page.getByRole('button', { name: 'Try all again' }).click()
    await expect(rejectedButton(page)).toHaveCount(0)
    await expect(syncState(page)).toHaveText('Saved')
    const { cards: sent } = await serverRows(page.request, person.accessToken)
    expect(sent.map(({ content }) => content)).toEqual(expect.arrayContaining(texts))
  })

  test('[CD-9] [OF-8] of two cards added on two devices at 499, one is refused, kept with its reason, and sent when there is room', async ({
    page,
    context,
    browser,
    baseURL,
    person,
  }) => {
    const other = await onAnotherDevice(browser, person, baseURL ?? '')
    await expect(syncState(other)).toHaveText('Saved')
    await context.setOffline(true)
    await add(page, 'Written on the train')
    await add(other, 'Written at home')
    await expect(syncState(other)).toHaveText('Saved')
    await context.setOffline(false)

    await expect(rejectedButton(page)).toHaveText('1 change not saved')
    await expect(page.getByText('Saved', { exact: true })).toHaveCount(0)
    await rejectedButton(page).click()
    await expect(rejected(page, 'Written on the train')).toContainText(REASON)
    await page.keyboard.press('Escape')

    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const room = await rejectedButton(page).evaluate((button) => {
        const number = document.createRange()
        number.selectNodeContents(button.querySelector('span span')?.firstChild ?? button)
        const label = button.querySelector('span')
        return (label?.getBoundingClientRect().right ?? 0) - number.getBoundingClientRect().right
      })
      expect(room, `room for the number of rejected changes at ${width}`).toBeGreaterThan(-1)
    }

    await page.reload()
    await expect(rejectedButton(page), 'a reload loses nothing').toHaveText('1 change not saved')

    await test.step('when there is room, one press sends what was kept', async () => {
      const { cards: held } = await serverRows(page.request, person.accessToken)
      const spare = held.find(({ content }) => content === 'Note 3')
      await page.request.post('/api/entity/delete-many', {
        headers: { authorization: `Bearer ${person.accessToken}` },
        data: { entity_ids: [spare?.id] },
      })
      await rejectedButton(page).click()
      await rejected(page, 'Written on the train').getByRole('button', { name: 'Try again' }).click()
      await expect(rejectedButton(page)).toHaveCount(0)
      await expect(syncState(page)).toHaveText('Saved')
      const sent = (await serverRows(page.request, person.accessToken)).cards.map(({ content }) => content)
      expect(sent.filter((content) => /^Written/.test(content)).sort()).toEqual([
        'Written at home',
        'Written on the train',
      ])
    })
    await other.context().close()
  })

  test('[ID-5] [OF-8] signing out with a rejected change asks first, and the next person sees nothing of it', async ({
    page,
    context,
  }) => {
    await context.setOffline(true)
    await add(page, 'The five hundredth')
    await add(page, 'One too many')
    await context.setOffline(false)
    await expect(rejectedButton(page)).toHaveText('1 change not saved')

    const signOut = async () => {
      await page.goto('/home?popups_center=["hamburger-menu"]')
      await page.getByRole('button', { name: 'Sign out' }).click()
    }
    await signOut()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Sign out and lose changes?')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.goto('/home')
    await expect(rejectedButton(page)).toHaveText('1 change not saved')

    await signOut()
    await question.getByRole('button', { name: 'Sign out anyway' }).click()
    await expect(page).toHaveURL(/\/(\?|$)/)
    await page.goto('/api/user/sign-in/start?return_to=/home')
    await createAccount(page, newPerson())
    await expect(bar(page)).toBeVisible()
    await expect(syncState(page)).toHaveText('Saved')
    await expect(rejectedButton(page)).toHaveCount(0)
    await expect(cards(page)).toHaveCount(0)
    const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    expect(databases).toHaveLength(1)
  })
})
