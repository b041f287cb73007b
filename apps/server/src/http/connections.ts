import type { Server } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { Config } from '../config.ts'

/**
 * How long a client may take to send the head of a request, and all of it, in ms. It is long enough for 10 MiB on a slow
 * line. It is short enough that nobody holds thousands of connections open by sending slowly.
 */
export const HEAD_WITHIN = 15_000
export const REQUEST_WITHIN = 180_000
/** Interval between checks for connections that exceed their deadline. ms */
export const LOOKED_THROUGH_EVERY = 5_000

/** Connections of one address at the same time. A browser opens six, and a household shares an address. */
const PER_ADDRESS = 256
/** Connections of everybody: well below what an operating system lets a process open. */
const IN_ALL = 8_192

/** Ends new connections of an address that has too many open. Proxies that are trusted may have as many as they need. */
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

/** Returns the setting as fastify takes it: a proxy that hands a request on is counted from the nearest one. */
export function trustOf({ trustProxy }: Pick<Config, 'trustProxy'>) {
  if (typeof trustProxy !== 'number') return trustProxy
  return (_address: string, hop: number) => hop < trustProxy
}

function trusted(trustProxy: Config['trustProxy']): (address: string) => boolean {
  if (trustProxy === false) return () => false
  // Every connection is one of the last proxy's.
  if (typeof trustProxy === 'number') return () => true
  const isProxy = proxyAddress.compile(trustProxy.split(',').map((part) => part.trim()))
  return (address) => isProxy(address, 0)
}
