import { networkInterfaces } from 'node:os'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { type RunningServer, startServer } from './server.ts'

/** A server that listens for other devices, as somebody at home would start it. */
export interface LanServer extends RunningServer {
  /** Where another device reaches it: an address of this machine, which browsers do not call secure. */
  readonly origin: string
}

/** Starts one on a free port; null where this machine has no address but its own. */
export async function openLanServer(): Promise<LanServer | null> {
  const address = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address
  if (address === undefined) return null
  const port = await freePort()
  const server = await startServer([String(port), '0.0.0.0'])
  return { origin: `http://${address}:${port}`, ...server }
}
