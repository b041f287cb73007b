import { Secret, TOTP } from 'otpauth'
import { anchorOf } from '../apps/web/src/shared/site/settings-pages.ts'
import { expectNoFindings } from './support/accessibility.ts'
import { addAuthenticator, addPasskey } from './support/passkeys.ts'
import { expect, onAnotherDevice, openHomeAs, signUp, test } from './support/person.ts'
import { saveSearches } from './support/seed.ts'
import { openWaitingServer } from './support/server.ts'

test('[PG-6] settings with full lists, and each of their dialogs, have no accessibility findings', async ({
  page,
  person,
  browser,
  baseURL,
}) => {
  // Eight states at three widths in both themes.
  test.setTimeout(600_000)
  const elsewhere = await onAnotherDevice(browser, person, baseURL ?? '')
  await elsewhere.context().close()
  await saveSearches(person, ['recipes, -meat'])
  await addAuthenticator(page)
  await addPasskey(page, 'Laptop')
  const region = (name: string) => page.getByRole('region', { name, exact: true })
  const step = region('Second step')
  await step.getByRole('button', { name: 'Set up an app' }).click()
  const secret = (await step.locator('code').innerText()).replaceAll(' ', '')
  await step
    .getByLabel('Code that the app shows')
    .fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await step.getByRole('button', { name: 'Turn on' }).click()
  await expect(step.getByText('10 recovery codes are left.')).toBeVisible()
  await expectNoFindings(page, 'codes that are shown once')
  await page.goto('/settings#connections')
  const tokens = region('Personal tokens')
  for (const [name, access] of [
    ['reader', 'Read only'],
    ['share shortcut', 'Add only'],
  ] as const) {
    await tokens.getByLabel('Name').fill(name)
    await tokens.getByLabel('Access').selectOption(access)
    await tokens.getByRole('button', { name: 'New token' }).click()
    await expect(tokens.getByRole('button', { name: `Revoke ${name}` })).toBeVisible()
  }
  await expectNoFindings(page, 'a token that is shown once')
  await page.goto('/settings#security')
  await expect(region('Recent activity').getByText('Passkey added')).toBeVisible()
  await expect(region('Sessions').getByRole('listitem')).toHaveCount(2)
  await expectNoFindings(page, 'lists')

  const dialogs = [
    ['Passkeys', 'Remove Laptop', 'Remove the passkey Laptop?'],
    ['Second step', 'Turn off', 'Sign in with the password alone?'],
    ['Personal tokens', 'Revoke reader', 'Revoke the token reader?'],
    ['Workspaces', 'New workspace', 'New workspace'],
    ['Sign out or delete account', 'Delete the account', 'Delete your account?'],
  ] as const
  for (const [section, button, title] of dialogs) {
    await page.goto(`/settings#${anchorOf(section)}`)
    await region(section).getByRole('button', { name: button }).click()
    await expect(
      page.getByRole(/workspace/.test(title) ? 'dialog' : 'alertdialog', { name: title }),
    ).toBeVisible()
    await expectNoFindings(page, title)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: title })).toHaveCount(0)
  }
})

test('[ID-12] [PG-6] ten minutes after the sign-in, creating a token asks the person to sign in again, and then works', {
  tag: ['@wide', '@narrow'],
}, async ({ page }) => {
  test.slow()
  const server = await openWaitingServer()
  try {
    const person = await signUp(server.origin)
    await openHomeAs(page, person, server.origin)
    await server.later(11 * 60_000)
    await page.goto(`${server.origin}/settings#connections`)
    const tokens = page.getByRole('region', { name: 'Personal tokens' })
    const make = async () => {
      await tokens.getByLabel('Name').fill('script')
      await tokens.getByRole('button', { name: 'New token' }).click()
    }
    await make()
    const asker = page.getByRole('alertdialog', { name: 'Is it you?' })
    await expect(asker).toContainText('This needs a sign-in within the last ten minutes')
    await expectNoFindings(page, 'is it you')
    await page.keyboard.press('Escape')
    await expect(tokens).toContainText('No tokens.')
    await make()
    await asker.getByRole('button', { name: 'Sign in once more' }).click()
    await page.waitForURL(/oidc/)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/settings#connections$/)
    await make()
    await expect(tokens).toContainText('cardinal_pat_')
  } finally {
    await server.close()
  }
})

test('[PG-6] [ID-6] a sign-in elsewhere and a wrong password are shown on other devices, with a link to the recent activity', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person, browser, baseURL }) => {
  test.slow()
  const alert = page.getByRole('alert').filter({ hasText: 'Was it you?' })
  const looked = (act: () => Promise<unknown>) =>
    Promise.all([page.waitForResponse(/recent-activity/).then((answer) => answer.finished()), act()])
  const lookAgain = () => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
  await looked(() => page.goto('/home'))
  await looked(lookAgain)
  await expect(alert, 'nothing is news that this device has done').toHaveCount(0)

  const elsewhere = await onAnotherDevice(browser, person, baseURL ?? '')
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(`${baseURL}/api/user/sign-in/start?return_to=/home`)
  await stranger.getByLabel('Email').fill(person.email)
  await stranger.getByLabel('Password').fill('not this one')
  await stranger.getByRole('button', { name: 'Sign in' }).click()
  await expect(stranger.getByRole('alert')).toBeVisible()
  await lookAgain()
  await expect(alert).toContainText('Wrong password')
  await expect(alert).toContainText('and 1 more')
  await expectNoFindings(page, 'news')
  await alert.getByRole('button', { name: 'Show' }).click()
  await expect(
    page.getByRole('region', { name: 'Recent activity' }).getByText('Wrong password'),
  ).toBeInViewport()
  await expect(alert).toHaveCount(0)
  await looked(() => page.reload())
  await expect(alert, 'it is said once').toHaveCount(0)
  for (const other of [elsewhere, stranger]) await other.context().close()
})
