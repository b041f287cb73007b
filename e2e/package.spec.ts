import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../scripts/lib/free-port.mjs'
import { add, cards, syncState } from './support/offline.ts'
import { expect, openHomeAs, signUp, test } from './support/person.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

test('the package runs the server from a separate folder with only Node, and stops cleanly', async ({
  page,
}) => {
  // Slow: packing and unpacking come before the test itself.
  test.slow()
  const folder = mkdtempSync(join(tmpdir(), 'cardinal-package-'))
  try {
    const packed = execFileSync(process.execPath, ['scripts/run.mjs', 'pack', 'own'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    execFileSync('tar', ['-xzf', join(ROOT, packed.trim()), '-C', folder])
    const home = join(folder, basename(packed.trim(), '.tar.gz'))
    for (let above = folder; above !== '/'; above = dirname(above))
      expect(existsSync(join(above, 'node_modules')), above).toBe(false)

    const programs = join(folder, 'bin')
    mkdirSync(programs)
    symlinkSync(process.execPath, join(programs, 'node'))
    const port = String(await freePort())
    const server = spawn('node', ['server.js'], {
      cwd: home,
      env: { PATH: programs, CARDINAL_PORT: port, CARDINAL_FETCH_PAGES: 'off', NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (piece: Buffer) => (said += piece))
    const ended = new Promise((resolve) => server.on('exit', resolve))
    try {
      await expect.poll(() => said).toContain(`Open http://localhost:${port}`)
      const origin = `http://localhost:${port}`
      const person = await signUp(origin)
      await openHomeAs(page, person, origin)
      await add(page, 'Runs without a build')
      await expect(cards(page).filter({ hasText: 'Runs without a build' })).toHaveCount(1)
      await expect(syncState(page)).toHaveText('Saved')
    } finally {
      server.kill('SIGTERM')
    }
    expect(await ended, said).toBe(0)
    const stats = execFileSync('node', ['admin.js', 'stats'], { cwd: home, env: { PATH: programs } })
    expect(JSON.parse(String(stats))).toMatchObject({ cards: 1 })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
