import { expectNoFindings } from './support/accessibility.ts'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { serverFor, sow } from './support/seed.ts'

test.use({ serviceWorkers: 'allow' })

test('[SB-1] [HM-18] workspace:all lists results of other workspaces apart from those of the open one, and opens them there', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person, context }) => {
  await sow(person, [
    { type: 'note', content: 'Tea at home', tags: ['tea'] },
    { type: 'note', content: 'Bread at home', tags: ['bread'] },
  ])
  const server = await serverFor(person)
  const made = await server.post('/api/workspace/create-one', { data: { workspace_name: 'Work' } })
  const workspace_id = (await made.json()).data._id
  for (const content of ['Tea at work', 'Tea for guests', 'Meeting about nothing'])
    await server.post('/api/entity/create-one', {
      data: { newEntity: { type: 'note', content }, workspace_id },
    })
  await server.dispose()

  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(2)
  await bar(page).fill('tea')
  await expect(cards(page)).toHaveText([/Tea at home/])
  await expect(page.getByText(/other workspaces/i)).toHaveCount(0)
  await bar(page).fill('tea, workspace:all')
  await expect(cards(page)).toHaveText([/Tea at home/])
  const summary = page.getByText('In other workspaces: 2 cards')
  await expect(summary).toBeVisible()
  await summary.click()
  const found = page.getByRole('region', { name: 'Found in Work' })
  await expect(found.getByRole('listitem')).toHaveCount(2)
  await expect(found.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByText(/can be chosen and changed when their workspace is open/)).toBeVisible()
  await expectNoFindings(page, 'a search over all workspaces')

  await context.setOffline(true)
  await bar(page).fill('guests, workspace:all')
  await expect(page.getByText(/Only this workspace was searched/)).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  // No card in this workspace matches, so the other workspaces' matches show at once.
  await found.getByRole('button', { name: 'Tea for guests' }).click()
  await expect(cards(page)).toHaveText([/Tea for guests/])
  await expect(bar(page)).toHaveValue(/^guests,? ?$/)
  await bar(page).fill('')
  await expect(cards(page)).toHaveCount(3)
  await expect(cards(page).filter({ hasText: 'at home' })).toHaveCount(0)
})
