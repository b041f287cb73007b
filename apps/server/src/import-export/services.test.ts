import { describe, expect, it } from 'vitest'
import type { FoundCard } from './found.ts'
import { formatOf, readFile } from './read-file.ts'
import { TRASHED } from './service.ts'

async function cardsOf(file: string | object): Promise<FoundCard[]> {
  const text = typeof file === 'string' ? file : JSON.stringify(file)
  const found = await readFile(new TextEncoder().encode(text))
  if (!found.ok) throw new Error(found.error)
  return found.value.rows.map((row) => {
    if ('reason' in row) throw new Error(row.reason)
    return row.card
  })
}

/** For each row, why it becomes no card; null: it is one. */
async function reasonsIn(file: object): Promise<(string | null)[]> {
  const found = await readFile(new TextEncoder().encode(JSON.stringify(file)))
  if (!found.ok) throw new Error(found.error)
  return found.value.rows.map((row) => ('reason' in row ? row.reason : null))
}

describe('what was deleted, cancelled or put nowhere', () => {
  it('[TG-7] cards in the trash are left out, and the reason is given', async () => {
    const keep = { createdTimestampUsec: 1e15, isArchived: false, isPinned: false, textContent: 'a' }
    const thing = { uuid: 'x', title: 'a', status: 'incomplete', notes: '' }
    const note = (content: object) => ({
      items: [{ uuid: 'n', content_type: 'Note', content: { title: 'a', text: 'b', ...content } }],
    })
    for (const [file, trashed] of [
      [keep, { ...keep, isTrashed: true }],
      [[thing], [{ ...thing, trashed: true }]],
      [note({}), note({ trashed: true })],
    ] as const)
      expect([await reasonsIn(file), await reasonsIn(trashed)]).toEqual([[null], [TRASHED]])
  })

  it('[TG-7] Things: a cancelled todo becomes done, with the tag cancelled', async () => {
    const checklist = [{ title: 'b', status: 'canceled' }]
    const [card] = await cardsOf([
      { uuid: 'x', title: 'a', status: 'canceled', notes: '', stop_date: '2024-01-31T12:00:00Z', checklist },
    ])
    expect(card).toMatchObject({ doneAt: Date.UTC(2024, 0, 31, 12), tags: ['cancelled'] })
    expect(card?.subnotes).toEqual([{ text: 'b', isTicked: true }])
  })

  it('[TG-7] Standard Notes: archived and pinned notes get the tags archived and favourite', async () => {
    const appData = { 'org.standardnotes.sn': { archived: true, pinned: true } }
    const content = { title: 'a', text: 'b', appData }
    expect(await cardsOf({ items: [{ uuid: 'n', content_type: 'Note', content }] })).toMatchObject([
      { tags: ['archived', 'favourite'] },
    ])
  })

  it('[TG-7] Hoarder (now Karakeep): its old exports without lists and archive states are read', async () => {
    const bookmarks = [
      {
        createdAt: 1729000000,
        title: 'A',
        tags: ['a'],
        content: { type: 'link', url: 'https://x.example/' },
      },
      { createdAt: 1729000000, title: null, tags: [], content: { type: 'text', text: 'Words' }, note: null },
    ]
    expect(await cardsOf({ bookmarks })).toMatchObject([
      { content: 'A\nhttps://x.example/', tags: ['a'], createdAt: 1729000000000 },
      { content: 'Words' },
    ])
  })

  it('[TG-7] tags of a highlight of Readwise may be a list of Python', async () => {
    const found = await cardsOf(
      'Highlight,Book Title,Book Author,Note,Tags,Highlighted at,Document tags\nA,B,C,,"[\'a\', \'b c\']",2024-01-31 12:00:00+00:00,"x,y"\n',
    )
    expect(found).toMatchObject([{ tags: ['a', 'b c', 'x', 'y'] }])
  })

  it('[TG-7] Readwise: tags printed as a Python list become several tags', async () => {
    const table =
      'Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen\nA,https://x.example/,1,"[\'a\', ""b\'s""]",2024-01-31 12:00:00+00:00,0.5,archive,True\n'
    expect(await cardsOf(table)).toMatchObject([
      { tags: ['a', "b's", 'archived'], createdAt: Date.UTC(2024, 0, 31, 12) },
    ])
  })

  it('[TG-7] folders that browsers create themselves do not become tags, in any language', async () => {
    const html = (folder: string, kind = '') =>
      `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3${kind}>${folder}</H3><DL><p><DT><H3>Food</H3><DL><p><DT><A HREF="https://x.example/">A</A></DL></DL></DL>`
    for (const file of [
      html('Toolbar of mine', ' PERSONAL_TOOLBAR_FOLDER="true"'),
      html('Elsewhere', ' UNFILED_BOOKMARKS_FOLDER="true"'),
      html('Lesezeichenleiste'),
      html('その他のブックマーク'),
      {
        roots: {
          other: {
            name: 'Egal',
            children: [{ name: 'Food', children: [{ name: 'A', url: 'https://x.example/' }] }],
          },
        },
      },
      {
        title: '',
        root: 'placesRoot',
        children: [
          {
            title: 'menu',
            root: 'bookmarksMenuFolder',
            guid: 'menu________',
            children: [{ title: 'Food', children: [{ title: 'A', uri: 'https://x.example/' }] }],
          },
        ],
      },
    ])
      expect((await cardsOf(file)).map(({ folders }) => folders)).toEqual([['Food']])
  })

  it('[TG-7] a tag private on all cards is kept, and a flag that all rows of a table have is reported', async () => {
    const tables = [
      'title,url,tags\nA,https://x.example/1,private\nB,https://x.example/2,"private, a"\n',
      '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="https://x.example/1" PRIVATE="1" TAGS="private">A</A><DT><A HREF="https://x.example/2" TAGS="private,a">B</A></DL>',
      '<!-- card {"type":"note","tags":["private"]} -->\nA\n<!-- end of card -->\n<!-- card {"type":"note","tags":["private","a"]} -->\nB\n<!-- end of card -->\n',
    ]
    for (const table of tables)
      expect((await cardsOf(table)).map(({ tags }) => tags)).toEqual([['private'], ['private', 'a']])
    const pocket =
      'title,url,time_added,tags,status\nA,https://x.example/1,1714557600,a|unread,unread\nB,https://x.example/2,1714557600,,unread\n'
    expect((await cardsOf(pocket)).map(({ tags }) => tags)).toEqual([['a', 'unread'], []])
    expect(await readFile(new TextEncoder().encode(pocket))).toMatchObject({
      value: { lost: [{ field: 'unread', count: 2, example: 'on every row' }] },
    })
  })

  it('[TG-7] root folders are recognised by the names that programs and browsers use in further languages', async () => {
    const html = (...names: string[]) =>
      `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>${names.map((name) => `<DT><H3>${name}</H3><DL><p>`).join('')}<DT><A HREF="https://x.example/">A</A>${'</DL>'.repeat(names.length)}</DL>`
    for (const root of [
      'Tags',
      'Menu',
      'Toolbar',
      'Mobile',
      'Unfiled',
      'Bara de marcaje',
      'Dấu trang khác',
      'แถบบุ๊กมาร์ก',
    ])
      expect([root, (await cardsOf(html(root, 'Menu', 'Food')))[0]?.folders]).toEqual([
        root,
        /^[A-Z][a-z]+$/.test(root) ? ['Food'] : ['Menu', 'Food'],
      ])
    expect((await cardsOf(html('Food', 'Menu')))[0]?.folders).toEqual(['Food', 'Menu'])
  })

  it('[TG-7] the mark private becomes no tag if all bookmarks have it, and this is reported', async () => {
    const html = (second: string) =>
      `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="https://x.example/1" PRIVATE="1" TAGS="a">A</A><DT><A HREF="https://x.example/2" PRIVATE="${second}">B</A></DL>`
    expect((await cardsOf(html('0'))).map(({ tags }) => tags)).toEqual([['a', 'private'], []])
    expect((await cardsOf(html('1'))).map(({ tags }) => tags)).toEqual([['a'], []])
    expect(await readFile(new TextEncoder().encode(html('1')))).toMatchObject({
      value: { lost: [{ field: 'private', count: 2 }] },
    })
  })

  it('[TG-7] the description of a bookmark is read in all its forms', async () => {
    const html =
      '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>Food</H3>\n<DD>about food\n<DL><p><DT><A HREF="https://x.example/1">A</A>\n<DD>one<br>two <a href="https://x.example/in">three</a> four\n<DT><A HREF="https://x.example/2">B</A></DT><DD><p>five</p><p>six</p></DD></DL></DL>'
    const found = await readFile(new TextEncoder().encode(html))
    expect(found).toMatchObject({
      value: {
        rows: [
          { card: { content: 'A\nhttps://x.example/1\n\none\ntwo https://x.example/in three four' } },
          { card: { content: expect.stringMatching(/^B\nhttps:\/\/x.example\/2\n\nfive\s+six$/) } },
        ],
        lost: [{ field: 'description of a folder', count: 1, example: 'about food' }],
      },
    })
  })

  it('[TG-7] LaTeX commands for letters are read as letters', async () => {
    expect(
      await cardsOf(
        '@book{k, title = {G{\\"o}del, \\\'Etudes, Erd{\\H o}s, Dvo\\v{r}{\\\'a}k, \\O{}re, Stra\\ss e, na\\"{\\i}ve}, url = {https://x.example/~ada}}',
      ),
    ).toMatchObject([
      { content: expect.stringContaining('Gödel, Études, Erdős, Dvořák, Øre, Straße, naïve') },
    ])
  })
})

describe('files of other services that keep links', () => {
  it('Pinboard: tags are separated by spaces, and its two marks become tags', async () => {
    const post = {
      href: 'https://x.example/rye',
      description: 'Rye',
      extended: 'Two days.',
      meta: '92959a96fd69146c5fe7cbde6e5720f2',
      hash: 'e8b9d1e3d1e3d1e3',
      time: '2020-01-01T00:00:00Z',
      shared: 'no',
      toread: 'yes',
      tags: 'bread slow-food',
    }
    expect(await cardsOf([post])).toMatchObject([
      {
        type: 'link',
        content: 'Rye\nhttps://x.example/rye\n\nTwo days.',
        tags: ['bread', 'slow-food', 'unread', 'private'],
        createdAt: Date.UTC(2020, 0, 1),
      },
    ])
  })

  it('Karakeep: the address or text is read from the nested object that holds it', async () => {
    const bookmark = {
      createdAt: 1731355055,
      title: null,
      tags: ['bread'],
      content: { type: 'link', url: 'https://x.example/rye' },
      note: 'Two days.',
      archived: true,
    }
    const text = { ...bookmark, title: 'Dough', content: { type: 'text', text: 'Feed it.' }, archived: false }
    expect(await cardsOf({ bookmarks: [bookmark, text] })).toMatchObject([
      {
        type: 'link',
        content: 'https://x.example/rye\n\nTwo days.',
        tags: ['bread', 'archived'],
        createdAt: 1731355055000,
      },
      { type: 'note', content: 'Dough\n\nFeed it.\n\nTwo days.', tags: ['bread'] },
    ])
    expect(await cardsOf({ bookmarks: [bookmark] })).toHaveLength(1)
  })

  it('Karakeep: the first list of a bookmark becomes its folder, and the others become tags', async () => {
    const bookmark = {
      createdAt: 1731355055,
      title: 'Rye',
      tags: ['slow'],
      lists: ['bread', 'weekend', 'unknown'],
      content: { type: 'link', url: 'https://x.example/rye' },
      note: null,
      archived: false,
    }
    const list = { description: null, icon: '🍞', type: 'manual', query: null, parentId: null }
    const lists = [
      { ...list, id: 'food', name: 'Food' },
      { ...list, id: 'bread', name: 'Bread', parentId: 'food' },
      { ...list, id: 'weekend', name: 'Weekend', parentId: 'weekend' },
    ]
    const file = { bookmarks: [bookmark, { ...bookmark, lists: [] }], lists }
    expect(await cardsOf(file)).toMatchObject([
      { tags: ['slow', 'Weekend'], folders: ['Food', 'Bread'] },
      { tags: ['slow'], folders: [] },
    ])
  })

  it('Linkwarden: nested collections become folders, even if they form a circle', async () => {
    const link = { id: 7, name: 'Rye', type: 'url', url: 'https://x.example/rye', description: 'Two days.' }
    const collections = [
      { id: 1, name: 'Food', parentId: null, links: [] },
      {
        id: 2,
        name: 'Bread',
        parentId: 1,
        links: [{ ...link, tags: [{ id: 1, name: 'slow' }], createdAt: '2024-01-31T12:00:00.000Z' }],
      },
      {
        id: 3,
        name: 'Round',
        parentId: 3,
        links: [{ ...link, id: 8, url: 'https://x.example/dal', tags: [] }],
      },
    ]
    expect(await cardsOf({ id: 1, username: 'tom', collections, pinnedLinks: [{ id: 7 }] })).toMatchObject([
      {
        content: 'Rye\nhttps://x.example/rye\n\nTwo days.',
        folders: ['Food', 'Bread'],
        tags: ['slow', 'favourite'],
        createdAt: Date.UTC(2024, 0, 31, 12),
      },
      { folders: ['Round'], tags: [] },
    ])
  })

  it('Linkwarden: files, links of other types and pinned links of shared collections are listed', async () => {
    const links = [
      { id: 1, name: 'Manual', type: 'pdf', url: null, textContent: 'Turn it on.' },
      { id: 2, name: '', type: 'image', url: null, description: 'The garden' },
      { id: 3, name: 'Page', type: 'readable', url: 'https://x.example/page' },
      { id: 4, name: 'Rye', type: 'url', url: 'https://x.example/rye' },
    ]
    const pinnedLinks = [{ id: 4 }, { id: 9, name: 'Of a friend', url: 'https://x.example/friend' }]
    const file = { collections: [{ id: 1, name: 'Food', links }], pinnedLinks }
    expect(await cardsOf(file)).toMatchObject([
      { type: 'note', content: 'Manual\n\nTurn it on.' },
      { type: 'note', content: 'The garden' },
      { type: 'link', content: 'Page\nhttps://x.example/page' },
      { type: 'link', tags: ['favourite'] },
    ])
    const found = await readFile(Buffer.from(JSON.stringify(file)))
    expect(found.ok && found.value.lost).toEqual([
      {
        field: 'attached files',
        count: 2,
        example: 'Manual',
        isGarbled: false,
        names: ['Manual', 'image 2'],
      },
      { field: 'type', count: 1, example: 'readable', isGarbled: false },
      { field: 'pinnedLinks', count: 1, example: 'Of a friend', isGarbled: false },
    ])
  })

  it('times, marks and highlights of Omnivore, Wallabag, Instapaper, Pocket and Raindrop are read', async () => {
    expect(
      await cardsOf([
        {
          id: 'a',
          slug: 'rye',
          title: 'Rye',
          description: '',
          url: 'https://x.example/rye',
          state: 'Archived',
          labels: ['bread'],
          savedAt: '2024-01-31T12:00:00.000Z',
        },
      ]),
    ).toMatchObject([{ tags: ['bread', 'archived'], createdAt: Date.UTC(2024, 0, 31, 12) }])

    expect(
      await cardsOf([
        {
          is_archived: 0,
          is_starred: 1,
          tags: ['bread'],
          id: 3,
          title: 'Rye',
          url: 'https://x.example/rye',
          content: '<p>The page</p>',
          created_at: '2024-01-31T12:00:00+0000',
          annotations: [{ text: 'try it', quote: 'Two days' }],
        },
      ]),
    ).toMatchObject([
      {
        content: 'Rye\nhttps://x.example/rye',
        tags: ['bread', 'unread', 'favourite'],
        subnotes: [{ text: 'Two days – try it', isTicked: false }],
      },
    ])

    const instapaper = `URL,Title,Selection,Folder,Timestamp,Tags
https://x.example/rye,Rye,Two days,Archive,1600000000,"[""bread"",""slow food""]"
https://x.example/dal,Dal,,Recipes,1600000001,[]
`
    expect(await cardsOf(instapaper)).toMatchObject([
      {
        content: 'Rye\nhttps://x.example/rye\n\nTwo days',
        tags: ['bread', 'slow food', 'archived'],
        folders: [],
        createdAt: 1600000000000,
      },
      { folders: ['Recipes'], tags: [] },
    ])

    expect(
      await cardsOf('title,url,time_added,tags,status\nRye,https://x.example,1600000000,a|b,unread\n'),
    ).toMatchObject([{ tags: ['a', 'b', 'unread'] }])

    expect(
      await cardsOf(
        'id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\n1,Rye,,,https://x.example,Food,a,2024-01-31T12:00:00.000Z,,,true\n',
      ),
    ).toMatchObject([{ tags: ['a', 'favourite'], folders: ['Food'] }])
  })

  it('linkding and Shaarli: attributes in a bookmark file mark links as private or unread', async () => {
    expect(
      await cardsOf(
        '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><A HREF="https://x.example" PRIVATE="1" TOREAD="1" TAGS="a">X</A>\n<DT><A HREF="https://y.example" PRIVATE="0" TOREAD="0">Y</A>\n</DL><p>',
      ),
    ).toMatchObject([{ tags: ['a', 'private', 'unread'] }, { tags: [] }])
  })

  it('an import reads lists of addresses, also in the form of OneTab', async () => {
    expect(await cardsOf('https://x.example/rye | Rye bread\n\nhttps://x.example/dal\n')).toMatchObject([
      { type: 'link', content: 'Rye bread\nhttps://x.example/rye' },
      { content: 'https://x.example/dal' },
    ])
    expect(formatOf('https://x.example/a,b')).toBe('addresses')
    expect(formatOf('See https://x.example')).toBeNull()
  })
})

describe('files of other services that keep notes', () => {
  it('Google Keep: a list becomes a todo with subtasks', async () => {
    const note = {
      color: 'DEFAULT',
      isTrashed: false,
      isPinned: true,
      isArchived: false,
      title: 'Shopping',
      listContent: [
        { text: 'Flour', isChecked: true },
        { text: 'Salt', isChecked: false },
      ],
      labels: [{ name: 'home' }],
      createdTimestampUsec: 1600000000000000,
      userEditedTimestampUsec: 1600000000000000,
    }
    expect(await cardsOf(note)).toMatchObject([
      {
        type: 'todo',
        content: 'Shopping',
        subnotes: [
          { text: 'Flour', isTicked: true },
          { text: 'Salt', isTicked: false },
        ],
        tags: ['home', 'favourite'],
        createdAt: 1600000000000,
      },
    ])
    const { listContent: _, ...plain } = note
    expect(await cardsOf({ ...plain, textContent: 'Feed it.' })).toMatchObject([
      { type: 'note', content: 'Shopping\n\nFeed it.' },
    ])
  })

  it('exports of Simplenote, Standard Notes and TiddlyWiki are read', async () => {
    const simplenote = {
      activeNotes: [
        {
          id: 'a',
          content: 'Dough\r\nFeed it.',
          creationDate: '2024-01-31T12:00:00.000Z',
          lastModified: '2024-02-01T12:00:00.000Z',
          tags: ['bread'],
        },
      ],
      trashedNotes: [{ id: 'b', content: 'Gone', creationDate: '2024-01-31T12:00:00.000Z' }],
    }
    const { trashedNotes: _, ...active } = simplenote
    expect(await reasonsIn(simplenote)).toEqual([null, TRASHED])
    expect(await cardsOf(active)).toMatchObject([
      { type: 'note', content: 'Dough\nFeed it.', tags: ['bread'], createdAt: Date.UTC(2024, 0, 31, 12) },
    ])

    const standard = {
      version: '004',
      items: [
        {
          uuid: 'n1',
          content_type: 'Note',
          created_at: '2024-01-31T12:00:00.000Z',
          content: { title: 'Dough', text: 'Feed it.', references: [] },
        },
        {
          uuid: 't1',
          content_type: 'Tag',
          content: { title: 'bread', references: [{ uuid: 'n1', content_type: 'Note' }] },
        },
      ],
    }
    expect(await cardsOf(standard)).toMatchObject([
      { content: 'Dough\n\nFeed it.', tags: ['bread'], createdAt: Date.UTC(2024, 0, 31, 12) },
    ])

    const tiddler = {
      title: 'Dough',
      text: 'Feed it.',
      tags: '[[slow food]] bread',
      created: '20240131120000000',
      modified: '20240131120000000',
    }
    expect(await cardsOf([tiddler])).toMatchObject([
      { content: 'Dough\n\nFeed it.', tags: ['slow food', 'bread'], createdAt: Date.UTC(2024, 0, 31, 12) },
    ])
  })
})

describe('files of other services that keep tasks', () => {
  it('Todoist: sections and labels become tags; a nested task becomes a subtask, or a child card if it has more than a text', async () => {
    const file = `TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE
section,Kitchen,,,,,,,,
task,Bake rye @weekend,The dark one,4,1,Tom (1),,2024-05-01,en,Europe/Berlin
task,Buy flour,,4,2,Tom (1),,,,
task,Book the oven @phone,,4,2,Tom (1),,2024-05-02 14:30,en,
note,Ask Ann first,,,,Tom (1),,,,
task,Find the number,,4,3,Tom (1),,,,
task,Feed the dough,,1,1,Tom (1),,every monday,en,
`
    expect(await cardsOf(file)).toMatchObject([
      {
        type: 'todo',
        content: 'Bake rye\n\nThe dark one',
        tags: ['weekend', 'Kitchen'],
        dueAt: '2024-05-01',
        subnotes: [{ text: 'Buy flour', isTicked: false }],
      },
      {
        content: 'Book the oven\n\nAsk Ann first',
        tags: ['phone', 'Kitchen'],
        dueAt: '2024-05-02T14:30',
        subnotes: [{ text: 'Find the number', isTicked: false }],
        links: { key: 'task 2', parents: ['task 0'], children: [] },
      },
      { content: 'Feed the dough', tags: ['Kitchen'], recurrence: 'FREQ=WEEKLY;BYDAY=MO' },
    ])
  })

  it('todo.txt: projects, contexts, priority, due date, start date and completion are read', async () => {
    const file = `(A) 2024-01-01 Call Tom +home @phone due:2024-01-05 t:2024-01-03
x 2024-01-03 2024-01-02 Bake rye +bread
`
    expect(await cardsOf(file)).toMatchObject([
      {
        type: 'todo',
        content: 'Call Tom',
        tags: ['home', 'phone', 'priority a'],
        dueAt: '2024-01-05',
        startAt: '2024-01-03',
        doneAt: null,
        createdAt: Date.UTC(2024, 0, 1),
      },
      { content: 'Bake rye', tags: ['bread'], doneAt: Date.UTC(2024, 0, 3), createdAt: Date.UTC(2024, 0, 2) },
    ])
  })

  it('todo.txt: days that are none, a second date and a second priority stay in the text', async () => {
    const file = `(A) Pay +home due:2026-02-30 t:2026-13-01
Call due:2026-03-01 due:2026-03-02
2026-02-01 2026-02-02 Sow
2026-02-31 Mow
(B) Post pri:C`
    const found = await readFile(Buffer.from(file))
    if (!found.ok) throw new Error(found.error)
    expect(found.value.rows).toMatchObject(
      [
        {
          content: 'Pay due:2026-02-30 t:2026-13-01',
          tags: ['home', 'priority a'],
          dueAt: null,
          startAt: null,
        },
        { content: 'Call due:2026-03-02', dueAt: '2026-03-01' },
        { content: '2026-02-02 Sow', createdAt: Date.UTC(2026, 1, 1) },
        { content: '2026-02-31 Mow', createdAt: null },
        { content: 'Post pri:C', tags: ['priority b'] },
      ].map((card) => ({ card })),
    )
    expect(found.value.lost).toEqual([
      { field: 'due', count: 1, example: '2026-02-30', isGarbled: true },
      { field: 't', count: 1, example: '2026-13-01', isGarbled: true },
    ])
  })

  it('TickTick: lines above the header of its table are skipped, and a start on an earlier day is kept', async () => {
    const file = `"Date: 2024-05-01+0000"
"Version: 7.1"
"Status: 
0 Normal
1 Completed
2 Archived"
"Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date","Reminder","Repeat","Priority","Status","Created Time","Completed Time"
"","Home","Bake rye","TEXT","bread, slow","The dark one","N","2024-04-28T00:00:00+0000","2024-05-02T00:00:00+0000","","","0","0","2024-04-01T10:00:00+0000",""
`
    expect(await cardsOf(file)).toMatchObject([
      {
        type: 'todo',
        content: 'Bake rye\n\nThe dark one',
        tags: ['bread', 'slow'],
        folders: ['Home'],
        dueAt: '2024-05-02',
        startAt: '2024-04-28',
        doneAt: null,
        createdAt: Date.UTC(2024, 3, 1, 10),
      },
    ])
    const cancelled = file
      .replace(',"0","0","2024', ',"0","-1","2024')
      .replace('10:00:00+0000",""', '10:00:00+0000","2024-05-01T08:00:00+0000"')
    expect(await cardsOf(cancelled)).toMatchObject([
      { doneAt: Date.UTC(2024, 4, 1, 8), tags: ['bread', 'slow', 'cancelled'] },
    ])
  })

  it('the hour of a start is listed, of TickTick and of any table', async () => {
    const ticktick = (start: string) =>
      `Folder Name,List Name,Title,Is Check list,Completed Time,Start Date,Due Date\n,Home,Bake,N,,${start},2024-05-02T00:00:00+0000\n`
    for (const file of [ticktick, (start: string) => `title,start date\nBake,${start}\n`])
      for (const [hour, lost] of [
        ['09:00', ['Start Date']],
        ['00:00', []],
      ] as const) {
        const found = await readFile(Buffer.from(file(`2024-04-28T${hour}:00+0000`)))
        if (!found.ok) throw new Error(found.error)
        expect(found.value.rows).toMatchObject([{ card: { content: 'Bake', startAt: '2024-04-28' } }])
        expect(found.value.lost?.map(({ field }) => field.toLowerCase())).toEqual(
          lost.map((name) => name.toLowerCase()),
        )
      }
  })
})
