import { expectNoFindings } from './support/accessibility.ts'
import { add, cards, syncState, untilServiceWorkerAnswers } from './support/offline.ts'
import { expect, onAnotherDevice, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

test.use({ serviceWorkers: 'allow' })

test('[CD-7] [HM-19] an act is undone from the list after a reload; what another device changed since stays and is named', {
  tag: ['@wide', '@narrow'],
}, async ({ page, browser, person, baseURL }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?popups_center=recent-acts')
  const list = page.getByRole('dialog', { name: 'Recent changes' })
  await expect(list.getByText('Nothing to undo yet')).toBeVisible()
  await page.keyboard.press('Escape')
  await untilServiceWorkerAnswers(page)

  const all = cards(page)
  await expect(all.first()).toBeVisible()
  const count = await all.count()
  await all.first().focus()
  await page.keyboard.press('x')
  const toolbar = page.getByRole('toolbar', { name: 'Selected cards' })
  await toolbar.getByRole('button', { name: 'Select all shown' }).click()
  await expect(toolbar).toContainText(`${count} cards selected`)
  await toolbar.getByRole('button', { name: 'Colour' }).click()
  await page.getByRole('button', { name: 'red', exact: true }).click()
  await expect(syncState(page)).toHaveText('Saved')
  // The act is listed once it is on the disk, a moment after the cards.
  const openList = async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('recent changes')
    await page.keyboard.press('Enter')
  }
  await openList()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.goto('/home')

  const other = await onAnotherDevice(browser, person, baseURL ?? '')
  await cards(other).filter({ hasText: 'Feed the sourdough' }).focus()
  await other.keyboard.press('Delete')
  await expect(cards(other).filter({ hasText: 'Feed the sourdough' })).toHaveCount(0)
  await expect(syncState(other)).toHaveText('Saved')
  await expect(cards(page)).toHaveCount(count - 1)

  await page.context().setOffline(true)
  await add(page, 'Written without a network')
  await openList()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByRole('listitem').first()).toContainText('Written without a network')
  await expectNoFindings(page)
  await list.getByRole('button', { name: 'Undo: Coloured red' }).click()
  const said = '1 card was deleted since, and stays as it is'
  await expect(list.getByRole('listitem').last()).toContainText(`Undone. ${said}`)
  await page.context().setOffline(false)
  await expect(syncState(page)).toHaveText('Saved')
  await expect(syncState(other)).toHaveText('Saved')
  await page.reload()
  await expect(list.getByRole('listitem').last()).toContainText(`Undone. ${said}`)
  await expect(list.getByRole('button', { name: /^Undo/ })).toHaveCount(1)
  await list.getByRole('button', { name: 'Redo: Coloured red' }).click()
  await expect(list.getByRole('listitem').last()).not.toContainText('Undone')
  await expect(list.getByRole('button', { name: 'Undo: Coloured red' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(cards(page)).toHaveCount(count)
  await expect(cards(other)).toHaveCount(count)
  await expect(cards(other).filter({ hasText: 'Feed the sourdough' })).toHaveCount(0)
  await other.context().close()
})
