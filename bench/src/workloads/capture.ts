import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fold, textsOfCard, wordsOf } from '@cardinal/domain'
import { capture as understand } from '@cardinal/domain/capture'
import { PHRASES } from '@cardinal/domain/capture/phrases'
import { WorkspaceIndex } from '@cardinal/engine'
import type { Page } from '@playwright/test'
import { readBookmarks } from '../corpus/bookmarks.ts'
import { Random } from '../corpus/random.ts'
import { isFound, mistypedWords, shareFound, shareInAnyOrder, shuffledWords } from '../corpus/typist.ts'
import { quantile, type Report, timed, type Workload } from '../harness.ts'
import { projectFile, SERVER } from '../paths.ts'
import { Child } from '../server/child.ts'
import { serverEnv } from '../server/people.ts'
import { seed } from '../server/seed.ts'
import { openBrowser, pageOf } from '../web/browser.ts'

const SEED = 20_240_110
const PORT = 5_070
/** UTF-16 units. */
const LONG_TEXT = 500
/** Typing errors of real searches, with the meant words. Pairs whose meant word is on no link are skipped. */
const TYPOS = [
  { typed: 'hotky', meant: 'hotkey' },
  { typed: 'validaton', meant: 'validation' },
  { typed: 'modav', meant: 'dav' },
  { typed: 'brandris', meant: 'brandeis' },
]

/** The keys, clicks and time to add a card by the searchbar, and how often words with a mistake are found. */
export const capture: Workload = {
  name: 'capture',
  run: async (report) => {
    reportReading(report)
    const real = process.env.CARDINAL_BENCH_BOOKMARKS
    reportWords(report, real ?? projectFile('apps/server/test/samples/bookmarks.html'))
    await reportTasks(report)
  },
}

/** Measures reading tags and dates at each key of a text that grows to 500 units. */
function reportReading(report: Report): void {
  const whole = PHRASES.map(({ phrase }) => `#tag ${phrase}`)
    .join(' ')
    .slice(0, LONG_TEXT)
  const asked = { type: 'todo', now: '2026-03-09T10:00' } as const
  const times = timed(Array.from(whole, (_, at) => () => void understand(whole.slice(0, at + 1), asked)))
  report('reading at a key of 500, p50', quantile(times, 0.5), 'ms')
  report('reading at a key of 500, p95', quantile(times, 0.95), 'ms', { atMost: 5 })
  const longest = timed(Array.from({ length: 50 }, () => () => void understand(whole, asked)))
  report('reading 500 units, p50', quantile(longest, 0.5), 'ms')
  report('reading 500 units, p95', quantile(longest, 0.95), 'ms', { atMost: 5 })
}

function reportWords(report: Report, path: string): void {
  const { tags, cards } = readBookmarks(path)
  const index = new WorkspaceIndex()
  index.apply([
    ...tags.map((row) => ({ kind: 'tag', id: row.id, row }) as const),
    ...cards.map((row) => ({ kind: 'card', id: row.id, row }) as const),
  ])
  const of = `${cards.length} links`
  const words = new Set(cards.flatMap((card) => textsOfCard(card).flatMap((text) => wordsOf(fold(text)))))
  const typos = TYPOS.filter(({ meant }) => words.has(meant))
  if (typos.length > 0)
    report(
      `${of}: typos of a person, in first 10`,
      typos.filter((each) => isFound(index, each)).length,
      `of ${typos.length}`,
    )
  const mistyped = [...typos, ...mistypedWords(cards, 100, new Random(1))]
  report(`${of}: with 100 words mistyped, in first 10`, shareFound(index, mistyped), 'of 1', {
    atLeast: 0.95,
  })
  const shuffled = shuffledWords(cards, 100, new Random(2))
  report(`${of}: words in any order`, shareInAnyOrder(index, shuffled), 'of 1', { atLeast: 1 })
  reportReasons(report, { tags, cards })
}

/** Words without information about a card's subject. */
const EMPTY_WORDS = (
  'with should 15 2005 the how and you your what when from into about this which ' +
  'und mit für avec pour dans para por della com não het voor dla med для'
).split(' ')

/**
 * Asks for tags for the texts of links, with few and with many links known, and for the words without
 * information.
 */
function reportReasons(report: Report, { tags, cards }: ReturnType<typeof readBookmarks>): void {
  let empty = 0
  for (const size of [5, 20, 100, cards.length]) {
    const index = new WorkspaceIndex()
    index.apply([
      ...tags.map((row) => ({ kind: 'tag', id: row.id, row }) as const),
      ...cards.slice(0, size).map((row) => ({ kind: 'card', id: row.id, row }) as const),
    ])
    for (const text of [...cards.map(({ content }) => content), ...EMPTY_WORDS, EMPTY_WORDS.join(' ')]) {
      const asked = { text, type: null, cardId: null, tagIds: [], now: 0, limit: 5 } as const
      const reasons = index.ask('suggestLabels', asked).flatMap((each) => each.reasons)
      const words = reasons.flatMap((reason) => (reason.kind === 'words' ? reason.words : []))
      empty += words.filter((word) => EMPTY_WORDS.includes(word) || /^\d+$/.test(word)).length
    }
  }
  report(`${cards.length} links: reasons of suggested tags from words that say nothing`, empty, 'words', {
    atMost: 0,
  })
}

interface Counted {
  keys: number
  clicks: number
}

async function reportTasks(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cardinal-bench-capture-'))
  const session = await seed(folder, 1_000, SEED)
  const node = new Child([SERVER], PORT, { ...serverEnv(PORT, folder), CARDINAL_HOST: 'localhost' })
  try {
    await node.listening()
    const { status } = await node.post(
      '/api/tag/create-many-from-keyword',
      { frontendGeneratedTags: ['garden', 'cooking', 'winter'].map((tag_name) => ({ tag_name })) },
      { authorization: `Bearer ${session.accessToken}` },
    )
    if (status !== 200) throw new Error(`The tags were refused with ${status}`)
    const context = await openBrowser(join(folder, 'profile'), session)
    const page = await pageOf(context)
    try {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.addInitScript(countHands)
      const todo = await handsOf(page, 'todo', addTodo)
      report('todo with a tag and a time: keys', todo.keys, 'keys', { atMost: 42 })
      report('todo with a tag and a time: clicks', todo.clicks, 'clicks', { atMost: 0 })
      const link = await handsOf(page, 'hyperlink', addLink)
      report('link with two tags: keys', link.keys, 'keys', { atMost: 24 })
      report('link with two tags: clicks', link.clicks, 'clicks', { atMost: 0 })
    } finally {
      await context.close()
    }
  } finally {
    await node.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Runs in the page. A paste counts as the two keys of Ctrl+V. */
function countHands(): void {
  const hands = { keys: 0, clicks: 0 }
  Object.assign(window, { hands })
  addEventListener('keydown', () => hands.keys++, true)
  addEventListener('click', () => hands.clicks++, true)
  addEventListener('paste', () => hands.keys++, true)
}

async function handsOf(page: Page, kind: string, act: (page: Page) => Promise<void>): Promise<Counted> {
  await page.goto(`http://localhost:${PORT}/home?primary_opt=${kind}`)
  await page.getByRole('article').first().waitFor()
  await act(page)
  return page.evaluate(() => ({ ...(window as unknown as { hands: Counted }).hands }))
}

/** Presses the keys of a text that writes Shift and a letter as one. */
async function type(page: Page, text: string): Promise<void> {
  for (const letter of text) await page.keyboard.press(letter === ' ' ? 'Space' : letter)
}

async function complete(page: Page, typed: string, offered: string): Promise<void> {
  await type(page, typed)
  await page.getByRole('option', { name: new RegExp(`^${offered}`) }).waitFor()
  await page.keyboard.press('Tab')
}

async function addTodo(page: Page): Promise<void> {
  await page.keyboard.press('/')
  await complete(page, 'Water roses #gar', '#garden')
  await type(page, 'tomorrow 9am')
  await page.getByRole('button', { name: 'Add, due tomorrow 09:00' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('article').filter({ hasText: 'Water roses' }).filter({ hasText: 'garden' }).waitFor()
}

async function addLink(page: Page): Promise<void> {
  await page.keyboard.press('/')
  await page.evaluate(() => navigator.clipboard.writeText('https://soup.example.org/onion'))
  await page.keyboard.press('Control+v')
  await type(page, ' ')
  await complete(page, '#coo', '#cooking')
  await complete(page, '#win', '#winter')
  await page.getByRole('button', { name: 'Add link' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('article').filter({ hasText: 'cooking' }).filter({ hasText: 'winter' }).waitFor()
}
