import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Random } from '../corpus/random.ts'
import { quantile, type Report, type Workload } from '../harness.ts'
import { SERVER } from '../paths.ts'
import { Child } from '../server/child.ts'
import { seed } from '../server/seed.ts'

const SEED = 20_240_111
const MB = 2 ** 20
const PORT = 4_356
const LINKS = 100_000
/** ms between readings of the server's memory, and between another user's requests. */
const POLL_EVERY_MS = 100
const ASK_EVERY_MS = 50

/** Imports 100,000 links, as exported by a browser, into the built server over SQLite. */
export const imports: Workload = {
  name: 'imports',
  run: async (report) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'cardinal-bench-'))
    const { accessToken } = await seed(dataDir, 1_000, SEED)
    const node = new Child([SERVER], PORT, {
      CARDINAL_PORT: String(PORT),
      CARDINAL_HOST: '127.0.0.1',
      CARDINAL_DATA_DIR: dataDir,
      CARDINAL_RATE_LIMIT: 'off',
      CARDINAL_FREE_CARD_LIMIT: '0',
      CARDINAL_FETCH_PAGES: 'off',
      CARDINAL_LOG_LEVEL: 'warn',
    })
    await node.listening()
    await measure(report, node, { authorization: `Bearer ${accessToken}` })
    await node.stop()
    rmSync(dataDir, { recursive: true, force: true })
  },
}

async function measure(
  report: Report,
  node: Child,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const search = () =>
    node.post('/api/entity/get-matching-entities', { userIsTyping_inSearchbar: 'a' }, headers)
  for (let n = 0; n < 20; n++) await search()
  await setTimeout(2_000)
  const idle = node.residentBytes()
  const file = bookmarks(new Random(SEED))
  const html = { ...headers, 'content-type': 'text/html' }
  const taken = await whileOthersAsk(node, headers, () => send('', html, file))
  const { created, import_id } = taken.answer
  if (created !== LINKS) throw new Error(`Of ${LINKS} links ${created} were imported.`)
  report('size of the file', Buffer.byteLength(file) / MB, 'MB')
  tell(report, taken, '100,000 links', { atMost: 60 })
  report('memory above idle, at most', (taken.peak - idle) / MB, 'MB', { atMost: 200 })
  const undo = await whileOthersAsk(node, headers, () => send(`/${import_id}/undo`, headers))
  if (undo.answer.removed !== LINKS) throw new Error(`Of ${LINKS} links ${undo.answer.removed} were removed.`)
  tell(report, undo, 'its undo')
}

/** Fields of the answers to an import and to its undo. */
interface Answer {
  readonly import_id: string
  readonly created?: number
  readonly removed?: number
}

async function send(
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string | null = null,
): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${PORT}/api/import${path}`, { method: 'POST', headers, body })
  const { data, msg } = (await answer.json()) as { data?: Answer; msg?: string }
  if (data === undefined)
    throw new Error(`${path || 'The import'} was answered with ${answer.status}: ${msg}`)
  return data
}

/** A call with its duration and its effect on others. */
interface Watched {
  readonly answer: Answer
  readonly seconds: number
  /** Peak memory of the server, in bytes. */
  readonly peak: number
  /** Durations of another user's requests, in ms. */
  readonly times: readonly number[]
}

async function whileOthersAsk(
  node: Child,
  headers: Readonly<Record<string, string>>,
  act: () => Promise<Answer>,
): Promise<Watched> {
  let isOver = false
  let peak = 0
  const times: number[] = []
  const look = async () => {
    for (; !isOver; await setTimeout(POLL_EVERY_MS)) peak = Math.max(peak, node.residentBytes())
  }
  const ask = async () => {
    for (; !isOver; await setTimeout(ASK_EVERY_MS)) {
      const start = performance.now()
      await node.send('GET', '/api/user/get-global-settings', undefined, headers)
      times.push(performance.now() - start)
    }
  }
  const others = Promise.all([look(), ask()])
  const start = performance.now()
  try {
    const answer = await act()
    return { answer, seconds: (performance.now() - start) / 1000, peak, times }
  } finally {
    isOver = true
    await others
  }
}

function tell(report: Report, { seconds, times }: Watched, name: string, goal?: { atMost: number }): void {
  report(name, seconds, 's', goal)
  report(`requests of others during ${name}, p50`, quantile(times, 0.5), 'ms')
  report(`requests of others during ${name}, p95`, quantile(times, 0.95), 'ms', { atMost: 100 })
  report(`requests of others during ${name}, longest`, Math.max(...times), 'ms')
}

const WORDS =
  'bread flour oven butter travel train night river code search index paper music garden winter'.split(' ')

/** Links with a title, two tags, a description of some 200 characters and a date, in a hundred folders. */
function bookmarks(random: Random): string {
  const words = (count: number) =>
    Array.from({ length: count }, () => WORDS[random.below(WORDS.length)] ?? '').join(' ')
  const parts = ['<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<DL><p>\n']
  for (let folder = 0; folder < 100; folder++) {
    parts.push(`<DT><H3>folder ${folder}</H3>\n<DL><p>\n`)
    for (let n = 0; n < LINKS / 100; n++) {
      const address = `https://site${random.below(5_000)}.example/${folder}/${n}/${words(3).replaceAll(' ', '-')}`
      const tags = `tag ${random.below(2_000)},tag ${random.below(2_000)}`
      const about = `ADD_DATE="${1_300_000_000 + random.below(400_000_000)}" TAGS="${tags}"`
      parts.push(`<DT><A HREF="${address}" ${about}>${words(8)}</A>\n<DD>${words(36)}\n`)
    }
    parts.push('</DL><p>\n')
  }
  parts.push('</DL><p>\n')
  return parts.join('')
}
