import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { VERSION } from '../src/config.ts'
import { freePort } from './support/free-port.ts'
import { request } from './support/node.ts'
import { runServer } from './support/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'cardinal-start-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the program', { timeout: 120_000 }, () => {
  it('the program prints its address, keeps what was written through a kill, and ends cleanly on SIGTERM', async () => {
    const port = await freePort()
    const env = {
      CARDINAL_PORT: String(port),
      CARDINAL_DATA_DIR: join(folder, 'data'),
      CARDINAL_HOST: '127.0.0.1',
    }
    const first = runServer(env)
    await expect.poll(first.output, { timeout: 60_000 }).toContain(`Open http://localhost:${port}`)
    expect((await request(`http://127.0.0.1:${port}/api`, 'GET', '/ready')).status).toBe(200)
    expect((await request(`http://127.0.0.1:${port}/api`, 'GET', '/health')).body).toEqual({
      data: { status: 'alive', version: VERSION },
    })
    first.child.kill('SIGKILL')
    await first.exit
    const second = runServer(env)
    await expect.poll(second.output, { timeout: 60_000 }).toContain('Open http')
    second.child.kill('SIGTERM')
    expect(await second.exit).toBe(0)
  })

  it('the program says in one sentence that a port is in use', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    const taken = runServer({
      CARDINAL_PORT: String(port),
      CARDINAL_HOST: '127.0.0.1',
      CARDINAL_DATA_DIR: join(folder, 'taken'),
    })
    expect(await taken.exit).toBe(1)
    expect(taken.output().trim()).toBe(
      `Port ${port} is taken: stop what uses it, or set CARDINAL_PORT to another one.`,
    )
    other.close()
  })

  it('the program says in one sentence that the data folder can not be written', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    const blocked = runServer({
      CARDINAL_PORT: String(await freePort()),
      CARDINAL_DATA_DIR: join(file, 'data'),
    })
    expect(await blocked.exit).toBe(1)
    expect(blocked.output().trim()).toMatch(
      /^The data folder .* cannot be written \(\w+\): make it writable, or .*\.$/,
    )
  })

  it('the program says in one sentence that the database can not be reached, or what is wrong with the configuration', async () => {
    const away = runServer({
      DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none`,
      CARDINAL_DATA_DIR: folder,
    })
    expect(await away.exit).toBe(1)
    expect(away.output().trim()).toMatch(/^The database at DATABASE_URL cannot be used/)
    const wrong = runServer({ CARDINAL_PORT: 'many' })
    expect(await wrong.exit).toBe(1)
    expect(wrong.output()).toContain('CARDINAL_PORT is "many"')
  })
})
