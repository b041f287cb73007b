import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkName, displayNameOf, fold, namesOfTag, type Tag } from '@cardinal/domain'
import type { Page } from '@playwright/test'
import { expectNoFindings } from './support/accessibility.ts'
import { cards, syncState } from './support/offline.ts'
import { accessToken, expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'
import { serverRows } from './support/server-rows.ts'

/** Real bookmarks, kept outside of the project. */
const REAL = new URL('../../shared/data', import.meta.url).pathname
const file = existsSync(REAL) ? readdirSync(REAL).find((name) => name.endsWith('.html')) : undefined
const CARDS = 100

/** The file without the tags of its newest links, and those tags by address. */
function withoutNewestTags(html: string): { html: string; tagsByAddress: Map<string, readonly string[]> } {
  const tagsByAddress = new Map<string, readonly string[]>()
  const stripped = html.replaceAll(/<A HREF="([^"]*)"([^>]*?) TAGS="([^"]*)"/g, (whole, href, rest, tags) => {
    if (tagsByAddress.size >= CARDS || tagsByAddress.has(href)) return whole
    // The key is the address as a card stores it.
    tagsByAddress.set(new URL(href.replaceAll('&amp;', '&')).href, String(tags).split(','))
    return `<A HREF="${href}"${rest}`
  })
  return { html: stripped, tagsByAddress }
}

/** Our names of tags, for names as the file spells them. Impossible names are left out. */
function namesHere(spelled: readonly string[], tags: readonly Tag[]): string[] {
  const names = spelled.flatMap((name) => {
    const known = tags.find((tag) => namesOfTag(tag).some((one) => fold(one) === fold(name)))
    const checked = checkName(name)
    return known?.name ?? (checked.ok ? checked.value : [])
  })
  return [...new Set(names)]
}

const desk = (page: Page) => page.getByRole('dialog', { name: 'Tags' })

test(`[TG-4] a hundred cards of a real file can be tagged by the keys of the tag desk, most of them by digits`, async ({
  page,
}) => {
  test.skip(file === undefined, '../shared/data beside the project holds no file of bookmarks')
  test.setTimeout(300_000)
  const { html, tagsByAddress } = withoutNewestTags(readFileSync(join(REAL, file ?? ''), 'utf8'))
  expect(tagsByAddress.size).toBe(CARDS)
  await page.goto('/home?popups_center=import-file')
  const dialog = page.getByRole('dialog', { name: 'Import' })
  await dialog
    .getByLabel('File to import')
    .setInputFiles({ name: 'bookmarks.html', mimeType: 'text/html', buffer: Buffer.from(html) })
  await dialog.getByRole('button', { name: /^Import \d+ cards/ }).click()
  await expect(dialog.getByText('Cards added', { exact: true })).toBeVisible()
  await page.goto('/home?primary_opt=all&popups_center=tagger')
  await expect(syncState(page)).toHaveText('Saved')
  await desk(page).getByRole('radio', { name: 'One after another' }).check({ force: true })
  const { tags: tagsNow } = await serverRows(page.request, await accessToken(page))
  const shownByName = new Map(tagsNow.map((tag) => [tag.name, displayNameOf(tag)]))
  const wantedByAddress = new Map(
    [...tagsByAddress].map(([address, spelled]) => [address, namesHere(spelled, tagsNow)]),
  )

  let [keys, figures, written, wanted] = [0, 0, 0, 0]
  const press = async (key: string) => {
    keys++
    await page.keyboard.press(key)
  }
  const began = performance.now()
  for (let n = 1; n <= CARDS; n++) {
    await expect(desk(page).getByRole('status')).toHaveText(`${n} of ${CARDS}`)
    await expect(desk(page).locator('[aria-busy=false]')).toHaveCount(1)
    const text = await desk(page).getByRole('article', { name: 'Card' }).innerText()
    const [found] = [...wantedByAddress]
      .filter(([address]) => text.includes(address))
      .toSorted(([one], [other]) => other.length - one.length)
    const tags = found?.[1] ?? []
    expect(tags, text).not.toEqual([])
    const offered = await desk(page)
      .getByRole('list', { name: 'Suggested tags' })
      .getByRole('listitem')
      .allInnerTexts()
    for (const tag of tags) {
      wanted++
      const shown = shownByName.get(tag) ?? tag
      const at = offered.findIndex((line) => line.split('\n').includes(shown))
      if (at >= 0) {
        figures++
        await press(String(at + 1))
      } else {
        written++
        await press('t')
        for (const letter of tag) await press(letter)
        await press('Enter')
      }
    }
    await press('Enter')
  }
  const seconds = (performance.now() - began) / 1000
  await expect(desk(page).getByText('That was the last one')).toBeVisible()
  await expect(syncState(page)).toHaveText('Saved')
  test.info().annotations.push({
    type: 'keys',
    description: `${keys / CARDS} keys a card; ${figures} of ${wanted} tags by a figure, ${written} written; ${seconds.toFixed(0)} s`,
  })
  console.log(test.info().annotations.at(-1)?.description)
  expect(keys / CARDS).toBeLessThan(10)
  expect(figures / wanted).toBeGreaterThan(0.55)

  const rows = await serverRows(page.request, await accessToken(page))
  const nameById = new Map(rows.tags.map(({ id, name }) => [id, name]))
  for (const [address, tags] of wantedByAddress) {
    const card = rows.cards.find(({ content }) => content.includes(address))
    expect([address, card?.tagIds.map((id) => nameById.get(id)).toSorted()]).toEqual([
      address,
      [...tags].toSorted(),
    ])
  }
})

test('[TG-4] [SB-8] at the tag desk recently used tags have no reason, and a typed tag is completed by Tab and undone by key', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person, hasTouch }) => {
  await sow(person, [...KITCHEN_AND_SCHOOL, { type: 'note', content: 'Quite another matter' }])
  await page.goto('/home?primary_opt=all&popups_center=tagger')
  await desk(page).getByRole('radio', { name: 'One after another' }).check({ force: true })
  await expect(desk(page)).toContainText('Quite another matter')
  // The tag is suggested without evidence, so the chip shows no reason. Screen readers hear that it was used
  // lately.
  const lately = desk(page).getByRole('button', { name: 'bread, used lately', exact: true })
  await expect(lately).toHaveText('bread')
  await expect(lately).toHaveAttribute('title', 'used lately')
  // Text about keys is hidden on touch screens.
  await expect(desk(page).getByText('writes here')).toBeVisible({ visible: !hasTouch })
  await expectNoFindings(page)
  await page.keyboard.press('t')
  await page.keyboard.type('brea')
  await expect(desk(page)).toContainText('Tab bread')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(
    desk(page).getByRole('button', { name: 'bread, included, used lately', exact: true }),
  ).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(lately).toBeVisible()
  await page.keyboard.press('t')
  await page.keyboard.type('matter')
  await page.keyboard.press('Enter')
  await expect(desk(page).getByRole('button', { name: 'matter' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(desk(page).getByText('That was the last one')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cards(page).filter({ hasText: 'Quite another matter' })).toContainText('matter')
})
