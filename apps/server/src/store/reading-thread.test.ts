import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OfLastRow, ReadingThread } from './reading-thread.ts'
import { openSqlite } from './sqlite.ts'

interface Row {
  readonly n: number
  readonly said: string | null
}

describe('the thread that reads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cardinal-thread-'))
  const path = join(folder, 'some.sqlite')
  const thread = new ReadingThread(path)
  const begin = (sql: string, ...parameters: unknown[]) =>
    thread.begin<Row>(CompiledQuery.raw(sql, parameters), { n: 0 })
  const ask = (sql: string, ...parameters: unknown[]) => {
    const reading = begin(sql, ...parameters)
    const rows = reading.next()
    reading.end()
    return rows
  }

  beforeAll(() => {
    const file = new SqliteFile(path)
    file.exec("create table word (n integer, said text); insert into word values (1, 'one'), (2, null)")
    file.close()
  })

  afterAll(() => {
    thread.close()
    rmSync(folder, { recursive: true })
  })

  it('answers with the values of each column, in the order of the questions', async () => {
    const [all, second, none] = await Promise.all([
      ask('select n, said from word order by n'),
      ask('select n from word where n = ?', 2),
      ask('select n from word where n = ?', 3),
    ])
    expect(all).toEqual({ n: [1, 2], said: ['one', null] })
    expect([second, none]).toEqual([{ n: [2] }, { n: [] }])
  })

  it('starts before it is asked, once', async () => {
    const early = new ReadingThread(path)
    early.expect()
    early.expect()
    const reading = early.begin<Row>(CompiledQuery.raw('select n from word where n = 1', []), {})
    expect(await reading.next()).toEqual({ n: [1] })
    reading.end()
    early.close()
  })

  it('tells lists of ids as they are, page after page', async () => {
    const rows = `with list(n, ids) as (values (1, 'a,b'), (2, null), (3, 'b'), (4, 'c,a'), (5, 'b,c'))
      select n, ids from list where n > ? order by n limit 2`
    const query = CompiledQuery.raw(rows, [new OfLastRow('n')])
    const reading = thread.begin<{ n: number; ids: string | null }, 'ids'>(query, { n: 0 }, 'ids')
    const pages = await Promise.all([reading.next(), reading.next(), reading.next()])
    reading.end()
    expect(pages.map(({ ids }) => ids)).toEqual([[['a', 'b'], []], [['b'], ['c', 'a']], [['b', 'c']]])
  })

  it('goes on behind the page before, which may still be on its way', async () => {
    const up =
      'with recursive up(n) as (select 1 union all select n + 1 from up where n < 5) select n from up'
    const reading = begin(`${up} where n > ? limit 2`, new OfLastRow('n'))
    const other = begin(`${up} where n > ? and n < ? limit 1`, new OfLastRow('n'), 9)
    const pages = [reading.next(), other.next(), reading.next(), other.next(), reading.next(), reading.next()]
    const found = (await Promise.all(pages)).map(({ n }) => n)
    expect(found).toEqual([[1, 2], [1], [3, 4], [2], [5], []])
    reading.end()
    other.end()
  })

  it('refuses what is no query, or would write, and goes on', async () => {
    const answers = await Promise.allSettled([
      ask('select nothing from nowhere'),
      ask('insert into word values (3, null) returning n'),
      ask('select count(*) as count from word'),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
    expect(answers[2]).toMatchObject({ value: { count: [2] } })
  })

  it('leaves nobody waiting when it is closed, and starts again for the next', async () => {
    const waiting = ask('select n from word')
    thread.close()
    await expect(waiting).rejects.toThrow('closed')
    expect(await ask('select n from word where n = 1')).toEqual({ n: [1] })
  })

  it('says why where the file can’t be opened', async () => {
    const elsewhere = new ReadingThread(join(folder, 'none.sqlite'))
    await expect(elsewhere.begin(CompiledQuery.raw('select 1', []), {}).next()).rejects.toThrow('database')
    elsewhere.close()
  })

  it('leaves the log to be emptied, also while it reads', async () => {
    const { thread: own, scrub, close } = openSqlite(path)
    const many = `with recursive up(i) as (select 1 union all select i + 1 from up where i < 5000) select i, said from up, word`
    const reading = own.begin<{ i: number }>(CompiledQuery.raw(many, []), {})
    await reading.next()
    const pages = [reading.next(), reading.next(), reading.next()]
    await scrub(Number.POSITIVE_INFINITY)
    expect(statSync(`${path}-wal`).size).toBe(0)
    expect((await Promise.all(pages)).map(({ i }) => i.length)).toEqual([10_000, 10_000, 10_000])
    close()
  })
})
