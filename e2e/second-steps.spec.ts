import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectNoFindings } from './support/accessibility.ts'
import { addAuthenticator, addPasskey, section } from './support/passkeys.ts'
import { expect, type Person, test } from './support/person.ts'

async function toSignIn(page: Page): Promise<void> {
  await page.goto('/home?popups_center=["hamburger-menu"]')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/api/user/sign-in/start?return_to=/home')
  const signIn = page.getByRole('link', { name: 'Sign in' })
  if (await signIn.isVisible()) await signIn.click()
}

async function givePassword(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('[ID-1] [PG-6] a passkey created in the settings signs in alone, is listed with its last use, and can be removed', async ({
  page,
}) => {
  // Slow: two sign-ins.
  test.slow()
  await addAuthenticator(page)
  await addPasskey(page, 'Laptop')

  await toSignIn(page)
  await expectNoFindings(page, 'sign-in')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/home/)

  await page.goto('/settings#security')
  const passkeys = section(page, 'Passkeys')
  await expect(passkeys.getByText('last used')).toBeVisible()
  await expect(section(page, 'Recent activity').getByText('Passkey added')).toBeVisible()
  await passkeys.getByRole('button', { name: 'Remove Laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(passkeys.getByText('No passkeys.')).toBeVisible()

  await test.step('the device still has it, and the server lets it in no more', async () => {
    await toSignIn(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'belongs to no account' })).toBeVisible()
  })
})

test('[ID-1] [PG-6] the step after the password is a passkey, or a recovery code without it', async ({
  page,
  person,
}) => {
  test.slow()
  const { cdp, id } = await addAuthenticator(page)
  await addPasskey(page, 'Key')
  const step = section(page, 'Second step')
  await step.getByRole('button', { name: 'Ask for a passkey' }).click()
  await expect(step.getByText('On: asks for a passkey. 10 recovery codes are left.')).toBeVisible()
  const code = await step.getByRole('listitem').first().innerText()

  await toSignIn(page)
  await givePassword(page, person)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expectNoFindings(page, 'second step')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/home/)

  await cdp.send('WebAuthn.clearCredentials', { authenticatorId: id })
  await toSignIn(page)
  await givePassword(page, person)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'No passkey was used' })).toBeVisible()
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/home/)
})

test('[ID-1] [PG-6] an authenticator app is set up in the settings, asked for at sign-in, and listed in the activity', async ({
  page,
  person,
}) => {
  test.slow()
  await page.goto('/settings#security')
  const step = section(page, 'Second step')
  await step.getByRole('button', { name: 'Set up an app' }).click()
  const secret = (await step.locator('code').innerText()).replaceAll(' ', '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await step.getByLabel('Code that the app shows').fill('000000')
  await expectNoFindings(page, 'setting up an app')
  await step.getByRole('button', { name: 'Turn on' }).click()
  await expect(step.getByRole('alert')).toContainText('this is not the code')
  await step.getByLabel('Code that the app shows').fill(totp.generate())
  await step.getByRole('button', { name: 'Turn on' }).click()
  await expect(step.getByText('10 recovery codes are left.')).toBeVisible()
  const codes = await step.getByRole('listitem').allInnerTexts()
  expect(new Set(codes).size).toBe(10)
  await expectNoFindings(page, 'recovery codes')

  await toSignIn(page)
  await givePassword(page, person)
  await page.getByLabel('Code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/home/)

  await page.goto('/settings#security')
  await expect(step.getByText('9 recovery codes are left.')).toBeVisible()
  const activity = section(page, 'Recent activity')
  for (const text of ['Second step at sign-in turned on', 'Signed in with a recovery code'])
    await expect(activity.getByText(text)).toBeVisible()
  await step.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(step.getByText('Off. Your password alone signs in.')).toBeVisible()
})
