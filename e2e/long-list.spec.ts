import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { type Sown, sow } from './support/seed.ts'

const LINKS: readonly Sown[] = Array.from({ length: 490 }, (_, at) => ({
  type: 'link',
  content: `https://site${at}.example/ Number ${at}`,
  tags: ['reading'],
}))

test('[SB-10] [HM-15] in a list of hundreds of links an added one is shown in its place, and no row jumps', async ({
  page,
  person,
}) => {
  await sow(person, LINKS)
  await page.goto('/home?primary_opt=hyperlink')
  await expect(cards(page).first()).toContainText(/Number 0\D/)
  for (const name of ['first', 'second']) {
    await bar(page).fill(`https://${name}.example/added`)
    await expect(bar(page)).toHaveAccessibleDescription('Enter adds a link.')
    await page.keyboard.press('Enter')
    const added = cards(page).first()
    await expect(added).toContainText(`${name}.example`)
    await expect(added).toBeInViewport({ ratio: 1 })
    await expect(added.getByRole('group', { name: 'Tags for the card just added' })).toBeVisible()
    const before = await added.boundingBox()
    // The row does not move with the next key, or when its details arrive.
    await page.keyboard.type('n')
    await page.keyboard.press('Backspace')
    await expect(bar(page)).toHaveValue('')
    await expect(added).toContainText(`${name}.example`)
    expect((await added.boundingBox())?.y).toBe(before?.y)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
  await expect(cards(page).nth(2)).toContainText(/Number 0\D/)
})
