import { once } from 'node:events'
import { request as ask, createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { EventStreams, STREAMS_PER_USER } from './events.ts'

const USER = 'a'.repeat(24)
const services = {
  bus: { subscribe: () => () => undefined },
  state: { onStop: () => () => undefined },
  store: { workspaces: { ofUser: async () => [] } },
} as unknown as Parameters<EventStreams['open']>[1]

const server = createServer()
afterEach(() => void server.close())

it('[OF-5] a client that leaves during its authorisation takes no place for streams', async () => {
  const streams = new EventStreams()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const opened = async (response: ServerResponse) => streams.open(response, services, USER, async () => true)

  for (let n = 0; n < STREAMS_PER_USER; n++) {
    const client = ask({ port, host: '127.0.0.1' }).on('error', () => undefined)
    client.end()
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
    client.destroy()
    await once(response, 'close')
    await opened(response)
  }
  expect(streams.isFull(USER)).toBe(false)

  const clients = []
  for (let n = 0; n < STREAMS_PER_USER; n++) {
    const client = ask({ port, host: '127.0.0.1' }).on('error', () => undefined)
    client.end()
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
    await opened(response)
    clients.push({ client, response })
  }
  expect(streams.isFull(USER)).toBe(true)
  for (const { client, response } of clients) {
    client.destroy()
    await once(response, 'close')
  }
  expect(streams.isFull(USER)).toBe(false)
})
