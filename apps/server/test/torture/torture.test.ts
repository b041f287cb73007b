import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { backups, isOfOneMoment } from './backups.ts'
import { chaos } from './chaos.ts'
import { kills } from './kills.ts'
import { migrations } from './migrations.ts'
import type { Command } from './server-under-test.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const command: Command = [process.execPath, '--import', 'tsx', MAIN]
const UNHARMED = { lost: 0, twice: 0, halfDone: 0 }

/** The short version of `npm run torture`. */
describe('what was acknowledged stays, whole and once', { timeout: 180_000 }, () => {
  it.each(['SQLite', 'PostgreSQL'] as const)(
    'acknowledged changes survive the killing of processes, on %s',
    async (store) => {
      const found = await kills(store, 2, command)
      expect(found).toMatchObject(UNHARMED)
      expect(found.acknowledged).toBeGreaterThanOrEqual(10)
    },
  )

  it.each(['people and server', 'server and PostgreSQL'] as const)(
    'acknowledged changes survive connections between %s that are late, reset, silent or cut after the request',
    async (place) => {
      const found = await chaos(place, 4, command)
      expect(found).toMatchObject(UNHARMED)
      expect(found.acknowledged).toBeGreaterThanOrEqual(10)
      expect(found.faults).toBeGreaterThan(1)
    },
  )

  it('a backup made under load has the state of one moment, with all changes acknowledged before it', async () => {
    expect(await backups(3, command)).toMatchObject({ backups: 3, impossible: 0 })
  })

  it('the check of backups finds a missing card', () => {
    const card = (content: string, sentAt: number) => ({
      content,
      sentAt,
      acknowledgedAt: sentAt + 1,
      seq: 1,
    })
    const people = [[card('a', 1), card('b', 10)]]
    const rows = (contents: string[], seq: number) => ({
      contents: new Set(contents),
      workspaces: [{ seq, cards: contents.length }],
    })
    expect(isOfOneMoment(rows(['a'], 1), people)).toBe(true)
    expect(isOfOneMoment(rows(['b'], 1), people), 'a was acknowledged before b was sent').toBe(false)
    expect(isOfOneMoment(rows(['a'], 2), people), 'a change without its card').toBe(false)
  })

  it.each(['SQLite', 'PostgreSQL'] as const)(
    'acknowledged changes survive the killing of a migration, on %s',
    async (store) => {
      const found = await migrations(store, 40)
      expect(found.broken).toBe(0)
      expect(found.kills).toBeGreaterThan(1)
    },
  )
})
