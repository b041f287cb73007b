import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { type Person, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

const MIB = 1024 * 1024

describe.each(DATABASES)('large files for import on $name', { timeout: 60_000 }, ({ start }) => {
  const server = serverFor(start)

  const fileOf = (size: number) => `url,title\nhttps://x.example/${size},A\n${'\n'.repeat(size)}`
  const take = (person: Person, file: string) =>
    person.send('POST', '/import', file, { 'content-type': 'application/octet-stream' })

  it('a large file is refused for now if other large ones are being received, and small files are accepted', async () => {
    const [mallory, ada] = [await server.signUp(), await server.signUp()]
    const { hostname, port } = new URL(server.api)
    const sendSlowly = () => {
      const socket = connect(Number(port), hostname).on('error', () => {})
      socket.write(
        `POST /api/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${mallory.token}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${60 * MIB}\r\n\r\nurl\n`,
      )
      return socket
    }
    let slow = sendSlowly()
    const taken = async () => {
      const { status } = await take(ada, fileOf(13 * MIB))
      if (status !== 503) {
        // The second import did not fit into memory either.
        slow.destroy()
        slow = sendSlowly()
      }
      return status
    }
    await expect.poll(taken, { timeout: 20_000 }).toBe(503)
    expect(await take(ada, fileOf(1_000))).toMatchObject({ status: 200, body: { data: { created: 1 } } })
    slow.destroy()
    await expect.poll(async () => (await take(ada, fileOf(13 * MIB))).status, { timeout: 20_000 }).toBe(200)
  })

  it('a file of more than 64 MiB is refused with one sentence', async () => {
    const refused = await take(await server.signUp(), fileOf(65 * MIB))
    expect(refused).toMatchObject({ status: 413, body: { msg: expect.stringContaining('64 MiB') } })
  })
})
