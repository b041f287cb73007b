import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { fileURLToPath } from 'node:url'
import SqliteFile from 'better-sqlite3'
import pg from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { Watch } from '../../src/operations/watch.ts'
import { selfSigned } from '../support/certificate.ts'
import { request, startNode, type TestNode } from '../support/node.ts'
import { startSites } from '../support/sites.ts'
import { DATABASES, startSqlite, type TestDatabase } from '../support/stores.ts'

const folder = mkdtempSync(join(tmpdir(), 'cardinal-watch-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const DAY = 86_400_000

/** A watch over a node's store that runs when the test calls it, with a recorded log. */
function watchOf(
  { node }: TestNode,
  { now = Date.now, ...config }: { now?: () => number; publicUrl?: string; smtpUrl?: string } = {},
) {
  const said: string[] = []
  const note = ({ kind }: { kind?: string }, msg: string) => void said.push(`${kind}: ${msg}`)
  const log = { error: note, warn: note, info: note }
  const watch = new Watch({
    store: node.store,
    config: { ...node.services.config, ...config },
    now,
    log,
  })
  return { watch, said, kinds: () => watch.warnings.map(({ kind }) => kind) }
}

async function readyOf({ api }: TestNode) {
  const { status, body } = await request(api, 'GET', '/ready')
  expect(status).toBe(200)
  return body.data
}

/** Locks the database from another process until the returned function is called. */
async function lockFromOutside({ databaseUrl, dataDir }: TestDatabase): Promise<() => Promise<void>> {
  if (databaseUrl === null) {
    const file = new SqliteFile(join(dataDir, 'cardinal.sqlite'))
    file.exec('begin immediate')
    return async () => void file.close()
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin; lock table "user" in exclusive mode')
  return () => client.end()
}

describe.each(DATABASES)('a server that looks after itself on $name', { timeout: 90_000 }, ({ start }) => {
  it('a server where all is well is ready without a word, as it always was', async () => {
    const database = await start()
    const node = await startNode(database)
    await node.node.watch.run()
    expect((await request(node.api, 'GET', '/ready')).body).toEqual({ data: { status: 'ready' } })
    await node.stop()
    await database.stop()
  })

  it('a database that another process has locked is in the log when the lock begins and ends, and in the answer to a proxy', async () => {
    const database = await start()
    const node = await startNode(database)
    const said = [vi.spyOn(node.node.app.log, 'warn'), vi.spyOn(node.node.app.log, 'info')]
    const release = await lockFromOutside(database)
    await node.node.watch.run()
    expect(await readyOf(node)).toEqual({ status: 'ready', warnings: ['database'] })
    await release()
    await node.node.watch.run()
    const locked = 'Another process has locked the database ('
    const lines = said.flatMap(({ mock }) => mock.calls).filter(([about]) => 'event' in (about as object))
    expect(lines).toEqual([
      [{ event: 'warning', kind: 'database' }, expect.stringContaining(locked)],
      [{ event: 'warning-over', kind: 'database' }, expect.stringContaining(`This is over: ${locked}`)],
    ])
    expect(await readyOf(node)).toEqual({ status: 'ready' })
    await node.stop()
    await database.stop()
  })

  it('a clock that is behind the last visit is told, and the owner of the server sees since when', async () => {
    const database = await start()
    let behind = 0
    const node = await startNode(database, { now: () => Date.now() - behind })
    const ada = await node.signUp()
    await node.node.store.transact(async (tx) => {
      await tx.serverOverview.addOwner(ada.userId, 0)
      return { ok: true, value: null }
    })
    await node.node.watch.run()
    expect(await readyOf(node)).toEqual({ status: 'ready' })
    behind = 5 * 60_000 - 1_000
    const warned = vi.spyOn(node.node.app.log, 'warn')
    for (const _round of [1, 2]) await node.node.watch.run()
    expect(warned, 'once').toHaveBeenCalledTimes(1)
    behind = 0
    expect(await readyOf(node)).toEqual({ status: 'ready', warnings: ['clock'] })
    const { body } = await ada.send('GET', '/server/overview')
    const whose =
      database.databaseUrl === null ? 'the last time that a device was here' : 'the clock of the database'
    expect(body.data.warnings).toEqual([
      {
        kind: 'clock',
        msg: `The clock of this machine is 5 minutes behind ${whose}: set it right. Sign-in codes and signatures depend on it.`,
        since: expect.stringMatching(/Z$/),
      },
    ])
    expect(body.data.machine).toMatchObject({
      is_memory_limited: expect.any(Boolean),
      thread_mb: expect.any(Number),
    })
    await node.node.watch.run()
    expect(await readyOf(node)).toEqual({ status: 'ready' })
    await node.stop()
    await database.stop()
  })
})

describe('a server that looks after itself', { timeout: 90_000 }, () => {
  it('a clock that differs from that of three sites whose pages were read is told, and one wrong site is not believed', async () => {
    const sites = await startSites()
    const database = await startSqlite()
    const node = await startNode(database, {
      env: { CARDINAL_FETCH_PAGES: 'on', CARDINAL_FETCH_TEST_ADDRESS: sites.address },
    })
    const { watch, kinds, said } = watchOf(node)
    const ada = await node.signUp()
    const visit = async (hosts: readonly string[], offset: number) => {
      sites.clock.offset = offset
      for (const host of hosts) {
        sites.pages.set(`${host}/`, { body: '<title>Page</title>' })
        await ada.send('POST', '/entity/create-one', {
          newEntity: { type: 'hyperlink', content: `http://${host}/` },
        })
      }
      const readAll = () => hosts.every((host) => sites.asked.includes(`GET ${host}/`))
      await expect.poll(readAll, { timeout: 30_000 }).toBe(true)
    }
    await visit(['wrong.example'], 2 * DAY)
    await watch.run()
    expect(kinds()).toEqual([])
    await visit(['one.example', 'two.example'], -2 * DAY)
    await expect
      .poll(async () => {
        await watch.run()
        return kinds()
      })
      .toEqual(['clock'])
    expect(said).toEqual([
      'clock: The clock of this machine is 2 days ahead of the clocks of the sites that were read last: set it right. Sign-in codes and signatures depend on it.',
    ])
    await node.stop()
    await database.stop()
    await sites.stop()
  })

  it('a certificate of the public address that ends soon, and one that has ended, are told', async () => {
    const proxy = createServer(await selfSigned(90)).listen(0, '127.0.0.1')
    await new Promise((done) => proxy.once('listening', done))
    const host = `localhost:${(proxy.address() as AddressInfo).port}`
    const database = await startSqlite()
    const node = await startNode(database)
    const at = async (days: number) => {
      const { watch, said } = watchOf(node, {
        publicUrl: `https://${host}`,
        now: () => Date.now() + days * DAY,
      })
      await watch.run()
      return said.filter((line) => line.startsWith('certificate'))
    }
    expect(await at(0)).toEqual([])
    expect(await at(85)).toEqual([
      expect.stringContaining(`certificate: The certificate of ${host} ends in 5 days, at `),
    ])
    expect(await at(91)).toEqual([
      expect.stringContaining(`certificate: The certificate of ${host} has ended at `),
    ])
    await node.stop()
    const later = await startNode(database, {
      env: { CARDINAL_PUBLIC_URL: `https://${host}` },
      now: () => Date.now() + 85 * DAY,
    })
    await later.node.watch.run()
    expect((await readyOf(later)).warnings).toContain('certificate')
    proxy.close()
    const unreachable = watchOf(later, { publicUrl: `https://${host}` })
    await unreachable.watch.run()
    expect(unreachable.kinds(), 'nobody answers there').not.toContain('certificate')
    await later.stop()
    await database.stop()
  })

  it('a nearly full disk is told before changes are refused, and on a full one all that was acknowledged is whole', async ({
    skip,
  }) => {
    const disk = join(folder, 'disk')
    // On Linux a user may mount a file system in their own namespace, except in some containers.
    const onSmallDisk = (command: readonly string[]) =>
      [
        ...['--user', '--map-root-user', '--mount', 'sh', '-c'],
        `mkdir -p ${disk} && mount -t tmpfs -o size=24m,mode=700 tmpfs ${disk} && exec "$@"`,
        ...['sh', ...command],
      ] as const
    skip(spawnSync('unshare', onSmallDisk(['true'])).status !== 0, 'nothing can be mounted on this machine')
    const test = fileURLToPath(new URL('full-disk.ts', import.meta.url))
    const child = spawn('unshare', onSmallDisk([process.execPath, '--import', 'tsx', test, disk]))
    let [told, problems] = ['', '']
    child.stdout.on('data', (text) => (told += text))
    child.stderr.on('data', (text) => (problems += text))
    const code = await new Promise((done) => child.on('exit', done))
    expect(problems).toBe('')
    expect(code).toBe(0)
    const found = JSON.parse(told)
    expect(found.before).toEqual([])
    expect(found.nearlyFull).toEqual([
      expect.stringMatching(/^The disk of .* is nearly full: it has room for [\d.]+ MB/),
    ])
    expect(found.readyWhenNearlyFull).toEqual({ status: 'ready', warnings: ['disk'] })
    expect(found.whenFull).toEqual({
      status: 503,
      msg: expect.stringContaining('The disk of this server is full, and nothing was changed'),
    })
    expect(found.acknowledged).toBeGreaterThan(10)
    expect(found.kept).toEqual(found.acknowledged)
    expect(found.afterRoom).toEqual({ status: 200, warnings: [] })
  })
})
