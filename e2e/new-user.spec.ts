import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'

/** What somebody might keep in the first week, with the tags that they give each. */
const WEEK = {
  Todo: [
    ['Call the plumber about the kitchen tap', 'home, repair'],
    ['Return the library books', 'errand'],
    ['Book a table for Sunday', 'family'],
  ],
  Note: [
    ['The tap takes a 15 mm washer', 'home, repair'],
    ['Grandmother’s plum cake: 400 g flour, 1 kg plums', 'recipe, family'],
    ['Ideas for the garden wall', 'garden, home'],
    ['Wifi at the office: ask Jonas', 'work'],
  ],
  Link: [
    ['https://example.org/plum-cake', 'recipe, cake'],
    ['https://example.com/washers', 'repair, shop'],
    ['https://example.net/dry-stone-walls', 'garden'],
  ],
} as const

test('[SB-1] [SB-8] [SB-10] a new user adds ten cards of three kinds, tags them, and finds a lost one by one tag in three steps', async ({
  page,
}) => {
  // Some forty acts, one after the other.
  test.slow()
  await page.goto('/home')
  for (const [type, kept] of Object.entries(WEEK)) {
    await page.getByRole('radio', { name: new RegExp(`^${type}`) }).check({ force: true })
    for (const [text, tags] of kept) {
      await bar(page).fill(text)
      await bar(page).press('Control+Enter')
      // An address is shown without what all of them begin with.
      const card = cards(page).filter({ hasText: text.replace('https://', '') })
      await card.focus()
      await page.keyboard.press('t')
      await page.getByRole('textbox', { name: /^Add tags/ }).waitFor()
      await page.keyboard.type(tags)
      await page.keyboard.press('Enter')
      for (const tag of tags.split(', ')) {
        await expect(card.getByRole('button', { name: new RegExp(`^${tag}`) })).toBeVisible()
      }
      await page.keyboard.press('Escape')
      await bar(page).fill('')
    }
    await expect(cards(page)).toHaveCount(kept.length)
  }

  // Lost: the note about the washer. Remembered: that it had to do with repair, and that it was a note.
  await page.reload()
  let steps = 0
  await bar(page).fill('repair')
  steps++
  await expect(cards(page)).toHaveCount(1)
  await page.getByRole('radio', { name: /^Note/ }).check({ force: true })
  steps++
  await expect(cards(page)).toHaveText([/15 mm washer/])
  expect(steps).toBeLessThanOrEqual(3)

  // The tag that goes with it is offered and leads there too.
  await bar(page).fill('home')
  await page
    .getByRole('option', { name: /^repair/ })
    .first()
    .click()
  await expect(bar(page)).toHaveValue('home, repair')
  await expect(cards(page)).toHaveText([/15 mm washer/])
})
