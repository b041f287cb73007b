import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { projectRoot } from '../../src/config.ts'
import { freePort } from '../support/free-port.ts'
import { request } from '../support/node.ts'
import { startPostgres } from '../support/stores.ts'

/**
 * A commit of 1.0.0 that runs as the older node: the first one that ignores a new column in a table that it
 * reads.
 */
const OLDER = '5eaf7234'
const RELEASE = join(projectRoot(), 'e2e/releases/1.0.0')
const keptText = (name: string) => gunzipSync(readFileSync(join(RELEASE, `${name}.gz`))).toString()

const folder = mkdtempSync(join(tmpdir(), 'cardinal-rolling-'))
const running: ChildProcess[] = []
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** The sources of the older commit, with the installed packages. Null: a clone without history. */
function olderSources(): string | null {
  const archive = spawnSync(
    'git',
    ['archive', OLDER, 'package.json', 'apps/server', 'packages', 'tsconfig.base.json'],
    {
      cwd: projectRoot(),
      maxBuffer: 500_000_000,
    },
  )
  if (archive.status !== 0 && process.env.GITHUB_ACTIONS) throw new Error(`This clone lacks ${OLDER}`)
  if (archive.status !== 0) return null
  const root = join(folder, 'older')
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  execFileSync('tar', ['-x', '-C', root], { input: archive.stdout })
  const installed = join(projectRoot(), 'node_modules')
  for (const name of readdirSync(installed).filter((each) => !/^(?:@cardinal|\.)/.test(each)))
    symlinkSync(join(installed, name), join(root, 'node_modules', name))
  mkdirSync(join(root, 'node_modules/@cardinal'))
  for (const name of readdirSync(join(root, 'packages')))
    symlinkSync(join(root, 'packages', name), join(root, 'node_modules/@cardinal', name))
  // The older commit may need another version of a package than the root has.
  const own = join(projectRoot(), 'apps/server/node_modules')
  if (existsSync(own)) cpSync(own, join(root, 'apps/server/node_modules'), { recursive: true })
  return root
}

interface NodeProcess {
  readonly api: string
  end(): Promise<number | null>
}

async function startProcess(root: string, databaseUrl: string): Promise<NodeProcess> {
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl,
    CARDINAL_PORT: String(port),
    CARDINAL_LOG_LEVEL: 'error',
    CARDINAL_RATE_LIMIT: 'off',
    CARDINAL_FETCH_PAGES: 'off',
    CARDINAL_FREE_CARD_LIMIT: '0',
  }
  const child = spawn(process.execPath, ['--import', 'tsx', 'apps/server/src/main.ts'], { cwd: root, env })
  running.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  await expect.poll(() => said, { timeout: 90_000 }).toContain('Open http')
  return {
    api: `http://localhost:${port}/api`,
    end: () =>
      new Promise((done) => {
        child.once('exit', done)
        child.kill('SIGTERM')
      }),
  }
}

const isReady = async ({ api }: NodeProcess) =>
  (await request(api, 'GET', '/ready').catch(() => ({ status: 0 }))).status === 200

/** A load balancer with writers: each change goes to the ready nodes in turn, until it is acknowledged. */
class Traffic {
  nodes: NodeProcess[] = []
  readonly acknowledged: string[] = []
  /** By node, the changes that it acknowledged. */
  readonly byNode = new Map<string, number>()
  #isOver = false
  #writing: Promise<unknown> = Promise.resolve()
  readonly #headers: Record<string, string>

  constructor(token: string) {
    this.#headers = { authorization: `Bearer ${token}` }
  }

  start(): void {
    this.#writing = Promise.all(['a', 'b', 'c'].map((name) => this.#write(name)))
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#writing
  }

  async #write(name: string): Promise<void> {
    for (let n = 0; !this.#isOver; n++) {
      const content = `written meanwhile ${name}${n}`
      for (let turn = n; !(await this.#isWritten(content, turn)); turn++) await setTimeout(50)
      this.acknowledged.push(content)
    }
  }

  async #isWritten(content: string, turn: number): Promise<boolean> {
    const node = this.nodes[turn % this.nodes.length]
    if (node === undefined || !(await isReady(node))) return false
    const { status, body } = await request(
      node.api,
      'POST',
      '/entity/create-one',
      { newEntity: { type: 'note', content } },
      { ...this.#headers, 'idempotency-key': content.replaceAll(' ', '-') },
    ).catch(() => ({ status: 0, body: null }))
    if (status !== 200 && status !== 0 && status !== 503 && status !== 409)
      throw new Error(JSON.stringify(body))
    if (status === 200) this.byNode.set(node.api, (this.byNode.get(node.api) ?? 0) + 1)
    return status === 200
  }
}

it('two nodes over the data of 1.0.0 are upgraded one after the other while people write, and nothing is lost or doubled', {
  timeout: 240_000,
}, async () => {
  const older = olderSources()
  const database = await startPostgres()
  const databaseUrl = String(database.databaseUrl)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(keptText('postgres.sql'))
  const migrations = async () =>
    (await client.query<{ name: string }>('select name from public.migration order by name')).rows.map(
      ({ name }) => name,
    )
  const { token, exported } = JSON.parse(keptText('account.json'))
  const headers = { authorization: `Bearer ${token}` }
  const count = async ({ api }: NodeProcess) =>
    (await request(api, 'POST', '/entity/get-count', {}, headers)).body.data

  const traffic = new Traffic(token)
  const first = await startProcess(older ?? projectRoot(), databaseUrl)
  const second = await startProcess(older ?? projectRoot(), databaseUrl)
  const before = await migrations()
  traffic.nodes = [first, second]
  traffic.start()
  await expect.poll(() => traffic.byNode.size, { timeout: 20_000 }).toBe(2)

  // One node stops, and the new one replaces it.
  traffic.nodes = [second]
  expect(await first.end()).toBe(0)
  const firstNew = await startProcess(projectRoot(), databaseUrl)
  traffic.nodes = [second, firstNew]
  const added = (await migrations()).filter((name) => !before.includes(name))
  // If the new version has migrated, the older node becomes unready. Otherwise both serve in turn.
  expect(await isReady(second)).toBe(added.length === 0)
  await expect.poll(() => traffic.byNode.get(firstNew.api) ?? 0, { timeout: 20_000 }).toBeGreaterThan(5)

  // Then the other node is replaced.
  traffic.nodes = [firstNew]
  expect(await second.end()).toBe(0)
  const secondNew = await startProcess(projectRoot(), databaseUrl)
  traffic.nodes = [firstNew, secondNew]
  await expect.poll(() => traffic.byNode.get(secondNew.api) ?? 0, { timeout: 20_000 }).toBeGreaterThan(5)
  await traffic.stop()

  const whole = (await request(secondNew.api, 'GET', '/export?scope=account', undefined, headers)).body
  const contentsOf = (account: { workspaces: { entities: { content: string }[] }[] }) =>
    account.workspaces.flatMap(({ entities }) => entities).map(({ content }) => content)
  const contents = contentsOf(whole)
  expect(contents.filter((content) => content.startsWith('written meanwhile')).sort()).toEqual(
    traffic.acknowledged.toSorted(),
  )
  expect(await count(firstNew)).toEqual(await count(secondNew))
  expect(whole.version).toBe(exported.version)
  expect(contents).toEqual(expect.arrayContaining(contentsOf(exported)))
  process.stdout.write(
    `Older node: ${older === null ? 'the present sources, because this clone has no history' : `sources of ${OLDER}`}; migrations of the new one: ${added.join(', ') || 'none'}; ${traffic.acknowledged.length} changes\n`,
  )
  await Promise.all([firstNew.end(), secondNew.end()])
  await client.end()
  await database.stop()
})
