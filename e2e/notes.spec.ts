import type { Locator, Page } from '@playwright/test'
import { everyText } from './support/editor.ts'
import { cards } from './support/offline.ts'
import { accessToken, expect, onAnotherDevice, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'
import { serverRows } from './support/server-rows.ts'

/** Where the note is: a column beside the list, or a full page. */
const opened = (page: Page) =>
  page
    .getByRole('complementary', { name: 'Note' })
    .or(page.getByRole('dialog', { name: 'Note', exact: true }))

test('a note is edited as a document: Markdown is styled, [[ links a card, and a click opens it', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  const bar = page.getByRole('combobox').first()
  await bar.fill('Plan for the week')
  await bar.press('Control+Enter')
  const note = cards(page).filter({ hasText: 'Plan for the week' })
  await note.focus()
  await page.keyboard.press('Shift+Enter')
  const dialog = page.getByRole('dialog', { name: 'Card' })
  await dialog
    .getByRole('radio', { name: 'Write' })
    .or(dialog.getByRole('button', { name: 'Write' }))
    .first()
    .click()
  const editor = dialog.getByRole('textbox', { name: 'Text of the note' })
  await editor.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('# Plan for the week\n\nSee [[sourdough')
  await page.getByRole('option', { name: /Feed the sourdough/ }).click()
  await page.keyboard.press('Enter')
  await page.keyboard.type('- [ ] flour\nmilk, honey\nbread')
  await expect(dialog.getByRole('button', { name: /^Feed the sourdough/ })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(note).toContainText('Plan for the week')
  await expect(note).toContainText('See Feed the sourdough')
  await expect(note).not.toContainText('card:')

  await note.focus()
  await page.keyboard.press('Shift+Enter')
  // No letter is lost, although there was no pause in typing.
  await expect(dialog.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue(
    /^# Plan for the week\n\nSee \[Feed the sourdough.*\]\(card:[0-9a-f]{24}\)\n- \[ \] flour\n- \[ \] milk, honey\n- \[ \] bread$/,
  )
  await dialog
    .getByRole('radio', { name: 'Read' })
    .or(dialog.getByRole('button', { name: 'Read' }))
    .first()
    .click()
  await dialog.getByRole('link', { name: /^Feed the sourdough/ }).click()
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue(/Feed the sourdough/)
})

test('a note opens as a document beside the list: Enter moves into it, saving keeps it open, Escape moves back', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person, viewport }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const column = opened(page)
  const editor = column.getByRole('textbox', { name: 'Text of the note' })
  // Typed at once, while the note is opening. No letter is lost, and the Enter does not open the card again.
  await page.keyboard.type('early\nletters')
  await expect(editor).toBeFocused()
  await expect(editor.locator('.cm-line')).toHaveText([/early$/, 'letters'])
  await expect(page.getByRole('dialog', { name: 'Card' })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Commands' })).toHaveCount(0)
  await page.keyboard.type('!')
  await expect(editor.locator('.cm-line'), 'the keys go on at the caret').toHaveText([/early$/, 'letters!'])
  const [list, beside] = [await cards(page).first().boundingBox(), await column.boundingBox()]
  if ((viewport?.width ?? 0) > 1000)
    expect((list?.x ?? 0) + (list?.width ?? 0), 'the list is beside it').toBeLessThanOrEqual(beside?.x ?? 0)
  const before = (await editor.textContent()) ?? ''
  await page.keyboard.press('Control+a')
  await page.keyboard.type('# Kept whole\nfirst ')
  // A pause in typing saves; a space at the end stays, because the person continues there.
  await expect(cards(page).first()).toContainText('Kept whole')
  await expect(column.getByText('Saved', { exact: true })).toBeVisible()
  await page.keyboard.type('second')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('status')).toHaveText('Saved')
  await expect(editor).toBeFocused()

  // Leaving saves at once, and the undo history continues when the note is opened again.
  await page.keyboard.type(' third')
  await page.keyboard.press('Escape')
  await expect(column).toBeHidden()
  await expect(cards(page).first()).toBeFocused()
  await expect(cards(page).first()).toContainText('first second third')
  await cards(page).first().getByRole('link', { name: 'Kept whole' }).click()
  await expect(editor).toContainText('first second third')
  await expect(column.getByText('Unsaved changes')).toHaveCount(0)
  await expect(editor).toBeFocused()
  while ((await editor.textContent()) !== before) await page.keyboard.press('Control+z')
  await expect(cards(page).first()).toContainText(before)
  await page.keyboard.press('Control+y')
  await page.keyboard.type('!')
  await page.keyboard.press('Escape')

  // A command about the list shows it, also where the note covers it.
  await page.keyboard.press('Enter')
  await expect(editor).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find a command, a tag or a card' }).fill('Search')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-searchbar="home"]').getByRole('combobox')).toBeFocused()

  // The whole sitting is one act, with one undo.
  await page.goto('/home?primary_opt=note&popups_center=recent-acts')
  await expect(page.getByText('Edited a note')).toHaveCount(1)
})

test('[HM-15] keys alone lead from note to note: whatever closes one, the focus is on its row, or on the next one', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  const editor = opened(page).getByRole('textbox', { name: 'Text of the note' })
  await page.keyboard.press('ArrowDown')
  const closings = [
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    async () => {
      await opened(page)
        .getByRole('button', { name: /^Close/ })
        .focus()
      await page.keyboard.press('Enter')
    },
  ]
  for (const [index, close] of closings.entries()) {
    await page.keyboard.press('Enter')
    await expect(editor).toBeFocused()
    await close()
    await expect(opened(page)).toHaveCount(0)
    await expect(cards(page).nth(index)).toBeFocused()
    await page.keyboard.press('ArrowDown')
  }
  for (const [title, next] of [
    ['Completing the square', 'Exam notes'],
    ['Exam notes', 'Pasta for two'],
  ] as const) {
    await expect(cards(page).filter({ hasText: title })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(editor).toBeFocused()
    await opened(page).getByRole('button', { name: 'Open with all fields' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Card' }).getByRole('button', { name: 'Delete' }).focus()
    await page.keyboard.press('Enter')
    await expect(cards(page).filter({ hasText: title })).toHaveCount(0)
    await page.goBack()
    await expect(opened(page)).toHaveCount(0)
    await expect(cards(page).filter({ hasText: next })).toBeFocused()
  }
})

test('[OF-2] two devices edit one note: each sees the other’s lines, and undo reverts only its own', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, browser, person, baseURL }) => {
  const [id = ''] = await sow(person, [{ type: 'note', content: '# Plan\n\nmine:\n\nyours:' }])
  const address = `/home?primary_opt=note&note=${id}`
  await page.goto(address)
  const other = await onAnotherDevice(browser, person, baseURL ?? '')
  await other.goto(address)
  const editors = [page, other].map((device) => device.getByRole('textbox', { name: 'Text of the note' }))
  const [here, there] = editors as [Locator, Locator]
  await here.getByText('mine:').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' bread', { delay: 30 })
  await expect(there).toContainText('mine: bread')
  await there.getByText('yours:').click()
  await other.keyboard.press('End')
  // Both type at once, and the caret of each stays where it is.
  await Promise.all([
    page.keyboard.type(' and a loaf of rye for Sunday', { delay: 90 }),
    other.keyboard.type(' milk and two pounds of flour', { delay: 90 }),
  ])
  for (const editor of editors) {
    await expect(editor).toContainText('mine: bread and a loaf of rye for Sunday')
    await expect(editor).toContainText('yours: milk and two pounds of flour')
  }
  const line = here.getByText('mine:', { exact: true })
  while (!(await line.isVisible())) await page.keyboard.press('Control+z')
  for (const editor of editors) {
    await expect(editor.getByText('mine:', { exact: true })).toBeVisible()
    await expect(editor).toContainText('yours: milk and two pounds of flour')
  }
  // No text was lost, so no version is offered, and the texts in between are no versions.
  await expect(page.getByRole('button', { name: 'Two versions' })).toHaveCount(0)
  const texts = await everyText(page.request, await accessToken(page), id)
  expect(texts.filter((text) => /rye/.test(text)).length, texts.join('\n--\n')).toBeLessThanOrEqual(4)
  await other.context().close()
})

test('Escape in the list behind [[ closes only the list, and the form and the editor share one draft', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await cards(page).first().focus()
  await page.keyboard.press('Shift+Enter')
  const dialog = page.getByRole('dialog', { name: 'Card' })
  await dialog.getByRole('radio', { name: 'Write' }).check({ force: true })
  const editor = dialog.getByRole('textbox', { name: 'Text of the note' })
  await expect(editor).toBeFocused()
  // Typed at once, before the list has loaded.
  await page.keyboard.type('one draft [[')
  await page.keyboard.press('Escape')
  await expect(editor).toBeFocused()
  await expect(dialog.getByRole('listbox')).toBeHidden()
  await dialog.getByRole('radio', { name: 'Edit' }).check({ force: true })
  await expect(dialog.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue(/one draft \[\[$/)
})

test('Enter completes [[ in a list, a check box and a quote', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await cards(page).first().focus()
  await page.keyboard.press('Enter')
  const note = opened(page)
  await expect(note.getByRole('textbox', { name: 'Text of the note' })).toBeFocused()
  // The caret is at the end of the note.
  for (const begin of ['- ', '- [ ] ', '> ']) {
    await page.keyboard.type(`\n\n${begin}[[sourdough`)
    // Wait until the list no longer shows the results for fewer letters.
    const list = note.locator('.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)')
    await expect(list.getByRole('option', { name: /Feed the sourdough/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(note.getByRole('listbox')).toBeHidden()
    // A second Enter ends the list.
    await page.keyboard.type('\n\n')
  }
  await expect(note.getByRole('button', { name: /^Feed the sourdough/ })).toHaveCount(3)
})

test('[[ offers matching titles first and never the note itself, and a note lists at its end what links to it', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person, viewport }) => {
  await sow(
    person,
    ['Bread', 'The rye bread', 'Bread and rolls', 'Shopping\nbread'].map((content) => ({
      type: 'note',
      content,
    })),
  )
  await page.goto('/home?primary_opt=note')
  await cards(page).getByRole('link', { name: 'Bread', exact: true }).click()
  const note = opened(page)
  const editor = note.getByRole('textbox', { name: 'Text of the note' })
  await expect(editor).toHaveText('Bread')
  await page.keyboard.type('\n\n[[bread')
  await expect(note.getByRole('option')).toHaveText([/^Bread and rolls/, /^The rye bread/, /^Shopping/])
  await page.keyboard.press('Enter')
  await page.keyboard.type('!')
  await note.getByRole('button', { name: 'Bread and rolls' }).click()
  const whole = page.getByRole('dialog', { name: 'Card' })
  const linked = (how: string) => whole.getByRole('listitem').filter({ hasText: how }).getByRole('button')
  await linked('Links here').click()
  await expect(linked('In the text')).toHaveText('Bread and rolls')
  await whole.getByRole('button', { name: 'Close' }).click()
  if ((viewport?.width ?? 0) < 1000) await note.getByRole('button', { name: 'Close' }).click()
  await cards(page).getByRole('link', { name: 'Bread and rolls', exact: true }).click()
  await expect(editor).toHaveText('Bread and rolls')
  await note.getByRole('region', { name: 'Linked from' }).getByRole('button', { name: 'Bread' }).click()
  await expect(editor).toContainText('Bread and rolls!')
  await expect(note.getByRole('region', { name: 'Linked from' })).toHaveCount(0)
})

for (const [at, width, height] of [
  ['wide', 1440, 900],
  ['middle', 820, 1180],
  ['narrow', 390, 844],
] as const)
  test(`at ${width} pixels the caret of a long note is always visible, and Tab indents a list`, {
    tag: `@${at}`,
  }, async ({ page, person }) => {
    const lines = Array.from({ length: 200 }, (_, n) => `Line ${n} with some words in it`)
    const [id = ''] = await sow(person, [
      { type: 'note', content: lines.join('\n'), tags: ['bread'] },
      { type: 'note', content: 'Sourdough' },
    ])
    await page.goto(`/home?primary_opt=note&note=${id}`)
    const editor = page.getByRole('textbox', { name: 'Text of the note' })
    const caret = page.locator('.cm-cursor-primary')
    const isInSight = async (when: string) => {
      await expect(async () => {
        const [box, frame] = [await caret.boundingBox(), await page.locator('.cm-scroller').boundingBox()]
        const [top, foot] = [frame?.y ?? 0, (frame?.y ?? 0) + (frame?.height ?? 0)]
        expect(box?.y, when).toBeGreaterThanOrEqual(top)
        expect((box?.y ?? 0) + (box?.height ?? 0), when).toBeLessThanOrEqual(foot)
        const seen = await page.evaluate(() => window.innerHeight)
        expect(foot, `${when}: the text ends above the end of the window`).toBeLessThanOrEqual(seen)
      }).toPass({ timeout: 10_000 })
    }
    await expect(editor).toBeFocused()
    await isInSight('opened, with the caret at the end')
    await page.keyboard.press('Control+Home')
    await isInSight('at the start')
    await page.keyboard.press('Control+End')
    await isInSight('at the end')
    await page.keyboard.type('\n[[sour')
    await expect(page.getByRole('option', { name: /^Sourdough/ })).toBeInViewport()
    await page.keyboard.press('Escape')
    await page.keyboard.type('\n\n- flour\nrye\n')
    for (let n = 0; n < 12; n++) await page.keyboard.type(`more ${n}\n`)
    await isInSight('typed at the end')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(editor, 'back from the commands').toBeFocused()
    await isInSight('back from the commands')
    // The part of the window above a phone's keyboard.
    await page.setViewportSize({ width, height: Math.round(height * 0.45) })
    await isInSight('above the keyboard')
    await page.keyboard.type('last')
    await page.keyboard.press('Tab')
    await expect(page.locator('.cm-line').last()).toHaveText('  - last')
    await page.keyboard.press('Shift+Tab')
    await expect(page.locator('.cm-line').last()).toHaveText('- last')
    await expect(editor).toBeFocused()
    await page.keyboard.press('Control+m')
    await page.keyboard.press('Tab')
    await expect(editor).not.toBeFocused()
  })

test('pasted HTML becomes Markdown with links, an address pasted over selected words becomes their link, and one undo reverts each', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, context, person }) => {
  const [id = ''] = await sow(person, [{ type: 'note', content: 'Bread' }])
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/home?primary_opt=note&note=${id}`)
  const editor = page.getByRole('textbox', { name: 'Text of the note' })
  await expect(editor).toBeFocused()
  const copy = (text: string, html?: string) =>
    page.evaluate(
      (given) => {
        const kinds = Object.entries(given).map(([kind, value]) => [kind, new Blob([value], { type: kind })])
        return navigator.clipboard.write([new ClipboardItem(Object.fromEntries(kinds))])
      },
      { 'text/plain': text, ...(html !== undefined && { 'text/html': html }) },
    )
  const saved = async () => {
    await expect(page.getByText('Saved', { exact: true }).last()).toBeVisible()
    const { cards: rows } = await serverRows(page.request, await accessToken(page))
    return rows.find((row) => row.id === id)?.content
  }
  await copy(
    'Rye flour water',
    '<h2>Rye</h2><ul><li>flour, from <a href="https://mill.example/rye">the mill</a></li><li><b>water</b></li></ul>',
  )
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+v')
  await expect(editor).toContainText('https://mill.example/rye')
  const pasted = 'Bread\n## Rye\n\n- flour, from [the mill](https://mill.example/rye)\n- **water**'
  await expect.poll(saved).toBe(pasted)
  await page.keyboard.press('Control+z')
  await expect(editor).not.toContainText('Rye')
  await page.keyboard.press('Control+y')

  await copy('https://well.example/a_(b)')
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' of a well')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await page.keyboard.press('Control+v')
  await page.keyboard.type('!')
  await expect.poll(saved).toBe(`${pasted} of a [well](https://well.example/a_%28b%29)!`)

  // Without formatting, and inside code, a pasted text stays as it is.
  await copy('a_b * c', '<span>a_b * c</span>')
  await page.keyboard.type('\n\n')
  await page.keyboard.press('Control+v')
  await expect(page.locator('.cm-line').last()).toHaveText('a_b * c')
})

test('on a phone a note opens as a separate page, which Back closes', { tag: '@narrow' }, async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await cards(page).first().locator('p').first().tap()
  const document = page.getByRole('dialog', { name: 'Note' })
  await expect(document.getByRole('textbox', { name: 'Text of the note' })).toBeVisible()
  const box = await document.boundingBox()
  expect(box).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
  await page.goBack()
  await expect(document).toBeHidden()
  await expect(cards(page)).toHaveCount(5)
})
