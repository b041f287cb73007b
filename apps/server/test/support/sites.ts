import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server for every site, with answers by host and path. */
export async function startSites() {
  const pages = new Map<
    string,
    { status?: number; type?: string; body: string | Buffer; delay?: number; isSilent?: boolean }
  >()
  const asked: string[] = []
  const open = new Map<string, number>()
  /** ms by which the sites' clock is ahead. */
  const clock = { offset: 0 }
  let mostAtOnce = 0
  const server = http.createServer((request, response) => {
    const host = request.headers.host ?? ''
    const name = `${host}${request.url}`
    asked.push(`${request.method} ${name}`)
    open.set(host, (open.get(host) ?? 0) + 1)
    mostAtOnce = Math.max(mostAtOnce, open.get(host) ?? 0)
    const {
      status = 200,
      type = 'text/html',
      body,
      delay = 20,
      isSilent = false,
    } = pages.get(name) ?? { status: 404, body: '' }
    // Switches protocols (101), and then sends nothing.
    if (status === 101)
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n')
    if (isSilent || status === 101) return
    setTimeout(() => {
      open.set(host, (open.get(host) ?? 1) - 1)
      const date = new Date(Date.now() + clock.offset).toUTCString()
      response.writeHead(status, { 'content-type': type, date }).end(body)
    }, delay)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    pages,
    asked,
    clock,
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    mostAtOnce: () => mostAtOnce,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
