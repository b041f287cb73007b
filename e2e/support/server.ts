import { spawn } from 'node:child_process'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/lib/free-port.mjs'

export interface RunningServer {
  /** Its output so far. */
  readonly output: () => string
  close(): Promise<void>
}

/** Starts the built server with the arguments of `start-server.mjs`, and waits until it answers. */
export async function startServer(args: readonly [port: string, ...rest: string[]]): Promise<RunningServer> {
  const script = fileURLToPath(new URL('../start-server.mjs', import.meta.url))
  const child = spawn(process.execPath, [script, ...args], { stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      output += piece
    })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  await Promise.race([untilReady(`http://localhost:${args[0]}`), ended])
  if (child.exitCode !== null) throw new Error(`The server did not start: ${output}`)
  return {
    output: () => output,
    close: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A server whose database file can be saved and put back. */
export interface CopiedServer {
  readonly origin: string
  /** Saves the database file while the server is stopped. */
  copy(): Promise<void>
  /** Puts the saved file back without `npm run restore`, while the server is stopped. */
  copyBack(): Promise<void>
  close(): Promise<void>
}

export async function openCopiedServer(): Promise<CopiedServer> {
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'cardinal-e2e-copied-'))
  const file = join(dataDir, 'cardinal.sqlite')
  const kept = join(dataDir, 'kept-copy')
  const start = () => startServer([String(port), 'localhost', dataDir])
  let server = await start()
  const whileStopped = async (act: () => Promise<void>) => {
    await server.close()
    await act()
    server = await start()
  }
  return {
    origin: `http://localhost:${port}`,
    copy: () => whileStopped(() => copyFile(file, kept)),
    copyBack: () =>
      whileStopped(async () => {
        for (const ending of ['-wal', '-shm']) await rm(file + ending, { force: true })
        await copyFile(kept, file)
      }),
    close: async () => {
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A server whose clock can be advanced by a restart. */
export interface WaitingServer {
  readonly origin: string
  /** Restarts with the clock this many ms ahead. */
  later(ms: number): Promise<void>
  close(): Promise<void>
}

export async function openWaitingServer(): Promise<WaitingServer> {
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'cardinal-e2e-waiting-'))
  const start = (ahead: number) => startServer([String(port), 'localhost', dataDir, '', '', String(ahead)])
  let server = await start(0)
  return {
    origin: `http://localhost:${port}`,
    later: async (ms) => {
      await server.close()
      server = await start(ms)
    },
    close: async () => {
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
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
