import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { untilServiceWorkerAnswers } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

test.use({ serviceWorkers: 'allow' })

test('[HM-19] [ID-12] the current search or the whole account can be exported', {
  tag: ['@wide', '@narrow'],
}, async ({ page, context, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  const exportOf = (on: Page) => on.getByRole('dialog', { name: 'Export' })
  const download = async (on: Page) => {
    const saving = on.waitForEvent('download')
    await exportOf(on).getByRole('button', { name: 'Download' }).click()
    return JSON.parse(await readFile(await (await saving).path(), 'utf8'))
  }
  await page.goto('/home?primary_opt=all&search=school&popups_center=["export-workspace"]')
  await exportOf(page)
    .getByRole('radio', { name: /The present search/ })
    .check()
  await expect(exportOf(page)).toContainText('The cards that “school” finds.')
  const found = await download(page)
  expect(found.tags.map((tag: { tag_name: string }) => tag.tag_name)).toContain('school')
  await expect(exportOf(page)).toHaveCount(0)

  // A tab keeps its search over a reload, so use another one.
  const other = await context.newPage()
  await other.goto('/home?primary_opt=all&popups_center=["export-workspace"]')
  await expect(exportOf(other)).toContainText('Not in this file: copies of pages.')
  const others =
    'when a card was changed, which cards are linked, what was read of a page: its picture, description and whether it is there, colours, other names and parents of tags, groups, deleted cards and copies of pages.'
  for (const format of [/^Bookmarks/, /^CSV/, /^Markdown To/, /^Markdown, a file each/]) {
    await exportOf(other).getByRole('radio', { name: format }).check()
    await expect(exportOf(other)).toContainText(`Not in this file: ${others}`)
  }
  await exportOf(other)
    .getByRole('radio', { name: /The whole account/ })
    .check()
  await expect(exportOf(other)).toContainText(
    'Not in this file: earlier versions of texts, copies of pages of deleted cards, webhooks and addresses of shared searches.',
  )
  await expect(exportOf(other).getByRole('radio', { name: /The present search/ })).toHaveCount(0)
  await expect(exportOf(other).getByRole('radio', { name: /CSV/ })).toHaveCount(0)
  const whole = await download(other)
  expect(whole.format).toBe('cardinal-account')
  expect(whole.workspaces[0].entities.length).toBeGreaterThan(found.entities.length)

  await other.goto('/home?primary_opt=all&popups_center=["export-workspace"]')
  await exportOf(other)
    .getByRole('radio', { name: /The whole account/ })
    .check()
  await exportOf(other).getByRole('radio', { name: /^Zip/ }).check()
  const saved = other.waitForEvent('download')
  await exportOf(other).getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('cardinal.zip')
  await expect(other.getByRole('region', { name: 'Notifications' })).toContainText('Exported as Zip')
})

test('[OF-1] [PU-5] /add opens the form with text and tags, from the server and from the service worker', async ({
  page,
}) => {
  const form = page.getByRole('dialog', { name: 'Quick add' })
  const shown = async () => {
    const title = encodeURIComponent('Bread, see https://other.example/x')
    await page.goto(`/add?url=https%3A%2F%2Fexample.org%2Fb&title=${title}&tags=baking%2C%20slow`)
    await expect(form.getByLabel('Title and description')).toHaveValue('Bread, see https://other.example/x')
    await expect(form.getByLabel('Address')).toHaveValue('https://example.org/b')
    await expect(form.getByLabel('Tags')).toHaveValue('baking, slow')
  }
  await shown()
  await untilServiceWorkerAnswers(page)
  await shown()
  await form.getByLabel('Title and description').press('Control+Enter')
  await expect(form).toHaveCount(0)
  await page.goto('/home?primary_opt=hyperlink')
  await expect(page.getByRole('button', { name: /^baking/ }).first()).toBeVisible()
  const link = page.getByRole('link', { name: /^Bread, see/ })
  await expect(link).toHaveAttribute('href', 'https://example.org/b')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('e')
  const field = page.getByRole('textbox', { name: 'Text of the card' })
  await expect(field).toHaveValue('Bread, see https://other.example/x')
  await field.fill('Rye, see https://third.example/x')
  await field.press('Control+Enter')
  await expect(page.getByRole('link', { name: /^Rye, see/ })).toHaveAttribute('href', 'https://example.org/b')
})
