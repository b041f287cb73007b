import type { Locator, Page } from '@playwright/test'
import { expectNoFindings } from './support/accessibility.ts'
import { whole } from './support/editor.ts'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { sow } from './support/seed.ts'

const offer = (page: Page): Locator => page.getByRole('group', { name: 'A word to keep' })

/** Searches for a word without results, and then for a tag. */
async function lookFor(page: Page, word: string, tag: string): Promise<void> {
  await bar(page).fill(word)
  await expect(page.getByText(`Nothing here has “${word}”`)).toBeVisible()
  await expect.poll(() => page.evaluate(failedWords), 'recorded once typing rests').toContain(word)
  await bar(page).fill(tag)
  await expect(cards(page).first()).toBeVisible()
}

/** Runs in the page. */
function failedWords(): string[] {
  const kept = JSON.parse(localStorage.getItem('screen:learned-words') ?? '{}') as Record<
    string,
    { failed: { word: string }[] }
  >
  return Object.values(kept).flatMap(({ failed }) => failed.map(({ word }) => word))
}

test('[SB-8] a failed word is offered once as a synonym of the tag that led to the card, with an undo', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, [
    { type: 'todo', content: 'Ride to the lake', tags: ['bike'] },
    { type: 'todo', content: 'Oil the chain', tags: ['bike'] },
  ])
  await page.goto('/home?primary_opt=todo')
  await expect(cards(page)).toHaveCount(2)
  const card = (text: string) => cards(page).filter({ hasText: text })
  const open = async (text: string) => {
    await card(text).focus()
    await page.keyboard.press('Shift+Enter')
    await expect(whole(page).getByRole('textbox', { name: 'Text', exact: true })).toHaveValue(text)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }

  await lookFor(page, 'fiets', 'bike')
  await expect(offer(page), 'the search alone offers nothing').toHaveCount(0)
  const before = await card('Ride').boundingBox()
  await open('Oil the chain')
  await expect(offer(page)).toContainText('“fiets” found nothing.')
  await expect(page.getByRole('status').filter({ hasText: 'synonym of “bike”?' })).toHaveCount(1)
  expect(await card('Ride').boundingBox(), 'the list stays where it is').toEqual(before)
  await expectNoFindings(page)

  // By keys: the buttons come behind the list.
  const button = offer(page).getByRole('button', { name: 'Make it a synonym of “bike”' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(offer(page)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('fiets → bike')
  await expect(card('Oil the chain'), 'the focus is not lost').toBeFocused()
  await bar(page).fill('fiets')
  await expect(cards(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveCount(0)

  // The offer is made once for a tag, even after a reload.
  await lookFor(page, 'fiets', 'bike')
  await expect(page, 'the address holds the search after a moment').toHaveURL(/search=bike/)
  await page.reload()
  await expect(cards(page)).toHaveCount(2)
  await open('Oil the chain')
  await expect.poll(() => page.evaluate(failedWords), 'compared and dropped').not.toContain('fiets')
  await expect(offer(page)).toHaveCount(0)
  await lookFor(page, 'cykel', 'bike')
  await open('Oil the chain')
  await expect(offer(page)).toContainText('“cykel” found nothing.')

  // The next act removes the offer. A card that was found by no tag is offered the word as its tag.
  await open('Ride to the lake')
  await expect(offer(page)).toHaveCount(0)
  await lookFor(page, 'rower', 'lake')
  await open('Ride to the lake')
  await expect(offer(page)).toContainText('“rower” found nothing. Did you look for “Ride to the lake”?')
  await offer(page).getByRole('button', { name: 'Tag it “rower”' }).click()
  await bar(page).fill('rower')
  await expect(cards(page)).toHaveText([/Ride to the lake/])

  // A completed card counts as found, too.
  await lookFor(page, 'velo', 'bike')
  await card('Oil the chain').focus()
  await page.keyboard.press('c')
  await expect(offer(page)).toContainText('“velo” found nothing.')
  await expect(page.getByRole('button', { name: 'Undo' }), 'its own undo stays in reach').toBeVisible()
  await offer(page).getByRole('button', { name: 'Don’t keep the word' }).click()
  await expect(offer(page)).toHaveCount(0)
  await expect(bar(page)).toHaveValue('bike')
})
