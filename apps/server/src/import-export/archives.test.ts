import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { describe, expect, it } from 'vitest'
import { read } from '../../test/support/read-short.ts'
import { type Zipped, zip } from '../../test/support/zip.ts'
import { readFile } from './read-file.ts'

async function tar(files: readonly { path: string; content: string }[]): Promise<Buffer> {
  const packing = pack()
  for (const { path, content } of files) packing.entry({ name: path }, content)
  packing.finalize()
  const parts: Buffer[] = []
  for await (const part of packing) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const LINK = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><A HREF="https://x.example/1">One</A>\n</DL>'

/** Names of files that are not imported. */
async function namesIn(bytes: Uint8Array): Promise<{ count: number; names: readonly string[] }> {
  const found = await readFile(bytes)
  if (!found.ok) throw new Error(found.error)
  const lost = (found.value.lost ?? []).filter(({ names }) => names !== undefined)
  expect(lost.map(({ field }) => field)).toEqual(['attached files'])
  return { count: lost[0]?.count ?? 0, names: lost[0]?.names ?? [] }
}

describe('files that belong to cards', () => {
  const id = 'ab'.repeat(16)
  const joplin = [
    { path: `${'1'.repeat(32)}.md`, content: `Trip\n\nid: ${'1'.repeat(32)}\nparent_id: \ntype_: 1` },
    { path: `${id}.md`, content: `map of Rome.png\n\nid: ${id}\nmime: image/png\ntype_: 4` },
    { path: `resources/${id}.png`, content: 'x' },
  ]
  const keep = JSON.stringify({
    attachments: [{ filePath: '16c9.jpeg', mimetype: 'image/jpeg' }],
    color: 'DEFAULT',
    isTrashed: false,
    isPinned: false,
    isArchived: false,
    textContent: 'words',
    title: 'abc',
    createdTimestampUsec: 1_565_789_725_546_000,
  })
  const standard = JSON.stringify({
    version: '004',
    items: [
      {
        uuid: 't',
        content_type: 'Note',
        content: { title: 'Old', text: 'gone', trashed: true, references: [] },
      },
      { uuid: 'n', content_type: 'Note', content: { title: 'T', text: 'words', references: [] } },
      { uuid: 'o', content_type: 'SN|File', content: { name: 'of no note.pdf', references: [] } },
      {
        uuid: 'f',
        content_type: 'SN|File',
        content: {
          name: 'scan.pdf',
          mimeType: 'application/pdf',
          references: [{ reference_type: 'FileToNote', uuid: 'n', content_type: 'Note' }],
        },
      },
    ],
  })
  // A file without bytes.
  const resource = (inside: string) => `<resource><data encoding="base64"></data>${inside}</resource>`
  const enex = `<en-export><note><title>Trip</title><content>&lt;en-note&gt;x&lt;/en-note&gt;</content>${resource('<mime>image/png</mime><resource-attributes><file-name>map.png</file-name></resource-attributes>')}${resource('<mime>image/gif</mime>')}</note></en-export>`

  it.each([
    ['Joplin', zip(joplin), ['map of Rome.png']],
    ['Google Keep', zip([{ path: 'Takeout/Keep/a.json', content: keep }]), ['16c9.jpeg']],
    ['Standard Notes', Buffer.from(standard), ['of no note.pdf', 'scan.pdf']],
    ['Evernote', Buffer.from(enex), ['map.png', 'image/gif in “Trip”']],
    [
      'Notion and Obsidian',
      zip([
        { path: 'v/a.md', content: '# A\nwords' },
        { path: 'v/img/b.png', content: 'x' },
        { path: 'v/c.pdf', content: 'x' },
      ]),
      ['img/b.png', 'c.pdf'],
    ],
  ])(
    '[HM-19] files that belong to cards are listed once each in the receipt: %s',
    async (_program, bytes, names) => {
      expect(await namesIn(bytes)).toEqual({ count: names.length, names })
    },
  )

  it('[HM-19] the receipt lists up to a hundred files that belong to cards, and counts all', async () => {
    const files = Array.from({ length: 250 }, (_, n) => ({ path: `v/${n}.png`, content: 'x' }))
    const { count, names } = await namesIn(zip([{ path: 'v/a.md', content: 'words' }, ...files]))
    expect({ count, named: names.length, last: names.at(-1) }).toEqual({
      count: 250,
      named: 100,
      last: '99.png',
    })
  })
})

describe('archives', () => {
  it('[TG-7] an import reads each file of a zip, a tar and a compressed tar by its own format', async () => {
    const files = [
      { path: 'a/bookmarks.html', content: LINK },
      { path: 'a/list.csv', content: 'title,url\nTwo,https://x.example/2\n' },
    ]
    const whole = {
      rows: [
        { type: 'link', content: 'One\nhttps://x.example/1' },
        { type: 'link', content: 'Two\nhttps://x.example/2' },
      ],
      lost: {},
    }
    expect(await read(zip(files))).toEqual(whole)
    expect(await read(await tar(files))).toEqual(whole)
    expect(await read(gzipSync(await tar(files)))).toEqual(whole)
    expect(await read(gzipSync(LINK))).toMatchObject({ rows: [{ content: 'One\nhttps://x.example/1' }] })
  })

  const many = Array.from({ length: 10_001 }, (_, n): Zipped => ({ path: `${n}.txt`, content: '' }))
  const nested = (depth: number): Buffer =>
    depth === 0
      ? zip([{ path: 'a.html', content: LINK }])
      : zip([{ path: 'b.zip', content: nested(depth - 1) }])
  const damaged = zip([{ path: 'a.html', content: LINK }])
  it.each([
    ['a zip bomb', zip([{ path: 'a.csv', content: 'a'.repeat(5_000_000) }]), '100 times as large'],
    ['a packed bomb', gzipSync('a'.repeat(5_000_000)), '100 times as large'],
    ['too many files', zip(many), 'more than 10,000 files'],
    ['a lie about a size', zip([{ path: 'a.csv', content: LINK.repeat(50), claims: 10 }]), 'damaged'],
    ['half an archive', damaged.subarray(0, damaged.length / 2), 'damaged'],
    ['half a packed file', gzipSync(LINK).subarray(0, 30), 'damaged'],
    ['zips in zips in zips', nested(3), 'unpacked once only'],
    ['nothing to read', zip([{ path: 'a.png', content: 'x' }]), 'no bookmarks, notes or todos'],
    ['an empty archive', zip([]), 'no bookmarks, notes or todos'],
  ])('[HM-19] an import refuses %s with one sentence', async (_name, bytes, sentence) => {
    expect(await read(bytes)).toContain(sentence)
  })

  it('[HM-19] an import lists files with hostile names and unreadable files, and reads the others', async () => {
    const found = await read(
      zip([
        { path: '../../etc/passwd.html', content: LINK },
        { path: '/root.html', content: LINK },
        { path: 'c:\\windows.html', content: LINK },
        { path: 'bad.json', content: '[{"url":"https://x.exam' },
        { path: 'good.html', content: LINK },
        { path: 'photo.jpg', content: 'x' },
        { path: 'inside.zip', content: zip([{ path: 'b.html', content: LINK.replaceAll('/1', '/2') }]) },
      ]),
    )
    expect(found).toEqual({
      rows: [
        '“../../etc/passwd.html”: Its name leads out of the archive.',
        '“/root.html”: Its name leads out of the archive.',
        '“c:\\windows.html”: Its name leads out of the archive.',
        '“bad.json”: This file begins like JSON, but it is damaged or incomplete.',
        { type: 'link', content: 'One\nhttps://x.example/1' },
        { type: 'link', content: 'One\nhttps://x.example/2' },
      ],
      lost: { 'attached files': 1 },
    })
  })

  it.each([
    ['Windows writes backslashes between folders', ['cards\\a.md', 'cards\\bread\\b.md']],
    [
      'macOS adds files of its own',
      ['cards/a.md', 'cards/bread/b.md', '__MACOSX/cards/._a.md', 'cards/.DS_Store'],
    ],
  ])(
    '[TG-7] an import reads the notes of a folder packed again, and the folder around all is none: %s',
    async (_, paths) => {
      const packed = zip(paths.map((path) => ({ path, content: path.endsWith('.md') ? 'words' : '\0' })))
      const found = await readFile(packed)
      if (!found.ok) throw new Error(found.error)
      const cards = found.value.rows.flatMap((row) => ('card' in row ? [row.card] : []))
      expect(found.value.rows.length).toBe(2)
      expect(cards.map(({ content, folders }) => [content, folders])).toEqual([
        ['a\n\nwords', []],
        ['b\n\nwords', ['bread']],
      ])
    },
  )

  it('[TG-7] an import reads a folder of Markdown notes with front matter, words behind #, folders and clipped pages', async () => {
    const found = await read(
      zip([
        { path: 'vault/.obsidian/app.json', content: '{}' },
        {
          path: 'vault/Kitchen/Bread.md',
          content:
            '---\ntags: [baking, slow food]\ncreated: 2024-01-31\ncssclass: wide\ndue: 2026-03-01\n---\nKnead it. #flour/rye\n- [ ] salt',
        },
        {
          path: 'vault/Clip.md',
          content: '---\nsource: https://x.example/p\ntags: a b\n---\n# A page\nWords',
        },
      ]),
    )
    expect(found).toEqual({
      rows: [
        {
          type: 'note',
          content: 'Bread\n\nKnead it. #flour/rye\n- [ ] salt',
          tags: ['baking', 'slow food', 'flour/rye'],
          folders: ['Kitchen'],
          dueAt: '2026-03-01',
          createdAt: '2024-01-31T00:00:00.000Z',
        },
        { type: 'link', content: 'A page\nhttps://x.example/p\n\nWords', tags: ['a', 'b'] },
      ],
      lost: { cssclass: 1 },
    })
  })

  it('[TG-7] an import reads a Notion export: nested zips, names without ids, properties, and each table page once', async () => {
    const id = '0123456789abcdef0123456789abcdef'
    const inner = zip([
      { path: `Recipes ${id}.csv`, content: 'Name,Tags\nBread,baking\n' },
      { path: `Recipes ${id}_all.csv`, content: 'Name,Tags\nBread,baking\n' },
      {
        path: `Recipes/Bread ${id}.md`,
        content:
          '# Bread\n\nTags: baking, slow\nCreated: January 31, 2024 10:00 AM\nURL: https://x.example/b\nOwner: Ada\n\nKnead.',
      },
    ])
    expect(await read(zip([{ path: 'ExportBlock-1-Part-1.zip', content: inner }]))).toEqual({
      rows: [
        {
          type: 'link',
          content: 'Bread\nhttps://x.example/b\n\nKnead.',
          tags: ['baking', 'slow'],
          folders: expect.any(Array),
          createdAt: expect.stringContaining('2024-01-31'),
        },
      ],
      lost: { Owner: 1 },
    })
  })

  it('[TG-7] an import reads notes and todos of Joplin with notebooks and tags', async () => {
    const [note, book, home, tag, done] = ['a', 'b', 'c', 'd', 'e'].map((sign) => sign.repeat(32))
    const found = await read(
      await tar([
        {
          path: `${note}.md`,
          content: `Bread\n\nKnead.\n\nid: ${note}\nparent_id: ${book}\ncreated_time: 2024-01-31T10:00:00.000Z\nis_todo: 0\nsource_url: \ntype_: 1`,
        },
        {
          path: `${done}.md`,
          content: `Buy flour\n\nid: ${done}\nparent_id: ${home}\nis_todo: 1\ntodo_due: 1772355600000\ntodo_completed: 1706695200000\ntype_: 1`,
        },
        { path: `${book}.md`, content: `Kitchen\n\nid: ${book}\nparent_id: ${home}\ntype_: 2` },
        { path: `${home}.md`, content: `Home\n\nid: ${home}\nparent_id: \ntype_: 2` },
        { path: `${tag}.md`, content: `baking\n\nid: ${tag}\ntype_: 5` },
        {
          path: `${'f'.repeat(32)}.md`,
          content: `id: ${'f'.repeat(32)}\nnote_id: ${note}\ntag_id: ${tag}\ntype_: 6`,
        },
        {
          path: `${'1'.repeat(32)}.md`,
          content: `photo.jpg\n\nid: ${'1'.repeat(32)}\nmime: image/jpeg\ntype_: 4`,
        },
        { path: `resources/${'1'.repeat(32)}.jpg`, content: 'x' },
      ]),
    )
    expect(found).toEqual({
      rows: [
        {
          type: 'note',
          content: 'Bread\n\nKnead.',
          tags: ['baking'],
          folders: ['Home', 'Kitchen'],
          createdAt: '2024-01-31T10:00:00.000Z',
        },
        {
          type: 'todo',
          content: 'Buy flour',
          folders: ['Home'],
          dueAt: '2026-03-01T09:00',
          doneAt: '2024-01-31T10:00:00.000Z',
        },
      ],
      lost: { 'attached files': 1 },
    })
  })

  it('[TG-7] an import reads the archives of Google Keep, Standard Notes, Simplenote and Trilium', async () => {
    const keep = JSON.stringify({
      title: 'Shopping',
      listContent: [{ text: 'eggs', isChecked: true }],
      labels: [{ name: 'home' }],
      color: 'RED',
      isTrashed: false,
      isPinned: true,
      isArchived: false,
      createdTimestampUsec: 1_706_695_200_000_000,
      userEditedTimestampUsec: 1_706_695_200_000_000,
    })
    expect(
      await read(
        zip([
          { path: 'Takeout/Keep/Shopping.json', content: keep },
          { path: 'Takeout/Keep/Shopping.html', content: '<html><a href="https://x.example">x</a></html>' },
          { path: 'Takeout/Keep/Labels.txt', content: 'home' },
          { path: 'Takeout/archive_browser.html', content: '<html></html>' },
        ]),
      ),
    ).toEqual({
      rows: [
        {
          type: 'todo',
          content: 'Shopping',
          tags: ['home', 'favourite'],
          subnotes: [['eggs', true]],
          createdAt: '2024-01-31T10:00:00.000Z',
        },
      ],
      lost: { userEditedTimestampUsec: 1 },
    })
    const standard = { items: [{ uuid: '1', content_type: 'Note', content: { title: 'T', text: 'words' } }] }
    expect(
      await read(
        zip([
          { path: 'Standard Notes Backup and Import File.txt', content: JSON.stringify(standard) },
          { path: 'Items/Note/T-1.txt', content: 'words' },
        ]),
      ),
    ).toMatchObject({ rows: [{ content: 'T\n\nwords' }] })
    const simple = {
      activeNotes: [
        {
          id: '1',
          content: 'hello',
          creationDate: '2024-01-31T10:00:00.000Z',
          lastModified: '2024-01-31T10:00:00.000Z',
          tags: ['x'],
        },
      ],
      trashedNotes: [],
    }
    expect(
      await read(
        zip([
          { path: 'source/notes.json', content: JSON.stringify(simple) },
          { path: 'hello.txt', content: 'hello' },
        ]),
      ),
    ).toMatchObject({ rows: [{ content: 'hello', tags: ['x'] }], lost: { lastModified: 1 } })
    const meta = {
      formatVersion: 2,
      files: [
        {
          title: 'Home',
          dirFileName: 'Home',
          attributes: [],
          children: [
            {
              title: 'Bread',
              dataFileName: 'Bread.html',
              attributes: [{ type: 'label', name: 'baking', value: '' }],
            },
          ],
        },
      ],
    }
    expect(
      await read(
        zip([
          { path: '!!!meta.json', content: JSON.stringify(meta) },
          {
            path: 'Home/Bread.html',
            content:
              '<html><head><title>Bread</title></head><body><h1>Bread</h1><p>Knead &amp; wait</p></body></html>',
          },
        ]),
      ),
    ).toEqual({
      rows: [{ type: 'note', content: 'Bread\nKnead & wait', tags: ['baking'], folders: ['Home'] }],
      lost: {},
    })
  })
})
