import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

test('[SB-5] the whole of a chip includes; the minus has room of its own behind the name', async ({
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

test('[HM-10] marks of what belongs together change no width and no place', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  const card = cards(page).filter({ hasText: 'Ask about the exam' })
  const maths = card.getByRole('button', { name: /^maths/ })
  const before = await maths.boundingBox()
  await card.getByRole('button', { name: /^exam/ }).focus()
  await expect(card.getByRole('button', { name: 'maths, shares todos' })).toBeVisible()
  expect(await maths.boundingBox()).toEqual(before)
})
