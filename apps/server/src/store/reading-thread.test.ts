import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ReadingThread } from './reading-thread.ts'
import { openSqlite } from './sqlite.ts'

describe('the thread that reads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cardinal-thread-'))
  const path = join(folder, 'some.sqlite')
  const thread = new ReadingThread(path)
  const ask = (sql: string, ...parameters: unknown[]) =>
    thread.executeQuery(CompiledQuery.raw(sql, parameters))

  beforeAll(() => {
    const file = new SqliteFile(path)
    file.exec("create table word (n integer, said text); insert into word values (1, 'one'), (2, null)")
    file.close()
  })

  afterAll(() => {
    thread.close()
    rmSync(folder, { recursive: true })
  })

  it('answers with rows by the names of their columns, in the order of the questions', async () => {
    const [all, second, none] = await Promise.all([
      ask('select n, said from word order by n'),
      ask('select n from word where n = ?', 2),
      ask('select n from word where n = ?', 3),
    ])
    expect(all.rows).toEqual([
      { n: 1, said: 'one' },
      { n: 2, said: null },
    ])
    expect([second.rows, none.rows]).toEqual([[{ n: 2 }], []])
  })

  it('refuses what is no query, or would write, and goes on', async () => {
    const answers = await Promise.allSettled([
      ask('select nothing from nowhere'),
      ask('insert into word values (3, null) returning n'),
      ask('select count(*) as count from word'),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
    expect(answers[2]).toMatchObject({ value: { rows: [{ count: 2 }] } })
  })

  it('leaves nobody waiting when it is closed, and starts again for the next', async () => {
    const waiting = ask('select n from word')
    thread.close()
    await expect(waiting).rejects.toThrow('closed')
    expect((await ask('select n from word where n = 1')).rows).toEqual([{ n: 1 }])
  })

  it('says why where the file can’t be opened', async () => {
    const elsewhere = new ReadingThread(join(folder, 'none.sqlite'))
    await expect(elsewhere.executeQuery(CompiledQuery.raw('select 1', []))).rejects.toThrow('database')
    elsewhere.close()
  })

  it('leaves the log to be emptied, also while it reads', async () => {
    const { aside, scrub, close } = openSqlite(path)
    await sql`select 1`.execute(aside)
    const rows = sql`with recursive up(i) as (select 1 union all select i + 1 from up where i < 20000) select i, said from up, word`
    const reading = rows.execute(aside)
    await scrub(Number.POSITIVE_INFINITY)
    expect(statSync(`${path}-wal`).size).toBe(0)
    expect((await reading).rows).toHaveLength(40_000)
    close()
  })
})
