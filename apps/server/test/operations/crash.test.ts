import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LIMITS } from '@cardinal/domain'
import SqliteFile from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runAdmin } from '../../src/admin/run.ts'
import { freePort } from '../support/free-port.ts'
import { type Answer, request } from '../support/node.ts'
import { beginFile, hashOf, piecesOf, sendFile } from '../support/sent-files.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const WRITERS = 6

describe('a server that ends while people write', { timeout: 90_000 }, () => {
  let dataDir: string
  let api: string
  let headers: Record<string, string>
  let child: ChildProcess | null

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'cardinal-crash-'))
    child = null
    const env = { CARDINAL_DATA_DIR: dataDir }
    await runAdmin(['create-user', '--email', 'ada@example.org', '--name', 'Ada'], env)
    const issued = await runAdmin(['issue-token', '--email', 'ada@example.org'], env)
    if (!issued.ok) throw new Error(issued.error)
    headers = { authorization: `Bearer ${JSON.parse(issued.value[0] ?? '').jwt_access_token}` }
  })

  afterEach(async () => {
    await end('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })

  const start = async () => {
    const port = await freePort()
    const started = spawn(process.execPath, ['--import', 'tsx', MAIN], {
      env: {
        PATH: process.env.PATH,
        CARDINAL_PORT: String(port),
        CARDINAL_HOST: '127.0.0.1',
        CARDINAL_DATA_DIR: dataDir,
        CARDINAL_LOG_LEVEL: 'silent',
        CARDINAL_RATE_LIMIT: 'off',
        CARDINAL_FREE_CARD_LIMIT: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child = started
    await new Promise((resolve) => started.stdout?.once('data', resolve))
    api = `http://127.0.0.1:${port}/api`
  }
  /** Sends a signal. Resolves with the exit code. */
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const ending = child
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return null
    const exit = new Promise<number | null>((resolve) => ending.once('exit', resolve))
    ending.kill(signal)
    return exit
  }
  const create = (content: string): Promise<Answer> =>
    request(
      api,
      'POST',
      '/entity/create-one',
      { newEntity: { type: 'note', content, titles: [{ text: 'one' }, { text: 'two' }] } },
      { ...headers, 'idempotency-key': content },
    )

  /** Writes until the server stops answering. */
  const write = (acknowledged: string[], answers: number[]) =>
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let i = 0; ; i++) {
        const content = `writer-${writer}-card-${i}`
        const answer = await create(content).catch(() => null)
        if (answer === null) return
        answers.push(answer.status)
        if (answer.status !== 200) return
        acknowledged.push(content)
      }
    })

  it.each([1, 2, 3])(
    'a server that is killed while people write loses nothing that it acknowledged, and leaves nothing half done (%i)',
    async () => {
      const acknowledged: string[] = []
      await start()
      const writing = write(acknowledged, [])
      await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(40)
      await end('SIGKILL')
      await Promise.all(writing)

      await start()
      const found = await request(api, 'GET', '/sync/pull', undefined, headers)
      const contents = found.body.split('\n').flatMap((line: string) => {
        const { row } = line === '' ? { row: null } : JSON.parse(line)
        return row?.content === undefined ? [] : [row]
      })
      const rowByContent = new Map(contents.map((row: { content: string }) => [row.content, row]))
      for (const content of acknowledged) expect(rowByContent.has(content)).toBe(true)
      for (const row of contents) expect(row.titles).toHaveLength(2)
      // Unanswered requests may have been made or not. Sending them again under their keys tells.
      const unanswered = [...rowByContent.keys()].filter(
        (content) => !acknowledged.includes(content as string),
      )
      for (const content of unanswered)
        expect((await create(content as string)).headers.get('idempotent-replayed')).toBe('true')
      await end('SIGTERM')
      expect(recordsAndCards()).toEqual({ operations: contents.length, cards: contents.length })
    },
  )

  it('a server that is asked to stop answers all requests that it has received', async () => {
    const acknowledged: string[] = []
    const answers: number[] = []
    await start()
    const writing = write(acknowledged, answers)
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(40)
    expect(await end('SIGTERM')).toBe(0)
    await Promise.all(writing)
    expect(new Set(answers)).toEqual(new Set([200]))
    // A change made without an answer would give more cards than answers.
    expect(recordsAndCards().cards).toBe(acknowledged.length)
  })

  it('an upload whose server is killed continues with the missing pieces, and no half file can be read', async () => {
    await start()
    const bytes = randomBytes(20 * LIMITS.filePiece + 77)
    const person = () => ({
      send: (method: string, path: string, body?: unknown) => request(api, method, path, body, headers),
    })
    const pieces = piecesOf(bytes)
    const path = `/files/${hashOf(bytes)}`
    await beginFile(person(), bytes)
    let answered = 0
    const sending = sendSome(pieces, person(), () => answered++)
    await expect.poll(() => answered, { timeout: 20_000, interval: 1 }).toBeGreaterThan(2)
    await end('SIGKILL')
    await sending
    await start()
    const { missing, is_whole } = (await beginFile(person(), bytes)).body.data
    if (!is_whole) expect((await person().send('GET', path)).status).toBe(404)
    expect(missing.length).toBeLessThanOrEqual(pieces.length - answered)
    await sendFile(person(), bytes)
    const whole = await fetch(`${api}${path}`, { headers })
    expect(hashOf(new Uint8Array(await whole.arrayBuffer()))).toBe(hashOf(bytes))
    // A server that is asked to stop answers the pieces that it has accepted.
    const more = randomBytes(20 * LIMITS.filePiece)
    await beginFile(person(), more)
    answered = 0
    const statuses: number[] = []
    const ending = sendSome(piecesOf(more), person(), (status) => {
      statuses.push(status)
      answered++
    })
    await expect.poll(() => answered, { timeout: 20_000, interval: 1 }).toBeGreaterThan(2)
    expect(await end('SIGTERM')).toBe(0)
    await ending
    expect(new Set(statuses)).toEqual(new Set([200]))
    await start()
    expect((await beginFile(person(), more)).body.data.missing).toHaveLength(20 - answered)
    await sendFile(person(), more)
    await end('SIGTERM')
  })

  /** Sends pieces, four at a time, until the server stops answering. */
  const sendSome = (
    pieces: ReturnType<typeof piecesOf>,
    person: Parameters<typeof sendFile>[0],
    onAnswer: (status: number) => void,
  ) => {
    const waiting = [...pieces]
    return Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let piece = waiting.shift(); piece !== undefined; piece = waiting.shift()) {
          const answer = await piece.send(person).catch(() => null)
          if (answer === null) return
          onAnswer(answer.status)
        }
      }),
    )
  }

  function recordsAndCards(): { operations: number; cards: number } {
    const db = new SqliteFile(join(dataDir, 'cardinal.sqlite'), { readonly: true })
    const count = (table: string) => db.prepare(`select count(*) from ${table}`).pluck().get() as number
    const counts = { operations: count('operation'), cards: count('card') }
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    db.close()
    return counts
  }
})
