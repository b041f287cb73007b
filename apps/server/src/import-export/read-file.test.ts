import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore, type Store } from '../store/index.ts'
import { FILE_PROBLEMS } from './file-problems.ts'
import { FileReader, Unreadable } from './file-reader.ts'
import type { FoundCard } from './found.ts'
import { Cancelled } from './import-errors.ts'
import { planFile } from './plan-file.ts'
import { formatOf, readFile } from './read-file.ts'
import type { ImportTools } from './tools.ts'

const read = (text: string) => readFile(new TextEncoder().encode(text))

async function cardsOf(text: string): Promise<FoundCard[]> {
  const file = await read(text)
  if (!file.ok) throw new Error(file.error)
  return file.value.rows.flatMap((row) => ('card' in row ? [row.card] : []))
}

async function reasonsOf(text: string): Promise<string[]> {
  const file = await read(text)
  if (!file.ok) throw new Error(file.error)
  return file.value.rows.flatMap((row) => ('reason' in row ? [row.reason] : []))
}

const HEAD = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n'

describe('bookmark files', () => {
  it('[HM-8] an import of bookmarks reads links with tags, time, description and enclosing folders', async () => {
    const cards = await cardsOf(`${HEAD}<DT><H3>Food</H3>
<DL><p>
<DT><H3>Bread &amp; butter</H3>
<DL><p>
<DT><A HREF="https://x.example/rye?a=1&amp;b=2" ADD_DATE="1369629850" TAGS="rye,slow food">Rye &lt;dark&gt;</A>
<DD>Two days.
</DL><p>
<DT><A HREF="https://x.example/dal">Dal</A>
</DL><p>
<DT><A HREF="https://x.example/loose">Loose</A>
</DL><p>`)
    expect(cards).toMatchObject([
      {
        type: 'link',
        content: 'Rye <dark>\nhttps://x.example/rye?a=1&b=2\n\nTwo days.',
        tags: ['rye', 'slow food'],
        folders: ['Food', 'Bread & butter'],
        createdAt: 1369629850000,
      },
      { content: 'Dal\nhttps://x.example/dal', folders: ['Food'], createdAt: null },
      { content: 'Loose\nhttps://x.example/loose', folders: [] },
    ])
  })

  it('[CD-10] an import of bookmarks gives a reason for every address that is not imported', async () => {
    const link = (address: string) => `<DT><A HREF="${address}">x</A>\n`
    const addresses = [
      'javascript:alert(1)',
      ' JaVa&#10;script:alert(1)',
      'data:text/html,x',
      'place:sort=8',
      '',
      'about:blank',
    ]
    const reasons = await reasonsOf(HEAD + addresses.map(link).join(''))
    expect(reasons).toHaveLength(addresses.length)
    expect(reasons[0]).toBe('This address was left out, because a browser would run it as a program.')
    expect(reasons[1]).toBe(reasons[0])
    expect(reasons[3]).toBe('Addresses that begin with "place:" cannot be kept.')
    expect(reasons[4]).toBe('There is no address in this row.')
  })

  it('[CD-10] an import keeps a harmless address whose title mentions dangerous ones', async () => {
    const [card] = await cardsOf(
      `${HEAD}<DT><A HREF="https://x.example/">data:URIs and javascript:void(0)</A>`,
    )
    expect(card?.content).toBe('data: URIs and javascript: void(0)\nhttps://x.example/')
  })

  it('an import of bookmarks reads the whole sample file', async () => {
    const sample = new URL('../../test/samples/bookmarks.html', import.meta.url)
    const file = await readFile(readFileSync(sample))
    expect(file.ok && file.value.rows.length).toBe(40)
    expect(file.ok && file.value.rows.every((row) => 'card' in row)).toBe(true)
  })

  it('an import of bookmarks reads the list of links that Pocket exports', async () => {
    const [card] = await cardsOf(
      '<!DOCTYPE html><html><h1>Unread</h1><ul><li><a href="https://x.example/a" time_added="1600000000" tags="read,later">A</a></li></ul></html>',
    )
    expect(card).toMatchObject({
      content: 'A\nhttps://x.example/a',
      tags: ['read', 'later', 'unread'],
      createdAt: 1600000000000,
    })
  })
})

describe('tables', () => {
  it('an import of tables reads title, url and tags, with commas inside quotes', async () => {
    expect(await cardsOf('title,url,tags\n"Bread, dark",https://x.example/,"a, b c"\n')).toMatchObject([
      { type: 'link', content: 'Bread, dark\nhttps://x.example/', tags: ['a', 'b c'] },
    ])
  })

  it('an import of tables reads the columns of Raindrop and Pocket, and semicolons as separators', async () => {
    const raindrop =
      'id,title,note,excerpt,url,folder,tags,created\n1,T,N,,https://x.example,Work/Ideas,"a, b",2024-01-31T12:00:00.000Z\n'
    expect(await cardsOf(raindrop)).toMatchObject([
      {
        content: 'T\nhttps://x.example\n\nN',
        folders: ['Work', 'Ideas'],
        createdAt: Date.UTC(2024, 0, 31, 12),
      },
    ])
    expect(
      await cardsOf('title,url,time_added,tags,status\nT,https://x.example,1600000000,a|b,unread\n'),
    ).toMatchObject([{ tags: ['a', 'b', 'unread'], createdAt: 1600000000000 }])
    expect(await cardsOf('Title;URL\nT;x.example/a\n')).toMatchObject([{ content: 'T\nhttps://x.example/a' }])
  })

  it('an import of tables removes the apostrophe that protects full-width signs and line feeds', async () => {
    const file = `type,content\nnote,"'\n=1"\nnote,'＝1\nnote,'＋1\nnote,'－1\nnote,'＠a\n`
    const found = await readFile(new TextEncoder().encode(file), { format: 'csv' })
    const texts = found.ok ? found.value.rows.map((row) => 'card' in row && row.card.content.trim()) : []
    expect(texts).toEqual(['=1', '＝1', '＋1', '－1', '＠a'])
  })

  it('an import of tables removes the apostrophe that protects formulas', async () => {
    expect(await cardsOf("type,content\nnote,'=1+1\nnote,'tis\nnote,''-x\n")).toMatchObject([
      { content: '=1+1' },
      { content: "'tis" },
      { content: "'-x" },
    ])
  })
})

describe('lists in JSON', () => {
  it('an import of JSON reads Pinboard, Raindrop and plain lists', async () => {
    expect(
      await cardsOf(
        '[{"href":"https://x.example","description":"T","extended":"D","time":"2020-01-01T00:00:00Z","tags":"a b"}]',
      ),
    ).toMatchObject([{ content: 'T\nhttps://x.example\n\nD', createdAt: Date.UTC(2020, 0, 1) }])
    expect(
      await cardsOf('{"items":[{"link":"https://x.example","title":"T","tags":["a",{"name":"b"}]}]}'),
    ).toMatchObject([{ tags: ['a', 'b'] }])
  })

  it('an import of JSON reads the bookmarks of Firefox and Chrome with their folders', async () => {
    const firefox = {
      title: '',
      children: [{ title: 'Food', children: [{ title: 'T', uri: 'https://x.example', dateAdded: 1.6e15 }] }],
    }
    expect(await cardsOf(JSON.stringify(firefox))).toMatchObject([{ folders: ['Food'], createdAt: 1.6e12 }])
    const leaf = { type: 'url', name: 'T', url: 'https://x.example', date_added: '13245000000000000' }
    const chrome = { roots: { bookmark_bar: { type: 'folder', name: 'Bar', children: [leaf] } }, version: 1 }
    const [card] = await cardsOf(JSON.stringify(chrome))
    expect(card?.folders).toEqual([])
    expect(new Date(card?.createdAt ?? 0).getUTCFullYear()).toBe(2020)
  })
})

describe('lists in Markdown', () => {
  it('an import of Markdown reads links below headings, with words behind # as tags', async () => {
    expect(
      await cardsOf(
        '# Food\n\n- [Rye](https://x.example/rye) #bread #slow\n\n## Quick\n* [Dal](https://x.example/dal)\n',
      ),
    ).toMatchObject([
      { content: 'Rye\nhttps://x.example/rye', tags: ['bread', 'slow'], folders: ['Food'] },
      { folders: ['Food', 'Quick'] },
    ])
  })
})

describe('what is no file to import', () => {
  it.each([
    ['', FILE_PROBLEMS.empty],
    [' \n\t', FILE_PROBLEMS.empty],
    ['\ufeff', FILE_PROBLEMS.empty],
    ['hello world', FILE_PROBLEMS.unknown],
    ['{"a":', FILE_PROBLEMS.notJson],
    ['[]', FILE_PROBLEMS.noCards],
    ['{"a":1}', FILE_PROBLEMS.noCards],
    ['<!DOCTYPE NETSCAPE-Bookmark-file-1>', FILE_PROBLEMS.notHtml],
    ['\u0000\u0001\u0002', FILE_PROBLEMS.unknown],
  ])('the text %j is refused with the reason', async (text, sentence) => {
    expect(await read(text)).toEqual({ ok: false, error: sentence })
  })

  it('property: every text is read with its rows in order, or refused, and none causes an exception', async () => {
    const pieces = fc.constantFrom(
      '<DL>',
      '</DL>',
      '<DT>',
      '<H3>',
      '</H3>',
      '<A HREF="',
      '">',
      '</A>',
      '<DD>',
      '[x](',
      ')',
      '{"',
      ',',
      '\n',
      '"',
      'url',
      'https://x.example',
      '<!-- card {',
      '-->',
    )
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.array(pieces, { maxLength: 60 }).map((list) => list.join('')),
    )
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.constantFrom(undefined, 'html', 'csv', 'json', 'markdown'),
        async (text, format) => {
          const file = await readFile(new TextEncoder().encode(text), { format: format as undefined })
          if (file.ok)
            expect(file.value.rows.map(({ row }) => row)).toEqual(
              file.value.rows.map((_, index) => index + 1),
            )
        },
      ),
      { numRuns: 500 },
    )
  })
})

it('the format of a file is detected by its content', () => {
  expect(formatOf('[1]')).toBe('json')
  expect(formatOf('<p><a href=x>')).toBe('html')
  expect(formatOf('url\ttitle\nx\ty')).toBe('csv')
  expect(formatOf('see [x](https://x.example)')).toBe('markdown')
  expect(formatOf('nothing of all this')).toBeNull()
})

describe('a long file', () => {
  const ROWS = 6_000
  const folder = mkdtempSync(join(tmpdir(), 'cardinal-plan-'))
  let store: Store
  beforeAll(async () => {
    store = await openStore({ databaseUrl: null, dataDir: folder })
    await store.migrate()
  })
  afterAll(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  const each = (row: (n: number) => string, between: string) =>
    Array.from({ length: ROWS }, (_, n) => row(n)).join(between)
  const FILES = {
    'a table': `url,title\n${each((n) => `https://x.example/${n},"Link, number ${n}, of many"`, '\n')}`,
    'a list': `[${each((n) => `{"url":"https://x.example/${n}"}`, ',')}]`,
    'a tree': `{"children":[${each((n) => `{"title":"${n}","uri":"https://x.example/${n}"}`, ',')}]}`,
    'our own export': `{"format":"cardinal-workspace","entities":[${each((n) => `{"type":"note","content":"${n}"}`, ',')}]}`,
    'links in Markdown': each((n) => `- [Link ${n}](https://x.example/${n})`, '\n'),
    bookmarks: `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>${each((n) => `<DT><A HREF="https://x.example/${n}">${n}</A>`, '\n')}`,
  }

  /** Counts yields to the event loop. `work` waits for nothing else, so each wait is a yield. */
  async function turnsDuring<T>(work: () => Promise<T>): Promise<[T, number]> {
    let turns = 0
    let isOver = false
    const count = () => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const done = await work()
    isOver = true
    return [done, turns]
  }

  it.each(Object.entries(FILES))(
    '[TG-7] reading and planning a long file yields to the event loop: %s',
    async (_name, text) => {
      const [file, ofReading] = await turnsDuring(() => readFile(new TextEncoder().encode(text)))
      if (!file.ok) throw new Error(file.error)
      expect(file.value.rows).toHaveLength(ROWS)
      expect(ofReading).toBeGreaterThanOrEqual(text.length / 40_000)
      const opened = await new FileReader().read(new TextEncoder().encode(text), {})
      if (!opened.ok) throw new Error(String(opened.error))
      // Throws if the store is queried: a file without ids needs no query when its workspace is new.
      const tools = { store, newId: () => '0'.repeat(24) } as unknown as ImportTools
      const [plan, ofPlanning] = await turnsDuring(() => planFile(tools, '', opened.value, [null]))
      expect(plan.parts.map(({ cards }) => cards)).toEqual([ROWS])
      expect(plan.work).toHaveLength(ROWS / 100)
      expect(ofPlanning).toBeGreaterThanOrEqual(ROWS / 500 - 1)
    },
  )
})

it('an idle reading thread that fails is ended, and the server keeps running', async () => {
  const started = once(process, 'worker') as Promise<[Worker]>
  const file = '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="https://a.example/">A</A></DL>'
  const reader = new FileReader()
  const read = async () => {
    const opened = await reader.read(new TextEncoder().encode(file), {})
    expect(opened).toMatchObject({ ok: true })
    if (opened.ok) await opened.value.close()
  }
  await read()
  const [worker] = await started
  // Without a listener this event would throw.
  worker.emit('error', new Error('out of memory'))
  await worker.terminate()
  await read()
})

it('a reading thread that ended while its file was open is not used again', async () => {
  const workers: Worker[] = []
  const started = (worker: Worker) => workers.push(worker)
  process.on('worker', started)
  const bytes = new TextEncoder().encode('https://a.example/ A')
  const reader = new FileReader()
  const opened = [await reader.read(bytes, {}), await reader.read(bytes, {})]
  process.off('worker', started)
  await Promise.all(workers.map((worker) => worker.terminate()))
  const [unread, closed] = opened.map((each) => (each.ok ? each.value : null))
  await expect(unread?.rows().next()).rejects.toThrow(Unreadable)
  await unread?.close()
  await closed?.close()
  expect(await reader.read(bytes, {})).toMatchObject({ ok: true })
})

it('a long turn of the reading thread holds up neither the file of somebody else nor the end of its own', async () => {
  const reader = new FileReader()
  const of = (text: string) => new TextEncoder().encode(text)
  const large = () => of(`- a\n${'\t- b\n'.repeat(140_000)}`)
  const format = 'taskpaper'
  const ended: string[] = []
  const note = (name: string) => (read: Awaited<ReturnType<FileReader['read']>>) => {
    ended.push(name)
    return read
  }
  const both = [
    reader.read(large(), { format }).then(note('large')),
    reader.read(of('- c\n'), { format }).then(note('small')),
  ]
  for (const read of await Promise.all(both)) if (read.ok) await read.value.close()
  expect(ended).toEqual(['small', 'large'])
  const stop = new AbortController()
  const stopped = reader.read(large(), { format }, stop.signal).then(note('stopped'))
  const other = await reader.read(of('- c\n'), { format })
  stop.abort()
  await expect(stopped).rejects.toThrow(Cancelled)
  if (other.ok) await other.value.close()
  expect(ended).not.toContain('stopped')
})
