import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCorpus } from '../corpus/corpus.ts'
import { Random } from '../corpus/random.ts'
import { quantile, type Report, type Workload } from '../harness.ts'
import { projectFile, SERVER } from '../paths.ts'
import { Child } from '../server/child.ts'
import { seed } from '../server/seed.ts'

const SEED = 20_240_110
const MB = 2 ** 20
const PORT = 4_350
const SEARCHES = 400
const WARM_UP = 400
const ADDS = 300

const BARE = projectFile('bench/dist/bare.js')

/** Starts of which the median counts; a single one depends on other load on the machine. */
const STARTS = 9

const COLD_START = new Map([
  [10_000, 600],
  [100_000, 2_500],
])

/** The built server over HTTP, beside a bare one over the same engine, in one run. */
export const server: Workload = {
  name: 'server',
  run: async (report) => {
    for (const size of [10_000, 100_000])
      await runSize((metric, ...rest) => report(`${size / 1000}k: ${metric}`, ...rest), size)
  },
}

async function runSize(report: Report, size: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cardinal-bench-'))
  const { accessToken } = await seed(dataDir, size, SEED)
  const bare = new Child([BARE, String(PORT + 1), String(size), String(SEED)], PORT + 1)
  await bare.firstAnswer('/', { text: '' })
  const headers = { authorization: `Bearer ${accessToken}` }
  const env = {
    CARDINAL_PORT: String(PORT),
    CARDINAL_HOST: '127.0.0.1',
    CARDINAL_DATA_DIR: dataDir,
    CARDINAL_RATE_LIMIT: 'off',
    CARDINAL_FREE_CARD_LIMIT: '0',
    CARDINAL_LOG_LEVEL: 'warn',
  }
  let node = new Child([SERVER], PORT, env)
  const matching = (text: string) =>
    node.post('/api/entity/get-matching-entities', { userIsTyping_inSearchbar: text }, headers)
  await node.listening()
  report('resident when idle', node.residentBytes() / MB, 'MB', { atMost: 120 })
  const starts: number[] = []
  while (starts.length < STARTS) {
    await node.stop()
    const start = performance.now()
    node = new Child([SERVER], PORT, env)
    await node.firstAnswer('/api/entity/get-matching-entities', { userIsTyping_inSearchbar: 'x' }, headers)
    starts.push(performance.now() - start)
  }
  const goal = COLD_START.get(size)
  report(
    'cold start to first answer, p50',
    quantile(starts, 0.5),
    'ms',
    goal === undefined ? undefined : { atMost: goal },
  )
  const texts = searches(size)
  const own = await latencies(texts, matching)
  const base = await latencies(texts, (text) => bare.post('/', { text }))
  report('bare matching, p50', quantile(base, 0.5), 'ms')
  report('matching, p50', quantile(own, 0.5), 'ms')
  report('matching against bare, p50', quantile(own, 0.5) / quantile(base, 0.5), 'times', { atMost: 3 })
  report('matching against bare, p95', quantile(own, 0.95) / quantile(base, 0.95), 'times', { atMost: 3 })
  const adds = await addAndFind(node, headers)
  report('durable add, p50', quantile(adds, 0.5), 'ms', { atMost: 3 })
  report('durable add, p95', quantile(adds, 0.95), 'ms')
  report(
    'resident with the workspace',
    node.residentBytes() / MB,
    'MB',
    size === 100_000 ? { atMost: 400 } : undefined,
  )
  await Promise.all([node.stop(), bare.stop()])
  rmSync(dataDir, { recursive: true, force: true })
}

/** Alternates usual searches: one tag, two tags, a tag and an excluded one. */
function searches(size: number): string[] {
  const { tags } = makeCorpus(size, SEED)
  const random = new Random(SEED)
  const name = () => tags[random.zipf(tags.length)]?.name ?? ''
  return Array.from(
    { length: SEARCHES },
    (_, i) => [name(), `${name()}, ${name()}`, `${name()}, -${name()}`][i % 3] ?? '',
  )
}

async function latencies(
  texts: readonly string[],
  ask: (text: string) => Promise<{ status: number; text: string }>,
): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < WARM_UP + texts.length; i++) {
    const text = texts[i % texts.length] ?? ''
    const start = performance.now()
    const { status, text: body } = await ask(text)
    if (status !== 200) throw new Error(`${status}: ${body}`)
    if (i >= WARM_UP) times.push(performance.now() - start)
  }
  return times
}

/** Adds cards one after the other; each must be in the next answer. */
async function addAndFind(node: Child, headers: Readonly<Record<string, string>>): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < ADDS; i++) {
    const content = `zzbench${i}zz`
    const start = performance.now()
    const added = await node.post('/api/entity/create-one', { newEntity: { type: 'note', content } }, headers)
    times.push(performance.now() - start)
    if (added.status !== 200) throw new Error(`${added.status}: ${added.text}`)
    const found = await node.post(
      '/api/entity/get-matching-entities',
      { userIsTyping_inSearchbar: content },
      headers,
    )
    if ((JSON.parse(found.text) as { total_in_db: number }).total_in_db !== 1)
      throw new Error(`${content} was not found`)
  }
  return times
}
