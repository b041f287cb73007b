import { randomBytes } from 'node:crypto'
import { cards, syncState } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, serverFor, sow } from './support/seed.ts'

test('[TG-4] deleting a tag shows how many cards have it, and whether another device restored it', async ({
  page,
  person,
}) => {
  const ids = await sow(person, KITCHEN_AND_SCHOOL)
  const server = await serverFor(person)
  const answer = await server.post('/api/tag/get-all-tags', { data: { with_ids: true } })
  const tags = (await answer.json()).data as { _id: string; tag_name: string }[]
  const bread = tags.find(({ tag_name }) => tag_name === 'bread')?._id
  await page.goto('/home')
  const sourdough = cards(page).filter({ hasText: 'Feed the sourdough' })
  const chip = sourdough.getByRole('button', { name: 'bread', exact: true })
  const question = page.getByRole('alertdialog')
  const deleteTag = async (answered: string) => {
    await chip.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Delete tag' }).click()
    await expect(question).toContainText('Delete “bread”?')
    await expect(question).toContainText('It is on 3 cards. The cards stay and lose the tag.')
    await question.getByRole('button', { name: answered }).click()
    await expect(question).toHaveCount(0)
  }
  await deleteTag('Cancel')
  await expect(chip).toBeVisible()

  await deleteTag('Delete 1 tag')
  await expect(page.getByText('Deleted “bread” from 3 cards').first()).toBeVisible()
  await expect(chip).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(chip).toBeVisible()

  await deleteTag('Delete 1 tag')
  await expect(chip).toHaveCount(0)
  await expect(syncState(page)).toHaveText('Saved')
  const back = page.getByText('“bread” is back, because another device used it').first()
  await expect(back, 'undone here').toHaveCount(0)
  // Another device that has not pulled the deletion puts the tag on a card.
  const call = { method: 'POST', path: '/entity/attach-tags', on_conflict: 'merge' }
  const body = { entity_ids: [ids[6]], tag_ids: [bread] }
  const key = randomBytes(12).toString('hex')
  const pushed = await server.post('/api/sync/push', { data: [{ key, ...call, body }] })
  expect((await pushed.json()).data).toMatchObject([{ status: 200 }])
  await expect(back).toBeVisible()
  await expect(chip).toBeVisible()
  await server.dispose()
})
