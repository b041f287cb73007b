import type { Locator, Page } from '@playwright/test'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'
import { serverRows } from './support/server-rows.ts'

const chips = (page: Page) => page.getByRole('group', { name: 'Understood words' }).getByRole('button')

/** Types as a person does, and counts the keys that are pressed. */
function typist(page: Page) {
  let keys = 0
  let clicks = 0
  page.on('console', (message) => {
    if (message.text() === 'counted click') clicks++
  })
  return {
    type: async (text: string) => {
      for (const letter of text) {
        await page.keyboard.press(letter === ' ' ? 'Space' : letter)
        keys++
      }
    },
    press: async (key: string) => {
      await page.keyboard.press(key)
      keys++
    },
    keys: () => keys,
    clicks: () => clicks,
  }
}

async function countClicks(page: Page): Promise<void> {
  await page.evaluate(() => addEventListener('click', () => console.log('counted click'), true))
}

test('adding a todo with a tag and a time takes at most 42 keys and no click', async ({ page, person }) => {
  await sow(person, [{ type: 'todo', content: 'Mend the gate', tags: ['garden'] }])
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(1)
  await countClicks(page)
  const hands = typist(page)
  await hands.press('/')
  await hands.type('Water roses #gar')
  await expect(page.getByRole('option', { name: /#garden/ })).toBeVisible()
  await hands.press('Tab')
  await expect(bar(page)).toHaveValue('Water roses #garden ')
  await hands.type('tomorrow 9am')
  await expect(chips(page)).toHaveText(['#garden', 'tomorrow 9am'])
  await expect(page.getByRole('button', { name: 'Add, due tomorrow 09:00' })).toBeEnabled()
  await hands.press('Enter')
  const card = cards(page).filter({ hasText: 'Water roses' })
  await expect(card.getByRole('button', { name: /^Due tomorrow 09:00/ })).toBeVisible()
  await expect(card).toContainText('garden')
  await expect(card).not.toContainText('#')
  await expect(card).not.toContainText('9am')
  expect(hands.keys()).toBeLessThanOrEqual(42)
  expect(hands.clicks()).toBe(0)
})

test('adding a link with two tags takes at most 24 keys besides its address, and no click', async ({
  page,
  person,
}) => {
  await sow(person, [
    { type: 'link', content: 'https://a.example.org', tags: ['cooking'] },
    { type: 'link', content: 'https://b.example.org', tags: ['winter'] },
  ])
  await page.goto('/home?primary_opt=hyperlink')
  await expect(cards(page)).toHaveCount(2)
  await countClicks(page)
  const hands = typist(page)
  await hands.press('/')
  // A paste counts as one press of keys.
  await page.keyboard.insertText('https://soup.example.org/onion')
  await hands.type(' #coo')
  await expect(page.getByRole('option', { name: /#cooking/ })).toBeVisible()
  await hands.press('Tab')
  await hands.type('#win')
  await expect(page.getByRole('option', { name: /#winter/ })).toBeVisible()
  await hands.press('Tab')
  await expect(chips(page)).toHaveText(['#cooking', '#winter'])
  await expect(page.getByRole('button', { name: 'Add link' })).toBeEnabled()
  await hands.press('Enter')
  const card = cards(page).filter({ hasText: 'soup.example.org' })
  await expect(card).toContainText('cooking')
  await expect(card).toContainText('winter')
  expect(hands.keys() + 1).toBeLessThanOrEqual(24)
  expect(hands.clicks()).toBe(0)
})

test('Backspace or a click turns a chip back into plain text, and it stays text in that line', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  expect(person.name).toBeTruthy()
  await page.goto('/home')
  await bar(page).pressSequentially('Call Ada tomorrow')
  await expect(chips(page)).toHaveText(['tomorrow'])
  await expect(bar(page)).toHaveAccessibleDescription(/Understood: due tomorrow\.$/)
  await bar(page).press('Backspace')
  await expect(chips(page)).toHaveCount(0)
  await expect(bar(page)).toHaveValue('Call Ada tomorrow')
  await bar(page).pressSequentially(' #family')
  await expect(chips(page)).toHaveText(['#family'])
  await chips(page).click()
  await expect(chips(page)).toHaveCount(0)
  await expect(bar(page)).toBeFocused()
  await expect(bar(page)).toHaveValue('Call Ada tomorrow #family')
  await bar(page).press('Control+Enter')
  await expect(cards(page).first()).toContainText('Call Ada tomorrow #family')

  await bar(page).pressSequentially('Sow peas #beds, #home, ')
  await expect(chips(page)).toHaveText(['#beds,', '#home,'])
  await bar(page).press('Backspace')
  await bar(page).press('Backspace')
  await expect(bar(page), 'a comma beside chips is deleted alone').toHaveValue('Sow peas #beds, #home')
  await expect(chips(page)).toHaveText(['#beds,', '#home'])
  await bar(page).press('Enter')
  await expect(bar(page)).toHaveValue('')
  await expect(cards(page).first()).toContainText('Sow peas')
  await expect(cards(page).first(), 'nor is it left in the text').not.toContainText(',')

  await bar(page).pressSequentially('Ring Bob tomorrow')
  await expect(chips(page), 'a new line understands it again').toHaveText(['tomorrow'])
})

test('a new tag is offered behind #, a nested one gets its parent, and undo removes the card and its tags', async ({
  page,
  person,
}) => {
  expect(person.name).toBeTruthy()
  await page.goto('/home')
  await bar(page).pressSequentially('Sow peas #beds')
  await expect(page.getByRole('option', { name: '#beds new tag' })).toBeVisible()
  await bar(page).press('Tab')
  await bar(page).pressSequentially('#home/garden_shed')
  await expect(chips(page)).toHaveText(['#beds', '#home/garden_shed'])
  await expect(page.getByRole('button', { name: 'Add todo' })).toBeEnabled()
  await bar(page).press('Enter')
  await expect(cards(page).first()).toContainText('Sow peas')
  await expect(cards(page).first()).toContainText('garden shed')
  await bar(page).fill('home, ')
  await expect(cards(page), 'a parent finds the cards of its children').toHaveCount(1)
  await bar(page).fill('')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(cards(page)).toHaveCount(0)
})

test('a monthly recurrence on the 31st, typed or picked, says what happens in shorter months, and its last day can be picked', async ({
  page,
  person,
}) => {
  expect(person.name).toBeTruthy()
  await page.goto('/home')
  await bar(page).fill('Pay the rent every month on the 31st')
  await expect(
    page.getByText(/every month on the 31st \(on the last day of shorter months\)/).first(),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add, due/ })).toBeEnabled()
  await bar(page).press('Enter')
  await expect(
    cards(page)
      .first()
      .getByRole('button', { name: /shorter months/ }),
  ).toBeVisible()
  const repeat = async (rule: string, day: string) => {
    await cards(page).first().focus()
    await page.keyboard.press('d')
    await page.getByRole('menuitem', { name: 'Another day…' }).click()
    const picker = page.getByRole('dialog', { name: 'Due date' })
    await picker.getByLabel('Repeat').selectOption(rule)
    await picker.getByLabel('In words').fill(day)
    await page.keyboard.press('Enter')
    await expect(picker).toHaveCount(0)
  }
  // Chooses the repetition before the due date.
  await repeat('Never', '15 jan 2031')
  await repeat('Every month', '31 jan 2031')
  const due = cards(page)
    .first()
    .getByRole('button', { name: /^Due Jan 31, 2031/ })
  await expect(due).toHaveAccessibleName(/on the 31st \(on the last day of shorter months\)/)
  await repeat('Every month on the last day', '28 feb 2031')
  await expect(
    cards(page)
      .first()
      .getByRole('button', { name: /^Due Feb 28, 2031.*last day/ }),
  ).toBeVisible()
})

test('the form of a new card reads its text, and a picked date is used instead of one in words', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  await page.getByRole('button', { name: 'Add a card' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Text').fill('Call Ada tomorrow at 9 #family #quick')
  await expect(form.getByText('Understood: due tomorrow 09:00, tagged family, quick')).toBeVisible()
  await chips(page).filter({ hasText: '#family' }).click()
  await expect(form.getByText('Understood: due tomorrow 09:00, tagged quick')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  const card = cards(page).filter({ hasText: 'Call Ada' })
  await expect(card).toContainText('Call Ada #family')
  await expect(card.getByRole('button', { name: /^Due tomorrow 09:00/ })).toBeVisible()
})

test('understood words are chips in the text of each field of several lines, letter on letter', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person }) => {
  expect(person.name).toBeTruthy()
  await page.goto('/home')
  const long = `${'Ask Ada whether she has seeds of the tall beans left, and of peas. '.repeat(6)}#garden`
  const isOverField = async (field: Locator) => {
    const [over, area] = await Promise.all([
      field.evaluate((element) => {
        const overlay = element.parentElement?.querySelector('[role="group"]')
        const { left, top } = overlay?.getBoundingClientRect() ?? { left: 0, top: 0 }
        return { height: overlay?.scrollHeight, top: overlay?.scrollTop, left, y: top }
      }),
      field.evaluate((element) => {
        const { left, top } = element.getBoundingClientRect()
        const { scrollHeight, scrollTop, clientLeft, clientTop } = element
        return { height: scrollHeight, top: scrollTop, left: left + clientLeft, y: top + clientTop }
      }),
    ])
    expect(over.height, 'lines break at the same words').toBe(area.height)
    expect(over.top, 'it is scrolled as the field is').toBe(area.top)
    expect(Math.abs(over.left - area.left) + Math.abs(over.y - area.y)).toBeLessThan(1)
  }
  const refuse = async (field: Locator) => {
    await expect(chips(page)).toHaveText(['#garden'])
    await isOverField(field)
    await field.press('Control+End')
    await field.press('Backspace')
    await expect(chips(page)).toHaveCount(0)
    await expect(field, 'the words stay as text').toHaveValue(/#garden$/)
  }
  await bar(page).fill(long)
  const longBar = page.getByRole('textbox', { name: /^Search or add/ })
  await refuse(longBar)
  await page.goto('/home?popups_center=home-addEntity')
  const form = page.getByRole('dialog')
  await form.getByRole('radio', { name: 'Note' }).check()
  const field = form.getByRole('textbox', { name: 'Text', exact: true })
  await field.fill(`${'A line\n'.repeat(60)}${long}`)
  await refuse(field)
  await form.getByRole('radio', { name: 'Link' }).check()
  await form.getByLabel('Address').fill('https://seeds.example.org')
  await form.getByLabel('Title and description').fill('Seeds #beds')
  await expect(chips(page)).toHaveText(['#beds'])
})

test('a new tag behind # is shown with its capitals, and Undo takes back card and tag', async ({
  page,
  person,
}) => {
  expect(person.name).toBeTruthy()
  await page.goto('/home')
  await bar(page).pressSequentially('Sow peas #Garden #Work/Big_Plan')
  await expect(chips(page)).toHaveText(['#Garden', '#Work/Big_Plan'])
  await bar(page).press('Enter')
  const card = cards(page).filter({ hasText: 'Sow peas' })
  await expect(card.getByText('Garden', { exact: true })).toBeVisible()
  await expect(card.getByText('Big Plan', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveCount(0)
  await page.goto('/tags')
  await expect(page.getByText('Garden', { exact: true })).toHaveCount(0)
})

test('tags are offered behind # in the form of a new card, in Quick add and on /add', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, [
    { type: 'todo', content: 'Mend the gate', tags: ['garden', 'home'] },
    { type: 'todo', content: 'Sow peas', tags: ['garden'] },
  ])
  const offers = page.locator('form').getByRole('listbox', { name: 'Suggested tags' })
  const complete = async (field: Locator, unused: string) => {
    await field.press('End')
    await field.pressSequentially(' #')
    await expect(offers.getByRole('option').first(), 'the most used one').toHaveText(/#garden/)
    await expect(offers.getByRole('option', { name: /#home/ })).toBeVisible()
    await field.press('Escape')
    await expect(offers).toHaveCount(0)
    await field.pressSequentially('gar')
    await field.press('Tab')
    await expect(field).toHaveValue(/ #garden $/)
    await field.pressSequentially(`#${unused}`)
    await expect(offers.getByRole('option', { name: `#${unused} new tag` })).toBeVisible()
    await field.press('ArrowDown')
    await field.press('Enter')
    await expect(field).toHaveValue(new RegExp(` #garden #${unused} $`))
    await expect(field).toBeFocused()
  }
  for (const [path, unused] of [
    ['/home?popups_center=home-addEntity', 'rake'],
    ['/home?popups_center=quick-add', 'spade'],
    ['/add?title=Rake', 'hoe'],
  ] as const) {
    await page.goto(path)
    const field = page.getByRole('textbox', { name: /^(?:Text|Title and description)$/ })
    await field.click()
    await field.pressSequentially('Rake')
    await complete(field, unused)
    await field.press('Control+Enter')
    const said = new RegExp(`^Added a (?:todo|note|link), tagged garden, ${unused}`)
    await expect(page.getByText(said).first()).toBeVisible()
  }
})

test('in Quick add a note links cards behind [[ and continues its lists, as the editor of notes does', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, [
    { type: 'todo', content: 'Feed the sourdough' },
    { type: 'note', content: 'Sourdough for beginners' },
  ])
  await page.goto('/home?primary_opt=note&popups_center=quick-add')
  const form = page.locator('form')
  const field = form.getByRole('textbox', { name: 'Text' })
  await field.click()
  await field.pressSequentially('Plan')
  await field.press('Enter')
  await field.pressSequentially('- [x] flour')
  await field.press('Enter')
  await field.pressSequentially('see [[sourd')
  const offers = form.getByRole('listbox', { name: 'Cards to link to' })
  await expect(offers.getByRole('option')).toHaveText([/^Sourdough for beginners/, /^Feed the sourdough/])
  await field.press('ArrowDown')
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(offers).toHaveCount(0)
  await expect(field).toHaveValue(
    /^Plan\n- \[x\] flour\n- \[ \] see \[Feed the sourdough\]\(card:[0-9a-f]{24}\) $/,
  )
  await field.press('Enter')
  await field.press('Enter')
  await field.pressSequentially('The end')
  await expect(field).toHaveValue(/\) \nThe end$/)
  await field.press('Control+Enter')
  await expect(cards(page).filter({ hasText: 'Plan' })).toContainText('Feed the sourdough')
  await expect(cards(page).filter({ hasText: 'Plan' })).not.toContainText('card:')
})

test('while an input method composes, no key takes a chip back or adds the text, not even the Enter that Safari sends after it', async ({
  page,
  person,
}) => {
  expect(person.name).toBeTruthy()
  await page.goto('/home')
  await bar(page).fill('Call Ada tomorrow')
  await expect(page.getByRole('button', { name: 'Add, due tomorrow' })).toBeEnabled()
  await bar(page).evaluate((field) => {
    const press = (key: string, init: KeyboardEventInit) =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))
    press('Backspace', { isComposing: true })
    press('Enter', { isComposing: true })
    field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
    press('Enter', { keyCode: 229 })
  })
  await expect(chips(page)).toHaveText(['tomorrow'])
  await expect(bar(page)).toHaveValue('Call Ada tomorrow')
  await expect(cards(page)).toHaveCount(0)
})

test('unusual pasted texts are added unchanged: 500 characters, right to left, tabs; several lines and Markdown become notes', async ({
  page,
  person,
  context,
}) => {
  expect(person.name).toBeTruthy()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/home?primary_opt=all')
  const field = page.locator('[data-searchbar="home"]').getByRole('textbox').or(bar(page))
  const texts = [
    [`${'long '.repeat(98)}end #long`, 'Add todo', /^long long/],
    ['Plan tomorrow\n\n- a #plan\n- b', 'Add note', /^Plan tomorrow/],
    ['## Plain #word', 'Add note', /^Plain/],
    ['לקנות חלב #בית tomorrow', 'Add, due tomorrow', /^לקנות חלב/],
    ['Buy\tmilk\t#tab', 'Add todo', /^Buy\s+milk/],
  ] as const
  const paste = async (text: string) => {
    await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text)
    await bar(page).press('Control+v')
  }
  for (const [text, label, kept] of texts) {
    await paste(text)
    await expect(field).toHaveValue(text)
    await expect(page.getByRole('button', { name: label })).toBeEnabled()
    await page.keyboard.press('Control+Enter')
    await expect(field).toHaveValue('')
    await expect(cards(page).filter({ hasText: kept })).toHaveCount(1)
  }
  for (const tag of ['long', 'plan', 'word', 'בית', 'tab'])
    await expect(page.getByText(tag, { exact: true }).first()).toBeVisible()
  const contents = async () =>
    (await serverRows(page.request, person.accessToken)).cards.map(({ content }) => content)
  await expect
    .poll(contents)
    .toEqual(expect.arrayContaining([`${'long '.repeat(98)}end`, 'Buy\tmilk', 'לקנות חלב']))

  // Where one kind is shown: on Todo, texts that look like a note become one, unless the person adds a todo.
  // On Link, texts without an address become notes.
  await page.goto('/home?primary_opt=todo')
  await bar(page).fill('#a #b buy milk tomorrow')
  await expect(page.getByRole('button', { name: 'Add, due tomorrow' })).toBeEnabled()
  await expect(page.getByText('This looks like a search')).toHaveCount(0)
  await bar(page).fill('# Heading')
  await expect(page.getByText('This text becomes a note.')).toBeVisible()
  await page.getByRole('button', { name: 'Add as todo' }).click()
  await expect(cards(page).filter({ hasText: /^(?:# )?Heading/ })).toHaveCount(1)
  await paste('One\ntwo')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Added a note').first()).toBeVisible()
  await page.goto('/home?primary_opt=hyperlink')
  await paste('Three\nfour')
  await expect(page.getByRole('button', { name: 'Add note' })).toBeEnabled()
  await field.press('Enter')
  await expect(page.getByText('Added a note').first()).toBeVisible()
  await page.goto('/home?primary_opt=note')
  await expect(cards(page).filter({ hasText: /^One|^Three/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'Add a card' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('radio', { name: 'Todo' }).check({ force: true })
  await form.getByLabel('Text').fill('Five\nsix')
  await expect(form.getByRole('button', { name: 'Add note' })).toBeVisible()
  await form.getByLabel('Text').fill('Five')
  await expect(form.getByRole('button', { name: 'Add todo' })).toBeVisible()
})

test('on All, the bar says that Enter searches if a text may be a search, and Ctrl+Enter adds', async ({
  page,
  person,
}) => {
  await sow(person, [
    { type: 'note', content: 'Bread for the weekend', tags: ['baking'] },
    { type: 'todo', content: 'The hotkey of eclipse', tags: ['software'] },
  ])
  await page.goto('/home?primary_opt=all')
  await expect(cards(page)).toHaveCount(2)
  const enter = page.locator('[data-searchbar="home"]')
  for (const text of ['is:lost', 'created:', 'author:tolkien', 'call, -urgent']) {
    await bar(page).fill(text)
    await expect(bar(page)).toHaveAccessibleDescription('Enter searches.')
    await expect(enter.getByRole('button', { name: 'Search', exact: true })).toBeEnabled()
    await bar(page).press('Enter')
    await expect(bar(page)).toHaveValue(text)
  }
  await bar(page).fill('bakign')
  await expect(enter.getByRole('button', { name: 'Search for baking' })).toBeEnabled()
  await bar(page).press('Enter')
  await expect(bar(page)).toHaveValue('baking')
  await expect(cards(page)).toHaveText([/Bread for the weekend/])

  await bar(page).fill('bakign')
  await expect(enter.getByRole('button', { name: 'Search for baking' })).toBeEnabled()
  await bar(page).press('Control+Enter')
  await expect(bar(page)).toHaveValue('')
  await expect(cards(page)).toHaveCount(3)

  await bar(page).fill('hotky')
  await expect(enter.getByRole('button', { name: 'Search for hotkey' })).toBeEnabled()

  await bar(page).fill('eclipse hotkey')
  await expect(enter.getByRole('button', { name: 'Search', exact: true })).toBeEnabled()
  // Enter before the answer has arrived waits for it.
  await bar(page).fill('')
  await page.keyboard.insertText('hotky')
  await page.keyboard.press('Enter')
  await expect(bar(page)).toHaveValue(/^hotke?y$/)
  await expect(cards(page).filter({ hasText: 'eclipse' })).toHaveCount(1)
  await bar(page).fill('')
  await expect(cards(page)).toHaveCount(3)

  await bar(page).fill('Paint the fence')
  await expect(enter.getByRole('button', { name: /^Add (todo|note)$/ })).toBeEnabled()
})

test('on All, a few words with a tag among them are a search, though no card has them all; a sentence is added', async ({
  page,
  person,
}) => {
  await sow(person, [
    { type: 'note', content: 'Validation of forms', tags: ['rails'] },
    { type: 'note', content: 'Indexes of a table', tags: ['postgresql'] },
  ])
  await page.goto('/home?primary_opt=all')
  await expect(cards(page)).toHaveCount(2)
  const enter = page.locator('[data-searchbar="home"]')
  for (const text of ['rails hotkeys', 'best postgres tips']) {
    await bar(page).fill(text)
    await expect(bar(page)).toHaveAccessibleDescription('Enter searches.')
    await expect(enter.getByRole('button', { name: 'Search', exact: true })).toBeEnabled()
    await bar(page).press('Enter')
    await expect(bar(page)).toHaveValue(text)
  }
  await expect(enter.getByRole('button', { name: /^Add / }).first()).toBeEnabled()
  for (const text of ['buy milk and bread', 'Learn rails', 'learn rails before the holidays']) {
    await bar(page).fill(text)
    await expect(bar(page)).toHaveAccessibleDescription(/^Enter adds a (todo|note)\.$/)
  }
  await bar(page).fill('rails hotkeys')
  await expect(bar(page)).toHaveAccessibleDescription('Enter searches.')
  await bar(page).press('Control+Enter')
  await expect(cards(page)).toHaveCount(3)
})

test('no chips are read in the text of a shared page, but words typed after it become chips', async ({
  page,
  person,
}) => {
  expect(person.name).toBeTruthy()
  await page.goto('/add?title=Ten%20%23tips%20for%20monday&url=https%3A%2F%2Ftips.example.org')
  const field = page.getByRole('textbox', { name: 'Title and description' })
  await expect(field).toHaveValue(/#tips/)
  await field.press('Control+End')
  await field.pressSequentially(' #reading')
  await expect(page.getByText('Understood: tagged reading')).toBeVisible()
})

test('a text is added unchanged if the code that reads chips can not be loaded', async ({ page, person }) => {
  expect(person.name).toBeTruthy()
  let isHeld = false
  await page.route(/capture-card/, () => {
    isHeld = true
  })
  await page.goto('/home')
  await bar(page).fill('Water roses #garden tomorrow')
  await bar(page).press('Control+Enter')
  await expect(cards(page).filter({ hasText: 'Water roses #garden tomorrow' })).toBeVisible()
  expect(isHeld).toBe(true)
})
