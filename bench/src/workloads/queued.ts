import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { quantile, type Report, type Workload } from '../harness.ts'
import { SERVER } from '../paths.ts'
import { Child } from '../server/child.ts'
import { makePeople, serverEnv } from '../server/people.ts'
import { startPostgres } from '../server/postgres.ts'
import { Writer } from '../server/writer.ts'

const PORT = 4_930
const CHANGES = 10_000
/** Calls per push: the limit of the server. */
const IN_LIST = 500
const BETWEEN_OTHERS = 50

/** A device pushes 10,000 queued changes while another user works; on both databases. */
export const queued: Workload = {
  name: 'queued',
  run: async (report) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'cardinal-queued-'))
    await runOn((metric, ...rest) => report(`SQLite: ${metric}`, ...rest), serverEnv(PORT, dataDir))
    rmSync(dataDir, { recursive: true, force: true })
    const postgres = await startPostgres(PORT + 1)
    const env = serverEnv(PORT, postgres.dataDir, postgres.url)
    await runOn((metric, ...rest) => report(`PostgreSQL: ${metric}`, ...rest), env)
    await postgres.stop()
  },
}

async function runOn(report: Report, env: Record<string, string>): Promise<void> {
  const [device = { authorization: '' }, other = { authorization: '' }] = await makePeople(2, env)
  const node = new Child([SERVER], PORT, env)
  await node.listening()
  const writer = new Writer(other)
  const busy = node.cpuSeconds()
  let isPushing = true
  const times: number[] = []
  const others = (async () => {
    while (isPushing) {
      const start = performance.now()
      await writer.write(node)
      times.push(performance.now() - start)
      await setTimeout(BETWEEN_OTHERS)
    }
  })()
  const start = performance.now()
  for (let first = 0; first < CHANGES; first += IN_LIST) await push(node, device, first)
  report('10,000 queued changes pushed', (performance.now() - start) / 1000, 's', { atMost: 30 })
  isPushing = false
  await others
  report('10,000 queued changes, work of the server', node.cpuSeconds() - busy, 's')
  report("somebody else's write meanwhile, p50", quantile(times, 0.5), 'ms')
  report("somebody else's write meanwhile, p99", quantile(times, 0.99), 'ms')
  await node.stop()
}

/**
 * Pushes one list of calls: new cards, each of which then gets a colour and a subnote. Rejects if a call is
 * refused.
 */
async function push(node: Child, headers: Readonly<Record<string, string>>, first: number): Promise<void> {
  const list = Array.from({ length: IN_LIST }, (_, i) => queuedChange(first + i))
  const { status, text } = await node.post('/api/sync/push', list, headers)
  if (status !== 200) throw new Error(`${status}: ${text}`)
  const { data } = JSON.parse(text) as { data: { status: number; body: unknown }[] }
  const refused = data.find((one) => one.status !== 200)
  if (refused !== undefined) throw new Error(JSON.stringify(refused))
}

function queuedChange(n: number) {
  const cardId = Math.floor(n / 3)
    .toString(16)
    .padStart(24, '0')
  const key = `queued-${n}`
  const id = n.toString(16).padStart(24, 'f')
  switch (n % 3) {
    case 0: {
      const newEntity = { _id: cardId, type: 'todo', content: `Written on the way ${n}` }
      return { key, method: 'POST', path: '/entity/create-one', body: { newEntity } }
    }
    case 1:
      return {
        key,
        method: 'PATCH',
        path: '/entity/update-color',
        body: { entity_ids: [cardId], color: 'red' },
      }
    default:
      return {
        key,
        method: 'PATCH',
        path: `/entity/add-one-title/${cardId}`,
        body: { _id: id, text: `Subnote ${n}` },
      }
  }
}
