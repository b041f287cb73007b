import { type CDPSession, expect, type Page } from '@playwright/test'

/** Adds a virtual authenticator that always confirms. */
export async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, id: authenticatorId }
}

/** A section of the settings. */
export const section = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

export async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto('/settings#security')
  await section(page, 'Passkeys').getByLabel('Passkey for').fill(name)
  await section(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click()
  await expect(section(page, 'Passkeys').getByText('never used')).toBeVisible()
}
