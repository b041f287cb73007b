import type { Page } from '@playwright/test'
import { CENTER_POPUPS, OWN_POPUPS, slotOf, TOP_POPUPS } from '../apps/web/src/overlays/names.ts'
import { add, bar, cards } from './support/offline.ts'
import { expect, type Person, test } from './support/person.ts'
import { type Sown, serverFor, sow } from './support/seed.ts'

/** In every text of the first workspace, and nowhere in the interface. */
const FIRST = 'lighthouse'
/** In every text of the second workspace, and nowhere in the interface. */
const SECOND = 'windmill'

const BY_SEA: readonly Sown[] = [
  { type: 'todo', content: `Paint the ${FIRST}`, tags: [`${FIRST} paint`, `${FIRST} work`] },
  { type: 'todo', content: `Climb the ${FIRST}`, tags: [`${FIRST} work`], color: 'red' },
  { type: 'note', content: `${FIRST} keeper's log`, tags: [`${FIRST} log`, `${FIRST} work`] },
  { type: 'link', content: `https://example.org/${FIRST}`, tags: [`${FIRST} log`] },
]

/** Places that an address can show: each kind on home, and every popup except the two that ask a question. */
const HOME_KINDS = ['todo', 'note', 'hyperlink', 'tag', 'workspace', 'chart'] as const
const POPUPS = [...CENTER_POPUPS, ...OWN_POPUPS, ...TOP_POPUPS].filter(
  (name) => name !== 'are-you-sure' && name !== 'text-asker',
)

test.describe('[HM-18] [HM-19]', () => {
  test('no list or popup shows anything of another workspace', async ({ page, person }) => {
    test.setTimeout(240_000)
    await sow(person, BY_SEA)
    await group(person, `${FIRST} group`)
    await page.goto('/home')
    await expect(cards(page)).toHaveCount(2)
    await useCard(page, `Paint the ${FIRST}`)
    await walk(page, FIRST)

    await watchFor(page, FIRST, 'mill')
    await switcher(page).click()
    await page.getByRole('menuitem', { name: 'New workspace…' }).click()
    await page.getByLabel('Name').fill('mill')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(switcher(page)).toHaveText('mill')
    await expect(page.getByText(FIRST)).toHaveCount(0)
    await add(page, `Grease the ${SECOND}`)
    expect(await leaks(page)).toEqual([])
    await walk(page, SECOND, FIRST)
    expect(await leaks(page)).toEqual([])

    await watchFor(page, SECOND, 'My workspace')
    await switchTo(page, 'My workspace')
    await expect(cards(page)).toHaveCount(2)
    await walk(page, FIRST, SECOND)
    expect(await leaks(page)).toEqual([])
  })

  test('the view, selection and search of a workspace stay in it', async ({ page, person }) => {
    await sow(person, BY_SEA)
    await page.goto('/home')
    await bar(page).fill(`${FIRST} work`)
    await expect(cards(page)).toHaveCount(2)
    await cards(page).first().focus()
    await page.keyboard.press('x')
    await expect(page.getByRole('toolbar', { name: 'Selected cards' })).toBeVisible()
    await watchFor(page, FIRST, 'mill')
    await page.getByRole('radio', { name: /^Workspace/ }).check({ force: true })
    await bar(page).fill('mill')
    await bar(page).press('Control+Enter')
    await expect(switcher(page)).toHaveText('mill')
    await page.getByRole('radio', { name: /^Todo/ }).check({ force: true })
    await expect(page.getByRole('toolbar', { name: 'Selected cards' })).toHaveCount(0)
    await expect(bar(page)).toHaveValue('')
    await expect(cards(page)).toHaveCount(0)
    expect(await leaks(page)).toEqual([])
  })
})

test('[HM-6] a saved search is shown in the workspace that it was saved in', {
  tag: ['@wide', '@middle'],
}, async ({ page, person }) => {
  await sow(person, BY_SEA)
  const server = await serverFor(person)
  await server.post('/api/workspace/create-one', { data: { workspace_name: 'mill' } })
  await server.dispose()
  await page.goto('/home')
  // Chips of tags have a label.
  const saved = page.locator('button:not([aria-label])').filter({ hasText: new RegExp(`^${FIRST} work$`) })
  await bar(page).fill(`${FIRST} work`)
  await page.getByRole('button', { name: 'Save search' }).first().click()
  await expect(page.getByRole('status').filter({ hasText: 'Search saved' })).toBeVisible()
  await bar(page).fill('')
  await expect(saved).toBeVisible()
  await commandRun(page, 'Switch to workspace mill')
  await expect(saved).toHaveCount(0)
  await commandRun(page, 'Switch to workspace My workspace')
  await expect(saved).toBeVisible()
  await page.reload()
  await expect(saved).toBeVisible()
})

/** Runs a command of the palette. */
async function commandRun(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').last().fill(name)
  await page.getByRole('option', { name }).first().click()
}

const switcher = (page: Page) =>
  page.getByRole('navigation', { name: 'Workspace' }).locator('button[aria-haspopup="menu"]').first()

async function switchTo(page: Page, name: string): Promise<void> {
  await switcher(page).click()
  await page.getByRole('menuitemcheckbox', { name }).click()
  await expect(switcher(page)).toHaveText(name)
}

/** Opens and closes a card, so that it counts as used. */
async function useCard(page: Page, text: string): Promise<void> {
  await cards(page).filter({ hasText: text }).click()
  await page.keyboard.press('t')
  await expect(page.getByRole('navigation', { name: 'Workspace' }).getByText(text)).toBeVisible()
  await page.keyboard.press('Escape')
}

/** Visits every kind of home and every popup without a reload, so that the page keeps its memory. */
async function walk(page: Page, own: string, foreign?: string): Promise<void> {
  for (const kind of HOME_KINDS) {
    await go(page, { primary_opt: kind })
    if (kind === 'todo') await expect(page.getByRole('main').getByText(own).first()).toBeVisible()
    else await page.getByRole('main').waitFor()
    if (foreign !== undefined) await expect(page.getByText(foreign), kind).toHaveCount(0)
  }
  for (const name of POPUPS) {
    await go(page, { primary_opt: 'todo', [`popups_${slotOf(name)}`]: [name] })
    await expect(page.getByRole('dialog'), name).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Opening' }), name).toHaveCount(0)
    if (foreign !== undefined) await expect(page.getByText(foreign), name).toHaveCount(0)
  }
  await go(page, { primary_opt: 'todo' })
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Navigates on home without reloading the page. */
async function go(page: Page, search: Record<string, unknown>): Promise<void> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    query.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  await page.evaluate((address) => {
    history.pushState(history.state, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/home?${query}`)
}

/** Records every frame that shows a text of the other workspace while the switcher names this one. */
async function watchFor(page: Page, foreign: string, name: string): Promise<void> {
  await page.evaluate(
    ([word, here]) => {
      const seen: string[] = []
      Object.assign(window, { leaks: seen })
      const look = () => {
        if ((window as unknown as { leaks: string[] }).leaks !== seen) return
        const open = document.querySelector('nav[aria-label="Workspace"] button[aria-haspopup="menu"]')
        if (open?.textContent === here)
          for (const element of document.querySelectorAll('body *')) {
            const texts = [
              ...[...element.childNodes]
                .filter(({ nodeType }) => nodeType === 3)
                .map((node) => node.nodeValue),
              element.getAttribute('aria-label'),
              (element as HTMLInputElement).value,
            ]
            if (texts.some((text) => typeof text === 'string' && text.includes(word ?? '')))
              seen.push(`${element.tagName} ${texts.join(' ').slice(0, 80)}`)
          }
        requestAnimationFrame(look)
      }
      look()
    },
    [foreign, name],
  )
}

const leaks = (page: Page) =>
  page.evaluate(() => [...new Set((window as unknown as { leaks: string[] }).leaks)].slice(0, 10))

/** Makes a group of all of the person's tags. */
async function group(person: Person, title: string): Promise<void> {
  const server = await serverFor(person)
  const { data: tags } = await (await server.post('/api/tag/get-all-tags', { data: {} })).json()
  const tag_ids = (tags as { _id: string }[]).map(({ _id }) => _id)
  const made = await server.post('/api/tag/create-many-groups-from-searchword', {
    data: { searchwords: [title], tag_ids },
  })
  expect(made.status()).toBe(200)
  await server.dispose()
}
