import { describe, expect, it } from 'vitest'
import { read } from '../../test/support/read-short.ts'
import { zip } from '../../test/support/zip.ts'
import { readFile } from './read-file.ts'

const BERLIN = { timeZone: 'Europe/Berlin' }
const rowsOf = async (file: string | Uint8Array, fileName = '') => {
  const found = await read(file, { ...BERLIN, fileName })
  if (typeof found === 'string') throw new Error(found)
  return found
}
const bookmarks = (lines: string) => `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${lines}</DL>`
const enex = (title: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">\n<en-export application="Evernote" version="10.49.4"><note><title>${title}</title><note-attributes></note-attributes><content>\n      <![CDATA[<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note>${body}</en-note>      ]]>\n    </content></note></en-export>`

// Files from public bug reports about importers of bookmarks, notes and todos.
describe('relatives of files that other importers got wrong', () => {
  it('[TG-7] of too many completions the latest are kept, and the others and invalid ones are listed', async () => {
    const day = (n: number) => new Date(Date.UTC(2020, 0, 1) + n * 86_400_000).toISOString()
    const all = Array.from({ length: 502 }, (_, n) => day(n))
    const completionsOf = async (completions: unknown) => {
      const entity = { type: 'todo', content: 'Water', recurrence: 'FREQ=DAILY', completions }
      const found = await readFile(Buffer.from(JSON.stringify([entity])), BERLIN)
      if (!found.ok) throw new Error(found.error)
      const [row] = found.value.rows
      if (row === undefined || !('card' in row)) throw new Error('no card')
      const lost = (found.value.lost ?? []).map(({ field, isGarbled }) => [field, isGarbled])
      return [
        row.card.completions?.split(',').map((time: string) => new Date(Number(time)).toISOString()),
        lost,
      ]
    }
    const named = [['completions', true]]
    expect(await completionsOf(all.toReversed())).toEqual([all.slice(2), [['completions', false]]])
    expect(await completionsOf([1.7e12, '1700000001', day(9)])).toEqual([
      [day(9), '2023-11-14T22:13:20.000Z', '2023-11-14T22:13:21.000Z'],
      [],
    ])
    expect(await completionsOf(1.7e12)).toEqual([['2023-11-14T22:13:20.000Z'], []])
    for (const none of [[-1], [5], ['5'], ['yesterday'], ['0000-01-01T00:00:00Z'], ['2150-01-01T00:00:00Z']])
      expect([none, ...(await completionsOf(none))]).toEqual([none, undefined, named])
    expect(await completionsOf([5, day(1)])).toEqual([[day(1)], named])
  })

  it('[TG-7] the zero dates of Go, MySQL, Unix and .NET mean no date, and are not listed', async () => {
    const values = ['0', '0001-01-01T00:00:00Z', '0000-00-00 00:00:00', '1970-01-01T00:00:00.000Z']
    const { rows, lost } = await rowsOf(
      `title,due,created\n${values.map((value, n) => `${n},${value},${value}\n`).join('')}`,
    )
    expect(rows).toEqual(values.map((_, n) => ({ type: 'note', content: String(n) })))
    expect(lost).toEqual({})
  })

  it('[TG-7] Keep: a list with an empty line keeps its other lines', async () => {
    const items = ['Milk', '', 'Eggs'].map((text) => ({ text, isChecked: text === 'Eggs' }))
    const note = { isArchived: false, isPinned: false, createdTimestampUsec: 1698568480000000, title: 'Buy' }
    const { rows } = await rowsOf(JSON.stringify({ ...note, listContent: items }))
    expect(rows).toMatchObject([
      {
        content: 'Buy',
        subnotes: [
          ['Milk', false],
          ['Eggs', true],
        ],
      },
    ])
  })

  it('[TG-7] ENEX: an empty box ends with its line, lists keep depth and numbers, and code keeps its spaces', async () => {
    const boxes =
      '<div><en-todo checked="true"/>Milk</div><div><en-todo/></div><div><br/></div><div>below</div>'
    expect((await rowsOf(enex('A', boxes))).rows).toEqual([
      { type: 'todo', content: 'A\n\nbelow', subnotes: [['Milk', true]] },
    ])
    const lists =
      '<ul><li><div>one</div><ul><li><div>inner</div></li></ul></li></ul><ol><li>first</li><li>second</li></ol>'
    const code = '<div style="-en-codeblock:true;"><div>if x:</div><div>  y</div></div>'
    expect((await rowsOf(enex('B', lists + code))).rows).toEqual([
      { type: 'note', content: 'B\n\n- one\n  - inner\n1. first\n2. second\nif x:\n  y' },
    ])
  })

  it('[TG-7] Evernote: a reminder becomes a due date, and a finished one makes the todo done; of a page its end is listed', async () => {
    const reminded = (more: string) =>
      enex('Call', '').replace(
        '</note-attributes>',
        `<reminder-order>1</reminder-order>${more}</note-attributes>`,
      )
    const due = await rowsOf(reminded('<reminder-time>20260309T143000Z</reminder-time>'))
    expect(due).toEqual({ rows: [{ type: 'todo', content: 'Call', dueAt: '2026-03-09T15:30' }], lost: {} })
    const done = await rowsOf(reminded('<reminder-done-time>20260310T143000Z</reminder-done-time>'))
    expect(done.rows).toEqual([{ type: 'todo', content: 'Call', doneAt: '2026-03-10T14:30:00.000Z' }])
    const page = await rowsOf(
      reminded(
        '<source-url>https://e.org/</source-url><reminder-done-time>20260310T143000Z</reminder-done-time>',
      ).replace('</title>', '</title><updated>20260311T143000Z</updated>'),
    )
    expect(page).toEqual({
      rows: [{ type: 'link', content: 'Call\nhttps://e.org/' }],
      lost: { updated: 1, 'note-attributes.reminder-done-time': 1 },
    })
  })

  it('[TG-7] Obsidian: a deleted note is listed, and an address in a property may become a link', async () => {
    const { rows } = await rowsOf(
      zip([
        { path: 'v/.trash/gone.md', content: 'x' },
        { path: 'v/a.md', content: '---\nsource: "[site](https://e.example/s)"\ntags: “one”, two\n---\nB' },
      ]),
    )
    expect(rows).toEqual([
      '“.trash/gone.md”: It is in the trash of its program, and was left out.',
      { type: 'link', content: 'a\nhttps://e.example/s\n\nB', tags: ['one', 'two'] },
    ])
  })

  it('[TG-7] TickTick: a check list is recognised in an older backup without a column for the kind', async () => {
    const { rows } = await rowsOf(
      '"Folder Name","List Name","Title","Tags","Content","Is Check list","Completed Time","Status"\n"","收集箱","Trip","","▪ticket\n▫bag","Y","","0"\n',
    )
    expect(rows).toEqual([
      {
        type: 'todo',
        content: 'Trip',
        subnotes: [
          ['ticket', true],
          ['bag', false],
        ],
      },
    ])
  })

  it('[TG-7] TickTick and Evernote: a repetition is kept even without a date', async () => {
    const table =
      '"Folder Name","List Name","Title","Tags","Content","Is Check list","Due Date","Repeat","Completed Time","Status"\n"","","Water","","","N","","FREQ=DAILY;INTERVAL=2","","0"\n'
    const note =
      '<en-export><note><title>a</title><task><title>Water</title><recurrence>RRULE:FREQ=DAILY;INTERVAL=2</recurrence></task></note></en-export>'
    for (const file of [table, note]) {
      const found = await readFile(new TextEncoder().encode(file))
      if (!found.ok) throw new Error(found.error)
      expect(found.value.lost).toEqual([])
      expect(found.value.rows.at(-1)).toMatchObject({
        card: { content: 'Water', dueAt: null, recurrence: 'FREQ=DAILY;INTERVAL=2' },
      })
    }
  })

  it('[TG-7] Todoist: short words for repetitions, comment files, headings and project comments are read', async () => {
    const file = JSON.stringify({ file_name: 'a.pdf', file_url: 'https://f.example/a.pdf' }).replaceAll(
      '"',
      '""',
    )
    const { rows, lost } = await rowsOf(
      `TYPE,CONTENT,PRIORITY,INDENT,DATE\nnote,Above all,,,\ntask,* Head,4,1,\ntask,Feed,4,1,every! 3 days\nnote," [[file {${file.slice(1, -1)}}]]",,,\n`,
    )
    expect(rows).toMatchObject([
      { content: 'Head' },
      { content: 'Feed\n\nhttps://f.example/a.pdf', dueAt: expect.any(String) },
    ])
    expect(lost).toEqual({ CONTENT: 1, 'attached files': 1 })
  })

  it.each([
    ['title: T\ntags: a; b，c', { content: 'T\n\nBody', tags: ['a', 'b', 'c'] }],
    ['title: T\ntags: a\nkeywords: b\ncategories: [c]', { content: 'T\n\nBody', tags: ['a', 'b', 'c'] }],
    ['title: null\ntags: a', { content: 'file\n\nBody', tags: ['a'] }],
    ['title: > not folded', { content: '> not folded\n\nBody' }],
    ['title: ~', { content: 'file\n\nBody' }],
  ])('[TG-7] the front matter %j is read', async (matter, card) => {
    const { rows } = await rowsOf(`---\n${matter}\n---\nBody\n`, 'file.md')
    expect(rows).toEqual([{ type: 'note', ...card }])
  })

  it('[TG-7] front matter after empty lines is read, repeated fields are listed, and prose between rules stays text', async () => {
    const twice = await rowsOf('\n\n---\ntitle: One\ntitle: Two\n---\nBody\n', 'file.md')
    expect(twice.rows).toEqual([{ type: 'note', content: 'Two\n\nBody' }])
    expect(twice.lost).toEqual({ title: 1 })
    const prose = '---\nNote: this goes on\nover two lines\n---\nmore'
    expect((await rowsOf(prose, 'file.md')).rows).toEqual([{ type: 'note', content: `file\n\n${prose}` }])
  })

  it('[TG-7] a note that has only a title is kept, and a heading with closing # is a title', async () => {
    const { rows } = await rowsOf(
      zip([
        { path: 'Call Bob.md', content: '' },
        { path: 'b.md', content: '# Closed ##\ntext' },
      ]),
    )
    expect(rows).toEqual([
      { type: 'note', content: 'Call Bob' },
      { type: 'note', content: 'Closed\n\ntext' },
    ])
  })

  it('[TG-7] # makes a tag in footnotes and emphasis, and none in HTML elements and keycaps', async () => {
    const text =
      'a <code>#code</code> <kbd>#key</kbd> <style>#css { }</style> #️⃣ end\n\n[^1]: #foot\n\n_#word_ and #real'
    expect((await rowsOf(text, 'n.md')).rows).toMatchObject([{ tags: ['foot', 'word', 'real'] }])
  })

  it('[TG-7] todo.txt: +1 is read as a number and not as a project', async () => {
    expect((await rowsOf('(A) call +1 555 +Proj\n', 'todo.txt')).rows).toEqual([
      { type: 'todo', content: 'call +1 555', tags: ['Proj', 'priority a'] },
    ])
  })

  it.each([
    'BookmarksBar',
    'Unsorted Bookmarks',
    'ブックマークツールバー',
    '書籤工具列',
    '收藏夾',
    'Speed Dial',
  ])('[TG-7] the browser folder %s does not become a tag', async (name) => {
    const link = '<DT><A HREF="https://a.example/">A</A>\n'
    const { rows } = await rowsOf(
      bookmarks(`<DT><H3>${name}</H3><DL><p>${link}<DT><H3>Work</H3><DL><p>${link}</DL></DL>`),
    )
    expect(rows).toMatchObject([{ content: expect.any(String) }, { folders: ['Work'] }])
    expect(rows[0]).not.toHaveProperty('folders')
  })

  it('[TG-7] headings in a file of Instapaper become states and folders', async () => {
    const list = (n: number) => `<ol>\n<li><a href="https://${n}.example/">T${n}</a>\n</ol>`
    const { rows } = await rowsOf(
      `<!DOCTYPE html>\n<html><head><title>Instapaper: Export</title></head><body><h1>Unread</h1>${list(1)}<h1>Archive</h1>${list(2)}<h1>Bread</h1>${list(3)}</body></html>`,
    )
    expect(rows).toEqual([
      { type: 'link', content: 'T1\nhttps://1.example/', tags: ['unread'] },
      { type: 'link', content: 'T2\nhttps://2.example/', tags: ['archived'] },
      { type: 'link', content: 'T3\nhttps://3.example/', folders: ['Bread'] },
    ])
  })

  it('[TG-7] bookmarks: lists in a description stay in it, and text that belongs to no link is listed', async () => {
    const { rows, lost } = await rowsOf(
      bookmarks(
        '<DT><A HREF="https://a.example/">A</A>\n<DD><p>one</p><ul><li>two</ul>\n<DT><A HREF="https://b.example/">B</A> behind it\n',
      ),
    )
    expect(rows).toEqual([
      { type: 'link', content: 'A\nhttps://a.example/\n\none\n- two' },
      { type: 'link', content: 'B\nhttps://b.example/' },
    ])
    expect(lost).toEqual({ 'text without a link': 1 })
  })

  it('[TG-7] Wallabag: deleted entries are left out, and null counts as no value', async () => {
    const entry = { is_archived: 0, is_starred: 0, tags: [], created_at: '2024-01-05T10:00:00+0100' }
    const { rows, lost } = await rowsOf(
      JSON.stringify([
        { ...entry, title: 'A', url: 'https://a.example/', deleted_at: '2024-02-05T10:00:00+0100' },
        { ...entry, title: null, url: 'https://b.example/', deleted_at: null, is_archived: 1, is_starred: 1 },
      ]),
    )
    expect(rows).toEqual([
      'It is in the trash of its program, and was left out.',
      {
        type: 'link',
        content: 'https://b.example/',
        tags: ['archived', 'favourite'],
        createdAt: '2024-01-05T09:00:00.000Z',
      },
    ])
    expect(lost).toEqual({})
  })

  it('[TG-7] tables: a column without a name is named by its number, and an unclosed quotation mark is given as the reason', async () => {
    expect((await rowsOf('title,url,\nA,https://a.example/,x\n')).lost).toEqual({ 'column 3': 1 })
    expect(await read('title,url\n"A,https://a.example/\nB,https://b.example/\n')).toMatch(
      /quotation mark is opened/,
    )
  })

  it.each([
    ['German', 'URL;Titel;Schlagworte;Ordner;Notiz;Erstellt am'],
    ['French', 'Lien;Titre;Mots-clés;Dossier;Remarques;Créé le'],
    ['Polish', 'Odnośnik;Tytuł;Tagi;Kolekcja;Uwagi;Data utworzenia'],
    ['Russian', 'Ссылка;Название;Теги;Папка;Описание;Дата'],
    ['Chinese', '网址;标题;标签;文件夹;备注;日期'],
    ['Japanese', 'リンク;タイトル;タグ;フォルダ;メモ;日付'],
  ])('[TG-7] a table with a header in %s is read as one in English', async (_, header) => {
    const row = 'https://a.example/;Bread;slow food,ovens;Recipes;of a neighbour;2024-01-05'
    const expected = await rowsOf(`url;title;tags;folder;description;created\n${row}`)
    expect(expected.rows).toHaveLength(1)
    expect(await rowsOf(`${header}\n${row}`)).toEqual(expected)
  })

  it('[TG-7] a table of todos may have a header in German, and one in English keeps its own words', async () => {
    const marks = await rowsOf('Aufgabe,Fällig am,Erledigt\nBake,2026-03-09,ja\nEat,,nein')
    expect(marks.lost).toEqual({})
    expect(marks.rows).toMatchObject([{ doneAt: expect.any(String) }, { content: 'Eat' }])
    expect(marks.rows[1]).not.toHaveProperty('doneAt')
    const row = 'Bake,2026-03-09,2026-03-10T12:00:00Z'
    const expected = await rowsOf(`task,dueAt,doneAt\n${row}`)
    expect(expected.rows).toMatchObject([{ content: 'Bake', dueAt: '2026-03-09' }])
    expect(await rowsOf(`Aufgabe,Fällig am,Erledigt\n${row}`)).toEqual(expected)
    expect((await rowsOf('title,url,map\nA,https://a.example/,x')).lost).toEqual({ map: 1 })
  })

  it('[TG-7] the addresses of a list may be in capital letters', async () => {
    expect((await rowsOf('HTTPS://A.example/\r\nhttps://b.example/')).rows).toHaveLength(2)
  })

  it('[TG-7] Firefox: the description of a folder is listed', async () => {
    const annos = [{ name: 'bookmarkProperties/description', flags: 0, expires: 4, value: 'about bread' }]
    const inside = [{ title: 'A', uri: 'https://a.example/', typeCode: 1 }]
    const { rows, lost } = await rowsOf(
      JSON.stringify({ root: 'placesRoot', children: [{ title: 'Bread', annos, children: inside }] }),
    )
    expect(rows).toEqual([{ type: 'link', content: 'A\nhttps://a.example/', folders: ['Bread'] }])
    expect(lost).toEqual({ 'description of a folder': 1 })
  })

  it('[TG-7] unescaped markup in titles and descriptions is kept as text, and hides nothing after it', async () => {
    const { rows, lost } = await rowsOf(
      bookmarks(
        [
          '<!-- made by a program -->',
          '<DT><A HREF="http://xml.example/" TAGS="ruby"><rubyXML/></A>',
          '<DD>apps and news',
          '<DT><A HREF="http://blog.example/">Scripts</A>',
          '<DD>* use dynamic <script> tags',
          '    * or a <textarea> field',
          '<DT><A HREF="https://mdn.example/title?a=1&copy=2">The <title> element, <style> and <!-- comments</A>',
          '<DD>Use <a href="https://inner.example/">an anchor</a> and <b>bold & proud',
          '<DT><A HREF="https://java.example/">List<String> if a < b && c > d, or i<b</A>',
          '<HR>',
          '<DD>stray',
          '<DT><A HREF="https://last.example/">Last</A>',
          '<DD>&lt;blockquote&gt;said&lt;/blockquote&gt;',
        ].join('\n'),
      ),
    )
    expect(rows.map((row) => (row as { content: string }).content)).toEqual([
      '<rubyXML/>\nhttp://xml.example/\n\napps and news',
      'Scripts\nhttp://blog.example/\n\n* use dynamic <script> tags\n * or a <textarea> field',
      'The <title> element, <style> and <!-- comments\nhttps://mdn.example/title?a=1&copy=2\n\nUse https://inner.example/ an anchor and bold & proud',
      'List<String> if a < b && c > d, or i<b\nhttps://java.example/',
      'Last\nhttps://last.example/\n\n<blockquote>said</blockquote>',
    ])
    expect(lost).toEqual({ 'text without a link': 1 })
  })

  it('[TG-7] Instapaper: tags in a JSON list are read, its own folders become marks, and a private e-mail is listed', async () => {
    const { rows } = await rowsOf(
      [
        'URL,Title,Selection,Folder,Timestamp,Tags',
        'https://a.example/,"A, with comma","two\nlines",Unread,1726500000,"[""read later"", ""c#""]"',
        'https://b.example/,B,,Archive,1726500001,[]',
        'instapaper-private://email/abc123/,A newsletter,,Unread,1726500002,[]',
      ].join('\n'),
    )
    expect(rows).toEqual([
      {
        type: 'link',
        content: 'A, with comma\nhttps://a.example/\n\ntwo\nlines',
        tags: ['read later', 'c#', 'unread'],
        createdAt: '2024-09-16T15:20:00.000Z',
      },
      {
        type: 'link',
        content: 'B\nhttps://b.example/',
        tags: ['archived'],
        createdAt: '2024-09-16T15:20:01.000Z',
      },
      'Addresses that begin with "instapaper-private:" cannot be kept.',
    ])
  })

  it('[TG-7] an address in a description is separated from the words before it', async () => {
    const html = (description: string) =>
      `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="https://x.example/">A</A><DD>${description}</DL>`
    for (const [description, text] of [
      ['see:<a href="https://q.example/">in</a>', 'see: https://q.example/ in'],
      ['(<a href="https://q.example/">in</a>)', '(https://q.example/ in)'],
      ['<p>one</p><a href="https://q.example/">in</a>', 'one https://q.example/ in'],
    ] as const) {
      const [row] = (await rowsOf(html(description))).rows
      expect(JSON.stringify(row).replaceAll('\\n', ' ')).toContain(text)
    }
  })

  it('[TG-7] BibTeX: escaped signs of an address are read, and values joined by # are joined', async () => {
    const { rows } = await rowsOf(
      '@string{jan = "January"}\n@string{series = {Big } # "books"}\n@misc{a, title = "On " # JAN # { in } # series, url = {https://x.example/\\~{}x\\_y\\#z}, year = 1999}\n@misc{b, title = {C# and #tags}, year = 2000}\n',
    )
    expect(rows).toEqual([
      { type: 'link', content: 'On January in Big books\nhttps://x.example/~x_y#z\n\n1999' },
      { type: 'note', content: 'C# and #tags\n\n2000' },
    ])
  })

  it('[TG-7] Evernote: two boxes in one line become two subtasks', async () => {
    const note =
      '<en-export><note><title>a</title><content><![CDATA[<en-note><div><en-todo checked="true"/>milk <en-todo/>flour</div><div><en-todo/>salt</div></en-note>]]></content></note></en-export>'
    expect((await rowsOf(note)).rows).toMatchObject([
      {
        subnotes: [
          ['milk', true],
          ['flour', false],
          ['salt', false],
        ],
      },
    ])
  })

  it('[TG-7] a file named .txt is read as todo.txt even if only one of its lines has its signs', async () => {
    const text = `(A) Call Tom\n${'an ordinary line\n'.repeat(6)}`
    expect(((await read(text, { fileName: 'tasks.txt' })) as { rows: unknown[] }).rows).toHaveLength(7)
    expect(typeof (await read(text, { fileName: 'tasks.dat' }))).toBe('string')
    expect(typeof (await read('an ordinary line\n', { fileName: 'tasks.txt' }))).toBe('string')
  })

  it('[TG-7] the times of a task that becomes a subtask are listed', async () => {
    const table =
      '"Folder Name","List Name","Title","Tags","Content","Is Check list","Completed Time","Created Time","Status","taskId","parentId"\n"","","Trip","","","N","","2024-01-31T10:00:00+0000","0","1",""\n"","","Bag","","","N","2024-02-02T10:00:00+0000","2024-02-01T10:00:00+0000","2","2","1"\n"","","Map","","","N","","2024-01-31T10:00:00+0000","0","3","1"\n'
    const { rows, lost } = await rowsOf(table)
    expect(rows).toMatchObject([
      {
        content: 'Trip',
        subnotes: [
          ['Bag', true],
          ['Map', false],
        ],
      },
    ])
    expect(lost).toEqual({ 'time of a subtask: created': 1, 'time of a subtask: done': 1 })
  })

  it('[TG-7] TickTick: a task that was opened again is not done, and the time when it was done is listed', async () => {
    const { rows, lost } = await rowsOf(
      '"Folder Name","List Name","Title","Tags","Content","Is Check list","Created Time","Completed Time","Status","taskId","parentId"\n"","Beta","Plan","","","N","2018-12-11T20:10:46+0000","2018-12-11T20:12:14+0000","0","2",""\n',
    )
    expect(rows).toMatchObject([{ content: 'Plan' }])
    expect(rows[0]).not.toHaveProperty('doneAt')
    expect(lost).toEqual({ 'Completed Time': 1 })
  })

  it('[TG-7] several lists in a JSON file are read, and its other parts are listed', async () => {
    const lists = {
      bookmarks: [{ title: 'A', url: 'https://a.example/' }],
      notes: [{ title: 'B', text: 'b' }],
      trips: [{ place: 'Rome' }, { place: 'Oslo' }],
      owner: { name: 'Ada' },
      title: 'Mine',
      version: '2',
      total: 2,
    }
    expect(await rowsOf(JSON.stringify(lists))).toEqual({
      rows: [
        { type: 'link', content: 'A\nhttps://a.example/' },
        { type: 'note', content: 'B\n\nb' },
      ],
      lost: { trips: 2, owner: 1, title: 1 },
    })
    const karakeep = {
      bookmarks: [
        {
          content: { type: 'link', url: 'https://a.example/' },
          archived: false,
          tags: [],
          note: '',
          lists: ['l'],
        },
      ],
      lists: [{ id: 'l', name: 'L', description: 'Why', icon: '🚀', parentId: null, type: 'manual' }],
      feeds: [{ url: 'https://f.example/' }],
    }
    expect((await rowsOf(JSON.stringify(karakeep))).lost).toEqual({
      'list.description': 1,
      'list.icon': 1,
      feeds: 1,
    })
    const linkwarden = {
      username: 'ada',
      collections: [
        {
          id: 1,
          name: 'C',
          description: 'Why',
          color: '#0ea5e9',
          links: [{ url: 'https://a.example/', name: 'A' }],
        },
      ],
      dashboardSections: [{ id: 1 }],
    }
    expect((await rowsOf(JSON.stringify(linkwarden))).lost).toEqual({
      'collection.description': 1,
      'collection.color': 1,
      dashboardSections: 1,
    })
    const standardNotes = {
      items: [
        { content_type: 'Note', content: { title: 'a', text: 'b' } },
        { content_type: 'SN|SmartTag', content: { title: 'Today' } },
      ],
    }
    expect((await rowsOf(JSON.stringify(standardNotes))).lost).toEqual({ 'items of the type SN|SmartTag': 1 })
    const chrome = {
      roots: {
        bookmark_bar: {
          children: [
            {
              name: 'F',
              type: 'folder',
              meta_info: { colour: 'red' },
              children: [{ name: 'A', url: 'https://a.example/' }],
            },
          ],
          name: 'Bookmarks bar',
          type: 'folder',
        },
      },
    }
    expect((await rowsOf(JSON.stringify(chrome))).lost).toEqual({ 'folder.meta_info': 1 })
    const opml =
      '<opml><head><title>Mine</title><dateCreated>x</dateCreated><theme>dark</theme></head><body><outline text="a"/></body></opml>'
    expect(await rowsOf(opml)).toEqual({
      rows: [{ type: 'note', content: 'a' }],
      lost: { 'head.title': 1, 'head.theme': 1 },
    })
  })

  it('[TG-7] Trilium: a note without text becomes a card with its labels, unless it is only a folder', async () => {
    const label = { type: 'label', name: 'baking', value: '' }
    const files = [
      {
        title: 'Food',
        dirFileName: 'Food',
        children: [
          { title: 'Rye', attributes: [label] },
          { title: 'Oat' },
          {
            title: 'Cakes',
            attributes: [label],
            dirFileName: 'Cakes',
            children: [{ title: 'Plum', dataFileName: 'Plum.html' }],
          },
        ],
      },
    ]
    const { rows } = await rowsOf(
      zip([
        { path: '!!!meta.json', content: JSON.stringify({ files }) },
        { path: 'Food/Cakes/Plum.html', content: '<p>sweet</p>' },
      ]),
    )
    expect(rows).toEqual([
      { type: 'note', content: 'Cakes', tags: ['baking'], folders: ['Food'] },
      { type: 'note', content: 'Oat', folders: ['Food'] },
      { type: 'note', content: 'Rye', tags: ['baking'], folders: ['Food'] },
      { type: 'note', content: 'Plum\n\nsweet', folders: ['Food', 'Cakes'] },
    ])
  })

  it('[TG-7] Karakeep: a text without a title and nested lists are read, and a file that its export lacks is listed', async () => {
    const { rows } = await rowsOf(
      JSON.stringify({
        bookmarks: [
          {
            createdAt: 1786749772,
            title: null,
            tags: [],
            lists: ['l2'],
            content: { type: 'text', text: 'Only\ntext' },
            note: 'why',
            archived: true,
          },
          {
            createdAt: 1786749773,
            title: 'A file',
            tags: ['x'],
            lists: [],
            content: null,
            note: 'about it',
            archived: false,
          },
        ],
        lists: [
          {
            id: 'l1',
            name: 'Top',
            description: null,
            icon: 'i',
            type: 'manual',
            query: null,
            parentId: null,
          },
          {
            id: 'l2',
            name: 'Below',
            description: null,
            icon: 'i',
            type: 'manual',
            query: null,
            parentId: 'l1',
          },
        ],
      }),
    )
    expect(rows).toEqual([
      {
        type: 'note',
        content: 'Only\ntext\n\nwhy',
        tags: ['archived'],
        folders: ['Top', 'Below'],
        createdAt: '2026-08-14T23:22:52.000Z',
      },
      { type: 'note', content: 'A file\n\nabout it', tags: ['x'], createdAt: '2026-08-14T23:22:53.000Z' },
    ])
  })

  it('[TG-7] Notion: an HTML page becomes a note with properties and boxes, and the index page does not', async () => {
    const page = (title: string, more: string, body: string) =>
      `<html><head><title>${title}</title><style>a { b: c }</style></head><body><article id="1" class="page sans"><header><div class="page-header-icon undefined"><span class="icon">x</span></div><h1 class="page-title">${title}</h1><p class="page-description"></p>${more}</header><div class="page-body">${body}</div></article></body></html>`
    const box = (state: string, text: string) =>
      `<ul class="to-do-list"><li><div class="checkbox checkbox-${state}"></div> <span>${text}</span></li></ul>`
    const id = '39f63cea70da4ca2bb76f09c29c96f9c'
    const properties =
      '<table class="properties"><tbody><tr class="property-row"><th>Where</th><td>Home</td></tr></tbody></table>'
    const { rows } = await rowsOf(
      zip([
        { path: 'Export/index.html', content: `<ul><a href="Week ${id}.html">Week ${id}.html</a></ul>` },
        {
          path: `Export/Week ${id}.html`,
          content: page(
            'Week',
            properties,
            `<p>See <a href="https://a.example/">A</a></p>${box('on', 'Call')}${box('off', 'Read')}`,
          ),
        },
        {
          path: `Export/Week ${id}/Untitled 1fae55ef44f84ef8abf8e6c62061887b.html`,
          content: page('', '', '<p>alone</p>'),
        },
      ]),
    )
    expect(rows).toEqual([
      {
        type: 'note',
        content: expect.stringMatching(
          /^Week\n\n.*Where.*Home\nSee A https:\/\/a\.example\/\n- \[x\] Call\n- \[ \] Read$/,
        ),
      },
      { type: 'note', content: 'Untitled\n\nalone', folders: ['Week'] },
    ])
  })

  it('values that throw when they become a text are lost by name, wherever they are in a JSON file', async () => {
    const id = '65b2f0c2a1b2c3d4e5f60718'
    const at = '2026-03-09T10:00:00.000Z'
    const hash = 'a'.repeat(64)
    const card = {
      ...{
        _id: id,
        type: 'todo',
        content: 'Water',
        address: 'https://a.example',
        color: 'red',
        is_public: true,
      },
      ...{ createdAt: at, updatedAt: at, doneAt: at, dueAt: '2026-03-09', startAt: '2026-03-08', place: 'V' },
      ...{ recurrence: 'FREQ=DAILY', completions: [at], tags: ['x'], tags_assigned: [id], parents: [id] },
      titles: [{ _id: id, text: 'Can', isTicked: true }],
      files: [{ hash, name: 'a.png', type: 'image/png', size: 3, width: 1, height: 1 }],
    }
    const tag = {
      _id: id,
      tag_name: 'x',
      color_name: 'red',
      other_names: ['y'],
      parent_tag_ids: [id],
      createdAt: at,
    }
    const group = { _id: id, title: 'g', tags: [id], color_name: 'red', hidden: true, createdAt: at }
    const workspace = {
      workspace: { _id: id, workspace_name: 'w', createdAt: at },
      entities: [card],
      tags: [tag],
      groups: [group],
    }
    const things = {
      uuid: 'u',
      title: 't',
      status: 'completed',
      notes: 'n',
      start_date: at,
      deadline: at,
      stop_date: at,
    }
    const note = { content_type: 'Note', uuid: 'n', content: { title: 't', text: 'x', references: [] } }
    const references = [{ uuid: 'n', content_type: 'Note' }]
    const roots: readonly object[] = [
      [card],
      { format: 'cardinal-workspace', version: 1, ...workspace, deleted: [{ entity: card, deletedAt: at }] },
      {
        format: 'cardinal-account',
        version: 1,
        workspaces: [workspace],
        settings: { currentWorkspace: id },
        deleted: [],
      },
      [{ ...things, type: 'to-do', area_title: 'a', checklist: [{ title: 'c', status: 'completed' }] }],
      {
        collections: [
          {
            id: 1,
            name: 'c',
            links: [{ id: 2, name: 'l', url: 'https://a.example', type: 'pdf', tags: [{ name: 't' }] }],
          },
        ],
      },
      {
        bookmarks: [
          {
            createdAt: 1,
            title: 't',
            tags: ['t'],
            content: { type: 'link', url: 'https://a.example' },
            lists: ['l'],
          },
        ],
        lists: [{ id: 'l', name: 'n' }],
      },
      {
        items: [
          note,
          { content_type: 'Tag', uuid: 't', content: { title: 't', references } },
          { content_type: 'File', uuid: 'f', content: { name: 'f', references } },
        ],
      },
      [
        {
          id: 'a',
          type: 'book',
          title: 't',
          keyword: 'a, b',
          issued: { 'date-parts': [['2024', 1]] },
          accessed: { raw: at },
        },
      ],
      {
        createdTimestampUsec: 1698568480000000,
        isArchived: false,
        title: 'k',
        labels: [{ name: 'l' }],
        attachments: [{ filePath: 'f' }],
      },
    ]
    for (const root of roots)
      for (const path of pathsIn(root))
        for (const bad of [{ toString: 1 }, { toString: 1, valueOf: 1 }, [{ toString: 1 }]]) {
          const copy = structuredClone({ root })
          const holder = path.slice(0, -1).reduce<Holder>((inner, key) => inner[key] as Holder, copy)
          holder[path.at(-1) ?? ''] = bad
          const reading = readFile(Buffer.from(JSON.stringify(copy.root)), BERLIN)
          await expect(reading, `${path.join('.')}: ${JSON.stringify(bad)}`).resolves.toBeDefined()
        }
    for (const name of ['color', 'createdAt', 'startAt', 'dueAt', 'address']) {
      const found = await read(
        JSON.stringify([{ type: 'todo', content: 'x', [name]: { toString: 1 } }]),
        BERLIN,
      )
      expect(found, name).toMatchObject({ lost: { [name]: 1 } })
    }
  })

  it('a reference to a file that no call takes is lost by name', async () => {
    const file = { hash: 'a'.repeat(64), name: 'a.png', type: 'image/png', size: 3 }
    const long = `image/${'a'.repeat(75)}`
    const refused = [
      { type: long },
      { type: { toString: 1 } },
      { width: 9e15, height: 1 },
      { size: -1 },
      { name: '' },
    ]
    for (const wrong of refused) {
      const entity = {
        type: 'note',
        content: 'x',
        files: [file, { ...file, hash: 'b'.repeat(64), ...wrong }],
      }
      const found = await readFile(Buffer.from(JSON.stringify([entity])), BERLIN)
      expect(found, JSON.stringify(wrong)).toMatchObject({
        value: {
          rows: [{ card: { files: JSON.stringify([file]) } }],
          lost: [{ field: 'files', isGarbled: true }],
        },
      })
    }
  })
})

type Holder = Record<string, unknown>

/** The path to each value inside of a JSON value, starting with the field `root`. */
function pathsIn(root: object): string[][] {
  const inside = (value: unknown): string[][] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([key, inner]) => [
          [key],
          ...inside(inner).map((path) => [key, ...path]),
        ])
  return inside({ root })
}
