import type { Page } from '@playwright/test'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

const HUGE = 'x'.repeat(100_000)
const MARKUP = '<img src=x onerror="globalThis.broken=1"><b>bold</b> {{7*7}} &amp;'
const TEXTS = [MARKUP, '👩‍👩‍👧‍👦 🏳️‍🌈 naïve', 'שלום עולם', 'مرحبا بالعالم', '\u202egnirts\u202c']

/** Expects that the page works, and that no script in the input ran. */
async function expectWhole(page: Page): Promise<void> {
  await expect(page.getByText('Something went wrong!')).toHaveCount(0)
  expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false)
}

/** Inserts the text at once, with input events. */
async function paste(page: Page, text: string): Promise<void> {
  await page.keyboard.insertText(text)
}

test('[SB-1] [SB-10] a paste of 100,000 characters, emoji, right-to-left text and markup stays plain text in the searchbar', async ({
  page,
}) => {
  await page.goto('/home?primary_opt=note')
  for (const text of TEXTS) {
    await bar(page).fill(text)
    await bar(page).press('Control+Enter')
    await expect(cards(page).filter({ hasText: text })).toHaveCount(1)
  }
  await bar(page).focus()
  await paste(page, HUGE)
  await expect(page.getByRole('textbox', { name: 'Search or add notes' })).toHaveValue(HUGE)
  await page.keyboard.press('Escape')
  await expect(cards(page)).toHaveCount(TEXTS.length)
  await expectWhole(page)
})

test('[CD-3] a right-to-left text is aligned to the right, in its field and on its card', async ({
  page,
}) => {
  await page.goto('/home?primary_opt=note')
  const text = 'שלום: עולם!'
  await bar(page).fill(text)
  await bar(page).press('Control+Enter')
  await expect(cards(page).getByText(text)).toBeVisible()
  const [line] = await cards(page)
    .getByText(text)
    .evaluateAll((found) =>
      found.map((each) => {
        const range = document.createRange()
        range.selectNodeContents(each)
        return { text: range.getBoundingClientRect(), line: each.closest('p')?.getBoundingClientRect() }
      }),
    )
  expect(line?.text.right).toBeCloseTo(line?.line?.right ?? 0, 0)
  expect(line?.text.left).toBeGreaterThan((line?.line?.left ?? 0) + 100)
})

test('[CD-3] [CD-4] each field of the form accepts any text, shows it as text, and keeps it over a reload', async ({
  page,
}) => {
  await page.goto('/home?popups_center=["home-addEntity"]')
  const form = page.getByRole('dialog', { name: 'New card' })
  await form.getByLabel('Text', { exact: true }).focus()
  await paste(page, HUGE)
  await page.reload()
  await expect(form.getByLabel('Text', { exact: true })).toHaveValue(HUGE)
  await form.getByLabel('Text', { exact: true }).fill(TEXTS.join(' · '))
  await form.getByRole('textbox', { name: 'Add subtask' }).fill(MARKUP)
  await page.keyboard.press('Enter')
  await form.getByLabel('Tags').focus()
  await paste(page, HUGE)
  await expectWhole(page)
  await form.getByLabel('Tags').fill('שלום, 😀')
  await form.getByRole('textbox', { name: 'Add subtask' }).fill('half a line')
  await page.reload()
  await expect(form.getByLabel('Text', { exact: true })).toHaveValue(TEXTS.join(' · '))
  await expect(form.getByLabel('Tags')).toHaveValue('שלום, 😀')
  await expect(form.getByRole('textbox', { name: 'Add subtask' })).toHaveValue('half a line')
  await form.getByLabel('Tags').fill('שלום')
  await form.getByLabel('Text', { exact: true }).press('Control+Enter')
  await expect(form).toHaveCount(0)
  await expect(cards(page).first(), 'a line that is still being written is meant').toContainText(
    'half a line',
  )
  await expect(cards(page).first()).toContainText('<b>bold</b>')
  await expect(cards(page).locator('b, img')).toHaveCount(0)
  await expectWhole(page)
})

test('[CD-3] [CD-4] a text that is too long stays whole with a message, and is saved once it is shortened', async ({
  page,
}) => {
  const tooLong = 'x'.repeat(5_001)
  const said = 'A subtask has at most 5,000 characters. This one has 5,001.'
  await page.goto('/home?popups_center=["home-addEntity"]')
  const form = page.getByRole('dialog', { name: 'New card' })
  await form.getByLabel('Text', { exact: true }).fill(`${HUGE}x`)
  await expect(form.getByRole('alert')).toHaveText(
    'A text has at most 100,000 characters. This one has 100,001.',
  )
  await form.getByLabel('Text', { exact: true }).fill('A card with lines')
  const another = form.getByRole('textbox', { name: 'Add subtask' })
  await another.focus()
  await paste(page, tooLong)
  await expect(form.getByRole('alert')).toHaveText(said)
  await another.press('Enter')
  await expect(another, 'not one character of it is lost').toHaveValue(tooLong)
  await another.fill('short')
  await another.press('Enter')
  const line = form.getByRole('textbox', { name: 'Subtask 1' })
  await line.fill(tooLong)
  await form.getByLabel('Text', { exact: true }).press('Control+Enter')
  await expect(line).toBeFocused()
  await expect(line).toHaveAccessibleDescription(said)
  await line.fill('short again')
  await line.press('Control+Enter')
  await expect(form).toHaveCount(0)
  await expect(cards(page).first()).toContainText('short again')

  await page.goto('/settings#personal-tokens')
  await page.getByRole('textbox', { name: 'Name' }).last().fill('t'.repeat(51))
  await expect(page.getByText('A name has at most 50 characters. This one has 51.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New token' })).toBeDisabled()
})

test('[TG-2] [HM-18] invalid names are refused with a reason, and other names are shown as plain text', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?popups_center=["grouper"]')
  const groups = page.getByRole('dialog', { name: 'Tags' }).getByRole('region', { name: 'Groups' })
  for (const text of [MARKUP, HUGE]) {
    await groups.getByRole('textbox', { name: 'Find or create groups' }).fill(text)
    await page.keyboard.press('Enter')
    await expect(groups.getByRole('listitem')).toHaveCount(0)
  }
  await page.goto('/settings#account')
  await page.getByRole('button', { name: 'New workspace' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('<b>שלום</b>')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /<b>שלום<\/b>/ }).first()).toBeVisible()
  await expectWhole(page)
})

test('[RT-2] [RT-3] [RT-5] an address with any parameters opens the nearest page', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  const long = encodeURIComponent('y'.repeat(4_000))
  for (const query of [
    'primary_opt=%7B%7D&col=9&view_cards=true&popups_center=4&exclude_fields=what&x=y',
    'popups_center=["no-such-popup"]&popups_top=["home-sorter"]',
    'popups_center=%5B%22grouper&popups_params=%7B',
    'popups_center=["master-editor"]&popups_params={"master-editor":{"entityId":{"a":1}}}',
    'popups_center=null&assigning_tags=3&nav_hamburgerMenu_isOpen=maybe',
    `primary_opt=${long}&__proto__[a]=1&constructor=2`,
    'popups_params=%E0%A4%A&%00',
  ]) {
    await page.goto(`/home?${query}`)
    await expect(page.getByRole('combobox').first(), query).toBeVisible()
    await expect(page.getByText('Something went wrong!'), query).toHaveCount(0)
  }
})
