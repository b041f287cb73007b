import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import SqliteFile from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runAdmin } from '../../src/admin/run.ts'
import { ScheduledBackups } from '../../src/operations/scheduled-backups.ts'

const HOUR = 3_600_000
const MODULE = new URL('../../src/operations/scheduled-backups.ts', import.meta.url).href

describe('scheduled backups', () => {
  let dataDir: string
  let now: number
  const names = () => readdirSync(join(dataDir, 'backups')).sort()
  const copy = async (file: string) => writeFileSync(file, 'a copy', { flag: 'wx' })
  const backups = (copyDatabase = copy, onError: (error: Error) => void = fail) =>
    new ScheduledBackups({ dataDir, everyHours: 6, keep: 2 }, copyDatabase, () => now, onError)

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'cardinal-scheduled-'))
    now = Date.parse('2026-01-01T00:00:00Z')
  })

  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  it('scheduled backups are made at their time, and only the newest are kept', async () => {
    await backups().run()
    expect(names()).toEqual(['scheduled-2026-01-01T00-00-00Z.sqlite'])
    now += 5.9 * HOUR
    await backups().run()
    expect(names(), 'a restart does not bring the time nearer').toHaveLength(1)
    for (let i = 0; i < 3; i++) {
      now += 6 * HOUR
      await backups().run()
    }
    expect(names()).toEqual([
      'scheduled-2026-01-01T17-54-00Z.sqlite',
      'scheduled-2026-01-01T23-54-00Z.sqlite',
    ])
  })

  it('scheduled backups never delete a person’s own backups, and delete the remains of an interrupted one', async () => {
    await backups().run()
    const mine = ['cardinal-2025-01-01T00-00-00Z.sqlite', 'scheduled-by-me.sqlite']
    for (const name of mine) writeFileSync(join(dataDir, 'backups', name), 'mine')
    writeFileSync(join(dataDir, 'backups', 'scheduled-2026-01-01T03-00-00Z.sqlite.partial'), 'half')
    for (let i = 0; i < 3; i++) {
      now += 6 * HOUR
      await backups().run()
    }
    expect(names()).toEqual([
      mine[0],
      'scheduled-2026-01-01T12-00-00Z.sqlite',
      'scheduled-2026-01-01T18-00-00Z.sqlite',
      mine[1],
    ])
  })

  it('scheduled backups keep the older ones when a new one fails', async () => {
    for (let i = 0; i < 2; i++) {
      await backups().run()
      now += 6 * HOUR
    }
    const full = backups(() => Promise.reject(new Error('The disk is full.')))
    await expect(full.run()).rejects.toThrow('The disk is full.')
    expect(names()).toHaveLength(2)
  })

  it('scheduled backups are complete copies, made by a separate process', async () => {
    await runAdmin(['create-user', '--email', 'ada@example.org', '--name', 'Ada'], {
      CARDINAL_DATA_DIR: dataDir,
    })
    const file = join(dataDir, 'copy.sqlite')
    const script = join(dataDir, 'script.mjs')
    writeFileSync(
      script,
      `import { copyInOwnProcess } from '${MODULE}'\nawait copyInOwnProcess(process.argv[2])`,
    )
    const run = () =>
      promisify(execFile)(process.execPath, ['--import', 'tsx', script, file], {
        env: { PATH: process.env.PATH, CARDINAL_DATA_DIR: dataDir },
      })
    await run()
    const copied = new SqliteFile(file, { readonly: true })
    expect(copied.prepare('select count(*) as count from user').get()).toEqual({ count: 1 })
    copied.close()
    await expect(run(), 'it says why it can not').rejects.toThrow(
      /The scheduled backup failed\. .*is there already/,
    )
  })
})

function fail(error: Error): void {
  throw error
}
