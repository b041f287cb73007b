// Makes the pictures of the landing page from the real product: node build/pictures.mjs http://localhost:3000
// [chapters] With ids of chapters of the manual it makes only their pictures. The server must have an empty data
// folder, because the script creates the first account. It must be a public site, because the social card shows its
// start page.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '../../../scripts/lib/browser.mjs'

const [base = 'http://localhost:3000', ...wanted] = process.argv.slice(2)
const folder = new URL('../public/pictures/', import.meta.url).pathname
const sample = readFileSync(new URL('../src/shared/sample/sample-cards.ts', import.meta.url), 'utf8')
const lines = sample
  .slice(sample.indexOf('`') + 1, sample.lastIndexOf('`'))
  .trim()
  .split('\n')

/** The window size in which text of a 1440 px wide page is still readable in the manual. */
const MANUAL = { width: 960, height: 480 }

const OFFLINE_NOTES = ['An idea in the tunnel, without a network', 'Written on the train, without a network']

mkdirSync(folder, { recursive: true })
const executablePath = await findBrowser()
const browser = await chromium.launch({ args: BROWSER_ARGS, ...(executablePath && { executablePath }) })
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1.5 })

await signUp()
await fill()
if (wanted.length > 0) {
  await makeManual()
  await browser.close()
  process.exit()
}
for (const theme of /** @type {const} */ (['light', 'dark'])) {
  await page.emulateMedia({ colorScheme: theme })
  await page.goto(`${base}/home?primary_opt=hyperlink`)
  await page.getByRole('combobox').first().fill('recipe')
  await page.waitForTimeout(2500)
  writeFileSync(`${folder}home-${theme}.webp`, await toWebp(await page.screenshot()))
}
await makePosters()
await makeManual()
const visitor = await browser.newPage({ viewport: { width: 1200, height: 630 }, reducedMotion: 'reduce' })
await visitor.goto(base)
await visitor.getByRole('list', { name: 'Cards found' }).waitFor()
await visitor.screenshot({ path: `${folder}social-card.png` })
await browser.close()

/** The landing page's three demonstrations, each with the results of its search. */
async function makePosters() {
  const posters = /** @type {const} */ ([
    ['medical', 'note', 'medical, emergency'],
    ['recipes', 'hyperlink', 'recipe, weekend'],
    ['project', 'todo', 'project, urgent'],
  ])
  for (const [name, kind, search] of posters)
    for (const theme of /** @type {const} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme: theme })
      await page.goto(`${base}/home?primary_opt=${kind}`)
      await page.getByRole('combobox').first().fill(search)
      await page.waitForTimeout(2500)
      const clip = await middleColumn()
      writeFileSync(`${folder}${name}-${theme}.webp`, await toWebp(await page.screenshot({ clip })))
    }
}

/** The area of the searchbar and its results, cut to 16:9. */
async function middleColumn() {
  const box = await page.getByRole('main').boundingBox()
  if (box === null) throw new Error('Home has no column of results.')
  const x = box.x - 12
  const width = box.width + 24
  return { x, y: 0, width, height: (width * 9) / 16 }
}

/** A picture for each chapter of the manual, named by the chapter's id. */
async function makeManual() {
  const bar = page.getByRole('combobox').first()
  const typed = (/** @type {string} */ text) => async () => {
    await bar.fill(text)
    await page.waitForTimeout(1500)
  }
  const chapters = /** @type {const} */ ([
    ['find', '/home?primary_opt=hyperlink', typed('recipe')],
    ['narrow', '/home?primary_opt=hyperlink', typed('recipe, quick')],
    ['exclude', '/home?primary_opt=note', typed('medical, -exam')],
    ['search-language', '/home?primary_opt=hyperlink', typed('recipe, soup | baking, -(quick | italian)')],
    ['one-word-for-one-thing', '/home?primary_opt=note', openRelations],
    ['groups', '/home?popups_center=grouper', settle],
    ['saved-searches', '/home?primary_opt=todo', typed('project, urgent')],
    ['keyboard', '/home', () => page.keyboard.press('?')],
    ['import', '/home?popups_center=import-file', chooseBookmarks],
    ['devices', '/home?primary_opt=note', addOffline],
    ['todos', '/home?primary_opt=todo', settle],
    ['account', '/settings', () => page.getByRole('heading', { name: 'Passkeys' }).scrollIntoViewIfNeeded()],
    ['iphone', '/api/drawing', settle],
    ['api', '/api/docs', settle],
  ])
  await page.route('**/api/drawing', (route) =>
    route.fulfill({ contentType: 'text/html', body: shortcutDrawing() }),
  )
  await page.setViewportSize(MANUAL)
  for (const theme of /** @type {const} */ (['light', 'dark']))
    for (const [id, path, arrange] of chapters) {
      if (wanted.length > 0 && !wanted.includes(id)) continue
      await page.emulateMedia({ colorScheme: theme })
      await page.evaluate(() => sessionStorage.clear())
      await page.goto(base + path)
      await page.locator('article, dialog, main').first().waitFor()
      await arrange()
      await page.waitForTimeout(700)
      writeFileSync(`${folder}manual-${id}-${theme}.webp`, await toWebp(await page.screenshot()))
      await page.context().setOffline(false)
    }
}

/**
 * A shortcut as iOS lists it in the app Shortcuts, drawn in our own colours: that app only runs on Apple's
 * devices.
 */
function shortcutDrawing() {
  const tokens = readFileSync(new URL('../src/ui/tokens.css', import.meta.url), 'utf8')
  const word = (/** @type {string} */ text) => `<b>${text}</b>`
  const row = (/** @type {string} */ name, /** @type {string} */ value) =>
    `<tr><td>${name}</td><td>${value}</td></tr>`
  return `<!doctype html><meta charset="utf-8"><style>${tokens}
    body { margin: 0; background: var(--desk); color: var(--text); font: 420 16px/1.4 system-ui }
    main { display: grid; align-content: center; gap: 14px; width: 640px; height: 480px; margin: auto }
    section { padding: 14px 18px; border: 1px solid var(--line); border-radius: 14px; background: var(--surface-raised) }
    b { padding: 2px 8px; border-radius: 7px; background: var(--selected); font-weight: 520 }
    table { width: 100%; margin-top: 12px; border-collapse: collapse }
    td { padding: 8px 2px; border-top: 1px solid var(--line) }
    td + td { text-align: end }
    code { font: 14px ui-monospace, monospace }
    </style><main>
      <section>Receive ${word('URLs and Safari web pages')} input from ${word('Share Sheet')}</section>
      <section>Get contents of ${word('<code>https://cardinal.example/api/bookmarks/</code>')}<table>${[
        row('Method', 'POST'),
        row('Headers: <code>Authorization</code>', '<code>Token cardinal_pat_9f3c…</code>'),
        row('Request Body', 'JSON'),
        row('<code>url</code>, Text', word('Shortcut Input')),
      ].join('')}</table></section></main>`
}

function settle() {
  return page.waitForTimeout(1000)
}

/** Gives a tag another name and a parent, and opens its relations. */
async function openRelations() {
  await page.getByRole('button', { name: 'cardiology', exact: true }).first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Synonyms and parents…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Names and parents' })
  // Both exist already when the picture is made for the second theme.
  if ((await dialog.getByText('heart', { exact: true }).count()) === 0) {
    await dialog.getByRole('textbox').first().fill('heart')
    await page.keyboard.press('Enter')
    await dialog.getByRole('combobox').or(dialog.getByRole('textbox').nth(1)).last().fill('medical')
    await dialog.getByRole('button', { name: 'Add parent' }).click()
  }
  await page.waitForTimeout(800)
}

async function chooseBookmarks() {
  const links = ['Dal in 25 minutes', 'Container queries', 'Sleep and memory']
  const rows = links.map(
    (name, n) => `<DT><A HREF="https://example.org/${n}" ADD_DATE="1700000000">${name}</A>`,
  )
  const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>Kitchen</H3><DL><p>${rows.join('')}</DL></DL>`
  await page.getByLabel('File to import').setInputFiles({
    name: 'bookmarks.html',
    mimeType: 'text/html',
    buffer: Buffer.from(file),
  })
  await page.waitForTimeout(1500)
}

async function addOffline() {
  // A different text for each theme, because an existing text would be searched for.
  await page.waitForTimeout(1000)
  await page.context().setOffline(true)
  await page
    .getByRole('combobox')
    .first()
    .fill(OFFLINE_NOTES.pop() ?? '')
  await page.waitForTimeout(800)
  await page.keyboard.press('Control+Enter')
  await page.waitForTimeout(1000)
}

/** Encodes WebP in the browser: a third of the PNG's size, without a dependency. */
async function toWebp(/** @type {Buffer} */ png) {
  const canvas = await browser.newPage()
  const encoded = await canvas.evaluate(
    async (source) => {
      const image = await createImageBitmap(await (await fetch(source)).blob())
      const surface = new OffscreenCanvas(image.width, image.height)
      surface.getContext('2d')?.drawImage(image, 0, 0)
      const bytes = new Uint8Array(
        await (await surface.convertToBlob({ type: 'image/webp', quality: 0.88 })).arrayBuffer(),
      )
      return Array.from(bytes)
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  await canvas.close()
  return Buffer.from(encoded)
}

async function signUp() {
  await page.goto(`${base}/api/user/sign-in/start?return_to=/home`)
  await page.getByLabel('Name').fill('Asha Rao')
  await page.getByLabel('Email').fill('asha@example.org')
  await page.getByLabel('Password').fill('a calm red bird')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(/\/home/)
}

/** Adds the landing page's sample workspace through the API, oldest card first. */
async function fill() {
  const token = await page.evaluate(() => localStorage.getItem('jwt_access_token'))
  const call = async (/** @type {string} */ path, /** @type {object} */ data) => {
    const answer = await page.request.post(`${base}/api${path}`, {
      data,
      headers: { authorization: `Bearer ${token}` },
    })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()).data
  }
  const names = [...new Set(lines.flatMap((line) => tagsOf(line)))]
  const tags = await call('/tag/create-many-from-keyword', {
    frontendGeneratedTags: names.map((tag_name) => ({ tag_name })),
    attachToTheseEntities: [],
    entityType: 'note',
  })
  const idByName = new Map(
    tags.map((/** @type {{tag_name: string, _id: string}} */ tag) => [tag.tag_name, tag._id]),
  )
  const now = Date.now()
  for (const [index, line] of [...lines.entries()].reverse()) {
    const [type, text = '', , color] = line.split('|').map((part) => part.trim())
    const steps = [...text.matchAll(/\[(x )?([^\]]+)\]/g)]
    const newEntity = {
      type: type === 'link' ? 'hyperlink' : type,
      content: text.replace(/\s*\[[^\]]+\]/g, '').trim(),
      titles: steps.map(([, tick, words]) => ({ text: words, isTicked: tick !== undefined })),
      tags_assigned: tagsOf(line).map((name) => idByName.get(name)),
      color: color || null,
      createdAt: new Date(now - Math.round(index ** 1.45 * 2.6) * 3_600_000).toISOString(),
    }
    await call('/entity/create-one', { newEntity })
  }
  await call('/tag/create-many-groups-from-searchword', {
    searchwords: ['kitchen'],
    tag_ids: ['recipe', 'soup', 'baking', 'dinner', 'vegetarian', 'quick'].map((name) => idByName.get(name)),
  })
  await call('/tag/create-many-groups-from-searchword', {
    searchwords: ['ward'],
    tag_ids: ['medical', 'cardiology', 'drug', 'exam'].map((name) => idByName.get(name)),
  })
  await call('/user/update-global-settings', {
    saved_searches: ['project, urgent', 'medical, exam', 'recipe, quick'],
  })
}

function tagsOf(/** @type {string} */ line) {
  return (line.split('|')[2] ?? '').split(',').map((name) => name.trim())
}
