import { describe, expect, it } from 'vitest'
import { zip } from '../../test/support/zip.ts'
import { readFile } from './read-file.ts'

/**
 * The rows of a file: each card with only its non-default fields, or the reason why it is none. Also the names of
 * lost fields.
 */
async function read(file: string | Uint8Array | object, fileName = '') {
  const bytes =
    file instanceof Uint8Array
      ? file
      : new TextEncoder().encode(typeof file === 'string' ? file : JSON.stringify(file))
  const found = await readFile(bytes, { fileName, timeZone: 'Europe/Berlin' })
  if (!found.ok) throw new Error(found.error)
  const rows = found.value.rows.map((row) => {
    if ('reason' in row) return row.reason
    const { content, tags, folders, subnotes, dueAt, type } = row.card
    return {
      type,
      content,
      ...(tags.length > 0 && { tags }),
      ...(folders.length > 0 && { folders }),
      ...(subnotes.length > 0 && { subnotes: subnotes.map(({ text }) => text) }),
      ...(dueAt !== null && { dueAt }),
    }
  })
  const lost = (found.value.lost ?? []).flatMap(({ field, names }) => names ?? [field])
  return { rows, lost, copies: found.value.copies }
}

const NETSCAPE = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n'
const link = (content: string, more: object = {}) => ({ type: 'link', content, ...more })
const note = (content: string, more: object = {}) => ({ type: 'note', content, ...more })

describe('what browsers and bookmark services write', () => {
  it('Safari: links of the reading list are unread, and the list itself is not a folder', async () => {
    const file = `${NETSCAPE}<DT><H3 FOLDED>Favorites</H3><DL><p><DT><A HREF="https://a.example/">A</A></DL><p>
      <DT><H3 FOLDED id="com.apple.ReadingList">Leseliste</H3><DL><p><DT><A HREF="https://b.example/">B</A></DL><p></HTML>`
    const { rows } = await read(file)
    expect(rows).toEqual([link('A\nhttps://a.example/'), link('B\nhttps://b.example/', { tags: ['unread'] })])
  })

  it('linkding: archived links are recognised in exports of earlier and later versions', async () => {
    const bookmark = (tag: string) =>
      `<DT><A HREF="https://${tag.length}.example/" TAGS="a,${tag}">T</A>\n\r<DD>d[linkding-notes]n[/linkding-notes]`
    const { rows } = await read(
      `${NETSCAPE}${bookmark('linkding:archived')}${bookmark('linkding:bookmarks.archived')}</DL>`,
    )
    expect(rows).toEqual(
      [17, 27].map((n) => link(`T\nhttps://${n}.example/\n\nd\n\nn`, { tags: ['a', 'archived'] })),
    )
  })

  it('Raindrop: favourites of its bookmark file are recognised, and the cover picture is listed as not imported', async () => {
    const { rows, lost } = await read(
      `${NETSCAPE}<DT><A HREF="https://a.example/" DATA-COVER="https://c" DATA-IMPORTANT="true">A</A></DL>`,
    )
    expect(rows).toEqual([link('A\nhttps://a.example/', { tags: ['favourite'] })])
    expect(lost).toEqual(['data-cover'])
  })

  it('buku: brackets in titles and addresses, links without titles, and tags are read from Markdown and XBEL', async () => {
    const markdown = [
      '- [A [B] C](https://a.example/) <!-- TAGS: a,b c -->',
      '- [P](https://x.example/Foo_(bar))',
      '- [Q](<https://x.example/a b>)',
      '- <https://c.example/>',
      '- [lone](https://x.example/lone_(x)',
    ].join('\n')
    expect((await read(markdown)).rows).toEqual([
      link('A [B] C\nhttps://a.example/', { tags: ['a', 'b c'] }),
      link('P\nhttps://x.example/Foo_(bar)'),
      link('Q\nhttps://x.example/a%20b'),
      link('https://c.example/'),
      link('lone\nhttps://x.example/lone_(x'),
    ])
    const xbel =
      '<?xml version="1.0"?><!DOCTYPE xbel><xbel version="1.0"><bookmark href="https://a.example/" TAGS=",a,b c,"><title>A</title></bookmark></xbel>'
    expect((await read(xbel)).rows).toEqual([link('A\nhttps://a.example/', { tags: ['a', 'b c'] })])
  })

  it.each([
    [
      '- [a](https://q.example/) b](https://real.example/)',
      'a](https://q.example/) b',
      'https://real.example/',
    ],
    ['- [A ] B](https://real.example/)', 'A ] B', 'https://real.example/'],
    ['- [trail \\](https://real.example/)', 'trail \\', 'https://real.example/'],
    ['- [C:\\dir \\[x\\]](https://real.example/)', 'C:\\dir [x]', 'https://real.example/'],
    ['- [A [ B](https://real.example/)', 'A [ B', 'https://real.example/'],
    ['- [](y](https://real.example/)', '](y', 'https://real.example/'],
    ['- [x ![img](z) y](https://real.example/)', 'x ![img](z) y', 'https://real.example/'],
    ['- [![img](i.png)](https://real.example/)', 'img', 'https://real.example/'],
    ['[![img](https://q.example/i.png)](https://real.example/)', 'img', 'https://real.example/'],
    ['- [a](https://real.example/a)b) #tag', 'a', 'https://real.example/a)b'],
    [
      '1. [ ] [a](https://q.example/) b](https://real.example/)',
      'a](https://q.example/) b',
      'https://real.example/',
    ],
    [
      '- [[a](https://q.example/) b](https://real.example/)',
      '[a](https://q.example/) b',
      'https://real.example/',
    ],
    [
      '- [a](https://q.example/) [b](https://q.example/) c](https://real.example/)',
      'a](https://q.example/) [b](https://q.example/) c',
      'https://real.example/',
    ],
  ])(
    'buku: the address of %j is read correctly whatever its title contains',
    async (line, title, address) => {
      const { rows, lost } = await read(`- [first](https://first.example/)\n${line}\n`)
      expect(rows[1]).toMatchObject({ content: `${title}\n${address}` })
      expect([rows.length, lost]).toEqual([2, []])
    },
  )

  it.each([
    ['- [a](https://real.example/) (great)', 'a\nhttps://real.example/\n\n(great)', []],
    [
      '* [a](https://real.example/) – A *fast* reader. #two',
      'a\nhttps://real.example/\n\nA *fast* reader.',
      [],
    ],
    ['[a](https://real.example/): words', 'a\nhttps://real.example/\n\nwords', []],
    ['[a](https://real.example/)', 'a\nhttps://real.example/', []],
    ['- **[a](https://real.example/)**', 'a\nhttps://real.example/', []],
    ['- [a](https://real.example/ "more")', 'a\nhttps://real.example/', ['text beside a link']],
    ['Read [a](https://real.example/)', 'a\nhttps://real.example/', ['text beside a link']],
    ['- [x] [a](https://real.example/)', 'a\nhttps://real.example/', ['text beside a link']],
  ])(
    'what stands behind the only link of %j describes it, and other words are named',
    async (line, content, named) => {
      const { rows, lost } = await read(`${line}\n- [b](https://b.example/)\n`)
      expect(rows).toMatchObject([{ content }, link('b\nhttps://b.example/')])
      expect(lost).toEqual(named)
    },
  )

  it('buku: a line of its file is one link, and a line of other files may hold several', async () => {
    const line = '- [a](https://a.example/) and [b](https://b.example/)'
    expect((await read(`${line}\n`)).rows).toEqual([
      link('a\nhttps://a.example/'),
      link('b\nhttps://b.example/'),
    ])
    expect((await read('- [a](https://a.example/) (via [b](https://b.example/))\n')).rows).toEqual([
      link('a\nhttps://a.example/'),
      link('b\nhttps://b.example/'),
    ])
    const { rows } = await read(`${line}\n- [c](https://c.example/) <!-- TAGS: c<d>,e -->\n`)
    expect(rows).toEqual([
      link('a](https://a.example/) and [b\nhttps://b.example/'),
      link('c\nhttps://c.example/', { tags: ['c<d>', 'e'] }),
    ])
  })

  it('[TG-7] root folders of browsers in further languages make no tags', async () => {
    for (const name of [
      'Andere Lesezeichen',
      'Другое избранное',
      'モバイルのブックマーク',
      '모바일 북마크',
      'Overige favorieten',
    ]) {
      const { rows } = await read(
        `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><H3>${name}</H3><DL><p><DT><A HREF="https://a.example/">A</A></DL></DL>`,
      )
      expect(rows, name).toEqual([expect.not.objectContaining({ folders: expect.anything() })])
    }
  })

  it('Firefox: its bookmark file may have rules without line breaks, tags between commas, and root folders that are not imported', async () => {
    const { rows, lost } = await read(`<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file.
     It will be read and overwritten.
     DO NOT EDIT! -->
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<meta http-equiv="Content-Security-Policy"
      content="default-src 'self'; script-src 'none'; img-src data: *; object-src 'none'"></meta>
<TITLE>Bookmarks</TITLE>
<H1>Lesezeichen-Menü</H1>

<DL><p>
    <DT><A HREF="https://a.example/?q=%22x%22&amp;b=1" ADD_DATE="1700000000" SHORTCUTURL="w" POST_DATA="a=%s" TAGS="recipes,long read,C++">A &quot;title&quot; &lt;b&gt; &amp; more</A>
    <HR>    <DT><H3 ADD_DATE="1700000000">Work &amp; play</H3>
    <DL><p>
        <HR NAME="old">        <DT><A HREF="place:sort=8&amp;maxResults=10">Most Visited</A>
        <DT><A HREF="https://b.example/"></A>
    </DL><p>
    <DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Lesezeichen-Symbolleiste</H3>
    <DL><p>
        <DT><A HREF="https://c.example/">C</A>
    </DL><p>
    <DT><H3 UNFILED_BOOKMARKS_FOLDER="true">Weitere Lesezeichen</H3>
    <DL><p>
        <DT><A HREF="https://d.example/">D</A>
    </DL><p>
</DL>
`)
    expect(rows).toEqual([
      link('A "title" <b> & more\nhttps://a.example/?q=%22x%22&b=1', {
        tags: ['recipes', 'long read', 'C++'],
      }),
      'Addresses that begin with "place:" cannot be kept.',
      link('https://b.example/', { folders: ['Work & play'] }),
      link('C\nhttps://c.example/'),
      link('D\nhttps://d.example/'),
    ])
    expect(lost).toEqual(['shortcuturl', 'post_data'])
  })

  it('Firefox: descriptions in its earlier backups are read', async () => {
    const annos = [{ name: 'bookmarkProperties/description', flags: 0, expires: 4, value: 'about' }]
    const { rows, lost } = await read({
      root: 'placesRoot',
      children: [{ uri: 'https://a.example/', annos }],
    })
    expect(rows).toEqual([link('https://a.example/\n\nabout')])
    expect(lost).toEqual([])
  })

  it('Vivaldi and Opera: bookmarks in the trash are left out, also those in folders', async () => {
    const url = (name: string) => ({ name, type: 'url', url: `https://${name}.example/` })
    const folder = (name: string, children: object[]) => ({ name, type: 'folder', children })
    const trash = folder('Trash', [url('b'), folder('Old', [url('c')])])
    const bar = folder('Bookmarks', [url('a'), folder('trash', [url('d')])])
    const rows = [
      link('a\nhttps://a.example/'),
      link('d\nhttps://d.example/', { folders: ['trash'] }),
      'It is in the trash of its program, and was left out.',
      'It is in the trash of its program, and was left out.',
    ]
    for (const roots of [
      { bookmark_bar: bar, trash },
      { bookmark_bar: bar, custom_root: { trash } },
    ])
      expect(await read({ checksum: 'x', roots, version: 1 })).toMatchObject({ rows, lost: [] })
  })

  it('Omnivore: deleted links are left out, and copies of pages are attached to their links', async () => {
    const saved = (slug: string, state: string) => ({
      slug,
      title: slug,
      url: `https://${slug}.example/`,
      state,
      labels: [],
      savedAt: '2023-10-29T08:34:48.000Z',
    })
    const { rows, lost, copies } = await read(
      zip([
        {
          path: 'metadata_0_to_20.json',
          content: JSON.stringify([saved('a', 'Active'), saved('b', 'Deleted')]),
        },
        { path: 'content/a.html', content: '<html><body><h1>A</h1><p>Kept words.</p></body></html>' },
        { path: 'content/b.html', content: '<p>x</p>' },
        { path: 'content/c.html', content: '<p>x</p>' },
      ]),
    )
    expect(rows).toEqual([
      link('a\nhttps://a.example/'),
      'It is in the trash of its program, and was left out.',
    ])
    expect(lost).toEqual(['copies of pages without a link'])
    expect(copies?.count).toBe(1)
    expect([...(copies?.items ?? [])]).toMatchObject([
      { state: 'kept', address: 'https://a.example/', fetchedAt: '2023-10-29T08:34:48.000Z' },
    ])
  })
})

describe('what note programs write', () => {
  it('Memos: the list of memos is read in the format of each version, with its files', async () => {
    const memos = [
      {
        name: 'memos/abc',
        state: 'NORMAL',
        creator: 'users/1',
        createTime: '2024-05-01T10:00:00Z',
        content: '#work/plan hello',
        visibility: 'PRIVATE',
        tags: ['work/plan'],
        pinned: true,
        attachments: [{ name: 'attachments/1', filename: 'a.png' }],
        property: { hasLink: false, hasTaskList: true },
        snippet: 'hello',
      },
    ]
    const now = await read({ memos, nextPageToken: '' })
    expect(now.rows).toEqual([note('#work/plan hello', { tags: ['work/plan', 'favourite'] })])
    expect(now.lost).toEqual(['a.png', 'visibility'])
    const then = await read([
      {
        id: 1,
        rowStatus: 'ARCHIVED',
        creatorId: 1,
        createdTs: 1_714_557_600,
        content: '#old hi',
        visibility: 'PUBLIC',
        pinned: false,
        resourceList: [{ id: 2, filename: 'b.png' }],
      },
    ])
    expect(then.rows).toEqual([note('#old hi', { tags: ['old', 'archived'] })])
    expect(then.lost).toEqual(['b.png', 'visibility'])
  })

  it('Keep: its folder is found in any language, and a note that exists only as HTML is read', async () => {
    const keep = {
      isTrashed: false,
      isPinned: false,
      isArchived: false,
      textContent: 'words',
      textContentHtml: '<p>words</p>',
      title: '',
      createdTimestampUsec: 1_565_789_725_546_000,
      annotations: [{ source: 'WEBLINK', title: 'W', url: 'https://w.example/' }],
    }
    const files = (folder: string) => [
      { path: `${folder}/a.json`, content: JSON.stringify(keep) },
      {
        path: `${folder}/a.html`,
        content: '<html><div class="note"><a href="https://w.example/">W</a></div>',
      },
      { path: `${folder}/b.html`, content: '<html><a href="https://alone.example/">alone</a>' },
      { path: `${folder}/c.json`, content: JSON.stringify({ ...keep, textContent: 'two', annotations: [] }) },
    ]
    for (const folder of ['Takeout/Notizen', 'Notes Keep', 'Keep']) {
      const { rows } = await read(
        zip([...files(folder), { path: 'Takeout/archive_browser.html', content: 'x' }]),
      )
      expect(rows.map((row) => (typeof row === 'string' ? row : row.content))).toEqual([
        'words\nhttps://w.example/',
        'alone\nhttps://alone.example/',
        'two',
      ])
    }
  })

  it('Joplin: notes that were deleted with their notebook are left out, notes in HTML and sources that are no page are read, and conflict copies are listed', async () => {
    const id = (n: number) => `${n}`.repeat(32)
    const facts = (lines: Record<string, string>) =>
      Object.entries(lines)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n')
    const item = (n: number, head: string, lines: Record<string, string>) => ({
      path: `${id(n)}.md`,
      content: `${head}\n\n${facts({ id: id(n), ...lines })}`,
    })
    const { rows, lost } = await read(
      zip([
        item(1, 'Gone', { parent_id: '', deleted_time: '1700000000000', type_: '2' }),
        item(2, 'Below\n\nx', { parent_id: id(1), deleted_time: '0', type_: '1' }),
        item(3, 'Deleted\n\nx', { parent_id: '', deleted_time: '1700000000000', type_: '1' }),
        item(4, 'Clip\n\n<p>Hi <b>you</b></p><ul><li>a</li></ul>', {
          parent_id: '',
          markup_language: '2',
          todo_completed: '0',
          type_: '1',
        }),
        item(5, 'Mine\n\nx', { source_url: 'file:///home/ada/mine.md', type_: '1' }),
        item(6, 'Mine\n\ny', { is_conflict: '1', conflict_original_id: id(5), type_: '1' }),
      ]),
    )
    const trash = 'It is in the trash of its program, and was left out.'
    expect(rows).toEqual([
      trash,
      trash,
      note('Clip\n\nHi you\n- a'),
      note('Mine\n\nx\n\nfile:///home/ada/mine.md'),
      note('Mine\n\ny', { tags: ['conflict'] }),
    ])
    expect(lost).toEqual(['conflict copy'])
  })

  it('Standard Notes: nested tags and stars are read', async () => {
    const of = (uuid: string, content_type: string) => ({ uuid, content_type })
    const { rows } = await read({
      items: [
        { ...of('n', 'Note'), content: { title: 'T', text: 'x', starred: true, references: [] } },
        { ...of('a', 'Tag'), content: { title: 'work', references: [] } },
        {
          ...of('b', 'Tag'),
          content: {
            title: 'plan',
            references: [of('n', 'Note'), { ...of('a', 'Tag'), reference_type: 'TagToParentTag' }],
          },
        },
      ],
    })
    expect(rows).toEqual([note('T\n\nx', { tags: ['work/plan', 'favourite'] })])
  })

  it('Logseq: properties of a page and its namespace are read, and settings are not', async () => {
    const { rows, lost } = await read(
      zip([
        {
          path: 'g/pages/a___b.md',
          content: 'title:: Page\ntags:: [[one two]], three\n\n- x #[[two words]]',
        },
        { path: 'g/journals/2024_01_01.md', content: '- hi' },
        { path: 'g/logseq/config.edn', content: '{}' },
      ]),
    )
    expect(rows).toEqual([
      note('Page\n\n- x #[[two words]]', { tags: ['one two', 'three', 'two words'], folders: ['a'] }),
      note('2024_01_01\n\n- hi'),
    ])
    expect(lost).toEqual([])
  })

  it('Bear: text bundles become notes, pinned ones become favourites, and deleted ones are left out', async () => {
    const bundle = (name: string, bear: object) => [
      {
        path: `B/${name}.textbundle/info.json`,
        content: JSON.stringify({ version: 2, 'net.shinyfrog.bear': bear }),
      },
      { path: `B/${name}.textbundle/text.markdown`, content: `# ${name}\n#work/sub #two words#` },
      { path: `B/${name}.textbundle/assets/${name}.png`, content: 'x' },
    ]
    const { rows, lost } = await read(
      zip([
        ...bundle('One', {
          pinned: 1,
          archived: 0,
          trashed: 0,
          creationDate: '2024-01-01T10:00:00Z',
          mood: 'x',
        }),
        ...bundle('Two', { trashed: 1 }),
      ]),
    )
    expect(rows).toEqual([
      note('One\n\n#work/sub #two words#', { tags: ['work/sub', 'two words', 'favourite'] }),
      'It is in the trash of its program, and was left out.',
    ])
    expect(lost).toEqual([
      'info.json.net.shinyfrog.bear.mood',
      'One.textbundle/assets/One.png',
      'Two.textbundle/assets/Two.png',
    ])
  })

  it('Obsidian: front matter in JSON, with an unclosed list, or from a template is read', async () => {
    const front = async (matter: string) => (await read(`---\n${matter}\n---\nbody`, 'Name.md')).rows[0]
    expect(await front('{\n  "tags": "journal",\n  "publish": false\n}')).toEqual(
      note('Name\n\nbody', { tags: ['journal'] }),
    )
    expect(await front('title: "open\ntags: [a, b')).toEqual(note('"open\n\nbody', { tags: ['a', 'b'] }))
    const { rows, lost } = await read('---\ntags: {{tags}}\n---\nbody', 'Name.md')
    expect(rows).toEqual([note('Name\n\nbody')])
    expect(lost).toContain('tags')
  })

  it('Evernote: lines of code stay lines, and encrypted text is marked as encrypted', async () => {
    const { rows } = await read(
      '<?xml version="1.0"?><en-export><note><title>T</title><content><![CDATA[<en-note><pre>one\n  two</pre><en-crypt>xx</en-crypt> <a href="evernote:///view/1">other</a></en-note>]]></content></note></en-export>',
    )
    expect(rows).toEqual([note('T\n\none\n  two\nEncrypted: xx other evernote:///view/1')])
  })

  it('Readwise: each highlight becomes a note that names its source', async () => {
    const { rows, lost } = await read(
      'Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at,Document tags\n"Two\nlines",Book,Ada,,mine,,"a, b c",page,12,2020-10-05 10:15:00+00:00,d\n',
    )
    expect(rows).toEqual([note('Two\nlines\n\nBook, Ada\n\nmine', { tags: ['a', 'b c', 'd'] })])
    expect(lost).toEqual(['Location Type', 'Location'])
  })
})

describe('what todo programs write', () => {
  it('Todoist: the deadline is used when the words of the due date are not understood, and the words stay in the text', async () => {
    const { rows } = await read(
      'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DEADLINE\ntask,Call,,4,1,,,jeden Tag,de,Europe/Berlin,2026-05-01\n',
    )
    expect(rows).toEqual([{ type: 'todo', content: 'Call\n\nDue jeden Tag', dueAt: '2026-05-01' }])
  })

  it('todo.txt: a done task keeps its priority', async () => {
    const { rows } = await read('x 2024-01-02 2024-01-01 Call Tom pri:A +home\n(B) plain\n')
    expect(rows).toEqual([
      { type: 'todo', content: 'Call Tom', tags: ['home', 'priority a'] },
      { type: 'todo', content: 'plain', tags: ['priority b'] },
    ])
  })

  it('a table with titles and notes keeps the notes of a row that has no address', async () => {
    const { rows, lost } = await read('title,notes,due\nCall,by phone,2026-03-09\n')
    expect(rows).toEqual([note('Call\n\nby phone', { dueAt: '2026-03-09' })])
    expect(lost).toEqual([])
  })
})
