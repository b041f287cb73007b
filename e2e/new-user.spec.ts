import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'

test.use({ serviceWorkers: 'allow' })

/** Cards of a person's first week, with tags. */
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

test('[SB-1] [SB-8] [SB-10] a new user adds and tags ten cards of three kinds, and finds a lost one by one tag in three steps', async ({
  page,
}) => {
  // Slow: some forty acts in a row.
  test.slow()
  await page.goto('/home')
  for (const [type, kept] of Object.entries(WEEK)) {
    await page.getByRole('radio', { name: new RegExp(`^${type}`) }).check({ force: true })
    for (const [text, tags] of kept) {
      await bar(page).fill(text)
      await bar(page).press('Control+Enter')
      // Addresses are shown without their scheme.
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

  // The person remembers only that the note was about repair.
  await page.reload()
  let steps = 0
  await bar(page).fill('repair')
  steps++
  await expect(cards(page)).toHaveCount(1)
  await page.getByRole('radio', { name: /^Note/ }).check({ force: true })
  steps++
  await expect(cards(page)).toHaveText([/15 mm washer/])
  expect(steps).toBeLessThanOrEqual(3)

  // The related tag is suggested, and finds the card too.
  await bar(page).fill('home')
  await page
    .getByRole('option', { name: /^repair/ })
    .first()
    .click()
  await expect(bar(page)).toHaveValue('home, repair')
  await expect(cards(page)).toHaveText([/15 mm washer/])
})

const BOOKMARKS = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><p>
<DT><A HREF="https://example.org/sourdough" ADD_DATE="1700000000" TAGS="bread,recipe">Sourdough, step by step</A>
<DT><A HREF="https://example.org/ovens" ADD_DATE="1700000100" TAGS="bread,kitchen">Which oven for bread</A>
<DT><A HREF="https://example.net/walls" ADD_DATE="1700000200" TAGS="garden">Dry stone walls</A>
</DL><p>`

test('[HM-1] [HM-19] in All a newcomer imports, finds, completes a todo and writes a note with a list', async ({
  page,
}) => {
  test.slow()
  await page.goto('/home')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import' })
  await dialog
    .getByLabel('File to import')
    .setInputFiles({ name: 'bookmarks.html', mimeType: 'text/html', buffer: Buffer.from(BOOKMARKS) })
  await dialog.getByRole('button', { name: 'Import 3 cards' }).click()
  await expect(dialog.getByRole('status')).toContainText('3 cards added')
  await dialog.getByRole('link', { name: 'Show 3 cards' }).click()
  await expect(page.getByRole('radio', { name: /^All/ })).toBeChecked()
  await expect(cards(page)).toHaveCount(3)

  // Find by one word, and by the tag that narrows it.
  await bar(page).fill('bread')
  await expect(cards(page)).toHaveCount(2)
  const panel = page.getByRole('complementary', { name: 'Tags' })
  await panel.getByRole('button', { name: /^recipe/ }).click()
  await expect(bar(page)).toHaveValue('bread, recipe')
  await expect(cards(page)).toHaveText([/Sourdough/])
  await bar(page).fill('')

  // Add a todo, and complete it by its round box.
  await bar(page).fill('Buy rye flour')
  await bar(page).press('Control+Enter')
  const todo = cards(page).filter({ hasText: 'Buy rye flour' })
  await todo.getByRole('checkbox', { name: /^Complete/ }).click()
  await expect(todo).toHaveCount(0)
  await expect(cards(page)).toHaveCount(3)
  // A completed todo is in no list, so no kind counts it.
  await expect(page.locator('label').filter({ hasText: /^Todo/ })).toContainText('0')

  // Add a note, and write a list with boxes beside the list of cards.
  await page.getByRole('radio', { name: /^Note/ }).check({ force: true })
  await page.getByRole('radio', { name: /^All/ }).check({ force: true })
  await bar(page).fill('Baking at home')
  await bar(page).press('Control+Enter')
  await cards(page).getByRole('link', { name: 'Baking at home' }).click()
  const note = page.getByRole('complementary', { name: 'Note' })
  await expect(note.getByRole('textbox', { name: 'Text of the note' })).toBeFocused()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\n\n- [ ] feed the starter\npreheat the oven')
  await note.getByRole('checkbox', { name: 'Not done' }).first().click()
  await expect(note.getByRole('checkbox', { name: 'Done', exact: true })).toBeChecked()
  await page.keyboard.press('Control+Enter')
  const row = cards(page).filter({ hasText: 'Baking at home' })
  await expect(row).toContainText('feed the starter · preheat the oven')
  await page.reload()
  await expect(note.getByRole('checkbox', { name: 'Done', exact: true })).toBeChecked()
  await expect(row).toBeVisible()
  for (const type of ['link', 'note'])
    await expect(page.locator(`[data-card][data-type="${type}"]`).first()).toBeVisible()
})
