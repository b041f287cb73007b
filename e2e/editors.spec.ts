import { deleteElsewhere, line, lineTexts, notice, openWhole, SHOPPING, whole } from './support/editor.ts'
import { bar, cards, syncState } from './support/offline.ts'
import { accessToken, expect, onAnotherDevice, test } from './support/person.ts'
import { sow } from './support/seed.ts'

test('[CD-4] an undone deletion of a line is announced, and keeps a tick that was set since', async ({
  page,
  person,
}) => {
  const [id = ''] = await sow(person, SHOPPING)
  await openWhole(page, id)
  await whole(page).getByRole('button', { name: 'Delete subtask 2' }).click()
  await page.keyboard.press('Escape')
  await expect(whole(page)).toHaveCount(0)

  const card = cards(page).filter({ hasText: 'Shopping' })
  await card.getByRole('checkbox', { name: 'milk' }).check()
  await card.getByRole('button', { name: 'Unsaved changes' }).click()
  await expect(notice(page)).toContainText(/Unsaved changes, written (just now|\d+ min ago)/)
  expect(await lineTexts(page)).toEqual(['milk', 'bread'])
  await expect(whole(page).getByRole('checkbox', { name: 'Done: milk' })).toBeChecked()

  await notice(page).getByRole('button', { name: 'Discard' }).click()
  expect(await lineTexts(page)).toEqual(['milk', 'eggs', 'bread'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => lineTexts(page)).toEqual(['milk', 'bread'])
  await page.keyboard.press('Control+Enter')
  await expect(whole(page)).toHaveCount(0)
  await expect(card.getByRole('checkbox', { name: 'eggs' })).toHaveCount(0)
  await expect(card.getByRole('checkbox', { name: 'milk' })).toBeChecked()
  await expect(card.getByRole('button', { name: 'Unsaved changes' })).toHaveCount(0)
})

test('[CD-3] Ctrl+Enter saves the full card wherever the focus is', async ({ page, person }) => {
  const [id = ''] = await sow(person, SHOPPING)
  await openWhole(page, id)
  await line(page, 1).fill('oat milk')
  await whole(page).getByRole('heading', { name: 'Linked cards' }).click()
  await page.keyboard.press('Control+Enter')
  await expect(whole(page)).toHaveCount(0)
  await expect(cards(page).getByRole('checkbox', { name: 'oat milk' })).toBeVisible()
})

test('[CD-3] Ctrl+Enter in the full card works at once, before any field had the focus', async ({
  page,
  person,
}) => {
  const [id = ''] = await sow(person, SHOPPING)
  await openWhole(page, id)
  await line(page, 1).fill('oat milk')
  await page.reload()
  await expect(line(page, 1)).toHaveValue('oat milk')
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Control+Enter')
  await expect(whole(page)).toHaveCount(0)
  await expect(cards(page).getByRole('checkbox', { name: 'oat milk' })).toBeVisible()
})

test('[CD-4] subtasks can be moved by keyboard and by mouse, and stay in their new place', async ({
  page,
  person,
}) => {
  const [id = ''] = await sow(person, SHOPPING)
  await openWhole(page, id)
  await line(page, 1).press('Alt+ArrowDown')
  await expect.poll(() => lineTexts(page)).toEqual(['eggs', 'milk', 'bread'])
  await expect(line(page, 2), 'the focus goes with it').toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(() => lineTexts(page)).toEqual(['eggs', 'bread', 'milk'])
  const grips = whole(page).locator('[data-grip]')
  await expect(grips.first()).toHaveAttribute('title', /Alt/)
  await grips.nth(2).hover()
  await page.mouse.down()
  await grips.nth(0).hover({ position: { x: 4, y: 2 } })
  await page.mouse.up()
  await expect.poll(() => lineTexts(page)).toEqual(['milk', 'eggs', 'bread'])
  await grips.nth(0).hover()
  await page.mouse.down()
  await grips.nth(1).hover()
  await page.mouse.up()
  await expect.poll(() => lineTexts(page)).toEqual(['eggs', 'milk', 'bread'])
  await page.keyboard.press('Control+Enter')
  await expect(whole(page)).toHaveCount(0)
  await page.reload()
  await expect(cards(page).getByRole('checkbox', { name: /^(milk|eggs|bread)$/ })).toHaveCount(3)
  expect(await cards(page).first().innerText()).toMatch(/eggs[\s\S]*milk[\s\S]*bread/)
})

test('[CD-4] lines can be dragged with a finger', { tag: ['@narrow', '@middle', '@wide'] }, async ({
  page,
  person,
}) => {
  const [id = ''] = await sow(person, SHOPPING)
  await openWhole(page, id)
  const grips = whole(page).locator('[data-grip]')
  const from = await grips.nth(0).boundingBox()
  const to = await grips.nth(2).boundingBox()
  if (from === null || to === null) throw new Error('The lines have no handles.')
  const middle = (box: { x: number; y: number; width: number; height: number }) => ({
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
  })
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  const [start, end] = [middle(from), middle(to)]
  await send('touchStart', [start])
  for (const part of [0.2, 0.6, 1])
    await send('touchMove', [{ x: start.x, y: start.y + (end.y - start.y) * part }])
  await send('touchEnd', [])
  await expect.poll(() => lineTexts(page)).toEqual(['eggs', 'bread', 'milk'])
})

test('[CD-5] [TG-9] the colours of a menu are shown as colours, not only as words', async ({
  page,
  person,
}) => {
  await sow(person, SHOPPING)
  await page.goto('/home')
  const card = cards(page).first()
  const openings = [
    () => card.click({ button: 'right', position: { x: 200, y: 8 } }),
    () => card.getByRole('button', { name: 'kitchen', exact: true }).click({ button: 'right' }),
  ]
  for (const open of openings) {
    await open()
    await page.getByRole('menuitem', { name: 'Colour…' }).click()
    const colours = page.getByRole('menuitemcheckbox').filter({ hasNotText: 'no colour' })
    await expect(colours).toHaveCount(14)
    for (const each of await colours.all()) {
      const swatch = each.locator(`[data-color="${await each.innerText()}"]`)
      await expect(swatch).toBeVisible()
      const shown = await swatch.evaluate((element) => getComputedStyle(element).backgroundColor)
      expect(shown).not.toBe('rgba(0, 0, 0, 0)')
    }
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
})

test('[CD-3] [CD-7] the full editor of a card that is deleted elsewhere stays open, and saving restores the card', async ({
  page,
  person,
}) => {
  const [id = ''] = await sow(person, SHOPPING)
  await openWhole(page, id)
  await line(page, 1).fill('oat milk')
  await deleteElsewhere(page.request, page, [id])
  await expect(page.getByText('This card was deleted meanwhile. Saving brings it back.')).toBeVisible()
  await expect(line(page, 1)).toHaveValue('oat milk')

  await page.reload()
  await expect(page.getByText('This card was deleted meanwhile. Saving brings it back.')).toBeVisible()
  await expect(line(page, 1)).toHaveValue('oat milk')
  await page.keyboard.press('Control+Enter')
  await expect(cards(page).getByRole('checkbox', { name: 'oat milk' })).toBeVisible()
  await expect(syncState(page)).toHaveText('Saved')
  for (const name of ['eggs', 'bread'])
    await expect(cards(page).getByRole('checkbox', { name })).toBeVisible()
})

test('[CD-3] a text that is edited in the list stays when its card is deleted elsewhere', async ({
  page,
  person,
}) => {
  const [id = ''] = await sow(person, SHOPPING)
  // The editor's code arrives after the deletion.
  let isDeleted = () => {}
  const deleted = new Promise<void>((resolve) => {
    isDeleted = resolve
  })
  await page.route(/\/assets\/gone-editor-/, async (route) => {
    await deleted
    await route.continue()
  })
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(1)
  await cards(page).first().getByText('Shopping').dblclick()
  const field = page.getByRole('textbox', { name: 'Text of the card' })
  await field.fill('Shopping for the party')
  await deleteElsewhere(page.request, page, [id])
  await expect(cards(page)).toHaveCount(0)
  isDeleted()
  await expect(page.getByText('The card that you are editing was deleted meanwhile.')).toBeVisible()
  await expect(field).toHaveValue('Shopping for the party')
  await field.press('Control+Enter')
  await expect(cards(page)).toContainText(['Shopping for the party'])
})

test('[CD-3] the strip above the list leads to each draft, also of a deleted and of a new card', async ({
  page,
  person,
}) => {
  const [id = ''] = await sow(person, SHOPPING)
  await openWhole(page, id)
  await line(page, 1).fill('oat milk')
  await page.keyboard.press('Escape')
  await deleteElsewhere(page.request, page, [id])
  await expect(cards(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Add a card' }).click()
  const quick = page.getByRole('dialog', { name: 'Quick add' })
  await quick.getByLabel('Text').fill('half a thou')
  await page.keyboard.press('Escape')

  const drafts = page.getByRole('button', { name: '2 drafts' })
  await drafts.click()
  const list = page.getByRole('dialog', { name: 'Unsaved drafts' })
  await list
    .getByRole('listitem')
    .filter({ hasText: 'half a thou' })
    .getByRole('button', { name: 'Continue editing' })
    .click()
  await expect(quick.getByLabel('Text')).toHaveValue('half a thou')
  await page.keyboard.press('Control+Enter')
  await expect(cards(page)).toHaveCount(1)

  await page.getByRole('button', { name: '1 draft' }).click()
  await list.getByRole('button', { name: 'Continue editing' }).click()
  await expect(line(page, 1)).toHaveValue('oat milk')
  await page.keyboard.press('Control+Enter')
  await expect(cards(page).getByRole('checkbox', { name: 'oat milk' })).toBeVisible()
})

test('[RT-5] [PU-1] [PU-4] [SB-9] every editor of a card and the form for new tags can be opened from the interface', async ({
  page,
  person,
}) => {
  await sow(person, SHOPPING)
  await page.goto('/home')
  const card = cards(page).filter({ hasText: 'Shopping' })
  await card.click({ button: 'right', position: { x: 200, y: 8 } })
  await page.getByRole('menuitem', { name: 'Edit in a form…' }).click()
  const form = page.getByRole('dialog', { name: 'Edit card' })
  await form.getByRole('textbox', { name: 'Subtask 1' }).fill('oat milk')
  await page.keyboard.press('Control+Enter')
  await expect(card.getByRole('checkbox', { name: 'oat milk' })).toBeVisible()

  for (const [command, title] of [
    ['Edit the text of the card', 'Edit text'],
    ['Edit the tags of the card', 'Edit tags'],
    ['Edit the card in a form', 'Edit card'],
  ] as const) {
    await card.focus()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find a command' }).fill(command)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }

  await page.goto('/home?popups_top=["playground-todo"]')
  const sheet = page.getByRole('dialog').first()
  await sheet.getByRole('button', { name: 'Edit the text of “Shopping”' }).click()
  await page.getByRole('textbox', { name: 'Text of the card' }).fill('Shopping on Friday')
  await page.keyboard.press('Control+Enter')
  await expect(sheet.getByText('Shopping on Friday')).toBeVisible()
  await sheet.getByRole('button', { name: 'Edit the tags of “Shopping on Friday”' }).click()
  await expect(page.getByRole('group', { name: 'Tags of this card' })).toBeVisible()

  await page.goto('/home')
  await bar(page).fill('espresso')
  await page.getByRole('button', { name: 'New tag “espresso”…' }).click()
  await page
    .getByRole('dialog', { name: 'New tags' })
    .getByRole('button', { name: 'espresso', exact: true })
    .click()
  await expect(page.getByText('Created 1 tag').last()).toBeVisible()
})

test('[PU-4] on a phone the menu of a card opens the quick editors of its text and its tags', async ({
  browser,
  person,
  baseURL,
}) => {
  await sow(person, SHOPPING)
  const context = await browser.newContext({
    storageState: person.session,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    ...(baseURL && { baseURL }),
  })
  const page = await context.newPage()
  await page.goto('/home')
  const card = cards(page).filter({ hasText: 'Shopping' })
  await card.getByRole('button', { name: 'More' }).tap()
  await page.getByRole('menuitem', { name: 'Edit text' }).tap()
  const text = page.getByRole('dialog', { name: 'Edit text' })
  await text.getByRole('textbox', { name: 'Text of the card' }).fill('Shopping on Friday')
  await text.getByRole('button', { name: 'Save' }).tap()
  await expect(cards(page)).toContainText(['Shopping on Friday'])
  await cards(page).getByRole('button', { name: 'More' }).tap()
  await page.getByRole('menuitem', { name: 'Tags…' }).tap()
  await expect(page.getByRole('dialog', { name: 'Edit tags' })).toBeVisible()
  await context.close()
})

test('[CD-3] [ID-5] a draft survives a session that the server ended, and a discard by Escape can be undone', async ({
  page,
  browser,
  person,
  baseURL,
}) => {
  const [id = ''] = await sow(person, SHOPPING)
  await openWhole(page, id)
  await line(page, 1).fill('oat milk')
  const headers = { authorization: `Bearer ${await accessToken(page)}` }
  const ended = await page.request.post('/api/user/end-sessions', { headers, data: {} })
  expect(ended.status(), await ended.text()).toBe(200)
  await page.evaluate(() => localStorage.setItem('jwt_access_token_ends', '0'))
  await page.reload()
  // Retry: the app navigates to the sign-in meanwhile.
  await expect(async () => {
    expect(await page.evaluate(() => localStorage.getItem('jwt_refresh_token'))).toBeNull()
  }).toPass()

  const other = await onAnotherDevice(browser, person, baseURL ?? '')
  const { origins } = await other.context().storageState()
  await other.context().close()
  const session = origins.flatMap(({ localStorage: entries }) => entries)
  await page.evaluate((entries) => {
    for (const { name, value } of entries)
      if (name.startsWith('jwt') || name === 'credentials') localStorage.setItem(name, value)
  }, session)
  await openWhole(page, id)
  await expect(notice(page)).toBeVisible()
  await expect(line(page, 1)).toHaveValue('oat milk')
  await page.keyboard.press('Control+Enter')

  await cards(page).first().getByText('Shopping').dblclick()
  const field = page.getByRole('textbox', { name: 'Text of the card' })
  await field.fill('Shopping, maybe')
  await field.press('Escape')
  await expect(field).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Unsaved changes' }).click()
  await expect(field).toHaveValue('Shopping, maybe')
})
