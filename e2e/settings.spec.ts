import { expectNoFindings } from './support/accessibility.ts'
import { untilServiceWorkerAnswers } from './support/offline.ts'
import { expect, onAnotherDevice, test } from './support/person.ts'
import { saveSearches } from './support/seed.ts'

test.use({ serviceWorkers: 'allow' })

test('[PG-6] [ID-12] settings can change the name, switch help off and create a workspace', async ({
  page,
  person,
}) => {
  await page.goto('/settings#account')
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await page.getByRole('textbox', { name: 'Name' }).first().fill('Grace Hopper')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.getByRole('button', { name: 'New workspace' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('garden')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('button', { name: 'Open My workspace' })).toBeVisible()
  // The toast appears once the workspace is on the device.
  await expect(page.getByText('Opened “garden”').first()).toBeVisible()
  await page.goto('/settings#appearance')
  const pushed = page.waitForResponse(/\/api\/sync\/push/)
  await page.getByRole('switch', { name: /Show help signs/ }).uncheck({ force: true })
  await pushed
  await page.reload()
  await expect(page.getByRole('switch', { name: /Show help signs/ })).not.toBeChecked()
  await page.goto('/settings#account')
  await expect(page.getByRole('textbox', { name: 'Name' }).first()).toHaveValue('Grace Hopper')
  await expect(page.getByRole('button', { name: 'Open My workspace' })).toBeVisible()
})

test('[HM-18] [ID-12] settings refuse a bad name of a workspace at once, and the focus moves on when an item is removed from a list', async ({
  page,
  person,
}) => {
  await saveSearches(person, ['recipes', 'maths', 'travel'])
  await page.goto('/settings#account')
  await page.getByRole('button', { name: 'New workspace' }).click()
  const asker = page.getByRole('dialog', { name: 'New workspace' })
  for (const [name, problem] of [
    ['my WORKSPACE', 'There is a workspace “My workspace” already.'],
    ['w'.repeat(51), 'A name has at most 50 characters.'],
  ] as const) {
    await asker.getByLabel('Name').fill(name)
    await page.keyboard.press('Enter')
    await expect(asker).toContainText(problem)
  }
  await asker.getByLabel('Name').fill('garden')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Rename garden' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete garden' }).click()
  await page.getByRole('alertdialog').getByRole('textbox').fill('garden')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Rename garden' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete My workspace' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Workspaces' })).toBeFocused()

  await page.getByRole('button', { name: 'Remove maths' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Remove maths' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Remove/ }).and(page.locator(':focus'))).toHaveCount(1)

  await page.goto('/settings#connections')
  const tokens = page.getByRole('region', { name: 'Personal tokens' })
  await tokens.getByLabel('Name').fill('script')
  await page.keyboard.press('Enter')
  await expect(tokens).toContainText('cardinal_pat_')
  await tokens.getByRole('button', { name: 'Revoke script' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(tokens).toContainText('No tokens.')
  await expect(tokens, 'a token that is gone is not offered any more').not.toContainText('cardinal_pat_')
  await expect(tokens).toBeFocused()
})

test('[ID-5] signing out ends the session on the server, and its refresh token can not renew', async ({
  page,
}) => {
  await page.goto('/settings#account')
  const jwt_refresh_token = await page.evaluate(() => localStorage.getItem('jwt_refresh_token'))
  await page
    .getByRole('region', { name: 'Sign out or delete account' })
    .getByRole('button', { name: 'Sign out' })
    .click()
  await expect(page).toHaveURL(/\/$/)
  const renewal = await page.request.post('/api/user/renew-access-token', { data: { jwt_refresh_token } })
  expect(renewal.status()).toBe(401)
})

test('[ID-4] [ID-9] a person whose session the server ended is told why on the start page, and returns after signing in', async ({
  page,
  person,
}) => {
  await page.goto('/home?primary_opt=note')
  await expect(page.getByRole('combobox', { name: 'Search or add notes' })).toBeVisible()
  const headers = { authorization: `Bearer ${person.accessToken}` }
  const ended = await page.request.post('/api/user/end-sessions', { headers, data: {} })
  expect(ended.ok()).toBe(true)
  // The next request shows that the session has ended. Reload without awaiting it: the page may also navigate
  // by itself, which would abort an evaluation.
  await page.evaluate(() => void setTimeout(() => location.reload())).catch(() => {})
  await expect(page.getByRole('heading', { name: /^One tag is enough/ })).toBeVisible()
  await expect(page.getByText('Your session has ended. Sign in again.')).toBeVisible()
  // Wait across documents: the old page may navigate by itself before the reload.
  await page.waitForFunction(() => sessionStorage.getItem('wanted_page') === '/home?primary_opt=note')
})

test('[ID-5] [ID-9] signing out in one tab moves the others to the start page', async ({ page, context }) => {
  const other = await context.newPage()
  await other.goto('/home?primary_opt=note')
  await expect(other.getByRole('combobox', { name: 'Search or add notes' })).toBeVisible()
  await page.goto('/settings#account')
  await page
    .getByRole('region', { name: 'Sign out or delete account' })
    .getByRole('button', { name: 'Sign out' })
    .click()
  await expect(other.getByRole('heading', { name: /^One tag is enough/ })).toBeVisible()
  await expect(other).toHaveURL(/\/$/)
})

test('[PG-6] settings have the theme, the saved searches, the keys, and what this device stores', async ({
  page,
  person,
}) => {
  await saveSearches(person, ['recipes, -meat'])
  await page.goto('/settings#appearance')
  const region = (name: string) => page.getByRole('region', { name })
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(region('Keyboard').getByRole('term')).not.toHaveCount(0)
  await page.goto('/settings#account')
  await region('Saved searches').getByRole('button', { name: 'Remove recipes, -meat' }).click()
  await expect(region('Saved searches')).toContainText('None yet')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(region('Saved searches')).toContainText('recipes, -meat')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(region('Saved searches')).toContainText('recipes, -meat')
  await page.goto('/settings#devices')
  await expect(region('On this device')).toContainText('Everything is saved on the server')
  await expect(region('On this device')).toContainText(/[\d.]+ ?MB/)
  await page.goto('/settings#data')
  await page.getByRole('button', { name: 'Export the open workspace' }).click()
  await expect(page.getByRole('dialog', { name: 'Export' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Import a file' }).click()
  await expect(page.getByRole('dialog', { name: 'Import' })).toBeVisible()
})

test('[PG-6] [OF-6] settings that need the server are requested once without a network, and loaded when it is back', async ({
  page,
  context,
}) => {
  await page.goto('/settings#security')
  const sessions = page.getByRole('region', { name: 'Sessions' })
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await expect(sessions.getByText('this one')).toBeVisible()
  await untilServiceWorkerAnswers(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/api\/user\/(sessions|passkeys)$/.test(request.url())) asked.push(request.url())
  })
  await context.setOffline(true)
  await page.reload()
  for (const list of [sessions, passkeys]) await expect(list.getByRole('alert')).toContainText('Try again')
  expect(asked).toHaveLength(2)
  await context.setOffline(false)
  await expect(sessions.getByText('this one')).toBeVisible()
  await expect(passkeys.getByText('No passkeys.')).toBeVisible()
})

test('[ID-12] all data can be downloaded, also right before the account is deleted, which ends with a farewell', async ({
  page,
  person,
}) => {
  await page.goto('/settings#data')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download everything' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.(json|zip)$/)
  await page.goto('/settings#account')
  await page.getByRole('button', { name: 'Delete the account' }).click()
  const sure = page.getByRole('alertdialog')
  await expect(sure.getByRole('button', { name: 'Delete my account' })).toBeDisabled()
  const last = page.waitForEvent('download')
  await sure.getByRole('button', { name: 'Download everything' }).click()
  await last
  await sure.getByRole('textbox').fill(person.email)
  await sure.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('alert')).toHaveText(
    'Your account is deleted, with all that was in it. Goodbye.',
  )
  expect(await page.evaluate(() => localStorage.getItem('jwt_refresh_token'))).toBeNull()
})

test('[PG-6] a personal token is shown once and can be revoked', async ({ page, person, request }) => {
  await page.goto('/settings#personal-tokens')
  const section = page.getByRole('region', { name: 'Personal tokens' })
  await section.getByLabel('Name').fill('backup script')
  await section.getByRole('button', { name: 'New token' }).click()
  const secret = (await section.locator('code').innerText()).trim()
  const profile = () =>
    request.get('/api/user/get-profile', { headers: { authorization: `Bearer ${secret}` } })
  expect(((await (await profile()).json()) as { data: { email: string } }).data.email).toBe(person.email)
  await section.getByRole('button', { name: 'Revoke backup script' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(section.getByRole('button', { name: 'Revoke backup script' })).toHaveCount(0)
  expect((await profile()).status()).toBe(401)
})

test('[PG-6] a session on another device can be ended in the settings', async ({
  page,
  person,
  browser,
  baseURL,
}) => {
  const elsewhere = await onAnotherDevice(browser, person, baseURL ?? '')
  await page.goto('/settings#security')
  const section = page.getByRole('region', { name: 'Sessions' })
  await expect(section.getByRole('listitem')).toHaveCount(2)
  await section
    .getByRole('listitem')
    .getByRole('button', { name: /^Sign out/ })
    .click()
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await expect(section).toContainText('this one')
  await elsewhere.context().close()
})

test('[ID-5] [PG-6] all other devices can be signed out at once, and personal tokens end too if asked', async ({
  page,
  person,
  browser,
  baseURL,
}) => {
  const elsewhere = await onAnotherDevice(browser, person, baseURL ?? '')
  await page.goto('/settings#personal-tokens')
  const tokens = page.getByRole('region', { name: 'Personal tokens' })
  await tokens.getByLabel('Name').fill('share shortcut')
  await tokens.getByLabel('Access').selectOption('Add only')
  await tokens.getByRole('button', { name: 'New token' }).click()
  const inNinetyDays = new Date(Date.now() + 90 * 86_400_000).toLocaleDateString('en-US', {
    dateStyle: 'medium',
  })
  await expect(tokens.getByRole('listitem')).toContainText(`Add onlynever used, expires ${inNinetyDays}`)
  await page.goto('/settings#security')
  const section = page.getByRole('region', { name: 'Sessions' })
  await expect(section.getByRole('listitem')).toHaveCount(2)
  await section.getByLabel('Revoke personal tokens too').check()
  await section.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await expect(section).toContainText('this one')
  await page.goto('/settings#connections')
  await expect(tokens).toContainText('No tokens.')
  await page.goto('/settings#recent-activity')
  const activity = page.getByRole('region', { name: 'Recent activity' })
  await expect(activity.getByRole('listitem').first()).toContainText('Personal token madeshare shortcut')
  await expect(activity).toContainText('Signed in')
  await elsewhere.context().close()
})

test('[PG-6] settings and subscription have no accessibility findings', async ({ page }) => {
  for (const path of ['/settings', '/subscription']) {
    await page.goto(path)
    const back = path === '/settings' ? 'Back to the cards' : 'Open home'
    await expect(page.getByRole('link', { name: back })).toBeVisible()
    if (path === '/settings')
      await expect(page.getByRole('heading', { name: 'Sign out or delete account' })).toBeVisible()
    await expectNoFindings(page, path)
  }
})

test('[ID-1] [PG-6] changing the password in the settings signs every device out, and the new one signs in', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  await page.goto('/settings#account')
  await page.getByRole('link', { name: 'Change your password' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await expectNoFindings(page)
  const fresh = `another ${person.password}`
  await page.getByLabel('Present password, or code').fill('not this one')
  await page.getByLabel('New password').fill(fresh)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('alert')).toContainText('Wrong email, password or code')
  await page.getByLabel('Present password, or code').fill(person.password)
  await page.getByLabel('New password').fill(fresh)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible()
  const headers = { authorization: `Bearer ${person.accessToken}` }
  expect((await page.request.get('/api/user/get-profile', { headers })).status()).toBe(401)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(fresh)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/home/)
})
