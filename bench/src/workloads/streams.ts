import { mkdtempSync, rmSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { quantile, type Workload } from '../harness.ts'
import { SERVER } from '../paths.ts'
import { Child } from '../server/child.ts'
import { makePeople, serverEnv } from '../server/people.ts'
import { Writer } from '../server/writer.ts'

const PORT = 4_930
const PEOPLE = 500
const STREAMS = 5_000
const AT_ONCE = 100
const KB = 1024
/** ms; longer than the interval of keep-alive comments. */
const IDLE_MS = 30_000
const WRITES = 100

/** Mostly idle event streams, on one node over SQLite. */
export const streams: Workload = {
  name: 'streams',
  run: async (report) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'cardinal-streams-'))
    // Trust a proxy, so that the limit per address does not apply: all connections come from one.
    const env = { ...serverEnv(PORT, dataDir), CARDINAL_TRUST_PROXY: '127.0.0.1' }
    const people = await makePeople(PEOPLE, env)
    const node = new Child([SERVER], PORT, env)
    await node.listening()
    const writer = new Writer(people[0] ?? { authorization: '' })
    for (let i = 0; i < WRITES; i++) await writer.write(node)
    const before = node.residentBytes()
    const open: Stream[] = []
    for (let start = 0; start < STREAMS; start += AT_ONCE) {
      const headers = Array.from({ length: AT_ONCE }, (_, i) => people[(start + i) % PEOPLE] ?? {})
      open.push(...(await Promise.all(headers.map(openStream))))
    }
    const busy = node.cpuSeconds()
    await setTimeout(IDLE_MS)
    report('streams that are open after 30 s', open.filter((one) => one.isAlive()).length, 'streams', {
      atLeast: STREAMS,
    })
    report('work of the server for each idle second', ((node.cpuSeconds() - busy) / IDLE_MS) * 1000, 's')
    report('memory of a stream', (node.residentBytes() - before) / STREAMS / KB, 'kB')
    const times = await hearWrites(writer, node, open[0])
    report('from write to hint, p50', quantile(times, 0.5), 'ms')
    report('from write to hint, p95', quantile(times, 0.95), 'ms')
    for (const one of open) one.close()
    await node.stop()
    rmSync(dataDir, { recursive: true, force: true })
  },
}

interface Stream {
  isAlive(): boolean
  /** The next event of the stream. */
  next(): Promise<void>
  close(): void
}

function openStream(headers: Readonly<Record<string, string>>): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const outgoing: ClientRequest = request(
      { host: '127.0.0.1', port: PORT, path: '/api/sync/events', agent: false, headers },
      (incoming: IncomingMessage) => {
        let isAlive = incoming.statusCode === 200
        let wake: () => void = () => undefined
        incoming.on('close', () => {
          isAlive = false
        })
        incoming.on('error', () => undefined)
        incoming.on('data', (chunk: Buffer) => {
          if (chunk.includes('data:')) wake()
        })
        resolve({
          isAlive: () => isAlive,
          next: () =>
            new Promise((heard) => {
              wake = heard
            }),
          close: () => outgoing.destroy(),
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end()
  })
}

async function hearWrites(writer: Writer, node: Child, stream: Stream | undefined): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < WRITES; i++) {
    const heard = stream?.next()
    const start = performance.now()
    await writer.write(node)
    await heard
    times.push(performance.now() - start)
  }
  return times
}
