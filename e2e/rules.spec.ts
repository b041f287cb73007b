import type { Page } from '@playwright/test'
import { expectNoFindings } from './support/accessibility.ts'
import { add, cards, syncState } from './support/offline.ts'
import { accessToken, expect, type Person, test } from './support/person.ts'
import { serverFor, sow } from './support/seed.ts'
import { serverRows } from './support/server-rows.ts'

const THREE = { tag: ['@wide', '@middle', '@narrow'] }
const place = (page: Page) => page.getByRole('dialog', { name: 'Tags' })
const form = (page: Page, name = 'New rule') => place(page).getByRole('form', { name })
const rules = (page: Page) => place(page).getByRole('list', { name: 'Rules' }).locator(':scope > li')
const EXAMPLE = 'When a card of example.org is added, tag it “example”.'
const link = (n: number, tags: readonly string[] = []) => ({
  type: 'link' as const,
  content: `https://example.org/${n}`,
  tags,
})

test(
  '[TG-1] a rule is made with a preview, changes the cards that are there, and acts on new ones; both are undone',
  THREE,
  async ({ page, person }) => {
    await sow(person, [link(1, ['example']), link(2), link(3), { type: 'note', content: 'Soup' }])
    await page.goto('/home?popups_center=tag-rules')
    await expect(place(page)).toContainText('No rules yet')
    await expectNoFindings(page, 'no rules')
    await place(page).getByRole('button', { name: 'New rule' }).click()
    await page.keyboard.type('site:example.org')
    const tags = form(page).getByRole('textbox', { name: 'Tags to add' })
    await tags.fill('example')
    await tags.press('Enter')
    await expect(form(page)).toContainText(EXAMPLE)
    await expect(form(page).getByRole('status').filter({ hasText: 'match' })).toHaveText(
      '3 cards match now; 2 cards would change.',
    )
    await expectNoFindings(page, 'the form')
    await form(page).getByRole('button', { name: 'Make it, and change 2 cards now' }).click()
    await expect(rules(page)).toHaveCount(1)
    await expect(rules(page)).toContainText(EXAMPLE)
    expect(await tagged(page, 'example')).toBe(3)
    await page.keyboard.press('Control+z')
    await expect.poll(() => tagged(page, 'example')).toBe(1)

    await page.keyboard.press('Escape')
    await add(page, 'https://example.org/new')
    await expect(cards(page).filter({ hasText: 'example.org/new' })).toContainText('example')
    await expect(syncState(page)).toHaveText('Saved')
    await page.goto('/home?popups_center=tag-rules')
    await rules(page).getByRole('button', { name: 'Acted 1 time' }).click()
    const done = rules(page).getByRole('list', { name: 'What this rule did' })
    await expect(done).toContainText('got “example”')
    await expectNoFindings(page, 'what a rule did')
    await done.getByRole('button', { name: /^Undo/ }).click()
    await expect(done).toContainText('Taken back')
    expect(await tagged(page, 'example')).toBe(1)
  },
)

test(
  '[TG-1] rules are edited, paused, ordered and deleted, each with an undo, by the keyboard',
  THREE,
  async ({ page, person }) => {
    await sow(person, [link(1, ['example', 'red'])])
    await make(person, { search: 'site:example.org', color: 'red' })
    await make(person, { search: 'type:link', color: 'blue' })
    await page.goto('/home?popups_center=tag-rules')
    const first = 'When a card of example.org is added, colour it red.'
    const second = 'When a link is added, colour it blue.'
    await expect(rules(page)).toHaveText([new RegExp(first), new RegExp(second)])
    const press = async (name: string) => {
      await place(page).getByRole('button', { name, exact: true }).focus()
      await page.keyboard.press('Enter')
    }
    await press(`Move down: ${first}`)
    await expect(rules(page)).toHaveText([new RegExp(second), new RegExp(first)])
    await press(`Pause: ${first}`)
    await expect(rules(page).last()).toContainText('Paused')
    await press(`Delete: ${second}`)
    await expect(rules(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rules(page)).toHaveText([new RegExp(second), new RegExp(first)])
    await press(`Edit: ${second}`)
    const edited = form(page, 'Edit the rule')
    await edited.getByRole('combobox', { name: 'Colour' }).selectOption('green')
    await edited.getByRole('button', { name: 'Save the rule' }).click()
    await expect(rules(page).first()).toContainText('When a link is added, colour it green.')
    await expect(syncState(page)).toHaveText('Saved')
    await page.reload()
    await expect(rules(page).first()).toContainText('When a link is added, colour it green.')
    await expect(rules(page).last()).toContainText('Paused')
  },
)

test('[TG-1] a search of home becomes a rule: its words are read as tags or texts, and what cannot be asked is said', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, [link(1, ['tea'])])
  await page.goto('/home?search=tea%2C%20oolong')
  await expect(page.locator('[data-count]')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find a command, a tag or a card' }).fill('make a rule')
  await page.keyboard.press('Enter')
  await expect(form(page)).toContainText('Kept as')
  await form(page).getByRole('button', { name: 'Make the rule' }).click()
  await expect(form(page).getByRole('alert')).toHaveText('A rule needs something to do.')
  await form(page).getByRole('combobox', { name: 'Cards that match' }).fill('created:today')
  await expect(form(page).getByRole('alert').first()).toContainText('can’t ask for days')
})

test(
  '[TG-1] [SB-1] a card that a rule hides from All is found by its tag and among its kind, and All says how many are hidden',
  THREE,
  async ({ page, person, context }) => {
    await sow(person, [link(1, ['archive', 'tea']), link(2, ['tea']), { type: 'note', content: 'Soup' }])
    await page.goto('/home?popups_center=tag-rules')
    await place(page).getByRole('button', { name: 'New rule' }).click()
    await page.keyboard.type('tag:archive')
    await form(page).getByRole('checkbox', { name: 'Hide from All' }).check()
    await expect(form(page)).toContainText('Hide a card with the tag “archive” from All.')
    await expect(form(page).getByRole('status').filter({ hasText: 'match' })).toHaveText(
      '1 card matches now. All leaves out what matches.',
    )
    await form(page).getByRole('button', { name: 'Make the rule' }).click()
    await expect(rules(page)).toHaveText([/Hide a card with the tag “archive” from All\./])
    await page.goto('/home?primary_opt=all')
    const count = page.locator('[data-count]')
    const hidden = page.getByRole('button', { name: '1 hidden: show them' })
    await expect(cards(page)).toHaveCount(2)
    await expect(hidden).toBeVisible()
    await expectNoFindings(page, 'All with hidden cards')
    await expect(syncState(page)).toHaveText('Saved')
    await context.setOffline(true)

    const bar = page.getByRole('combobox').first()
    await bar.fill('tea')
    await expect(cards(page)).toHaveCount(1)
    await expect(hidden).toBeVisible()
    await bar.fill('tea, archive')
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page)).toContainText('example.org/1')
    await expect(hidden).toHaveCount(0)
    await bar.fill('example.org/1')
    await expect(page.getByText('What is here, rules hide from All')).toBeVisible()
    await page.getByRole('button', { name: 'Show 1 hidden card' }).click()
    await expect(cards(page)).toHaveCount(1)
    await expect(page).toHaveURL(/hidden=true/)
    await page.getByRole('button', { name: 'Remove “hidden too”' }).click()
    await expect(cards(page)).toHaveCount(0)
    await bar.fill('')
    await hidden.click()
    await expect(cards(page)).toHaveCount(3)
    await expect(count).toContainText('3')
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect(cards(page)).toHaveCount(2)
    await page.getByRole('radio', { name: /^Link/ }).check({ force: true })
    await expect(cards(page)).toHaveCount(2)
    await expect(hidden).toHaveCount(0)

    await page.getByRole('radio', { name: /^All/ }).check({ force: true })
    await context.setOffline(false)
    await pauseElsewhere(person)
    await expect(cards(page)).toHaveCount(3)
  },
)

test('[TG-1] [OF-1] offline, rules are created and act, and the list says that their effects are on the server', async ({
  page,
  person,
  context,
}) => {
  await sow(person, [link(1, ['example'])])
  await page.goto('/home?popups_center=tag-rules')
  await place(page).getByRole('button', { name: 'New rule' }).waitFor()
  await context.setOffline(true)
  await place(page).getByRole('button', { name: 'New rule' }).click()
  await page.keyboard.type('site:example.org')
  const tags = form(page).getByRole('textbox', { name: 'Tags to add' })
  await tags.fill('example')
  await tags.press('Enter')
  await form(page).getByRole('button', { name: 'Make the rule' }).click()
  await rules(page).getByRole('button', { name: 'What it did and would do' }).click()
  await expect(rules(page)).toContainText('What it did is known by the server.')
  await context.setOffline(false)
  await expect(rules(page)).toContainText('It has acted on no card yet.')
})

test('[TG-1] what a rule did to a card is shown at the card and undone there', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  await make(person, { search: 'site:example.org', color: 'red' })
  const [id] = await sow(person, [link(1)])
  await page.goto(`/home?popups_center=master-editor&master-editor.entityId=${id}`)
  const about = page.getByRole('dialog', { name: 'Card' }).getByRole('region', { name: 'Rules' })
  await expect(about).toContainText('When a card of example.org is added, colour it red.')
  await about.getByRole('button', { name: 'Undo: became red' }).click()
  await expect(about).toContainText('Taken back')
  const { cards: saved } = await serverRows(page.request, await accessToken(page))
  expect(saved[0]?.color).toBe(null)
})

/** The number of saved cards with a tag. */
async function tagged(page: Page, name: string): Promise<number> {
  await expect(syncState(page)).toHaveText('Saved')
  const { cards: saved, tags } = await serverRows(page.request, await accessToken(page))
  const id = tags.find((tag) => tag.name === name)?.id ?? ''
  return saved.filter(({ tagIds }) => tagIds.includes(id)).length
}

async function make(person: Person, rule: object): Promise<void> {
  const server = await serverFor(person)
  const workspaces = await server.post('/api/workspace/get-workspaces', { data: {} })
  const [{ _id: workspace_id }] = (await workspaces.json()).data
  const answer = await server.post('/api/workspace/create-rule', { data: { workspace_id, ...rule } })
  expect(answer.status()).toBe(200)
  await server.dispose()
}

/** Pauses the only rule, as another device does. */
async function pauseElsewhere(person: Person): Promise<void> {
  const server = await serverFor(person)
  const workspaces = await server.post('/api/workspace/get-workspaces', { data: {} })
  const [{ _id: workspace_id, rules: made }] = (await workspaces.json()).data
  const data = { workspace_id, rule_id: made[0]._id, paused: true }
  expect((await server.post('/api/workspace/pause-rule', { data })).status()).toBe(200)
  await server.dispose()
}
