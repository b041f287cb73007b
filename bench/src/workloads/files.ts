import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Random } from '../corpus/random.ts'
import { quantile, type Report, type Workload } from '../harness.ts'
import { projectFile, SERVER } from '../paths.ts'
import { Child } from '../server/child.ts'
import { seed } from '../server/seed.ts'

const SEED = 20_240_111
const PORT = 4_361
const BARE = projectFile('bench/dist/bare-files.js')
const BYTES = 20 * 2 ** 20
const ROUNDS = 5
/** Requests with pieces that a device sends at the same time. */
const AT_ONCE = 2
/** Bytes of pieces in one request. */
const PART = 2 ** 20

/** Uploads and downloads a file of 20 MB: the built server over SQLite, compared with a bare server in the same run. */
export const files: Workload = {
  name: 'files',
  run: async (report) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'cardinal-bench-'))
    const { accessToken } = await seed(dataDir, 1_000, SEED)
    const node = new Child([SERVER], PORT, {
      CARDINAL_PORT: String(PORT),
      CARDINAL_HOST: '127.0.0.1',
      CARDINAL_DATA_DIR: dataDir,
      CARDINAL_RATE_LIMIT: 'off',
      CARDINAL_QUOTA_MB: '0',
      CARDINAL_FETCH_PAGES: 'off',
      CARDINAL_LOG_LEVEL: 'warn',
    })
    const bare = new Child([BARE, String(PORT + 1), join(dataDir, 'bare')], PORT + 1)
    await node.listening()
    await bare.firstAnswer('/', {}).catch(() => undefined)
    await measure(report, accessToken)
    await Promise.all([node.stop(), bare.stop()])
    rmSync(dataDir, { recursive: true, force: true })
  },
}

async function measure(report: Report, token: string): Promise<void> {
  const times = {
    up: [] as number[],
    down: [] as number[],
    bareUp: [] as number[],
    bareParts: [] as number[],
    bareDown: [] as number[],
  }
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const bytes = bytesOf(SEED + round)
    const hash = sha256(bytes)
    const ofBare = `http://127.0.0.1:${PORT + 1}/`
    const took = {
      up: await timeOf(() => upload(bytes, hash, token)),
      down: await timeOf(() => read(`http://127.0.0.1:${PORT}/api/files/${hash}`, token)),
      bareUp: await timeOf(() => ask(ofBare, { method: 'PUT', body: bytes }).then((answer) => answer.text())),
      bareParts: await timeOf(() => uploadParts(bytes, ofBare)),
      bareDown: await timeOf(() => read(ofBare, token)),
    }
    if (round > 0)
      for (const name of Object.keys(times) as (keyof typeof times)[]) times[name].push(took[name])
  }
  const median = (list: readonly number[]) => quantile(list, 0.5)
  report('20 MB up', median(times.up), 'ms')
  report('20 MB up, bare server', median(times.bareUp), 'ms')
  report('speed up beside the bare server', (100 * median(times.bareUp)) / median(times.up), '%', {
    atLeast: 80,
  })
  report('20 MB up, bare server that syncs each MB', median(times.bareParts), 'ms')
  report('speed up beside one that syncs each MB', (100 * median(times.bareParts)) / median(times.up), '%', {
    atLeast: 80,
  })
  report('20 MB down', median(times.down), 'ms')
  report('20 MB down, bare server', median(times.bareDown), 'ms')
  report('speed down beside the bare server', (100 * median(times.bareDown)) / median(times.down), '%', {
    atLeast: 80,
  })
}

/** Sends a file as a device does, a few pieces at a time. Its hash is known before. */
async function upload(bytes: Uint8Array<ArrayBuffer>, hash: string, token: string): Promise<void> {
  const api = `http://127.0.0.1:${PORT}/api/files`
  const authorization = `Bearer ${token}`
  const headers = { authorization, 'content-type': 'application/json' }
  const begun = await ask(api, {
    method: 'POST',
    headers,
    body: JSON.stringify({ hash, size: bytes.length }),
  })
  const { data } = (await begun.json()) as {
    data: { missing: number[]; piece_size: number; pieces_together: number }
  }
  const send = async () => {
    for (;;) {
      const [number, ...others] = data.missing.splice(0, data.pieces_together)
      if (number === undefined) return
      const body = bytes.subarray(number * data.piece_size, (number + 1 + others.length) * data.piece_size)
      await ask(`${api}/${hash}/pieces/${number}?sha256=${sha256(body)}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/octet-stream' },
        body,
      }).then((answer) => answer.text())
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, send))
}

/** Sends the file in the same parts to the bare server, which answers when a part is on the disk. */
async function uploadParts(bytes: Uint8Array<ArrayBuffer>, address: string): Promise<void> {
  const starts = Array.from({ length: BYTES / PART }, (_, n) => n * PART)
  const put = async (at: number) => {
    const body = bytes.subarray(at, at + PART)
    const answer = await ask(`${address}?at=${at}&sha256=${sha256(body)}`, { method: 'PUT', body })
    await answer.text()
  }
  // The first part creates the file.
  await put(starts.shift() ?? 0)
  const some = async () => {
    for (let at = starts.shift(); at !== undefined; at = starts.shift()) await put(at)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, some))
}

async function read(address: string, token: string): Promise<void> {
  const body = await (await ask(address, { headers: { authorization: `Bearer ${token}` } })).arrayBuffer()
  if (body.byteLength !== BYTES) throw new Error(`${body.byteLength} bytes came back.`)
}

async function ask(address: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(address, init)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

function bytesOf(seedOfBytes: number): Uint8Array<ArrayBuffer> {
  const random = new Random(seedOfBytes)
  const words = new Uint32Array(BYTES / 4).map(() => random.below(2 ** 32))
  return new Uint8Array(words.buffer)
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
