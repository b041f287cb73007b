import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { cards } from './offline.ts'
import { accessToken } from './person.ts'
import type { Sown } from './seed.ts'
import { serverRows } from './server-rows.ts'

export const SHOPPING: readonly Sown[] = [
  { type: 'todo', content: 'Shopping', lines: ['milk', 'eggs', 'bread'], tags: ['kitchen'] },
]

export const whole = (page: Page): Locator => page.getByRole('dialog', { name: 'Card', exact: true })
export const line = (page: Page, n: number): Locator =>
  whole(page).getByRole('textbox', { name: `Subtask ${n}` })
export const notice = (page: Page): Locator =>
  page.getByRole('status').filter({ hasText: 'Unsaved changes, written' })

export async function openWhole(page: Page, id: string): Promise<void> {
  await page.goto(`/home?primary_opt=todo&popups_center=master-editor&master-editor.entityId=${id}`)
  await expect(whole(page).getByRole('textbox', { name: 'Text', exact: true })).toBeVisible()
}

/** Deletes cards from another device. */
export async function deleteElsewhere(
  request: APIRequestContext,
  page: Page,
  ids: readonly string[],
): Promise<void> {
  const headers = { authorization: `Bearer ${await accessToken(page)}` }
  const answer = await request.post('/api/entity/delete-many', { headers, data: { entity_ids: ids } })
  expect(answer.status(), await answer.text()).toBe(200)
}

export async function lineTexts(page: Page): Promise<string[]> {
  const fields = await whole(page)
    .getByRole('textbox', { name: /^Subtask \d+$/ })
    .all()
  return Promise.all(fields.map((field) => field.inputValue()))
}

export async function editInPlace(page: Page, old: string, text: string): Promise<void> {
  await cards(page).filter({ hasText: old }).getByText(old).first().dblclick()
  const field = page.getByRole('textbox', { name: 'Text of the card' })
  await field.fill(text)
  await field.press('Control+Enter')
  await expect(field).toHaveCount(0)
}

/** All texts of a card and of its revisions on the server. */
export async function everyText(request: APIRequestContext, token: string, id: string): Promise<string[]> {
  const { cards: rows } = await serverRows(request, token)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await request.post('/api/entity/get-revisions', { headers, data: { entity_id: id } })
  const { data, titles } = (await answer.json()) as {
    data: { content: string }[]
    titles: { text: string }[]
  }
  const card = rows.find((row) => row.id === id)
  return [
    card?.content ?? '',
    ...(card?.subnotes ?? []).map((subnote) => subnote.text),
    ...data.map((revision) => revision.content),
    ...titles.map((title) => title.text),
  ]
}
