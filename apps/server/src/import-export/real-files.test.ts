import { describe, expect, it } from 'vitest'
import { read } from '../../test/support/read-short.ts'
import { zip } from '../../test/support/zip.ts'

/** The rows of a file that can be read, and its lost fields with their numbers. */
async function rowsOf(file: string | Uint8Array | object, fileName = '') {
  const bytes = typeof file === 'string' || file instanceof Uint8Array ? file : JSON.stringify(file)
  const found = await read(bytes, { timeZone: 'Europe/Berlin', fileName })
  if (typeof found === 'string') throw new Error(found)
  return found
}

const enex = (body: string, more = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><en-export application="Evernote" version="10.49.4"><note><title>T</title><content><![CDATA[<en-note>${body}</en-note>]]></content>${more}</note></en-export>`
const PICTURE = '6f5902ac237024bdd0c176cb93063dc4'
const shown = (hash: string) => `<en-media hash="${hash}" type="image/png" />`
const resource = '<resource><data encoding="base64">aGVsbG8gd29ybGQK</data><mime>image/png</mime></resource>'

// Shapes of files in the tests of the programs, and of other importers.
describe('files as their programs write them', () => {
  it('[TG-7] Evernote: a picture that a note shows and the file lacks is listed, and one that it has is not', async () => {
    expect((await rowsOf(enex(`a${shown(PICTURE)}`, resource))).lost).toEqual({})
    const missing = 'c'.repeat(32)
    expect((await rowsOf(enex(`a${shown(PICTURE)}${shown(missing)}`, resource))).lost).toEqual({
      'attached files': 1,
    })
    const empty = '<resource><data encoding="base64"></data><mime>image/png</mime></resource>'
    expect((await rowsOf(enex(`a${shown(missing)}`, empty))).lost).toEqual({ 'attached files': 1 })
  })

  it('[TG-7] Evernote: encrypted text is listed, and its hint stays', async () => {
    const { rows, lost } = await rowsOf(enex('a <en-crypt hint="the cat" cipher="AES">ZZ</en-crypt>'))
    expect(rows).toMatchObject([{ content: 'T\n\na Encrypted (the cat): ZZ' }])
    expect(lost).toEqual({ 'encrypted text': 1 })
  })

  it('[TG-7] Evernote: the reason why a file cannot be read names its export', async () => {
    expect(await read('{"a": [', { fileName: 'Notes.enex' })).toContain('JSON')
    expect(await read('hello world', { fileName: 'Notes.enex' })).toContain('export of Evernote (ENEX)')
    expect(await read(enex('a').slice(0, -12), {})).toContain('export of Evernote (ENEX)')
  })

  it.each([
    [
      'TickTick',
      'parentId',
      '"Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Due Date","Completed Time","Status","taskId","parentId"\n"","","Pay","TEXT","","","N","","","0","1","99"\n',
    ],
    [
      'Google Tasks',
      'parent',
      {
        kind: 'tasks#taskLists',
        items: [
          {
            kind: 'tasks#tasks',
            title: '',
            items: [{ id: 'a', title: 'Pay', status: 'needsAction', parent: 'b' }],
          },
        ],
      },
    ],
    [
      'a calendar',
      'RELATED-TO',
      'BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:1\r\nSUMMARY:Pay\r\nRELATED-TO:2\r\nEND:VTODO\r\nEND:VCALENDAR\r\n',
    ],
    [
      'Linkwarden',
      'collection.parentId',
      {
        collections: [
          { id: 2, name: 'In', parentId: 1, links: [{ name: 'Pay', url: 'https://a.example/' }] },
        ],
      },
    ],
  ])('[TG-7] %s: something around a card that is not in the file is listed', async (_, field, file) => {
    const { rows, lost } = await rowsOf(file)
    expect(rows).toHaveLength(1)
    expect(lost).toEqual({ [field]: 1 })
  })

  it('[TG-7] bookmarks: a picture in a description stays as its words and address, and one in a link is its title', async () => {
    const { rows } = await rowsOf(
      '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><A HREF="https://a.example/">A</A>\n<DD>see<img src="https://a.example/p.png" alt="a plan">there<img src="data:image/png;base64,AAAA">\n<DT><A HREF="https://b.example/"><img alt="Bee" src="b.png"></A></DL>',
    )
    expect(rows).toEqual([
      {
        type: 'link',
        content: 'A\nhttps://a.example/\n\nsee a plan https://a.example/p.png there (picture: image/png)',
      },
      { type: 'link', content: 'Bee\nhttps://b.example/' },
    ])
  })

  it('[TG-7] notes in HTML: a picture that is not kept stays as its words and address, and icons do not', async () => {
    const { rows } = await rowsOf(
      enex(
        '<div>one <img src="https://a.example/p.png" alt="a plan" /></div><div><img class="icon" src="https://a.example/i.svg" />two</div>',
      ),
    )
    expect(rows).toEqual([{ type: 'note', content: 'T\n\none a plan https://a.example/p.png\ntwo' }])
  })

  it('[TG-7] Google Bookmarks: the folder of bookmarks without a label is no tag', async () => {
    const { rows } = await rowsOf(
      '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<H1>Bookmarks</H1>\n<DL><p><DT><H3 ADD_DATE="1">Unlabeled</H3><DL><p><DT><A HREF="https://a.example/">A</A></DL><p></DL>',
    )
    expect(rows).toEqual([{ type: 'link', content: 'A\nhttps://a.example/' }])
  })

  it('[TG-7] Google Keep: notes of 2021 without a date of creation, and pictures without words, are read', async () => {
    const note = { color: 'DEFAULT', isTrashed: false, isPinned: false, isArchived: false, title: '' }
    const edited = { userEditedTimestampUsec: 1629964212062000 }
    expect(await rowsOf({ ...note, ...edited, textContent: 'another' })).toEqual({
      rows: [{ type: 'note', content: 'another', createdAt: '2021-08-26T07:50:12.062Z' }],
      lost: {},
    })
    const attachments = [{ filePath: 'p.png', mimetype: 'image/png' }]
    expect(await rowsOf({ ...note, ...edited, attachments })).toMatchObject({
      rows: [{ type: 'note', content: 'p.png' }],
      lost: { 'attached files': 1 },
    })
  })

  it('[TG-7] Google Keep: the overview of Takeout is no list of links, in any language', async () => {
    const note = { isPinned: false, isArchived: false, createdTimestampUsec: 1712073593949000, title: 'A' }
    const { rows } = await rowsOf(
      zip([
        { path: 'Takeout/Archiv_Übersicht.html', content: '<a href="https://support.example/">Hilfe</a>' },
        { path: 'Takeout/Notizen/A.json', content: JSON.stringify(note) },
        { path: 'Takeout/Notizen/A.html', content: '<div class="note">A</div>' },
      ]),
    )
    expect(rows).toMatchObject([{ content: 'A' }])
  })

  it('[TG-7] Bear: an encrypted note is listed with the reason, and the list of its tags is no card', async () => {
    const info = (more: object) =>
      JSON.stringify({ version: 2, 'net.shinyfrog.bear': { archived: 0, trashed: 0, ...more } })
    const { rows } = await rowsOf(
      zip([
        { path: 'B.bear2bk/A.textbundle/text.md', content: '# A' },
        { path: 'B.bear2bk/A.textbundle/info.json', content: info({}) },
        { path: 'B.bear2bk/Secret.textbundle/text.md', content: '' },
        {
          path: 'B.bear2bk/Secret.textbundle/info.json',
          content: info({ encrypted: 1, encryptedData: 'AAE' }),
        },
        { path: 'B.bear2bk/tags.json', content: '{"tags": [{"title": "x", "pinned": false}]}' },
      ]),
    )
    expect(rows).toEqual([
      { type: 'note', content: 'A' },
      expect.stringContaining('“Secret”: It is encrypted.'),
    ])
  })

  it('[TG-7] Notion: tags, days and addresses of a table are read from pages in HTML, too', async () => {
    const row = (name: string, value: string) =>
      `<tr class="property-row property-row-text"><th><span class="icon property-icon"></span>${name}</th><td>${value}</td></tr>`
    const tag = (name: string) => `<span class="selected-value select-value-color-green">${name}</span>`
    const table = `<table class="properties"><tbody>${row('Tags', tag('home office') + tag('coffee'))}${row('Due', '<time>@March 1, 2024</time>')}${row('Kind', tag('a') + tag('b'))}</tbody></table>`
    const { rows, lost } = await rowsOf(
      zip([
        {
          path: 'Machine 1590080aa5a3802488c2e857dea7aa7e.html',
          content: `<html><body><article><header><h1 class="page-title">Machine</h1>${table}</header><div class="page-body"><p>body</p></div></article></body></html>`,
        },
      ]),
    )
    expect(rows).toEqual([
      {
        type: 'note',
        content: 'Machine\n\nKind | a, b\nbody',
        tags: ['home office', 'coffee'],
        dueAt: '2024-03-01',
      },
    ])
    expect(lost).toEqual({})
  })

  it('[TG-7] Standard Notes: lists of Super keep their numbers, and pictures and videos their addresses', async () => {
    const item = (text: string) => ({ type: 'listitem', children: [{ type: 'text', text }] })
    const root = {
      type: 'root',
      children: [
        { type: 'list', listType: 'number', start: 3, children: [item('one'), item('two')] },
        { type: 'unencrypted-image', src: 'https://a.example/p.png', alt: 'a plan' },
        { type: 'youtube', videoID: 'abc' },
      ],
    }
    const content = {
      title: 'S',
      text: JSON.stringify({ root }),
      noteType: 'super',
      preview_html: '<p>x</p>',
    }
    const { rows, lost } = await rowsOf({ items: [{ content_type: 'Note', uuid: '1', content }] })
    expect(rows).toEqual([
      {
        type: 'note',
        content: 'S\n\n3. one\n4. two\na plan https://a.example/p.png\nhttps://www.youtube.com/watch?v=abc',
      },
    ])
    expect(lost).toEqual({ noteType: 1 })
  })

  it('[TG-7] calendars: a journal has its day, a whole percentage is done, and an earlier hour of the start is listed', async () => {
    const { rows, lost } = await rowsOf(
      [
        'BEGIN:VCALENDAR',
        'BEGIN:VJOURNAL\r\nUID:1\r\nSUMMARY:Minutes\r\nCREATED:20260101T000000Z\r\nDTSTART;VALUE=DATE:19970317\r\nEND:VJOURNAL',
        'BEGIN:VTODO\r\nUID:2\r\nSUMMARY:Whole\r\nPERCENT-COMPLETE:100\r\nX-MOZ-GENERATION:1\r\nEND:VTODO',
        'BEGIN:VTODO\r\nUID:3\r\nSUMMARY:Day\r\nDTSTART:20260309T090000\r\nDUE:20260309T170000\r\nEND:VTODO',
        'END:VCALENDAR',
      ].join('\r\n'),
    )
    expect(rows).toEqual([
      { type: 'note', content: 'Minutes', createdAt: expect.stringMatching(/^1997-03-1[67]/) },
      { type: 'todo', content: 'Whole', doneAt: expect.any(String) },
      { type: 'todo', content: 'Day', dueAt: '2026-03-09T17:00' },
    ])
    expect(lost).toEqual({ DTSTART: 1 })
  })

  it('[TG-7] BibTeX: emphasis, quotes and paragraphs are read, and tags and dates of calibre, JabRef and BibDesk', async () => {
    const { rows, lost } = await rowsOf(
      '@misc{a,\n title = {Agency in \\mkbibemph{Physics} and \\enquote{Place}},\n note = {one \\par two},\n tags = {x, y},\n date-added = {2026-03-09 14:30:00 +0100}\n}\n',
    )
    expect(rows).toEqual([
      {
        type: 'note',
        content: 'Agency in Physics and “Place”\n\none\n\ntwo',
        tags: ['x', 'y'],
        createdAt: '2026-03-09T13:30:00.000Z',
      },
    ])
    expect(lost).toEqual({})
  })

  it('[TG-7] Zotero: rows of its table have people, abstract, tags and day of their own, and files are listed', async () => {
    const { rows, lost } = await rowsOf(
      '\ufeff"Key","Item Type","Publication Year","Author","Title","DOI","Url","Abstract Note","Date","Date Added","Date Modified","Notes","File Attachments","Link Attachments","Manual Tags","Automatic Tags"\n"GIIS83DU","journalArticle","2000","Burkett, Ingrid; King, Dave","Beyond","10.1016/S0016","","Much of it","2000","2020-07-23 15:34:03","2020-07-24 10:00:00","<p>my <b>note</b></p>","/home/a/Zotero/storage/QQ2XY5DA/values.html","","to read","History; Sex role"\n',
    )
    expect(rows).toEqual([
      {
        type: 'link',
        content:
          'Beyond\nhttps://doi.org/10.1016/S0016\n\nBurkett, Ingrid; King, Dave, 2000\n\nMuch of it\n\nmy note',
        tags: ['to read', 'History', 'Sex role'],
        createdAt: expect.stringContaining('2020-07-23'),
      },
    ])
    expect(lost).toEqual({ 'attached files': 1 })
  })

  it('[TG-7] Workflowy: lines of a note stay lines, and signs that it escapes twice are signs', async () => {
    const { rows } = await rowsOf(
      '<?xml version="1.0"?><opml version="2.0"><head><ownerEmail>a@e.org</ownerEmail></head><body><outline text="code" _note="if (i &amp;lt; 3 &amp;amp;&amp;amp; j)&#10;  &lt;b&gt;stop&lt;/b&gt;" /></body></opml>',
    )
    expect(rows).toEqual([{ type: 'note', content: 'code\n\nif (i < 3 && j)\n  stop' }])
  })

  it('[TG-7] line breaks of Windows in the description of a link leave no blanks', async () => {
    const { rows } = await rowsOf('title,url,description\r\nA,https://a.example/,"one\r\ntwo\rthree"\r\n')
    expect(rows).toEqual([{ type: 'link', content: 'A\nhttps://a.example/\n\none\ntwo\nthree' }])
  })

  it('[TG-7] Keep and Todoist: line breaks of Windows become line feeds', async () => {
    const keep = {
      textContent: 'one\r\ntwo',
      title: 'T',
      isTrashed: false,
      isPinned: false,
      isArchived: false,
      color: 'DEFAULT',
      userEditedTimestampUsec: 1_700_000_000_000_000,
      createdTimestampUsec: 1_700_000_000_000_000,
    }
    expect((await rowsOf(keep)).rows).toMatchObject([{ content: 'T\n\none\ntwo' }])
    const todoist =
      'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\ntask,Ring,"one\r\ntwo",4,1,A (1),,,en,UTC\n'
    expect((await rowsOf(todoist)).rows).toMatchObject([{ content: 'Ring\n\none\ntwo' }])
  })

  it('[TG-7] Raindrop: the name of a collection may have a slash', async () => {
    const { rows } = await rowsOf(
      'id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\n1,A,,,https://a.example/,Apps/Services / AI Apps,,,,,false\n',
    )
    expect(rows).toMatchObject([{ folders: ['Apps Services', 'AI Apps'] }])
  })
})
