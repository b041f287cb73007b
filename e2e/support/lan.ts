import { networkInterfaces } from 'node:os'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { type RunningServer, startServer } from './server.ts'

/** A server that listens for other devices in the home. */
export interface LanServer extends RunningServer {
  /** Its address for other devices, which browsers don't treat as secure. */
  readonly origin: string
}

/** Null: this machine has no address on a network. */
export async function openLanServer(): Promise<LanServer | null> {
  const address = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address
  if (address === undefined) return null
  const port = await freePort()
  const server = await startServer([String(port), '0.0.0.0'])
  return { origin: `http://${address}:${port}`, ...server }
}
