import type { Locator } from '@playwright/test'
import { expectNoFindings } from './support/accessibility.ts'
import { bar, cards, syncState } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, type Sown, saveSearches, sow } from './support/seed.ts'
import { serverRows } from './support/server-rows.ts'

test('[HM-1] changing the type of the list changes the cards shown and clears the selection', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  await expect(page.getByRole('radio', { name: /^Todo/ })).toBeChecked()
  await expect(cards(page)).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'Selected cards' })).toContainText('1 card selected')
  await page.getByRole('radio', { name: /^Note/ }).check({ force: true })
  await expect(page).toHaveURL(/primary_opt=note/)
  await expect(cards(page)).toHaveCount(5)
  await expect(page.getByRole('toolbar', { name: 'Selected cards' })).toHaveCount(0)
})

test('[HM-1] changing the type by a command or by Back also clears the selection', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  const selected = page.getByRole('toolbar', { name: 'Selected cards' })
  const tick = async () => {
    await page
      .getByRole('checkbox', { name: /^Select the/ })
      .first()
      .check({ force: true })
    await expect(selected).toContainText('1 card selected')
  }
  await tick()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('go to todos')
  await page.keyboard.press('Enter')
  await expect(cards(page)).toHaveCount(2)
  await expect(selected).toHaveCount(0)

  await tick()
  await page.goBack()
  await expect(cards(page)).toHaveCount(5)
  await expect(selected).toHaveCount(0)

  await page.getByRole('radio', { name: 'Tags', exact: true }).check({ force: true })
  await page.getByRole('checkbox', { name: /italian/ }).check({ force: true })
  await expect(page.getByRole('toolbar', { name: 'Selected tags' })).toBeVisible()
  await page.goBack()
  await expect(cards(page)).toHaveCount(5)
  await page.goForward()
  await expect(page.getByRole('checkbox', { name: /italian/ })).not.toBeChecked()
})

test('[HM-1] changing the type in the menu of a phone clears the selection', { tag: '@narrow' }, async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  await cards(page).first().focus()
  await page.keyboard.press('x')
  const selected = page.getByRole('toolbar', { name: 'Selected cards' })
  await expect(selected).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Tags', exact: true }).click()
  await page.getByRole('radio', { name: /^Note/ }).check({ force: true })
  await expect(cards(page)).toHaveCount(5)
  await expect(selected).toHaveCount(0)
})

test('[HM-2] [HM-3] [HM-5] [HM-7] order, dates and colours change the list, and the orange Reset reverts all of them', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  await expect(page.getByRole('button', { name: 'Reset', exact: true })).toHaveCount(0)

  await page.getByRole('button', { name: 'Recently created' }).click()
  await page.getByRole('radio', { name: 'Alphabetically' }).check({ force: true })
  await expect(page.getByRole('radio', { name: 'Ascending' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Tagged' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(cards(page).first()).toHaveAccessibleName(/^Completing/)

  // Best match is offered while words are searched. Other lists keep the order chosen before.
  const order = page.getByRole('button', { name: 'Alphabetically ascending' })
  await order.click()
  await expect(page.getByRole('radio', { name: 'Best match' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await bar(page).fill('italian')
  await order.click()
  await page.getByRole('radio', { name: 'Best match' }).check({ force: true })
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/sort=.*best.*alphabetically/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Best match', exact: true })).toBeVisible()
  await bar(page).fill('')
  await expect(order).toBeVisible()

  await page.getByRole('button', { name: /^Filter/ }).click()
  const blue = page.getByRole('button', { name: /^blue/ })
  await blue.click()
  await expect(bar(page), 'a choice is a condition in the bar').toHaveValue('color:blue, ')
  await page.getByRole('button', { name: 'Without tags' }).click()
  await expect(bar(page)).toHaveValue('color:blue, is:untagged, ')
  await expect(cards(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await bar(page).fill('is:duplicate, color:blue | color:green')
  await page.getByRole('button', { name: /^Filter/ }).click()
  await expect(blue, 'what is typed is chosen').toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Duplicates' }).click()
  await expect(bar(page)).toHaveValue('color:blue | color:green')
  await page.getByRole('button', { name: /^green/ }).click()
  await expect(bar(page)).toHaveValue('color:blue, ')
  await page.keyboard.press('Escape')
  await expect(cards(page)).toHaveCount(1)

  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(cards(page)).toHaveCount(5)
  await expect(page.getByRole('button', { name: 'Reset', exact: true })).toHaveCount(0)

  await page.getByRole('button', { name: /^Filter/ }).click()
  await page.getByRole('radio', { name: 'Before' }).check({ force: true })
  await page.getByRole('textbox', { name: 'Day' }).fill('2001-01-01')
  await page.getByRole('textbox', { name: 'Day' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(cards(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(cards(page)).toHaveCount(5)
})

test('[HM-6] a search can be saved, run by one click, removed and restored', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await bar(page).fill('italian, -quick')
  await page.getByRole('button', { name: 'Save search', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Saved search', exact: true })).toBeDisabled()
  await bar(page).press('Escape')
  await page.getByRole('button', { name: 'italian, -quick', exact: true }).click()
  await expect(bar(page)).toHaveValue('italian, -quick')
  await expect(cards(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove the saved search italian, -quick' }).click()
  await expect(page.getByRole('button', { name: 'italian, -quick', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'italian, -quick', exact: true })).toBeVisible()
})

test('[HM-6] saving an eleventh search says which one it removes, and undo restores that one', async ({
  page,
  person,
}) => {
  const ten = Array.from({ length: 10 }, (_, n) => `word ${n}`)
  await saveSearches(person, ten)
  await page.goto('/home?primary_opt=note')
  const rail = page.getByRole('navigation', { name: 'Workspace' })
  const saved = rail.getByRole('button', { name: /^(word \d|eleventh)$/ })
  await expect(saved).toHaveCount(10)
  await bar(page).fill('eleventh')
  await page.getByRole('button', { name: 'Save search', exact: true }).click()
  await expect(page.getByText('Search saved. At most 10 are kept: “word 0” was removed').last()).toBeVisible()
  await expect(saved).toHaveText(['eleventh', ...ten.slice(1).reverse()])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(saved).toHaveText([...ten].reverse())

  await page.getByRole('button', { name: 'Save search', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(saved).toHaveText(['eleventh', ...ten.slice(1).reverse()])
  const star = page.getByRole('button', { name: 'Saved search', exact: true })
  await expect(star).toBeDisabled()
  await expect(star, 'the focus is not lost').toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(saved, 'the key undoes what the message offers to undo').toHaveText([...ten].reverse())
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Undone: Search saved')
  await expect(page.getByRole('button', { name: 'Save search', exact: true })).toBeFocused()
})

test('[HM-6] undoing the removal of a saved search keeps what another device saved meanwhile', async ({
  page,
  person,
}) => {
  await saveSearches(person, ['maths', 'recipes', 'travel'])
  await page.goto('/home')
  const rail = page.getByRole('navigation', { name: 'Workspace' })
  const saved = rail.getByRole('button', { name: /^(maths|recipes|travel|from afar)$/ })
  await rail.getByRole('button', { name: 'Remove the saved search recipes' }).click()
  await expect(saved).toHaveText(['travel', 'maths'])
  await expect(syncState(page)).toHaveText('Saved')
  const undo = page.getByRole('button', { name: 'Undo' })
  // A toast under the pointer stays.
  await undo.hover()
  await saveSearches(person, ['maths', 'travel', 'from afar'])
  await expect(saved).toHaveText(['from afar', 'travel', 'maths'])
  await undo.click()
  await expect(saved).toHaveText(['from afar', 'travel', 'recipes', 'maths'])
})

test('[HM-8] [HM-9] the panel of tags can list the tags of found todos, of found links, and tags used together with those searched for', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  const panel = page.getByRole('complementary', { name: 'Tags' })
  await bar(page).fill('recipes')
  const tags = panel.getByRole('button', { name: /, \d+ cards?$/ })
  await expect(tags).toHaveCount(5)
  const show = async (name: string) => {
    await panel.getByRole('button', { name: /^Which tags/ }).click()
    await page.getByRole('menuitemcheckbox', { name }).click()
  }
  await show('Matching todos')
  await expect(panel.getByText('Nothing is found there.')).toBeVisible()
  await show('Matching links')
  await expect(tags).toHaveCount(2)
  await show('Used together')
  await panel.getByRole('button', { name: /^dinner, 1 card/ }).click()
  await expect(bar(page)).toHaveValue('recipes, dinner')
  await expect(cards(page)).toHaveCount(1)
})

test('[HM-8] [HM-9] the panel has three sections of which one is open, and no tag is visible twice', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  const panel = page.getByRole('complementary', { name: 'Tags' })
  const tags = panel.getByRole('button', { name: /, \d+ cards?$/ })
  for (const section of ['Narrow', 'Groups', 'All tags']) {
    const button = panel.getByRole('button', { name: section, exact: true })
    if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
    await expect(tags.first()).toBeVisible()
    const names = (await tags.allInnerTexts()).map((text) => text.split('\n')[0])
    expect(names.length, section).toBeGreaterThan(3)
    expect(new Set(names).size, section).toBe(names.length)
  }
  // A tag leaves room for its minus button, so nothing moves when the pointer shows the button.
  await panel.getByRole('button', { name: 'Narrow', exact: true }).click()
  const before = await tags.first().boundingBox()
  await tags.first().hover()
  expect(await tags.first().boundingBox()).toEqual(before)
  const name = ((await tags.first().innerText()).split('\n')[0] ?? '').trim()
  await panel.getByRole('button', { name: `Exclude ${name}` }).click()
  await expect(bar(page)).toHaveValue(`-${name}`)
})

test('[HM-10] pointing at a tag marks the tags of its groups, by a word as well as by colour', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  const panel = page.getByRole('complementary', { name: 'Tags' })
  await panel.getByRole('button', { name: /^exam/ }).first().focus()
  await expect(panel.getByRole('button', { name: /^maths, .*shares todos/ }).first()).toBeVisible()
})

test('[HM-11] help is shown beside the elements of home, and can be turned off', async ({ page }) => {
  await page.goto('/home')
  await page.getByRole('button', { name: 'Help: this page' }).click()
  await expect(page.getByText('At most 10 are kept', { exact: false }).first()).toBeVisible()
})

test('[HM-13] many cards can be selected by keyboard, and coloured, deleted and restored together', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  for (const key of ['ArrowDown', 'x', 'j', 'x']) await page.keyboard.press(key)
  const toolbar = page.getByRole('toolbar', { name: 'Selected cards' })
  await expect(toolbar).toContainText('2 cards selected')
  await toolbar.getByRole('button', { name: 'Colour' }).click()
  await page.getByRole('button', { name: 'violet', exact: true }).click()
  await expect(page.locator('article[data-color="violet"]')).toHaveCount(2)
  await toolbar.getByRole('button', { name: 'Delete' }).click()
  await expect(cards(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveCount(5)
})

test('[HM-14] the rail lists at most three last used cards, newest first', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  for (let index = 0; index < 4; index++) {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('o')
  }
  const rail = page.getByRole('navigation', { name: 'Workspace' })
  await expect(rail.getByRole('button', { name: 'Exam notes on geometry' })).toHaveCount(0)
  await expect(rail.getByRole('button', { name: 'Completing the square' })).toBeVisible()
  await expect(rail.getByRole('button', { name: 'Risotto, the slow one' })).toBeVisible()
  await expect(rail.getByRole('button', { name: /^Focaccia/ })).toHaveCount(0)
})

test('[HM-14] opening a card counts as using it, by its form, text, tags, page, link or address', async ({
  page,
  person,
}) => {
  await sow(person, [
    { type: 'todo', content: 'Order flour' },
    { type: 'note', content: 'Yeast sleeps in the cold' },
    { type: 'link', content: 'https://example.com/oven The oven' },
  ])
  const { cards: held } = await serverRows(page.request, person.accessToken)
  const idOf = (word: string) => held.find(({ content }) => content.includes(word))?.id ?? ''
  const [todo, note, link] = [idOf('flour'), idOf('Yeast'), idOf('oven')]
  const recent = () =>
    page.evaluate(() => {
      const { recentByWorkspace } = JSON.parse(localStorage.getItem('screen:home') ?? '{}')
      return Object.values(recentByWorkspace ?? {}).flat()
    })
  const opened: string[] = []
  const expectUsed = async (id: string, way: string) => {
    opened.unshift(...opened.splice(0).filter((each) => each !== id))
    opened.unshift(id)
    await expect.poll(recent, way).toEqual(opened)
  }
  const popup = (name: string, id: string) => `/home?popups_center=["${name}"]&${name}.entityId=${id}`
  await page.goto(popup('master-editor', todo))
  await expectUsed(todo, 'the card')
  await page.goto(popup('home-editEntity', note))
  await expectUsed(note, 'the form')
  await page.goto(popup('entity-edit-text', link))
  await expectUsed(link, 'the text')
  await page.goto(popup('entity-edit-tags', todo))
  await expectUsed(todo, 'the tags')
  await page.goto(`/edit-form?entityId=${note}`)
  await expectUsed(note, 'the form as a page')
  await page.goto('/home?primary_opt=link')
  const tab = page.waitForEvent('popup')
  await cards(page)
    .getByRole('link', { name: /The oven/ })
    .click()
  await (await tab).close()
  await expectUsed(link, 'its address')
  const sheet = page.getByRole('dialog')
  for (const [path, press] of [
    ['/home?popups_top=["playground-link"]', sheet.getByRole('link', { name: /The oven/ })],
    [
      '/home?primary_opt=hyperlink&popups_center=["above-link-results"]',
      sheet.getByRole('button', { name: /^Open/ }),
    ],
  ] as const) {
    await page.goto(popup('master-editor', note))
    await expectUsed(note, 'the card')
    await page.goto(path)
    const another = page.waitForEvent('popup')
    await press.click()
    await (await another).close()
    await expectUsed(link, path)
  }
})

test('[HM-15] [HM-16] a long list grows while it scrolls, and long texts are cut until they are opened', async ({
  page,
  person,
}) => {
  const many = Array.from(
    { length: 120 },
    (_, index): Sown => ({ type: 'todo', content: `Thing number ${index}` }),
  )
  await sow(person, [
    ...many,
    { type: 'todo', content: `${'long '.repeat(40)}end`, createdAt: Date.now() - 1_000 },
  ])
  await page.goto('/home')
  await expect(page.getByText('121 todos')).toBeVisible()
  const long = cards(page).first()
  await expect(long).not.toContainText('end')
  await long.getByRole('button', { name: 'Show more' }).click()
  await expect(long).toContainText('end')
  await page.keyboard.press('ArrowDown')
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(page.getByText('Thing number 119', { exact: true })).toBeVisible({ timeout: 300 })
  }).toPass()
  expect(await cards(page).count(), 'only what is near the window is in the page').toBeLessThan(60)
})

test('[HM-19] an empty result says which word excludes all cards, and how many there are without it', async ({
  page,
  person,
}) => {
  await page.goto('/home')
  await expect(page.getByText('No todos yet')).toBeVisible()
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await bar(page).fill('recipes, maths')
  await expect(page.getByText('No matches for these words together')).toBeVisible()
  await page.getByRole('button', { name: 'Remove “maths”: 3 results' }).click()
  await expect(bar(page)).toHaveValue('recipes')
  await expect(cards(page)).toHaveCount(3)
})

test('[HM-19] tags typed with spaces between them are offered as a search with commas', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await bar(page).fill('recipes italian')
  await page.getByRole('button', { name: 'Search for recipes, italian: 3 cards' }).click()
  await expect(bar(page)).toHaveValue('recipes, italian')
  await expect(cards(page)).toHaveCount(3)
  await bar(page).fill('recipes geometry')
  await expect(page.getByText('Nothing here has “recipes geometry”')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Search for/ })).toHaveCount(0)
})

test('[HM-20] home can be used by keyboard alone: search, move, select, edit, tag, keys, commands, undo', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  await page.keyboard.press('/')
  await expect(bar(page)).toBeFocused()
  await page.keyboard.type('school')
  await expect(cards(page)).toHaveCount(2)
  await expect(bar(page)).toHaveAccessibleDescription('Enter searches.')
  await page.keyboard.press('Enter')
  await expect(cards(page).first()).toBeFocused()
  await page.keyboard.press('e')
  await page.keyboard.press('End')
  await page.keyboard.type(', twice')
  await page.keyboard.press('Control+Enter')
  await expect(cards(page).first()).toContainText('Completing the square, twice')
  await expect(cards(page).first()).toBeFocused()
  await page.keyboard.press('t')
  await page.getByRole('textbox', { name: /^Add tags/ }).waitFor()
  await page.keyboard.type('parabola')
  await page.keyboard.press('Enter')
  await expect(
    cards(page)
      .first()
      .getByRole('button', { name: /^parabola/ }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cards(page).first()).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(cards(page)).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(cards(page)).toHaveCount(2)
  // Once undone by its key, an act is no longer offered to be undone.
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0, { timeout: 2_000 })
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('go to links')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/primary_opt=hyperlink/)
})

test('[HM-8] a suggestion beside a second search or a colour counts the found cards with its tag', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note&second_search=o')
  const italian = page.getByRole('option', { name: /^italian/ })
  await expect(italian).toHaveAttribute('title', /^on 3 of 5 of these/)
  await expect(italian).toHaveText(/italian3/)
  await page.goto('/home?primary_opt=note&colors=["green","blue"]')
  await expect(italian).toHaveAttribute('title', /^on 1 of 2 of these/)
  await expect(italian).toHaveText(/italian1/)
})

test('[HM-4] [RT-3] layout and shown fields are in the address and are restored from it', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note&col=cols&view_cards=compact&exclude_fields=["tags","dates"]')
  await expect(cards(page)).toHaveCount(5)
  await expect(cards(page).first().getByRole('time')).toHaveCount(0)
  await expect(cards(page).getByRole('button', { name: /^italian/ })).toHaveCount(0)
  const boxes = await Promise.all([0, 1].map((index) => cards(page).nth(index).boundingBox()))
  expect(Math.abs((boxes[0]?.y ?? 0) - (boxes[1]?.y ?? 99))).toBeLessThan(5)
  await page.goto('/home?primary_opt=nonsense&col=many&view_cards=7&popups_center=["no-such-popup"]')
  await expect(page.getByRole('radio', { name: /^Todo/ })).toBeChecked()
  await expect(cards(page)).toHaveCount(2)
})

test('[HM-4] in columns of any width, dates stand in one line with those beside them, however long they are', async ({
  page,
  person,
}) => {
  const day = 86_400_000
  await sow(
    person,
    [0, 1, 30, 400].map((days) => ({
      type: 'note',
      content: 'Focaccia',
      createdAt: Date.now() - days * day,
    })),
  )
  await page.goto('/home?primary_opt=note&col=cols')
  for (let width = 480; width <= 680; width += 20) {
    await page.setViewportSize({ width, height: 900 })
    const places = () =>
      cards(page).evaluateAll((all) =>
        all.map((card) => {
          const date = card.querySelector('time')?.getBoundingClientRect()
          return Math.round((date?.top ?? 0) - card.getBoundingClientRect().top)
        }),
      )
    await expect
      .poll(async () => [(await places()).length, new Set(await places()).size], `${width} pixels`)
      .toEqual([4, 1])
  }
})

test('[HM-19] axe reports nothing on home in both themes at three widths', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page).first()).toBeVisible()
  await bar(page).fill('italian')
  await expect(cards(page)).toHaveCount(3)
  await expectNoFindings(page)
})

test('[HM-19] tags of a link without a site start where its title starts, and key hints keep their height beside two lines', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=hyperlink&search=-bread')
  await expect(cards(page)).toHaveCount(1)
  const leftOf = async (found: Locator) => (await found.boundingBox())?.x
  const tag = cards(page).getByRole('button', { name: 'maths', exact: true })
  const tags = tag.locator('xpath=ancestor::div[1]')
  expect(await leftOf(tags)).toBe(
    await leftOf(cards(page).getByRole('link').locator('xpath=ancestor::div[1]')),
  )

  // The first Escape clears the bar, the next moves the focus to the cards.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' }).locator('kbd')
  await expect(keys.first()).toBeVisible()
  const heights = await keys.evaluateAll((all) => all.map((key) => key.getBoundingClientRect().height))
  expect(Math.max(...heights) - Math.min(...heights), 'in pixels, less what layout rounds').toBeLessThan(0.1)
})

test('[HM-19] an alternative that finds nothing is named as it was typed', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  await bar(page).fill('Buy milk (2 l) | eggs')
  await expect(page.getByText('Nothing here has “Buy milk (2 l) | eggs”', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove “/ })).toHaveCount(0)
  await bar(page).fill('maths, tag:nowhere')
  await expect(page.getByText('Nothing here has “tag:nowhere” as well', { exact: true })).toBeVisible()
  await bar(page).fill('tag:maths AND tag:bread')
  await expect(page.getByText('Nothing here has “tag:maths AND tag:bread”', { exact: true })).toBeVisible()
  await bar(page).fill(Array.from({ length: 53 }, (_, n) => `w${n}`).join(' | '))
  await expect(page.getByText(/^More than 50 of “or”, quotes/)).toBeVisible()
})
