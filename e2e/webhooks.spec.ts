import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '../scripts/lib/free-port.mjs'
import { expectNoFindings } from './support/accessibility.ts'
import { bar, cards } from './support/offline.ts'
import { test as base, expect, openHomeAs, signUp } from './support/person.ts'
import { type RunningServer, startServer } from './support/server.ts'

interface Receiving extends RunningServer {
  readonly origin: string
  readonly types: string[]
  status: number
}

/** A private site's server, and a receiver that answers for every address. */
const test = base.extend<{ server: Receiving }>({
  storageState: { cookies: [], origins: [] },
  server: async ({ browserName: _name }, use) => {
    const types: string[] = []
    const receiver = createServer(async (request, response) => {
      let body = ''
      for await (const part of request) body += part
      if (request.headers['webhook-signature'] !== undefined) types.push(JSON.parse(body).type)
      response.writeHead(server.status).end()
    }).listen(0, '127.0.0.1')
    const port = await freePort()
    const address = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
    const running = await startServer([String(port), 'localhost', '', 'private', address])
    const server = { ...running, origin: `http://localhost:${port}`, types, status: 200 }
    await use(server)
    await server.close()
    receiver.closeAllConnections()
    receiver.close()
  },
})

test('[ID-10] a webhook can be created, tested, called for a new card, and removed in the settings', async ({
  page,
  server,
}) => {
  await openHomeAs(page, await signUp(server.origin), server.origin)
  await page.goto(`${server.origin}/settings#webhooks`)
  const section = page.getByRole('region', { name: 'Webhooks' })
  const make = section.getByRole('button', { name: 'New webhook' })
  await expect(make).toBeDisabled()
  await section.getByLabel('Address').fill('https://127.0.0.1:8080/')
  await make.click()
  await expect(section.getByRole('alert')).toContainText('must begin with https://, without a port')
  await section.getByLabel('Address').fill('https://hooks.example/cardinal')
  await section.getByRole('checkbox', { name: 'A card is tagged' }).uncheck()
  await make.click()
  await expect(section).toContainText('whsec_')
  await expect(section).toContainText('card.added, card.done')
  await expect(section).toContainText('Nothing was sent yet.')
  await expectNoFindings(page, 'settings with a webhook')

  server.status = 500
  await section.getByRole('button', { name: /^Send a test/ }).click()
  await expect(section).toContainText('It answered with 500.')
  server.status = 200
  await section.getByRole('button', { name: /^Send a test/ }).click()
  await expect(section).toContainText('It answered with 200.')

  await page.goto(`${server.origin}/home?primary_opt=all`)
  await bar(page).fill('https://bread.example/loaf')
  await bar(page).press('Control+Enter')
  await expect(cards(page)).toHaveCount(1)
  await expect.poll(() => server.types).toEqual(['test', 'test', 'card.added'])

  await page.goto(`${server.origin}/settings#webhooks`)
  await expect(section).not.toContainText('whsec_')
  await section.getByRole('button', { name: /^Remove https/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(0)
  await expect(section).toBeFocused()
  await page.goto(`${server.origin}/settings#recent-activity`)
  await expect(page.getByRole('region', { name: 'Recent activity' })).toContainText('Webhook removed')
})
