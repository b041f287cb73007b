import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { describe, expect, it } from 'vitest'
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

/** What a file holds, short: rows with the fields that say something. */
async function read(bytes: Uint8Array | string) {
  const found = await readFile(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes)
  if (!found.ok) return found.error
  const rows = found.value.rows.map((row) => {
    if ('reason' in row) return row.reason
    const { type, content, tags, folders, subnotes, dueAt, doneAt, createdAt } = row.card
    return {
      type,
      content,
      ...(tags.length > 0 && { tags }),
      ...(folders.length > 0 && { folders }),
      ...(subnotes.length > 0 && { subnotes: subnotes.map(({ text, isTicked }) => [text, isTicked]) }),
      ...(dueAt !== null && { dueAt }),
      ...(doneAt !== null && { doneAt: new Date(doneAt).toISOString() }),
      ...(createdAt !== null && { createdAt: new Date(createdAt).toISOString() }),
    }
  })
  return {
    rows,
    lost: Object.fromEntries((found.value.lost ?? []).map(({ field, count }) => [field, count])),
  }
}

const LINK = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><A HREF="https://x.example/1">One</A>\n</DL>'

describe('archives', () => {
  it('[TG-7] reads each file of a zip, a tar and a packed tar by its own format', async () => {
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
  ])('[HM-19] refuses %s with a sentence', async (_name, bytes, sentence) => {
    expect(await read(bytes)).toContain(sentence)
  })

  it('[HM-19] names files with hostile names and files that cannot be read, and takes the others', async () => {
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

  it('[TG-7] reads a folder of Markdown notes: front matter, words behind #, folders, clipped pages', async () => {
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

  it('[TG-7] reads what Notion exports: a zip in a zip, ids in names, properties, tables of pages once', async () => {
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
      lost: { owner: 1 },
    })
  })

  it('[TG-7] reads Joplin: notes and todos with notebooks and tags', async () => {
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
        { path: 'resources/photo.jpg', content: 'x' },
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
          dueAt: '2026-03-01',
          doneAt: '2024-01-31T10:00:00.000Z',
        },
      ],
      lost: { resource: 1, 'attached files': 1 },
    })
  })

  it('[TG-7] reads Takeout of Google Keep, Standard Notes, Simplenote and Trilium from their archives', async () => {
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
      lost: { color: 1, usereditedtimestampusec: 1 },
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
    ).toMatchObject({ rows: [{ content: 'hello', tags: ['x'] }], lost: { lastmodified: 1 } })
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

describe('formats in XML and BibTeX, Things and Memos', () => {
  const enex = (notes: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">\n<en-export export-date="20240131T100000Z" application="Evernote">${notes}</en-export>`
  const enml = (inside: string) =>
    `<content><![CDATA[<?xml version="1.0"?><en-note>${inside}</en-note>]]></content>`

  it('[TG-7] reads notes of Evernote; clipped pages are links, boxes are subtasks', async () => {
    const found = await read(
      enex(
        `<note><title>Bread &amp; butter</title>${enml('<div>Knead <a href="https://x.example/k">here</a></div><div><en-todo checked="true"/>flour</div><div><en-todo/>salt</div>')}<created>20130527T044410Z</created><tag>baking</tag><tag>slow food</tag><resource><data>x</data></resource></note>` +
          `<note><title>Clip</title>${enml('<p>Words</p>')}<note-attributes><source-url>https://x.example/c</source-url><author>Ada</author></note-attributes></note>`,
      ),
    )
    expect(found).toEqual({
      rows: [
        {
          type: 'todo',
          content: 'Bread & butter\n\nKnead here https://x.example/k',
          tags: ['baking', 'slow food'],
          subnotes: [
            ['flour', true],
            ['salt', false],
          ],
          createdAt: '2013-05-27T04:44:10.000Z',
        },
        { type: 'link', content: 'Clip\nhttps://x.example/c\n\nWords' },
      ],
      lost: { resource: 1, author: 1 },
    })
  })

  it('[HM-19] refuses XML that ends in the middle, and runs nothing of it', async () => {
    const whole = enex(`<note><title>T</title>${enml('x')}</note>`)
    expect(await read(whole.slice(0, -15))).toBe('This file is incomplete: it ends in the middle.')
    const laughs = `<!DOCTYPE xbel [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><xbel><bookmark href="https://x.example/&b;"><title>&b;</title></bookmark></xbel>`
    expect(await read(laughs)).toMatchObject({ rows: [{ content: expect.stringContaining('&b;') }] })
    expect(await read(`<xbel>${'<folder>'.repeat(200)}`)).toContain('nested')
  })

  it('[TG-7] reads XBEL', async () => {
    const found = await read(
      '<?xml version="1.0"?><!DOCTYPE xbel><xbel version="1.0"><folder><title>Food</title><bookmark href="https://x.example/1" added="2024-01-31T10:00:00Z" visited="2024-02-01T10:00:00Z"><title>One</title><desc>About it</desc></bookmark></folder></xbel>',
    )
    expect(found).toEqual({
      rows: [
        {
          type: 'link',
          content: 'One\nhttps://x.example/1\n\nAbout it',
          folders: ['Food'],
          createdAt: '2024-01-31T10:00:00.000Z',
        },
      ],
      lost: { visited: 1 },
    })
  })

  it('[TG-7] reads Zotero as RDF and as BibTeX', async () => {
    const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><bib:Article rdf:about="https://doi.org/10.1/x"><dc:title>On bread</dc:title><bib:authors><rdf:Seq><rdf:li><foaf:Person><foaf:surname>Lovelace</foaf:surname></foaf:Person></rdf:li></rdf:Seq></bib:authors><dc:subject>baking</dc:subject><dc:subject><z:AutomaticTag><rdf:value>yeast</rdf:value></z:AutomaticTag></dc:subject><dc:date>1843</dc:date><dc:identifier><dcterms:URI><rdf:value>https://x.example/paper</rdf:value></dcterms:URI></dc:identifier><bib:pages>1-9</bib:pages></bib:Article></rdf:RDF>`
    expect(await read(rdf)).toEqual({
      rows: [
        {
          type: 'link',
          content: 'On bread\nhttps://x.example/paper\n\nLovelace, 1843',
          tags: ['baking', 'yeast'],
        },
      ],
      lost: { 'bib:pages': 1 },
    })
    const bibtex = `@article{lovelace1843,\n  title = {On {B}read \\& butter},\n  author = {Lovelace, Ada and Gr{\\"o}\\ss, Uwe},\n  year = 1843,\n  doi = {10.1/x},\n  keywords = {baking, yeast},\n  pages = {1--9}\n}\n\n@book{b, title = "A \\'{e}tude"}\n`
    expect(await read(bibtex)).toEqual({
      rows: [
        {
          type: 'link',
          content: 'On Bread & butter\nhttps://doi.org/10.1/x\n\nLovelace, Ada; Größ, Uwe, 1843',
          tags: ['baking', 'yeast'],
        },
        { type: 'note', content: 'A étude' },
      ],
      lost: { pages: 1 },
    })
  })

  it('[TG-7] reads Things and Memos', async () => {
    const things = [
      {
        uuid: 'x',
        type: 'to-do',
        title: 'Buy flour',
        status: 'completed',
        notes: 'rye',
        area_title: 'Home',
        project_title: 'Bread',
        tags: ['errand'],
        deadline: '2026-03-01',
        stop_date: '2024-01-31T10:00:00Z',
        checklist: [{ title: 'bag', status: 'completed' }],
        reminder_time: '10:00',
      },
    ]
    expect(await read(JSON.stringify(things))).toEqual({
      rows: [
        {
          type: 'todo',
          content: 'Buy flour\n\nrye',
          tags: ['errand'],
          folders: ['Home', 'Bread'],
          subnotes: [['bag', true]],
          dueAt: '2026-03-01',
          doneAt: '2024-01-31T10:00:00.000Z',
        },
      ],
      lost: { reminder_time: 1 },
    })
    const memos = {
      memos: [
        {
          name: 'memos/1',
          state: 'ARCHIVED',
          createTime: '2024-01-31T10:00:00Z',
          content: 'hello #world',
          visibility: 'PRIVATE',
          pinned: true,
          tags: ['world'],
        },
      ],
    }
    expect(await read(JSON.stringify(memos))).toMatchObject({
      rows: [
        { type: 'note', tags: ['world', 'archived', 'favourite'], createdAt: '2024-01-31T10:00:00.000Z' },
      ],
    })
  })

  it('[TG-7] names by field what no card can keep', async () => {
    const pinboard = [
      {
        href: 'https://x.example/1',
        description: 'One',
        extended: '',
        meta: 'abc',
        hash: 'x',
        time: '2024-01-31T10:00:00Z',
        shared: 'yes',
        toread: 'no',
        tags: 'a b',
      },
    ]
    expect(await read(JSON.stringify(pinboard))).toMatchObject({
      rows: [{ tags: ['a', 'b'] }],
      lost: { meta: 1 },
    })
    expect(await read('title,url,rating,empty\nOne,https://x.example/1,5,\n')).toMatchObject({
      lost: { rating: 1 },
    })
  })
})

describe('encodings', () => {
  const text = (title: string) => LINK.replace('One', title)
  const utf16 = (words: string, isBig: boolean) => {
    const bytes = Buffer.from(words, 'utf16le')
    return isBig ? bytes.swap16() : bytes
  }
  // "日本語のページ" and "パン" in Shift-JIS, as an encoder would write them.
  const japanese = Buffer.from('93fa967b8cea82cc8379815b8357', 'hex')
  it.each([
    ['UTF-16 LE without a mark', utf16(text('Größe'), false), 'Größe'],
    ['UTF-16 BE without a mark', utf16(text('Größe'), true), 'Größe'],
    ['Latin-1', Buffer.from(text('Größe'), 'latin1'), 'Größe'],
    ['Windows-1252', Buffer.from(text('\x93Größe\x94 5 \x80'), 'latin1'), '“Größe” 5 €'],
    [
      'Shift-JIS',
      Buffer.concat([Buffer.from(LINK.split('One')[0] ?? ''), japanese, Buffer.from('</A>')]),
      '日本語のページ',
    ],
    ['UTF-8', Buffer.from(text('日本語 Größe')), '日本語 Größe'],
  ])('[TG-7] finds %s', async (_name, bytes, title) => {
    expect(await read(bytes)).toMatchObject({ rows: [{ content: `${title}\nhttps://x.example/1` }] })
  })
})
