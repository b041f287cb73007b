import type { Page } from '@playwright/test'
import { holding } from './support/holding.ts'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { type Sown, sow } from './support/seed.ts'

const WORDS = ['scala', 'vim', 'music', 'maps', 'python', 'linux', 'bread', 'travel']

/** Enough links for several windows, each with two words of the list. */
const MANY: readonly Sown[] = Array.from({ length: 160 }, (_, at) => {
  const words = [WORDS[at % 8] ?? '', WORDS[(at * 3 + 1) % 8] ?? '']
  return { type: 'link', content: `https://site${at}.example/${words.join('-')} Number ${at}`, tags: words }
})

/** Where the focus is: `bar`, `list`, `card` with its id, `nowhere`, or the name of another element. */
function focusPlace(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement
    if (at === null || at === document.body) return 'nowhere'
    if (at.matches('[data-searchbar="home"] :is(input, textarea)')) return 'bar'
    if (at.matches('[data-card]')) return `card ${at.getAttribute('data-card')}`
    return at.matches('ul[aria-label="Cards"]') ? 'list' : at.outerHTML.slice(0, 120)
  })
}

test('[SB-2] [HM-20] the searchbar keeps the focus while one search after the other is typed', async ({
  page,
  person,
}) => {
  await sow(person, MANY)
  await page.goto('/home?primary_opt=hyperlink')
  await expect(cards(page).first()).toBeVisible()
  await bar(page).click()
  await page.keyboard.type('scala')
  await expect(bar(page)).toHaveAccessibleDescription('Enter searches.')
  await page.keyboard.press('Enter')
  await expect(cards(page).first()).toBeFocused()
  for (const word of ['vim', 'scala', 'music', 'scala']) {
    await bar(page).click()
    await page.keyboard.press('ControlOrMeta+a')
    for (const letter of word) {
      await page.keyboard.type(letter)
      await expect(bar(page)).toBeFocused()
    }
    await expect(bar(page)).toHaveValue(word)
    await expect(cards(page).first()).toContainText(word)
    expect(await focusPlace(page)).toBe('bar')
  }
})

test('[HM-20] [HM-15] a card that scrolled out of the window and back does not take the focus again', async ({
  page,
  person,
}) => {
  await sow(person, MANY)
  await page.goto('/home?primary_opt=hyperlink')
  await expect(cards(page).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(cards(page).first()).toBeFocused()
  await page.mouse.move(700, 600)
  // The list loads more while scrolling: repeat until the wheel reaches the end.
  await expect(async () => {
    await page.mouse.wheel(0, 4_000)
    await expect(cards(page).first()).not.toContainText(/Number 0\D/, { timeout: 500 })
  }).toPass()
  // The focused row is gone; the focus moves to the list, so that keys still work.
  await expect.poll(() => focusPlace(page)).toBe('list')
  await bar(page).click()
  await page.mouse.move(700, 600)
  await page.mouse.wheel(0, -9_000)
  await expect(cards(page).filter({ hasText: /Number 0\D/ })).toBeVisible()
  expect(await focusPlace(page)).toBe('bar')
})

test('[HM-20] [CD-8] a tag panel that scrolled out of the window and back does not take the focus again', async ({
  page,
  person,
}) => {
  await sow(person, MANY)
  await page.goto('/home?primary_opt=hyperlink')
  await expect(cards(page).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('t')
  await expect(page.getByRole('textbox', { name: /^Add tags/ })).toBeFocused()
  await bar(page).click()
  await page.keyboard.type('scala')
  // Wait for the search's cards: a list that loads after scrolling would jump to the top.
  await expect(cards(page).nth(1)).toContainText(/Number 5\D/)
  await page.mouse.move(700, 600)
  // The list may still load more: turn the wheel again.
  await expect(async () => {
    await page.mouse.wheel(0, 4_000)
    await expect(cards(page).filter({ hasText: /Number 0\D/ })).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await page.mouse.wheel(0, -9_000)
  await expect(page.getByRole('textbox', { name: /^Add tags/ })).toBeVisible()
  await page.keyboard.type('x')
  await expect(bar(page)).toHaveValue('scalax')
})

test('[HM-20] [CD-8] keys pressed before the field of a card appears are typed into it', async ({
  page,
  person,
}) => {
  await sow(person, MANY.slice(0, 3))
  const script = await holding(page, /\/engulfer[^/]*\.js$/)
  await page.goto('/home?primary_opt=hyperlink')
  await expect(cards(page)).toHaveCount(3)
  await page.keyboard.press('ArrowDown')
  await expect(cards(page).first()).toBeFocused()
  await page.keyboard.type('thome, repairs')
  await page.keyboard.press('Backspace')
  script()
  const field = page.getByRole('textbox', { name: /^Add tags/ })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('home, repair')
  await page.keyboard.press('Enter')
  for (const tag of ['home', 'repair']) {
    await expect(
      cards(page)
        .first()
        .getByRole('button', { name: new RegExp(`^${tag}`) }),
    ).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(cards(page).first()).toBeFocused()
  await page.keyboard.type('e, read twice')
  await expect(page.getByRole('textbox', { name: 'Text of the card' })).toHaveValue(/Number \d+, read twice$/)
  // The page's keys work again once the field is closed.
  await page.keyboard.press('Escape')
  await page.keyboard.press('x')
  await expect(page.getByText('1 card selected')).toBeVisible()
})

/** Random numbers (mulberry32): the same seed repeats a walk. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % sides
  }
}

/** A random walk: each step acts, and returns where the focus must be. */
interface Walk {
  readonly page: Page
  readonly roll: (sides: number) => number
  /** The place of the focus after the last step, see `focusPlace`. */
  at: string
  added: number
}

const STEPS: readonly (readonly [name: string, take: (walk: Walk) => Promise<RegExp | string>])[] = [
  [
    'goes into the bar and types a word, letter by letter',
    async ({ page, roll }) => {
      await bar(page).click()
      await page.keyboard.press('ControlOrMeta+a')
      for (const letter of WORDS[roll(WORDS.length)] ?? '') {
        await page.keyboard.type(letter)
        expect(await focusPlace(page), `after “${letter}”`).toBe('bar')
      }
      return 'bar'
    },
  ],
  [
    'scrolls',
    async ({ page, roll, at }) => {
      await page.mouse.move(700, 600)
      const hasScrolled = afterWheel(page)
      await page.mouse.wheel(0, (roll(2) === 0 ? 1 : -1) * 700 * (1 + roll(5)))
      // The page handles scrolling after the wheel event. After the next key it would count as another
      // scroll.
      await hasScrolled
      // A focused row scrolled out of the window passes the focus to the list only.
      return at.startsWith('card') ? new RegExp(`^(list|${at})$`) : at
    },
  ],
  [
    'adds a link from the bar',
    async (walk) => {
      const { page } = walk
      await bar(page).fill(`https://added.example/${++walk.added}`)
      await page.keyboard.press('Control+Enter')
      await expect(bar(page)).toHaveValue('')
      return 'bar'
    },
  ],
  [
    'presses an arrow',
    async ({ page, roll, at }) => {
      await page.keyboard.press(roll(2) === 0 ? 'ArrowDown' : 'ArrowUp')
      return at === 'bar' ? 'bar' : /^card/
    },
  ],
  [
    'clears the bar',
    async ({ page }) => {
      await bar(page).click()
      await bar(page).fill('')
      return 'bar'
    },
  ],
  [
    'runs a search',
    async ({ page, roll }) => {
      // Emptied first: filling in the same text fires no event, and an option chosen by an arrow stays chosen.
      await bar(page).fill('')
      await bar(page).fill(WORDS[roll(WORDS.length)] ?? '')
      await expect(bar(page)).toHaveAccessibleDescription('Enter searches.')
      await page.keyboard.press('Enter')
      return /^card/
    },
  ],
  [
    'presses the key for the bar, or types into it',
    async ({ page, at }) => {
      if (at === 'bar') await page.keyboard.type('a')
      else await page.keyboard.press('/')
      return 'bar'
    },
  ],
]

/** Resolves two frames after the page's scroll event. */
function afterWheel(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const afterFrames = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
        addEventListener('wheel', afterFrames, { once: true, passive: true })
      }),
  )
}

test('[HM-20] [SB-2] after random typing, scrolling, adding and arrow keys, the focus is where the person put it', async ({
  page,
  person,
}) => {
  const seed = Number(process.env.FOCUS_SEED ?? Date.now() % 1_000_000_000)
  console.log(`The walk of the focus has the seed ${seed}; FOCUS_SEED=${seed} walks it again.`)
  await sow(person, MANY)
  await page.goto('/home?primary_opt=hyperlink')
  await expect(cards(page).first()).toBeVisible()
  const walk: Walk = { page, roll: dice(seed), at: 'nowhere', added: 0 }
  for (let step = 0; step < 40; step++) {
    const [name, take] = STEPS[walk.roll(STEPS.length)] ?? (STEPS[0] as (typeof STEPS)[number])
    await test.step(`${step}: ${name} (seed ${seed})`, async () => {
      const wanted = await take(walk)
      const place = expect.poll(() => focusPlace(page), `step ${step}, ${name}, seed ${seed}`)
      await (typeof wanted === 'string' ? place.toBe(wanted) : place.toMatch(wanted))
      walk.at = await focusPlace(page)
    })
  }
})
