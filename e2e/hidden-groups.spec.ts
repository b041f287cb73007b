import type { Page } from '@playwright/test'
import { bar, cards } from './support/offline.ts'
import { expect, type Person, test } from './support/person.ts'
import { type Sown, serverFor, sow } from './support/seed.ts'

/** Tags in a hidden group; in no card's text. */
const HIDDEN = ['cartilage', 'cortisone']

const CLINIC: readonly Sown[] = [
  { type: 'link', content: 'https://example.org/a knees', tags: ['medicine', 'cartilage'] },
  { type: 'link', content: 'https://example.org/b knees', tags: ['medicine', 'cortisone', 'exam'] },
  { type: 'link', content: 'https://example.org/c elbows', tags: ['exam', 'cortisone'] },
  { type: 'note', content: 'About knees', tags: ['medicine', 'cartilage'] },
  { type: 'todo', content: 'Read about knees', tags: ['medicine', 'cortisone'] },
]

test.describe('[TG-7]', () => {
  test.beforeEach(async ({ person }) => {
    await sow(person, CLINIC)
    await hide(person, 'private', HIDDEN)
    // One of the tags is also in a visible group, and still hidden.
    await hide(person, 'joints', ['cartilage', 'medicine'], false)
  })

  test('no list beside the cards shows tags of a hidden group', async ({ page }) => {
    await page.goto('/home?primary_opt=hyperlink')
    const panel = page.getByRole('complementary', { name: 'Tags' })
    await expect(panel.getByRole('button', { name: /^medicine/ })).toBeVisible()
    const show = async (name: string) => {
      await panel.getByRole('button', { name: /^Which tags/ }).click()
      await page.getByRole('menuitemcheckbox', { name }).click()
    }
    for (const name of ['Matching todos', 'Matching notes', 'In these results']) {
      await show(name)
      await expect(panel.getByRole('button', { name: /^medicine/ })).toBeVisible()
      await expectNone(panel)
    }
    for (const name of ['Groups', 'Ungrouped', 'All tags']) {
      await panel.getByRole('button', { name, exact: true }).click()
      await expect(panel.getByRole('button', { name: /^(exam|medicine)/ }).first()).toBeVisible()
      await expectNone(panel)
    }
    await panel.getByRole('button', { name: 'Narrow', exact: true }).click()
    await expect(cards(page).first()).toContainText('cartilage')

    await bar(page).fill('medicine')
    await expect(cards(page)).toHaveCount(2)
    for (const name of ['Used together', 'Related']) {
      await show(name)
      await expect(panel.getByText(/^exam/).first()).toBeVisible()
      await expectNone(panel)
    }
    await expectNone(page.getByRole('search'))
  })

  test('the beginning of a hidden tag’s name does not suggest it, and the whole name finds its cards', async ({
    page,
  }) => {
    await page.goto('/home?primary_opt=hyperlink')
    await bar(page).fill('corti')
    await expectNone(page.getByRole('complementary', { name: 'Tags' }))
    await bar(page).fill('cortisone')
    await expect(cards(page)).toHaveCount(2)
  })

  test('tags of hidden groups are in no popup, chart or list of tags', async ({ page }) => {
    await page.goto('/home?primary_opt=tag')
    const tags = page.getByRole('list', { name: 'Tags' })
    await expect(tags).toContainText('medicine')
    await expectNone(tags)
    await page.getByRole('button', { name: 'Show 2 hidden tags' }).click()
    await expect(tags).toContainText('cortisone')

    for (const [address, dialog] of [
      ['popups_center=["tagger"]', 'Tags'],
      ['popups_center=["home-filter"]', 'Filter'],
      ['popups_center=["above-tag-results"]', 'These tags'],
      ['popups_top=["playground-tag"]', 'Peek at tags'],
    ] as const) {
      await page.goto(`/home?primary_opt=hyperlink&${address}`)
      const popup = page.getByRole('dialog', { name: dialog })
      await expect(popup).toContainText(dialog === 'These tags' ? '2 tags' : 'exam')
      for (const way of ['By group', 'By colour', 'By use']) {
        const choice = popup.getByRole('radio', { name: way })
        if ((await choice.count()) > 0) await choice.check({ force: true })
        await expectNone(popup)
      }
    }
    await page.goto('/home?primary_opt=chart')
    await expect(page.getByRole('main')).toContainText('exam')
    await expectNone(page.getByRole('main'))
  })

  test('hidden tags are not suggested for a card, which gets one by its whole name', async ({ page }) => {
    await page.goto('/home?primary_opt=todo')
    await cards(page).first().focus()
    await page.keyboard.press('t')
    const field = page.getByLabel('Add tags, with commas between them')
    await field.fill('cart')
    const offers = page.getByRole('group', { name: 'Tags of this card' })
    await expect(offers.getByRole('button', { name: /Create/ })).toBeVisible()
    await expect(offers.getByText('cartilage')).toHaveCount(0)
    await field.fill('cartilage')
    await expect(offers.getByRole('button', { name: /^cartilage/ })).toBeVisible()
  })
})

async function expectNone(place: ReturnType<Page['locator']>): Promise<void> {
  for (const name of HIDDEN) await expect(place.getByText(name)).toHaveCount(0)
}

/** Makes a group with tags. Hidden by default. */
async function hide(person: Person, title: string, names: readonly string[], hidden = true): Promise<void> {
  const server = await serverFor(person)
  const { data: tags } = await (await server.post('/api/tag/get-all-tags', { data: {} })).json()
  const tag_ids = (tags as { _id: string; tag_name: string }[])
    .filter((tag) => names.includes(tag.tag_name))
    .map((tag) => tag._id)
  const made = await server.post('/api/tag/create-many-groups-from-searchword', {
    data: { searchwords: [title], tag_ids },
  })
  const [group] = (await made.json()).data
  const set = await server.patch('/api/tag/toggle-hidden-groups', {
    data: { group_ids: [group._id], hidden },
  })
  expect(set.status()).toBe(200)
  await server.dispose()
}
