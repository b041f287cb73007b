import type { Locator, Page } from '@playwright/test'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

const list = (names: string) => encodeURIComponent(JSON.stringify(names.split(',')))
const center = (names: string) => `/home?popups_center=${list(names)}`
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })

test.beforeEach(async ({ person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
})

test('[PU-3] [TG-7] the grouper makes a group of chosen tags, and removes one from it', async ({ page }) => {
  await page.goto(center('grouper'))
  const grouper = dialog(page, 'Tags')
  const tags = grouper.getByRole('region', { name: 'Tags' })
  const groups = grouper.getByRole('region', { name: 'Groups' })
  await tags.getByRole('checkbox', { name: /^bread/ }).check()
  await tags.getByRole('checkbox', { name: /^italian/ }).check()
  await groups.getByRole('textbox', { name: 'Find or create groups' }).fill('Kitchen')
  await page.keyboard.press('Enter')
  const kitchen = groups.getByRole('listitem').filter({ hasText: 'kitchen' })
  await expect(kitchen.getByRole('checkbox')).toBeChecked()
  await expect(kitchen).toContainText('2 of 2')

  await kitchen.getByRole('button', { name: /^kitchen/ }).click()
  await kitchen.getByRole('button', { name: 'Remove bread' }).click()
  await expect(kitchen.getByRole('checkbox')).toBeChecked({ indeterminate: true })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(kitchen.getByRole('checkbox')).toBeChecked()
  await page.reload()
  await expect(groups.getByRole('listitem').filter({ hasText: 'kitchen' })).toContainText('2 tags')
})

test('[PU-3] the grouper works by keyboard alone: Space chooses tags and ticks the group', {
  tag: ['@wide', '@middle'],
}, async ({ page }) => {
  await page.goto(center('grouper'))
  const grouper = dialog(page, 'Tags')
  const groups = grouper.getByRole('region', { name: 'Groups' })
  await groups.getByRole('textbox', { name: 'Find or create groups' }).focus()
  await page.keyboard.type('school things')
  await page.keyboard.press('Enter')
  await expect(groups.getByRole('listitem')).toHaveCount(1)
  await grouper.getByRole('checkbox', { name: /^maths/ }).focus()
  await page.keyboard.press('Space')
  await groups.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await expect(groups.getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('Space')
  await expect(groups.getByRole('checkbox')).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(grouper).toHaveCount(0)
})

test('[PU-3] in the grouper a tag can be dragged into a group and out of it', async ({ page }) => {
  await page.goto(center('grouper'))
  const grouper = dialog(page, 'Tags')
  const tags = grouper.getByRole('region', { name: 'Tags' })
  const groups = grouper.getByRole('region', { name: 'Groups' })
  await groups.getByRole('textbox', { name: 'Find or create groups' }).fill('kitchen')
  await page.keyboard.press('Enter')
  const kitchen = groups.getByRole('listitem').filter({ hasText: 'kitchen' })
  await expect(kitchen).toContainText('0 tags')
  await tags.getByText('bread', { exact: true }).dragTo(kitchen)
  await expect(kitchen).toContainText('1 tag')
  await kitchen.getByRole('button', { name: /^kitchen/ }).click()
  await kitchen.getByText('bread', { exact: true }).dragTo(tags.getByText('exam', { exact: true }))
  await expect(kitchen).toContainText('0 tags')
})

test('[TG-7] groups can be renamed, coloured, hidden and deleted, each with its undo', async ({ page }) => {
  await page.goto(center('grouper'))
  const groups = dialog(page, 'Tags').getByRole('region', { name: 'Groups' })
  await groups.getByRole('textbox', { name: 'Find or create groups' }).fill('kitchen, study')
  await page.keyboard.press('Enter')
  await expect(groups.getByRole('listitem')).toHaveCount(2)
  const more = (title: string) => groups.getByRole('button', { name: `More for ${title}` })

  await more('kitchen').click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await page.getByRole('textbox', { name: 'New name' }).fill('Cooking')
  await page.keyboard.press('Enter')
  await expect(more('cooking')).toBeVisible()

  await more('cooking').click()
  await page.getByRole('menuitem', { name: /^Hide/ }).click()
  await expect(groups.getByRole('listitem').filter({ hasText: 'cooking' })).toContainText('hidden')

  await more('cooking').click()
  await page.getByRole('menuitem', { name: 'Delete group' }).click()
  await expect(groups.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(groups.getByRole('listitem')).toHaveCount(2)
})

test('[PU-3] [HM-9] the tagger shows tags on all, some and none of the cards, and adds them to all', async ({
  page,
}) => {
  await page.goto(center('tagger'))
  const tagger = dialog(page, 'Tags')
  const found = tagger.getByRole('region', { name: 'Cards' })
  await found.getByRole('checkbox', { name: /Focaccia/ }).check()
  await found.getByRole('checkbox', { name: /Risotto/ }).check()
  const existing = tagger.getByRole('group', { name: 'On these cards' })
  await expect(existing.getByRole('checkbox', { name: /^italian/ })).toBeChecked()
  const bread = existing.getByRole('checkbox', { name: /^bread/ })
  await expect(bread).toHaveAttribute('aria-checked', 'mixed')
  await bread.click()
  await expect(existing.getByRole('checkbox', { name: /^bread/ })).toBeChecked()

  const field = tagger.getByRole('textbox', { name: 'Find or create tags' })
  await field.fill('baking, dinner')
  await page.keyboard.press('Enter')
  await expect(existing.getByRole('checkbox', { name: /^baking/ })).toBeChecked()
  await expect(existing.getByRole('checkbox', { name: /^dinner/ })).toBeChecked()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(existing.getByRole('checkbox', { name: /^baking/ })).toHaveCount(0)
  await expect(existing.getByRole('checkbox', { name: /^dinner/ })).toHaveAttribute('aria-checked', 'mixed')
})

test('[HM-9] the tagger sorts tags by use, by group and by colour, and shows thirty at first', async ({
  page,
  person,
}) => {
  const many = Array.from({ length: 45 }, (_, n) => `topic ${String(n).padStart(2, '0')}`)
  await sow(person, [
    { type: 'note', content: 'Many topics', tags: many.slice(0, 40) },
    { type: 'note', content: 'More', tags: many.slice(40) },
  ])
  await page.goto(center('tagger'))
  const tagger = dialog(page, 'Tags')
  const all = tagger.getByRole('group', { name: 'All, sorted' })
  await expect(all.getByRole('checkbox')).toHaveCount(30)
  await tagger.getByRole('button', { name: 'Show More Than 30' }).first().click()
  await expect(all.getByRole('checkbox')).not.toHaveCount(30)
  await tagger.getByRole('radio', { name: 'By group' }).check({ force: true })
  await expect(tagger.getByRole('group', { name: 'Ungrouped' })).toBeVisible()
  await tagger.getByRole('radio', { name: 'By colour' }).check({ force: true })
  await expect(tagger.getByRole('group', { name: 'no colour' })).toBeVisible()
})

test('[PU-8] [RT-6] [SB-7] a playground has its own search, and does not change that of home', async ({
  page,
}) => {
  await page.goto(`/home?primary_opt=note&search=italian&popups_top=${list('playground-todo')}`)
  const sheet = dialog(page, 'Peek at todos')
  await expect(sheet.getByRole('status').filter({ hasText: '2 todos' })).toBeVisible()
  await sheet.getByRole('combobox', { name: 'Search todos' }).fill('exam')
  await expect(sheet.getByRole('article')).toHaveCount(1)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(bar(page)).toHaveValue('italian')
  await expect(cards(page)).toHaveCount(3)
})

test('[PU-8] the search of a playground can be opened in home', async ({ page }) => {
  await page.goto(`/home?popups_top=${list('playground-link')}`)
  const sheet = dialog(page, 'Peek at links')
  await sheet.getByRole('combobox', { name: 'Search links' }).fill('bread')
  await expect(sheet.getByRole('article')).toHaveCount(1)
  await sheet.getByRole('button', { name: 'Search this on home' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(/primary_opt=hyperlink/)
  await expect(bar(page)).toHaveValue('bread')
  await expect(cards(page)).toHaveCount(1)
})

test('[PU-8] [TG-9] the playground of tags filters by name and by colour', async ({ page }) => {
  await page.goto(`/home?popups_top=${list('playground-tag')}`)
  const sheet = dialog(page, 'Peek at tags')
  await sheet.getByRole('button', { name: 'More for bread' }).click()
  await page.getByRole('menuitem', { name: 'Colour…' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'amber' }).click()
  await sheet.getByRole('button', { name: 'Colours' }).click()
  await page.getByRole('button', { name: /^amber/ }).click()
  await page.keyboard.press('Escape')
  await expect(sheet.getByRole('list', { name: 'Tags found' }).getByRole('listitem')).toHaveCount(1)
  await sheet.getByRole('button', { name: 'Reset' }).click()
  await sheet.getByRole('searchbox', { name: 'Search tags' }).fill('re')
  await expect(sheet.getByRole('list', { name: 'Tags found' }).getByRole('listitem')).toHaveCount(2)
})

test('[TG-3] renaming a tag to a taken name offers to merge the two, and undo separates them', async ({
  page,
}) => {
  await page.goto(`/home?popups_top=${list('playground-tag')}`)
  const sheet = dialog(page, 'Peek at tags')
  const rows = sheet.getByRole('list', { name: 'Tags found' }).getByRole('listitem')
  await expect(rows).toHaveCount(8)
  await sheet.getByRole('button', { name: 'More for school' }).click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await page.getByRole('textbox', { name: 'New name' }).fill(' MATHS ')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).click()
  await expect(rows).toHaveCount(7)
  await expect(sheet.getByRole('button', { name: 'More for school' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(8)
})

test('[PU-6] [TG-4] tags of a result can be coloured, merged and deleted, with undo', async ({ page }) => {
  await page.goto('/home?primary_opt=tag&search=maths,school&popups_center=%5B%22above-tag-results%22%5D')
  const popup = dialog(page, 'These tags')
  await expect(popup.getByRole('status')).toHaveText('2 tags in these results')
  await popup.getByRole('button', { name: 'Colour' }).click()
  await popup.getByRole('button', { name: 'violet' }).click()
  await expect(popup.getByRole('button', { name: 'violet' })).toHaveAttribute('aria-pressed', 'true')
  await popup.getByRole('button', { name: 'Merge into one' }).click()
  await expect(popup.getByRole('combobox', { name: 'The name that stays' })).toContainText('maths')
  await popup.getByRole('button', { name: 'Merge 1 tag into it' }).click()
  await expect(popup).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^Undone: /).first()).toBeAttached()
  await page.goto('/home?primary_opt=tag&search=maths,school&popups_center=%5B%22above-tag-results%22%5D')
  await expect(popup.getByRole('status')).toHaveText('2 tags in these results')
  await popup.getByRole('button', { name: 'Delete 2 tags' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('They are on 4 cards. The cards stay and lose these tags.')
  await question.getByRole('button', { name: 'Delete 2 tags' }).click()
  await expect(popup).toHaveCount(0)
})

test('[TG-4] [HM-6] undoing a merge restores tags, cards, clicks and saved searches', async ({
  page,
  person,
}) => {
  const headers = { authorization: `Bearer ${person.accessToken}` }
  const post = async (path: string, data: object) =>
    (await (await page.request.post(`/api${path}`, { headers, data })).json()).data
  await post('/user/update-global-settings', { saved_searches: ['school', 'maths'] })
  const tagsNow = async () => {
    const tags = (await post('/tag/get-all-tags', { with_ids: true })) as { tag_name: string }[]
    return tags.toSorted((a, b) => a.tag_name.localeCompare(b.tag_name))
  }
  const [first] = (await tagsNow()).filter(({ tag_name }) => tag_name === 'school') as unknown as {
    _id: string
  }[]
  await post('/tag/add-click-count', { tag_ids: [first?._id], lastClickedAt: '2024-01-01T00:00:00.000Z' })
  const before = await tagsNow()
  await page.goto('/home?primary_opt=note')
  const saved = (name: string) =>
    page.getByRole('navigation', { name: 'Workspace' }).getByRole('button', { name, exact: true })
  await expect(saved('school')).toBeVisible()
  await page.goto(`/home?popups_top=${list('playground-tag')}`)
  const sheet = dialog(page, 'Peek at tags')
  await sheet.getByRole('button', { name: 'More for school' }).click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await page.getByRole('textbox', { name: 'New name' }).fill('maths')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).click()
  const settings = async () =>
    (await (await page.request.get('/api/user/get-global-settings', { headers })).json()).data.saved_searches
  await expect.poll(settings).toEqual(['maths'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(settings).toEqual(['school', 'maths'])
  expect(await tagsNow()).toEqual(before)
  await page.goto('/home?primary_opt=note')
  await expect(saved('school')).toBeVisible()
  await expect(saved('maths')).toBeVisible()
})

test('[PU-6] links of a result can be copied and saved as a file, and opening many tabs asks first', async ({
  page,
  person,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await sow(
    person,
    Array.from({ length: 12 }, (_, n) => ({
      type: 'link' as const,
      content: `https://example.net/${n} Page ${n}`,
    })),
  )
  await page.goto('/home?primary_opt=hyperlink&popups_center=%5B%22above-link-results%22%5D')
  const popup = dialog(page, 'Export links')
  await expect(popup.getByRole('status')).toHaveText('14 addresses of the present search.')
  await popup.getByRole('group', { name: 'Copy' }).getByRole('button', { name: 'Plain URLs' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('https://example.net/11')
  await popup.getByRole('button', { name: 'Open all 14' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Open 14 tabs?')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  const download = page.waitForEvent('download')
  await popup.getByRole('button', { name: 'Bookmark file' }).click()
  expect((await download).suggestedFilename()).toBe('links.html')
})

test('[HM-17] a click or key on a part of a chart searches, and a table has the same figures', async ({
  page,
}) => {
  await page.goto('/home?primary_opt=chart')
  await page.getByRole('list', { name: 'By tag' }).getByRole('button', { name: 'maths, 4 cards' }).click()
  await expect(bar(page)).toHaveValue('maths')
  await expect(cards(page)).toHaveCount(2)
  await page.goBack()

  const time = page.getByRole('region', { name: 'Cards over time', exact: true })
  await time.getByRole('button', { name: /: 5 notes$/ }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(time.getByRole('button', { name: /: 2 links$/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/primary_opt=hyperlink/)
  await expect(cards(page)).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Filter: Created between/ })).toBeVisible()
  await page.goBack()

  await page.getByRole('button', { name: 'By colour as a table' }).click()
  await expect(page.getByRole('row', { name: 'green 1' })).toBeVisible()
})

test('[RT-4] popups stack: the tagger over a playground, closed one by one', async ({ page }) => {
  await page.goto(`/home?popups_top=${list('playground-todo')}`)
  const sheet = dialog(page, 'Peek at todos')
  await sheet.getByRole('checkbox', { name: /Feed the sourdough/ }).check()
  await sheet.getByRole('button', { name: 'Tag 1 card' }).click()
  const tagger = dialog(page, 'Tags')
  await expect(
    tagger.getByRole('group', { name: 'On these cards' }).getByRole('checkbox', { name: /^bread/ }),
  ).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(tagger).toHaveCount(0)
  await expect(sheet.getByRole('checkbox', { name: /Feed the sourdough/ })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
})

const BOOKMARKS = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<TITLE>Bookmarks</TITLE>
<DL><p>
  <DT><A HREF="https://example.org/sourdough" ADD_DATE="1300000000" TAGS="bread,starter">Sourdough</A>
  <DT><A HREF="https://example.com/algebra" TAGS="maths">Algebra</A>
  <DT><A HREF="javascript:alert(1)">A bookmarklet</A>
</DL><p>`

test('[HM-19] a bookmark file is previewed before it is imported, and what can not be imported is listed', async ({
  page,
}) => {
  await page.goto('/home?primary_opt=hyperlink')
  await page.getByRole('button', { name: 'Import' }).click()
  const popup = dialog(page, 'Import')
  await popup
    .getByLabel('File to import')
    .setInputFiles({ name: 'cat.png', mimeType: 'image/png', buffer: Buffer.from([137, 80, 78, 71, 0, 255]) })
  await expect(popup.getByRole('alert')).not.toBeEmpty()
  await popup
    .getByLabel('File to import')
    .setInputFiles({ name: 'bookmarks.html', mimeType: 'text/html', buffer: Buffer.from(BOOKMARKS) })
  await expect(popup.getByRole('status')).toContainText(
    '1 new card, 1 is here already, 1 of them gets tags, dates or a description, 1 left out',
  )
  await popup.getByRole('button', { name: 'Import 1 card' }).click()
  await expect(popup.getByRole('status')).toContainText('1 card added')
  await popup.getByRole('link', { name: 'Show 1 card' }).click()
  await bar(page).fill('starter')
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText('Sourdough')
})
