import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, serverFor, sow } from './support/seed.ts'

test('[SB-5] a click anywhere on a chip includes the tag, and the minus has its own place after the name', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  const card = cards(page).first()
  const names = await card.getByRole('button', { name: /^(bread|italian|recipes)/ }).all()
  expect(names).toHaveLength(3)
  for (const chip of names) {
    const tag = (await chip.textContent()) ?? ''
    const box = (await chip.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    for (const share of [0.1, 0.5, 0.9]) {
      await page.mouse.move(0, 0)
      await page.mouse.click(box.x + box.width * share, box.y + box.height / 2)
      await expect(bar(page), `${tag}, ${share} of its width`).toHaveValue(tag)
      await page.getByRole('button', { name: 'Clear search' }).click()
      await expect(cards(page)).toHaveCount(5)
    }
  }
  const minus = card.getByRole('button', { name: 'Exclude bread' })
  const name = card.getByRole('button', { name: 'bread', exact: true }).locator('span').first()
  await name.hover()
  const room = async () => {
    const [ofMinus, ofName] = [await minus.boundingBox(), await name.boundingBox()]
    return (ofMinus?.x ?? 0) - (ofName?.x ?? 0) - (ofName?.width ?? 0)
  }
  await expect.poll(room, { message: 'the name moves out of the way' }).toBeGreaterThanOrEqual(0)
  await minus.click()
  await expect(bar(page)).toHaveValue('-bread')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await card.getByRole('button', { name: 'recipes', exact: true }).click({ modifiers: ['Alt'] })
  await expect(bar(page)).toHaveValue('-recipes')
})

test('[SB-5] the menu of a tag offers only edits that change the search', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  const edits = async () => {
    await cards(page)
      .first()
      .getByRole('button', { name: /^bread/ })
      .click({ button: 'right' })
    await expect(page.getByRole('menuitem', { name: 'Search only this' })).toBeFocused()
    const items = page.getByRole('menuitem', {
      name: /^(Search only this|Include|Exclude|Remove from search)/,
    })
    return (await items.allTextContents()).map((text) => text.replace(/(Alt|⌥).*$/, ''))
  }
  expect(await edits()).toEqual(['Search only this', 'Include', 'Exclude'])
  await page.getByRole('menuitem', { name: 'Include' }).click()
  await expect(bar(page)).toHaveValue('bread')
  expect(await edits()).toEqual(['Search only this', 'Exclude', 'Remove from search'])
  await page.getByRole('menuitem', { name: 'Remove from search' }).click()
  await expect(bar(page)).toHaveValue('')
})

test('[HM-10] marks of related tags change no width and no position', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  const card = cards(page).filter({ hasText: 'Ask about the exam' })
  const maths = card.getByRole('button', { name: /^maths/ })
  const before = await maths.boundingBox()
  await card.getByRole('button', { name: /^exam/ }).focus()
  await expect(card.getByRole('button', { name: 'maths, shares todos' })).toBeVisible()
  expect(await maths.boundingBox()).toEqual(before)
})

test('[HM-10] marks cover neither the name of their tag nor the line above it', {
  tag: ['@wide', '@middle'],
}, async ({ page, person }) => {
  await sow(person, [{ type: 'todo', content: 'Ask about the exam', tags: ['maths', 'exam'] }])
  const server = await serverFor(person)
  const ask = async (path: string, data: object) => (await (await server.post(path, { data })).json()).data
  const [{ _id: workspace_id }] = await ask('/api/workspace/get-workspaces', {})
  const tags = (await ask('/api/tag/get-all-tags', { workspace_id })) as { _id: string }[]
  const tag_ids = tags.map(({ _id }) => _id)
  await ask('/api/tag/create-many-groups-from-searchword', { searchwords: ['school'], tag_ids, workspace_id })
  await server.dispose()
  await page.goto('/home')
  const card = cards(page).first()
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: /^exam/ }).focus()
  const maths = card.getByRole('button', { name: 'maths, shares a group, shares todos' })
  await expect(maths).toBeVisible()
  const chip = await maths.locator('..').boundingBox()
  const name = await maths.locator('span').first().boundingBox()
  const marks = await maths.locator('xpath=following-sibling::*[@aria-hidden]').locator('svg').all()
  expect(marks).toHaveLength(2)
  for (const mark of marks) {
    const box = await mark.boundingBox()
    if (box === null || chip === null || name === null) throw new Error('A part of the chip is not drawn.')
    expect(box.x, 'behind the name').toBeGreaterThanOrEqual(name.x + name.width)
    expect(box.x + box.width, 'inside the chip').toBeLessThanOrEqual(chip.x + chip.width)
    expect(box.y, 'inside the chip').toBeGreaterThanOrEqual(chip.y)
    expect(box.y + box.height, 'inside the chip').toBeLessThanOrEqual(chip.y + chip.height)
  }
})
