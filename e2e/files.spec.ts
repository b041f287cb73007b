import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { filesOf } from '@cardinal/domain'
import type { Locator, Page } from '@playwright/test'
import { expectNoFindings } from './support/accessibility.ts'
import { add, bar, cards, syncState, untilServiceWorkerAnswers } from './support/offline.ts'
import { expect, type Person, test } from './support/person.ts'
import { serverFor, sow } from './support/seed.ts'
import { serverRows } from './support/server-rows.ts'

const picture = (name: string) =>
  readFileSync(new URL(`../apps/web/public/pictures/${name}-light.webp`, import.meta.url))
const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })
const HOME = file('home.webp', 'image/webp', picture('home'))
const GROUPS = file('groups.webp', 'image/webp', picture('manual-groups'))
const LOCKED = file(
  'password.pdf',
  'application/pdf',
  readFileSync(new URL('../apps/server/test/samples/pdfs/password.pdf', import.meta.url)),
)
const LIST = file('list.txt', 'text/plain', Buffer.from('flour, water, salt'))

const form = (page: Page) => page.getByRole('dialog', { name: /^(Quick add|Edit card)$/ })
const field = (place: Page | Locator) => place.getByRole('group', { name: 'Files' })
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Files of the card' })

async function choose(page: Page, ...files: readonly ReturnType<typeof file>[]): Promise<void> {
  await page.locator('[data-part="files"]').setInputFiles([...files])
}

/** Gives files to an element as a drop or a paste does. */
async function give(
  place: Locator,
  kind: 'drop' | 'paste',
  ...files: ReturnType<typeof file>[]
): Promise<void> {
  const given = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    text: buffer.toString('base64'),
  }))
  await place.evaluate(
    (element, { kind, given }) => {
      const data = new DataTransfer()
      for (const { name, mimeType, text } of given) {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
        data.items.add(new File([bytes], name, { type: mimeType }))
      }
      const init = { bubbles: true, cancelable: true }
      const event =
        kind === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: data })
          : new ClipboardEvent('paste', { ...init, clipboardData: data })
      element.dispatchEvent(event)
    },
    { kind, given },
  )
}

/** The files of the person's only card, and how many bytes of each the server has. */
async function onServer(page: Page, { accessToken }: Person): Promise<Record<string, number | null>> {
  const { cards: rows } = await serverRows(page.request, accessToken)
  const sizes: Record<string, number | null> = {}
  for (const { name, hash } of filesOf(rows[0]?.files ?? null)) {
    const headers = { authorization: `Bearer ${accessToken}` }
    const answer = await page.request.get(`/api/files/${hash}`, { headers })
    sizes[name] = answer.ok() ? (await answer.body()).length : null
  }
  return sizes
}

/** A card with a picture, as another device of the person adds it. Resolves with the hash of the picture. */
async function sowPicture(person: Person): Promise<string> {
  const server = await serverFor(person)
  const hash = createHash('sha256').update(HOME.buffer).digest('hex')
  const size = HOME.buffer.length
  await server.post('/api/files', { data: { hash, size } })
  const sent = await server.post(`/api/files/${hash}/pieces/0?sha256=${hash}`, {
    headers: { 'content-type': 'application/octet-stream' },
    data: HOME.buffer,
  })
  expect(await sent.json()).toMatchObject({ data: { is_whole: true } })
  const files = [{ hash, name: HOME.name, type: HOME.mimeType, size }]
  const newEntity = { type: 'note', content: 'Bread', files }
  expect((await server.post('/api/entity/create-one', { data: { newEntity } })).status()).toBe(200)
  await server.dispose()
  return hash
}

test('files are put on a card by the picker, by a drop and by a paste, and the server gets their bytes', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  await page.goto('/home?primary_opt=all&popups_center=quick-add')
  await form(page).getByLabel('Text').fill('Bread for Sunday')
  await choose(page, HOME, LIST)
  await expect(field(page).getByRole('listitem')).toHaveText([/home\.webp/, /list\.txt/])
  await give(form(page).getByLabel('Text'), 'drop', GROUPS)
  await expect(field(page).getByRole('listitem')).toHaveCount(3)
  await give(
    form(page).getByLabel('Text'),
    'paste',
    file('image.png', 'image/png', Buffer.from('no picture')),
  )
  await expect(field(page).getByRole('listitem').last()).toContainText(/Picture \d{4}-/)
  await field(page)
    .getByRole('button', { name: /^Remove “Picture/ })
    .click()
  await expect(field(page).getByRole('listitem')).toHaveCount(3)
  // A file that is there already is not attached twice.
  await choose(page, LIST)
  await expect(field(page).getByRole('listitem')).toHaveCount(3)
  await expectNoFindings(page, 'form with files')
  await page.keyboard.press('Control+Enter')
  await expect(form(page)).toHaveCount(0)
  const row = cards(page).filter({ hasText: 'Bread for Sunday' })
  await expect(row.getByRole('button', { name: 'Open the picture “home.webp”' }).locator('img')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Open the file “list.txt”' })).toBeVisible()
  await expect
    .poll(() => onServer(page, person))
    .toEqual({
      'home.webp': HOME.buffer.length,
      'list.txt': LIST.buffer.length,
      'groups.webp': GROUPS.buffer.length,
    })
  await expectNoFindings(page, 'row with files')
})

test('the files of a card are looked at with keys, removed, and brought back', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  await page.goto('/home?primary_opt=all&popups_center=quick-add')
  await choose(page, HOME, GROUPS, LIST)
  await expect(field(page).getByRole('listitem')).toHaveCount(3)
  // Without a text the card is called by its files.
  await form(page)
    .getByRole('button', { name: /^Add todo/ })
    .click()
  const row = cards(page).filter({ hasText: 'home.webp, groups.webp, list.txt' })
  await row.getByRole('button', { name: 'Open the picture “home.webp”' }).click()
  await expect(viewer(page).getByRole('img', { name: 'home.webp' })).toBeVisible()
  await expect(viewer(page)).toContainText('1 of 3')
  await expectNoFindings(page, 'viewer')
  await page.keyboard.press('ArrowRight')
  await expect(viewer(page).getByRole('img', { name: 'groups.webp' })).toBeVisible()
  await page.keyboard.press('End')
  await expect(viewer(page)).toContainText('Download it to open it')
  const download = page.waitForEvent('download')
  await viewer(page).getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('list.txt')
  await page.keyboard.press('Delete')
  await expect(viewer(page).getByRole('img', { name: 'groups.webp' })).toBeVisible()
  await expect(viewer(page)).toContainText('2 of 2')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(viewer(page)).toContainText('3 of 3')
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
  await expect.poll(async () => Object.keys(await onServer(page, person)).length).toBe(3)

  await bar(page).fill('has:file')
  await expect(cards(page)).toHaveCount(1)
  await bar(page).fill('-has:file')
  await expect(cards(page)).toHaveCount(0)
})

test('[HM-18] a PDF is found by its words, its viewer says why a locked one is not, and an offline search says that it can not', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person, context }) => {
  const printing = await context.newPage()
  await printing.setContent('<h1>Lease</h1><p>The tenant pays a kaleidoscopic deposit.</p>')
  const lease = file('lease.pdf', 'application/pdf', await printing.pdf())
  await printing.close()
  await page.goto('/home?primary_opt=all&popups_center=quick-add')
  await choose(page, lease, LOCKED)
  await form(page).getByRole('textbox').first().fill('Flat in the mill')
  // At once, so that the files may not be attached yet.
  await page.keyboard.press('Control+Enter')
  await expect(form(page)).toHaveCount(0)
  await expect
    .poll(async () => {
      const { cards: rows } = await serverRows(page.request, person.accessToken)
      const hashes = filesOf(rows[0]?.files ?? null).map(({ hash }) => hash)
      const headers = { authorization: `Bearer ${person.accessToken}` }
      const answer = await page.request.post('/api/files/get-texts', { headers, data: { hashes } })
      return ((await answer.json()).data ?? []).map(({ text }: { text: string }) => text)
    })
    .toEqual(['read', 'locked'])

  await bar(page).fill('file:kaleidoscopic')
  await expect(cards(page)).toHaveCount(1)
  await bar(page).fill('file:telescopic')
  await expect(cards(page)).toHaveCount(0)
  await context.setOffline(true)
  await bar(page).fill('file:deposit')
  await expect(page.getByText('These words can’t be searched now')).toBeVisible()
  await context.setOffline(false)
  await bar(page).fill('has:file')
  await cards(page)
    .getByRole('button', { name: /password\.pdf/ })
    .click()
  await expect(viewer(page)).toContainText('searches find its name alone: it needs a password')
  await expectNoFindings(page, 'viewer of a locked PDF')
})

test('a file that is too large or empty is refused with a sentence, and the others are attached', async ({
  page,
}) => {
  await page.goto('/home?primary_opt=all&popups_center=quick-add')
  await field(page).evaluate((element) => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(20 * 1024 * 1024 + 1)], 'film.mp4', { type: 'video/mp4' }))
    data.items.add(new File(['flour'], 'list.txt', { type: 'text/plain' }))
    data.items.add(new File([], 'nothing.txt', { type: 'text/plain' }))
    element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
  })
  await expect(field(page).getByRole('listitem')).toHaveText([/list\.txt/])
  await expect(field(page).getByRole('alert')).toHaveText(
    '“film.mp4” has 20 MB. A file has at most 20 MB. “nothing.txt” is empty.',
  )
})

test('[HM-18] of 1,000 pictures on cards only those in sight are asked for, at the start and at a key, and each once', async ({
  page,
  person,
}) => {
  const loaf = (n: number) => ({
    hash: n.toString(16).padStart(64, '0'),
    name: 'loaf.webp',
    type: 'image/webp',
    size: 9_000,
    width: 8,
    height: 8,
  })
  await sow(
    person,
    Array.from({ length: 500 }, (_, n) => ({
      type: 'note' as const,
      content: `Loaf ${n}${n % 50 === 0 ? ' of rye' : ''}`,
      files: [loaf(2 * n), loaf(2 * n + 1)],
    })),
  )
  const asked: string[] = []
  await page.route('**/api/files/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'image/webp', body: HOME.buffer })
  })
  await page.goto('/home?primary_opt=all')
  const drawn = cards(page).locator('img')
  await expect(drawn.first()).toBeVisible()
  const rows = await cards(page).count()
  expect(rows).toBeLessThan(100)
  await bar(page).fill('rye')
  await expect(cards(page)).toHaveCount(10)
  await expect(drawn.nth(9)).toBeVisible()
  await bar(page).fill('')
  await expect(cards(page)).toHaveCount(rows)
  await expect(drawn.first()).toBeVisible()
  expect(asked.length).toBeLessThanOrEqual(2 * (rows + 10))
  expect(new Set(asked).size).toBe(asked.length)
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' })

  test('[OF-1] a file waits on the device without a network, survives a reload, and is sent later', async ({
    page,
    person,
    context,
  }) => {
    await page.goto('/home?primary_opt=all')
    await untilServiceWorkerAnswers(page)
    await add(page, 'Bread for Sunday')
    await expect(syncState(page)).toContainText('Saved')
    await context.setOffline(true)
    await cards(page)
      .first()
      .click({ button: 'right', position: { x: 200, y: 8 } })
    await page.getByRole('menuitem', { name: 'Edit in a form…' }).click()
    await choose(page, HOME)
    await expect(field(page).getByRole('listitem')).toContainText('Waits to be sent')
    await page.keyboard.press('Control+Enter')
    await expect(form(page)).toHaveCount(0)
    await page.goto('/home?primary_opt=all')
    await expect(
      cards(page)
        .first()
        .getByRole('button', { name: /home\.webp/ })
        .locator('img'),
    ).toBeVisible()
    await page.reload()
    await cards(page)
      .first()
      .getByRole('button', { name: /home\.webp/ })
      .click()
    await expect(viewer(page).getByRole('img', { name: 'home.webp' })).toBeVisible()
    await page.keyboard.press('Escape')
    await context.setOffline(false)
    await expect.poll(() => onServer(page, person)).toEqual({ 'home.webp': HOME.buffer.length })
  })

  test('[OF-1] a device that keeps all files shows one without a network that it never opened, and says how far it is', {
    tag: ['@wide', '@narrow'],
  }, async ({ page, person, context }) => {
    const hash = await sowPicture(person)
    await page.goto('/settings#devices')
    const section = page.getByRole('region', { name: 'On this device' })
    await page.route(`**/api/files/${hash}`, (route) => route.abort())
    await section.getByRole('checkbox', { name: 'Keep all files on this device' }).check()
    await expect(section).toContainText('They are fetched when the server can be reached.')
    await page.unroute(`**/api/files/${hash}`)
    await page.reload()
    await expect(section).toContainText('All files of this workspace are here.')
    await expect(section).toContainText('1 file, ')
    await page.goto('/home?primary_opt=all')
    await untilServiceWorkerAnswers(page)
    await context.setOffline(true)
    await page.reload()
    await cards(page)
      .first()
      .getByRole('button', { name: /home\.webp/ })
      .click()
    await expect(viewer(page).getByRole('img', { name: 'home.webp' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goto('/settings#devices')
    await section.getByRole('checkbox', { name: 'Keep all files on this device' }).uncheck()
    await section.getByRole('button', { name: 'Remove them from this device' }).click()
    await expect(section).toContainText('0 files, 0 B, are on this device.')
    await context.setOffline(false)
  })
})

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('[OF-4] pictures that another app shares are in the form for a new card, with the shared text', async ({
    page,
    person,
  }) => {
    await page.goto('/home?primary_opt=all')
    await untilServiceWorkerAnswers(page)
    const action = new URL('/share', page.url()).href
    await page.goto('about:blank')
    await page.evaluate(
      ([address, text]) => {
        const data = new DataTransfer()
        data.items.add(
          new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], 'Brot größer.webp', {
            type: 'image/webp',
          }),
        )
        const form = document.createElement('form')
        Object.assign(form, { action: address, method: 'post', enctype: 'multipart/form-data' })
        const files = Object.assign(document.createElement('input'), { type: 'file', name: 'files' })
        files.files = data.files
        form.append(
          files,
          Object.assign(document.createElement('textarea'), { name: 'text', value: 'A loaf' }),
        )
        document.body.append(form)
        form.submit()
      },
      [action, HOME.buffer.toString('base64')] as const,
    )
    await page.waitForURL(/quick-add/)
    await expect(form(page).getByLabel('Text')).toHaveValue('A loaf')
    await expect(field(page).getByRole('listitem')).toHaveText([/Brot größer\.webp/])
    await page.keyboard.press('Control+Enter')
    await expect(form(page)).toHaveCount(0)
    await page.goto('/home?primary_opt=all')
    await expect(page.getByRole('button', { name: /Brot größer/ })).toBeVisible()
    await expect.poll(() => onServer(page, person)).toEqual({ 'Brot größer.webp': HOME.buffer.length })
  })
})

test('sending a file can be cancelled and begun again, and what the server refuses is said', async ({
  page,
  person,
}) => {
  let isHeld = true
  await page.route('**/api/files/*/pieces/*', (route) => (isHeld ? undefined : route.continue()))
  await page.goto('/home?primary_opt=all&popups_center=quick-add')
  await choose(page, HOME)
  const item = field(page).getByRole('listitem')
  await expect(item).toContainText('Sending, 0 %')
  await item.getByRole('button', { name: 'Cancel sending “home.webp”' }).click()
  await expect(item).toContainText('Not sent: you cancelled it')
  isHeld = false
  await item.getByRole('button', { name: 'Send “home.webp” again' }).click()
  await expect(item).not.toContainText('ent')
  await form(page)
    .getByRole('button', { name: /^Add todo/ })
    .click()
  await expect.poll(() => onServer(page, person)).toEqual({ 'home.webp': HOME.buffer.length })

  const refusal = { msg: 'Your account has no room left.', request_id: 'r' }
  await page.route('**/api/files', (route) => route.fulfill({ status: 403, json: refusal }))
  await page.goto('/home?primary_opt=all&popups_center=quick-add')
  await choose(page, GROUPS)
  await expect(item).toContainText('Not sent: Your account has no room left.')
})

test('a picture that is pasted into a note stands in the text, its alternative text is edited there, and it is drawn where the note is read', async ({
  page,
  person,
}) => {
  await sow(person, [{ type: 'note', content: 'Loaves\n\nof this week' }])
  await page.goto('/home?primary_opt=note')
  await cards(page).first().getByText('Loaves').click()
  const note = page.getByRole('textbox', { name: 'Text of the note' })
  await note.press('Control+End')
  await give(note, 'paste', HOME)
  const drawn = note.getByRole('img', { name: 'home.webp' })
  await expect(drawn).toHaveAttribute('src', /^blob:/)
  await expect(note).toContainText('![home.webp](file:')
  await expect(field(page).getByRole('listitem')).toHaveText([/home\.webp/])
  await note.press('Control+End')
  for (let n = 0; n < 77; n++) await note.press('ArrowLeft')
  await note.pressSequentially(' of bread')
  await expect(note.getByRole('img', { name: 'home of bread.webp' })).toHaveCount(1)
  await expect.poll(() => onServer(page, person)).toEqual({ 'home.webp': HOME.buffer.length })
  await page.keyboard.press('Escape')
  await expect(cards(page).first()).toContainText('home of bread.webp')
  await expect(cards(page).first()).not.toContainText('file:')
  await cards(page).first().focus()
  await page.keyboard.press('o')
  await expect(cards(page).first().getByRole('img', { name: 'home of bread.webp' })).toHaveAttribute(
    'src',
    /^blob:/,
  )
})
