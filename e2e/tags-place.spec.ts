import type { Page } from '@playwright/test'
import { expectNoFindings } from './support/accessibility.ts'
import { syncState } from './support/offline.ts'
import { accessToken, expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'
import { serverRows } from './support/server-rows.ts'

const place = (page: Page) => page.getByRole('dialog', { name: 'Tags' })
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Tags', exact: true }).last()
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name: new RegExp(`^${name}`) })

/** Thirty-three tags that are used once, each on a card of its own, and two that are used more. */
const ONCE = Array.from({ length: 33 }, (_, n) => `js topic ${String(n).padStart(2, '0')}`)
const MANY_ONCE = [
  ...ONCE.map((tag) => ({ type: 'note' as const, content: `About ${tag}`, tags: [tag] })),
  { type: 'note' as const, content: 'Ferns', tags: ['garden'] },
  { type: 'note' as const, content: 'Roses', tags: ['garden'] },
]

test('[PU-3] [RT-5] everything about tags is one place: five tabs, by address, by Back and by keyboard', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, [...KITCHEN_AND_SCHOOL, { type: 'note', content: 'Nothing is known' }])
  await page.goto('/home?primary_opt=tag')
  await expect(tab(page, 'All')).toHaveAttribute('aria-current', 'page')
  await expect(tab(page, 'Untagged')).toHaveAccessibleName(/1 card without a tag/)
  await tab(page, 'Groups').focus()
  await page.keyboard.press('Enter')
  await expect(place(page).getByRole('searchbox', { name: 'Find tags to group' })).toBeVisible()
  await expect(tab(page, 'Groups')).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveURL(/popups_center=grouper/)
  await tab(page, 'Desk').click()
  await expect(place(page).getByRole('region', { name: '1 card without a tag' })).toBeVisible()
  await expectNoFindings(page, 'the desk')
  await page.reload()
  await expect(tab(page, 'Desk')).toHaveAttribute('aria-current', 'page')
  await place(page).getByRole('button', { name: 'Tag them' }).click()
  await expect(tab(page, 'Untagged')).toHaveAttribute('aria-current', 'page')
  await expectNoFindings(page, 'the untagged cards')
  await tab(page, 'All').click()
  await expect(place(page)).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Tags' })).toContainText('bread')

  for (const [popup, name] of [
    ['grouper', 'Groups'],
    ['tag-desk', 'Desk'],
    ['tagger', 'Untagged'],
    ['tag-rules', 'Rules'],
  ] as const) {
    await page.goto(`/home?popups_center=${popup}`)
    await expect(tab(page, name), popup).toHaveAttribute('aria-current', 'page')
  }
  await page.goto('/tagger')
  await expect(tab(page, 'Untagged')).toHaveAttribute('aria-current', 'page')
  await tab(page, 'Groups').click()
  await expect(place(page).getByRole('searchbox', { name: 'Find tags to group' })).toBeVisible()
})

test('[PU-3] [RT-4] [HM-20] the tab that was chosen has the focus, and the last one gives it back', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  // Without an untagged card, a field of the desk would take the focus.
  await sow(person, [...KITCHEN_AND_SCHOOL, { type: 'note', content: 'Ferns' }])
  await page.goto('/home?primary_opt=tag')
  for (const name of ['Desk', 'Untagged', 'Rules', 'Desk']) {
    await tab(page, name).focus()
    await page.keyboard.press('Enter')
    await expect(tab(page, name)).toHaveAttribute('aria-current', 'page')
    if (name === 'Untagged') await expect(place(page).getByRole('radio', { name: 'Suggested' })).toBeChecked()
    await expect(tab(page, name), name).toBeFocused()
  }
  await tab(page, 'Rules').click()
  await expect(tab(page, 'Rules')).toBeFocused()
  await tab(page, 'Groups').click()
  await expect(place(page).getByRole('searchbox', { name: 'Find tags to group' })).toBeVisible()
  await expect(place(page).locator(':focus'), 'a field or the tab').toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(place(page)).toHaveCount(0)
  await expect(tab(page, 'All'), 'Escape').toBeFocused()
  await tab(page, 'Desk').click()
  await expect(tab(page, 'Desk')).toBeFocused()
  await tab(page, 'All').click()
  await expect(place(page)).toHaveCount(0)
  await expect(tab(page, 'All'), 'the tab').toBeFocused()

  await page.goto('/home?primary_opt=note&popups_center=tag-desk')
  await tab(page, 'All').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Tags' })).toContainText('bread')
  await expect(tab(page, 'All'), 'over another list').toBeFocused()
})

test('[TG-3] [TG-7] thirty-three tags that are used once get a parent and go in a few presses', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, MANY_ONCE)
  await page.goto('/home?popups_center=tag-desk')
  const once = place(page).getByRole('region', { name: '33 tags used once' })
  await place(page).getByRole('button', { name: 'Select all 33', exact: true }).click()
  const bar = place(page).getByRole('toolbar', { name: 'Selected tags' })
  await expect(bar).toContainText('33 tags selected')
  await bar.getByRole('button', { name: 'Parent' }).click()
  await page.getByRole('textbox', { name: 'Parent', exact: true }).fill('javascript')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(
    page.getByRole('status').filter({ hasText: '“javascript” is the parent of 33 tags' }),
  ).toBeVisible()
  await expect(bar, 'the ticks stay').toContainText('33 tags selected')
  const { tags: withParents } = await savedRows(page)
  const javascript = withParents.find(({ name }) => name === 'javascript')?.id ?? ''
  expect(withParents.filter(({ parentIds = [] }) => parentIds.includes(javascript))).toHaveLength(33)

  // Three presses with the one that selected all. One press for each tag took thirty-four.
  await bar.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete 33 tags' }).click()
  await expect(once).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(once).toBeVisible()
  const { tags } = await savedRows(page)
  expect(tags.filter(({ name }) => ONCE.includes(name))).toHaveLength(33)
})

test('[TG-3] ticked tags are renamed by a pattern that shows the names first, and the focus stays in the list', async ({
  page,
  person,
}) => {
  await sow(person, [
    ...MANY_ONCE.slice(0, 3),
    { type: 'note', content: 'Ecma', tags: ['javascript topic 01'] },
  ])
  await page.goto('/home?primary_opt=tag')
  const box = (name: string) => page.getByRole('checkbox', { name: `Select the tag ${name}`, exact: true })
  await box('js topic 00').focus()
  await page.keyboard.press('Space')
  for (const name of ['js topic 01', 'js topic 02']) await box(name).click({ force: true })
  const bar = page.getByRole('toolbar', { name: 'Selected tags' })
  await expect(bar).toContainText('3 tags selected')
  await bar.getByRole('button', { name: 'Rename' }).click()
  const panel = page.getByRole('dialog', { name: 'Rename the selected tags' })
  await panel.getByRole('textbox', { name: 'Find in the names' }).fill('js *')
  await panel.getByRole('textbox', { name: 'Put in its place' }).fill('javascript *')
  const preview = panel.getByRole('list', { name: 'Names before and after' })
  await expect(preview).toContainText('js topic 00 → javascript topic 00')
  await expect(preview).toContainText('becomes one with “javascript topic 01”')
  await expectNoFindings(page, 'a pattern')
  await page.keyboard.press('Enter')
  await expect(box('javascript topic 00')).toBeVisible()
  await expect(box('js topic 01')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(box('js topic 01')).toBeVisible()
  await expect(box('javascript topic 01')).toBeVisible()
})

test('[TG-1] ticked pairs of likely synonyms and parents are accepted at once and undone at once', async ({
  page,
  person,
}) => {
  const spring = (n: number, tags: string[]) => ({ type: 'note' as const, content: `Spring ${n}`, tags })
  await sow(person, [
    ...[1, 2, 3, 4, 5].map((n) => spring(n, ['spring', 'rust', 'java'])),
    ...[6, 7, 8, 9, 10, 11].map((n) => spring(n, ['java'])),
    { type: 'note', content: 'Soup', tags: ['recipe', 'colour'] },
    { type: 'note', content: 'Stew', tags: ['recipes', 'colours'] },
  ])
  await page.goto('/home?popups_center=tag-desk')
  const synonyms = place(page).getByRole('region', { name: 'likely synonyms' })
  await expect(synonyms.getByRole('checkbox')).toHaveCount(2)
  await synonyms.getByRole('button', { name: 'Select all 2' }).click()
  await synonyms.getByRole('button', { name: 'Merge the selected 2' }).click()
  await expect(synonyms).toContainText('0 likely synonyms')
  const parents = place(page).getByRole('region', { name: 'likely parents' })
  await parents.getByRole('checkbox').first().focus()
  await page.keyboard.press('Space')
  await parents
    .getByRole('checkbox')
    .last()
    .click({ modifiers: ['Shift'], force: true })
  await parents.getByRole('button', { name: /^Add the selected/ }).click()
  await expect(parents).toContainText('0 likely parents')
  await page.keyboard.press('Control+z')
  await expect(parents).not.toContainText('0 likely parents')
  await page.keyboard.press('Control+z')
  await expect(synonyms).toContainText('2 likely synonyms')
})

test('[TG-4] tags for many untagged cards are offered with their cards, put on at once and undone', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  const pasta = (n: number, tags: string[]) => ({
    type: 'note' as const,
    content: `Pasta recipe with tomato and basil, number ${n}`,
    tags,
  })
  await sow(person, [
    ...[1, 2, 3, 4, 5, 6].map((n) => pasta(n, ['cooking'])),
    ...['oil', 'bolts', 'brakes', 'tyres', 'paint', 'lamps'].map((part) => ({
      type: 'note' as const,
      content: `Workshop manual, ${part}`,
      tags: ['car'],
    })),
    ...[7, 8, 9].map((n) => pasta(n, [])),
    { type: 'note', content: 'Workshop manual, basil and tomato pasta recipe' },
  ])
  await page.goto('/home?popups_center=tagger')
  const offers = place(page).getByRole('list', { name: 'Tags for cards without a tag' })
  const cooking = offers.getByRole('listitem').filter({ hasText: 'cooking' }).first()
  await expect(cooking).toContainText('Put “cooking” on 4 cards')
  await expectNoFindings(page, 'offers')
  await cooking.getByRole('button', { name: 'Cards that get “cooking”' }).focus()
  await page.keyboard.press('Enter')
  const boxes = cooking.getByRole('checkbox')
  for (const left of ['1 card', '4 cards']) {
    await boxes.nth(0).click()
    await boxes.nth(2).click({ modifiers: ['Shift'] })
    await expect(cooking.getByRole('button', { name: `Put “cooking” on ${left}`, exact: true })).toBeVisible()
  }
  const odd = cooking.getByRole('checkbox', { name: /^Workshop manual/ })
  await odd.focus()
  await page.keyboard.press('Space')
  await cooking.getByRole('button', { name: 'Put “cooking” on 3 cards' }).click()
  await expect(tab(page, 'Untagged')).toHaveAccessibleName(/1 card without a tag/)
  const { cards: saved, tags } = await savedRows(page)
  const id = tags.find(({ name }) => name === 'cooking')?.id ?? ''
  expect(saved.filter(({ tagIds }) => tagIds.includes(id))).toHaveLength(9)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tab(page, 'Untagged')).toHaveAccessibleName(/4 cards without a tag/)
})

async function savedRows(page: Page) {
  await expect(syncState(page)).toHaveText('Saved')
  return serverRows(page.request, await accessToken(page))
}
