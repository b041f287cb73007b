import { expectNoFindings } from './support/accessibility.ts'
import { cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

/** Names in the address, with the titles on the screen. The two that ask a question are tested elsewhere. */
const FORMS = {
  'home-addEntity': 'New card',
  'home-editEntity': 'Edit card',
  'entity-edit-text': 'Edit text',
  'entity-edit-tags': 'Edit tags',
  'quick-add': 'Quick add',
  'master-editor': 'Card',
  'next-to--unmatched-tagging-experience': 'New tags',
}
const CONTROLS = {
  'home-sorter': 'Sort',
  'home-viewer': 'Layout and fields',
  'home-filter': 'Filter',
  'home-action': 'Edit cards',
  'above-link-results': 'Export links',
  'above-tag-results': 'These tags',
  'hamburger-menu': 'Menu',
}
const LISTS = {
  grouper: 'Tags',
  tagger: 'Tags',
  'tag-desk': 'Tags',
  'tag-rules': 'Tags',
  'import-file': 'Import',
  'export-workspace': 'Export',
  'share-search': 'Share this search',
  'deleted-cards': 'Recently deleted',
  'recent-acts': 'Recent changes',
}
const PLAYGROUNDS = {
  'playground-tag': 'Peek at tags',
  'playground-link': 'Peek at links',
  'playground-note': 'Peek at notes',
  'playground-todo': 'Peek at todos',
}

const addressOf = (name: string, entityId: string): string => {
  const list = name.startsWith('playground') ? 'popups_top' : 'popups_center'
  return `/home?${list}=${name}&${name}.entityId=${entityId}`
}

for (const [ids, titleByName] of [
  ['[RT-5] [PU-1] [PU-4] [PU-5] every form', FORMS],
  ['[RT-5] [PU-2] [PU-6] [PU-7] every control', CONTROLS],
  ['[RT-5] [PU-3] [HM-19] every list', LISTS],
  ['[RT-6] [PU-8] every playground', PLAYGROUNDS],
] as const) {
  test(`the popup ${ids} opens by its address, and axe reports nothing at any width in either theme`, async ({
    page,
    person,
  }) => {
    test.setTimeout(240_000)
    const [id = ''] = await sow(person, KITCHEN_AND_SCHOOL)
    for (const [name, title] of Object.entries(titleByName)) {
      await page.goto(addressOf(name, id))
      await expect(page.getByRole('dialog', { name: title, exact: true }), name).toBeVisible()
      await expect(page.locator('[aria-modal="true"]'), name).toHaveCount(1)
      await expect(page.getByRole('status').filter({ hasText: 'Opening' }), name).toHaveCount(0)
      await expect(page.getByText('Something went wrong!'), name).toHaveCount(0)
      await expectNoFindings(page, name)
    }
  })
}

test('[RT-4] popups stack, and Escape and Back close the topmost and return the focus', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+Enter')
  await expect(page.getByRole('dialog', { name: 'Card' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Alt+n')
  await expect(page.getByRole('dialog', { name: 'Quick add' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('article').first()).toBeFocused()
})

test('[RT-4] a popup that opens with the focus in its field returns the focus each time', async ({
  page,
}) => {
  await page.goto('/settings#account')
  const opener = page.getByRole('button', { name: 'New workspace' })
  const dialog = page.getByRole('dialog', { name: 'New workspace' })
  // The first time its code is still loading, the second time it is there at once.
  for (let time = 1; time <= 2; time++) {
    await opener.press('Enter')
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener, `time ${time}`).toBeFocused()
  }
})

test('[RT-4] [PU-3] Escape in the empty searchbar of a popup closes it', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  for (const [slot, name, field] of [
    ['center', 'tagger', 'Find the cards to tag'],
    ['top', 'playground-note', 'Search notes'],
  ] as const) {
    await page.goto(`/home?popups_${slot}=["${name}"]`)
    const bar = page.getByRole('dialog').getByRole('combobox', { name: field })
    await bar.fill('maths')
    await bar.press('Escape')
    await expect(bar, 'a text goes first').toHaveValue('')
    await bar.press('Escape')
    await expect(page.getByRole('dialog'), name).toHaveCount(0)
  }
})

test('[RT-4] [HM-20] Escape closes a popup even if the focused element in it is gone', async ({ page }) => {
  const words = { 'next-to--unmatched-tagging-experience': { words: 'espresso, moka pot' } }
  const params = encodeURIComponent(JSON.stringify(words))
  const list = encodeURIComponent(JSON.stringify(Object.keys(words)))
  await page.goto(`/home?popups_center=${list}&popups_params=${params}`)
  const tags = page.getByRole('dialog', { name: 'New tags' })
  const espresso = tags.getByRole('button', { name: 'espresso', exact: true })
  await espresso.press('Enter')
  await expect(espresso).toHaveCount(0)
  await expect(tags).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(tags).toHaveCount(0)

  await page.goto('/home?popups_center=["import-file"]')
  const dialog = page.getByRole('dialog', { name: 'Import' })
  const buffer = Buffer.from('title,url,tags\nSoup,https://example.org/soup,"quick,dinner"\n')
  await dialog.getByLabel('File to import').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer })
  await expect(dialog.getByRole('button', { name: 'Import 1 card' })).toBeVisible()
  await expect(dialog).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('[PU-5] quick-add creates a card with tags, and its draft survives a reload', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  await page.getByRole('list', { name: 'Cards' }).waitFor()
  await page.keyboard.press('Alt+n')
  const dialog = page.getByRole('dialog', { name: 'Quick add' })
  await dialog.getByLabel('Text').fill('Call the baker')
  await page.reload()
  await expect(dialog.getByLabel('Text')).toHaveValue('Call the baker')
  await dialog.getByLabel('Tags').fill('bread, phone')
  await dialog.getByLabel('Tags').press('Enter')
  await expect(dialog.getByRole('button', { name: 'Remove phone' })).toBeVisible()
  await dialog.getByLabel('Text').press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  const card = page.getByRole('article', { name: /Call the baker/ })
  await expect(card.getByRole('button', { name: /^phone/ })).toBeVisible()
})

test('[PU-7] the menu has a link to every page', async ({ page, person }) => {
  await page.goto('/home?popups_center=["hamburger-menu"]')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toContainText(person.email)
  for (const name of ['Add a card', 'Tags', 'Import', 'Export', 'New workspace', 'Sign out']) {
    await expect(menu.getByRole('button', { name, exact: true })).toBeVisible()
  }
})

test('[RT-1] [RT-5] a form and the tagger can be opened as pages, and keep what was typed and chosen', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  await page
    .getByRole('navigation', { name: 'Workspace' })
    .getByRole('button', { name: 'Add a card' })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Text').fill('Half a thought')
  await dialog.getByRole('link', { name: 'Open as a page' }).click()
  await expect(page).toHaveURL(/\/create-form\?primary_opt=note$/)
  await expect(page).toHaveTitle(/^New card/)
  await expect(page.getByLabel('Text')).toHaveValue('Half a thought')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page).toHaveURL(/\/home\?primary_opt=note$/)
  await expect(cards(page).first()).toContainText('Half a thought')

  await cards(page)
    .filter({ hasText: 'Risotto' })
    .click({ button: 'right', position: { x: 200, y: 8 } })
  await page.getByRole('menuitem', { name: 'Edit in a form…' }).click()
  await dialog.getByRole('link', { name: 'Open as a page' }).click()
  await expect(page).toHaveURL(/\/edit-form\?entityId=.*primary_opt=note/)
  await expect(page).toHaveTitle(/^Edit card/)
  await expect(page.getByLabel('Text')).toHaveValue(/Risotto/)
  const editing = page.url().replace('/edit-form', '/create-form')
  await page.goto(editing)
  await expect(page, 'whatever its path').toHaveTitle(/^Edit card/)
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL(/\/home\?primary_opt=note$/)

  for (const index of [0, 1])
    await page
      .getByRole('checkbox', { name: /^Select the note/ })
      .nth(index)
      .check({ force: true })
  await page.getByRole('toolbar', { name: 'Selected cards' }).getByRole('button', { name: 'Tags' }).click()
  await dialog.getByRole('link', { name: 'Open as a page' }).click()
  await expect(page).toHaveURL(/\/tagger\?/)
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('checkbox', { checked: true })).not.toHaveCount(0)
  await expectNoFindings(page, 'the tagger as a page')
})

test('[RT-1] an address with other upper and lower case is Not Found', async ({ page }) => {
  const answer = await page.goto('/Home')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible()
})

test('[RT-1] [RT-5] [RT-6] every page, control and sheet is reached by pressing buttons alone', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person, viewport }) => {
  const isNarrow = viewport?.width === 390
  await sow(person, [...KITCHEN_AND_SCHOOL, { type: 'note', content: 'Nothing is known' }])
  await page.goto('/home?primary_opt=all')
  await expect(cards(page)).toHaveCount(10)
  const rail = page.getByRole('navigation', { name: 'Workspace' })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  const openMenu = async () => {
    if (isNarrow) await page.getByRole('button', { name: 'Menu' }).click()
    else {
      await page.getByRole('button', { name: 'Commands' }).click()
      await page.getByRole('option', { name: 'Menu', exact: true }).click()
    }
    await expect(menu).toBeVisible()
  }
  /** The places of the app: the rail of a wide window, and the menu of a phone. */
  const places = async () => {
    if (isNarrow) await openMenu()
    return isNarrow ? menu : rail
  }
  const isOpenAndCloses = async (title: string) => {
    await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }

  await openMenu()
  await isOpenAndCloses('Menu')
  for (const [item, title] of [
    ['Sort…', 'Sort'],
    ['Layout and fields…', 'Layout and fields'],
    ['All filters…', 'Filter'],
    ['Act on results…', 'Edit cards'],
    ['Open, copy or export links…', 'Export links'],
  ] as const) {
    await page.getByRole('button', { name: 'View' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await isOpenAndCloses(title)
  }
  for (const sheet of ['Links', 'Notes', 'Todos', 'Tags']) {
    await (await places()).getByRole('button', { name: 'Peek at…' }).click()
    await page.getByRole('menuitem', { name: sheet }).click()
    await isOpenAndCloses(`Peek at ${sheet.toLowerCase()}`)
  }

  const asPage = page.getByRole('dialog').getByRole('link', { name: 'Open as a page' })
  await (await places()).getByRole('button', { name: 'Add a card' }).click()
  await asPage.click()
  await expect(page).toHaveURL(/\/create-form/)
  await expect(page).toHaveTitle(/^New card/)
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(cards(page)).toHaveCount(10)

  const card = cards(page).filter({ hasText: 'Risotto' })
  await card.hover()
  await card.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit in a form…' }).click()
  await asPage.click()
  await expect(page).toHaveURL(/\/edit-form\?entityId=/)
  await expect(page.getByLabel('Text')).toHaveValue(/Risotto/)
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(cards(page)).toHaveCount(10)

  const around = await places()
  if (isNarrow) await around.getByRole('button', { name: 'Tags', exact: true }).click()
  else await around.getByRole('radio', { name: 'Tags', exact: true }).check({ force: true })
  await page
    .getByRole('navigation', { name: 'Tags', exact: true })
    .last()
    .getByRole('link', { name: /^Untagged/ })
    .click()
  await asPage.click()
  await expect(page).toHaveURL(/\/tagger/)
  await expect(page.getByRole('radio', { name: 'One after another' })).toBeAttached()
})
