import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { test as base } from './person.ts'
import { type RunningServer, startServer } from './server.ts'

/**
 * Tests with a server that fetches pages; nobody is signed in.
 *
 * @param answer answers for every fetched site
 */
export function testWithSites(answer: RequestListener) {
  return base.extend<{ fetching: RunningServer & { origin: string } }>({
    storageState: { cookies: [], origins: [] },
    fetching: async ({ browserName: _name }, use) => {
      const sites = createServer(answer).listen(0, '127.0.0.1')
      const port = await freePort()
      const address = `127.0.0.1:${(sites.address() as AddressInfo).port}`
      const server = await startServer([String(port), 'localhost', '', 'private', address])
      await use({ ...server, origin: `http://localhost:${port}` })
      await server.close()
      sites.close()
    },
  })
}
