import type { Server } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { Config } from '../config.ts'

/**
 * ms for the head of a request, and for all of it. Long enough for 10 MiB on a slow line; short enough that slow senders
 * can't hold thousands of connections open.
 */
export const HEAD_WITHIN = 15_000
export const REQUEST_WITHIN = 180_000
/** ms between checks for connections beyond their deadline. */
export const LOOKED_THROUGH_EVERY = 5_000

/** Connections per address. A browser opens six, and a household shares an address. */
const PER_ADDRESS = 256
/** All connections: well below a process's limit of open files. */
const IN_ALL = 8_192

/** Closes new connections of an address that has too many. Trusted proxies are not limited. */
export function limitConnections(server: Server, { trustProxy }: Pick<Config, 'trustProxy'>): void {
  server.maxConnections = IN_ALL
  const openByAddress = new Map<string, number>()
  const isTrusted = trusted(trustProxy)
  server.on('connection', (socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isTrusted(address)) return
    const open = openByAddress.get(address) ?? 0
    if (open >= PER_ADDRESS) return void socket.destroy()
    openByAddress.set(address, open + 1)
    socket.once('close', () => {
      const left = (openByAddress.get(address) ?? 1) - 1
      if (left === 0) openByAddress.delete(address)
      else openByAddress.set(address, left)
    })
  })
}

/** Fastify's form of the setting: a number of proxies is counted from the nearest one. */
export function trustOf({ trustProxy }: Pick<Config, 'trustProxy'>) {
  if (typeof trustProxy !== 'number') return trustProxy
  return (_address: string, hop: number) => hop < trustProxy
}

function trusted(trustProxy: Config['trustProxy']): (address: string) => boolean {
  if (trustProxy === false) return () => false
  // Every connection comes from the last proxy.
  if (typeof trustProxy === 'number') return () => true
  const isProxy = proxyAddress.compile(trustProxy.split(',').map((part) => part.trim()))
  return (address) => isProxy(address, 0)
}
