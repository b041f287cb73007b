import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { runAdmin } from '../../src/admin/run.ts'
import { readConfig } from '../../src/config.ts'
import { keepToOwner, OpenDataFolder } from '../../src/operations/data-folder.ts'
import { freePort } from '../support/free-port.ts'
import { runServer } from '../support/server-process.ts'

const parent = mkdtempSync(join(tmpdir(), 'cardinal-folder-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

let folder = ''
beforeEach(() => {
  folder = join(parent, Math.random().toString(36).slice(2), 'data')
})

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
function keep(env: Record<string, string> = {}): string[] {
  const config = readConfig({ CARDINAL_DATA_DIR: folder, ...env })
  if (!config.ok) throw new Error(config.error.join())
  return keepToOwner(config.value)
}
function makeOpen(...files: string[]): void {
  mkdirSync(folder, { recursive: true })
  for (const file of files) writeFileSync(join(folder, file), '')
  for (const file of files) chmodSync(join(folder, file), 0o644)
  chmodSync(folder, 0o755)
}

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  it('the data folder is created for its owner alone', () => {
    expect(keep()).toEqual([])
    expect(modeOf(folder)).toBe('700')
  })

  it('the data folder and its files are closed to others if an older version left them open', () => {
    makeOpen('cardinal.sqlite', 'cardinal.sqlite-wal', '.gitkeep')
    expect(keep()).toEqual([expect.stringMatching(/was open to others. It is closed now/)])
    expect(modeOf(folder)).toBe('700')
    expect(modeOf(join(folder, 'cardinal.sqlite'))).toBe('600')
    expect(modeOf(join(folder, 'cardinal.sqlite-wal'))).toBe('600')
    expect(keep()).toEqual([])
  })

  it('a data folder with other files in it stays open, but the database in it is closed', () => {
    makeOpen('cardinal.sqlite', 'server.log')
    expect(keep()).toEqual([])
    expect(modeOf(folder)).toBe('755')
    expect(modeOf(join(folder, 'cardinal.sqlite'))).toBe('600')
    expect(modeOf(join(folder, 'server.log'))).toBe('644')
  })

  it('a data folder that everybody may write to is refused', () => {
    makeOpen()
    chmodSync(folder, 0o1777)
    expect(() => keep()).toThrow(OpenDataFolder)
    expect(() => keep()).toThrow(/chmod 700/)
    expect(keep({ CARDINAL_SHARED_DATA: 'on' })).toEqual([])
    expect(modeOf(folder)).toBe('777')
  })

  it('a data folder that belongs to another user is refused', ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root can make a folder of somebody else')
    makeOpen()
    const getuid = process.getuid
    process.getuid = () => 4321
    try {
      expect(() => keep()).toThrow(OpenDataFolder)
    } finally {
      if (getuid) process.getuid = getuid
    }
  })

  it('a bad data folder stops the server and commands with one sentence, and files in a good one are closed to others', {
    timeout: 60_000,
  }, async () => {
    makeOpen()
    chmodSync(folder, 0o1777)
    const env = { CARDINAL_PORT: String(await freePort()), CARDINAL_DATA_DIR: folder }
    const stopped = runServer(env)
    expect(await stopped.exit).toBe(1)
    expect(stopped.output().trim()).toMatch(
      /^Others on this machine may use the data folder .*SHARED_DATA=on\.$/,
    )
    expect(await runAdmin(['list-users'], env)).toMatchObject({ error: expect.stringMatching(/^Others/) })
    expect(existsSync(join(folder, 'cardinal.sqlite'))).toBe(false)
    chmodSync(folder, 0o755)
    const running = runServer(env)
    await expect.poll(running.output, { timeout: 40_000 }).toContain('Cardinal is running')
    expect(modeOf(folder)).toBe('700')
    for (const name of ['cardinal.sqlite', 'cardinal.sqlite-wal', 'cardinal.sqlite-shm'])
      expect(modeOf(join(folder, name))).toBe('600')
    running.child.kill('SIGTERM')
    expect(await running.exit).toBe(0)
  })
})
