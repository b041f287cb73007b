import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { fileURLToPath } from 'node:url'

/** A server that listens for other devices, as somebody at home would start it. */
export interface LanServer {
  /** Where another device reaches it: an address of this machine, which browsers do not call secure. */
  readonly origin: string
  /** What it has written to the terminal. */
  readonly output: () => string
  close(): Promise<void>
}

/** Starts one on a free port; null where this machine has no address but its own. */
export async function openLanServer(): Promise<LanServer | null> {
  const address = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address
  if (address === undefined) return null
  const port = await freePort()
  const script = fileURLToPath(new URL('../start-server.mjs', import.meta.url))
  const child = spawn(process.execPath, [script, String(port), '0.0.0.0'], { stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      output += piece
    })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const origin = `http://${address}:${port}`
  await Promise.race([untilReady(origin), ended])
  if (child.exitCode !== null) throw new Error(`The server did not start: ${output}`)
  return {
    origin,
    output: () => output,
    close: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function untilReady(origin: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${origin}/api/ready`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
