import { readdirSync, readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { zip } from '../../test/support/zip.ts'
import { FORMATS } from './found.ts'
import { SHAPE_NAMES } from './json-shapes.ts'
import { Ledger } from './ledger.ts'
import { readFile } from './read-file.ts'
import { SERVICE_NAMES } from './read-record.ts'
import { XML_ROOTS } from './read-xml.ts'
import { TASK_PROGRAM_NAMES } from './task-programs.ts'

type Row = Readonly<Record<string, string>>

interface Reader {
  readonly name: string
  /** Makes a file with one row. `more`: fields added to the row. */
  readonly file: (more: Row) => string | Uint8Array | Promise<Uint8Array>
  /** Known fields with values that can't be read. */
  readonly garbled: Row
  /** Prefix of its field names in the receipt. */
  readonly path?: string
  /** Further formats and XML elements that this file tries, besides the program's name. */
  readonly shows?: readonly string[]
  /** Which names unknown fields may have. */
  readonly fieldName?: fc.Arbitrary<string>
}

const json = (row: object) => (more: Row) => JSON.stringify([{ ...row, ...more }])
const NOT_A_TIME = 'the day before'
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`

const table = (row: Row) => (more: Row) => {
  const all = { ...row, ...more }
  return `${Object.keys(all).map(cell).join(',')}\n${Object.values(all).map(cell).join(',')}\n`
}
const attributes = (row: Row) =>
  Object.entries(row)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
const elements = (row: Row) =>
  Object.entries(row)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')
const lines = (row: Row, between = ': ') =>
  Object.entries(row)
    .map(([name, value]) => `${name}${between}${value}\n`)
    .join('')
const bookmark = (row: Row) => (more: Row) =>
  `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><A${attributes({ ...row, ...more })}>A</A></DL>`
const own = (part: string) => (more: Row) => {
  const entity = { _id: 'c'.repeat(24), type: 'note', content: 'a', tags_assigned: [] }
  const lists = { tags: [{ tag_name: 'bread' }], groups: [{ title: 'food', tags: [] }], entities: [entity] }
  return JSON.stringify({
    format: 'cardinal-workspace',
    ...lists,
    [part]: [{ ...lists[part as keyof typeof lists][0], ...more }],
  })
}
async function joplin(more: Row): Promise<Uint8Array> {
  const packing = pack()
  packing.entry({ name: 'a.md' }, `Title\n\nBody\n\nid: ${'a'.repeat(32)}\n${lines(more)}type_: 1`)
  packing.finalize()
  const parts: Buffer[] = []
  for await (const part of packing) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
const TICKTICK: Row = {
  'Folder Name': '',
  'List Name': 'Chores',
  Title: 'Paint',
  'Is Check list': 'N',
  'Completed Time': '',
}
const TODOIST: Row = { TYPE: 'task', CONTENT: 'Paint', INDENT: '1', PRIORITY: '4' }

const READERS: readonly Reader[] = [
  {
    name: 'records in JSON',
    shows: ['json'],
    file: json({ title: 'a' }),
    garbled: { created: NOT_A_TIME, dueAt: NOT_A_TIME, doneAt: NOT_A_TIME, titles: 'x', type: 'ballad' },
  },
  {
    name: 'Pinboard',
    file: json({ href: 'https://x.example/', description: 'a', extended: '' }),
    garbled: { time: NOT_A_TIME, toread: 'maybe', shared: 'maybe' },
  },
  {
    name: 'Wallabag',
    file: json({ url: 'https://x.example/', is_archived: 0, is_starred: 0 }),
    garbled: { annotations: 'none', created_at: NOT_A_TIME },
  },
  {
    name: 'Omnivore',
    file: json({ url: 'https://x.example/', savedAt: '2024-01-01', state: 'Active' }),
    garbled: { savedAt: NOT_A_TIME, state: 'Lost' },
  },
  {
    name: 'Google Keep',
    file: (more) =>
      JSON.stringify({
        createdTimestampUsec: 1698568480000000,
        isArchived: false,
        isPinned: false,
        textContent: 'a',
        ...more,
      }),
    garbled: { createdTimestampUsec: NOT_A_TIME, isArchived: 'maybe', listContent: 'x' },
  },
  {
    name: 'Things',
    file: json({ uuid: 'x', title: 'a', status: 'incomplete', notes: '' }),
    garbled: { deadline: NOT_A_TIME, status: 'lost', checklist: 'x' },
  },
  {
    name: 'Memos',
    file: json({ content: 'a', visibility: '', createTime: '2024-01-01' }),
    garbled: { createTime: NOT_A_TIME, state: 'LOST', pinned: 'maybe' },
  },
  {
    name: 'Memos of earlier versions',
    file: json({ content: 'a', visibility: '', rowStatus: 'NORMAL', createdTs: 1714557600 }),
    garbled: { createdTs: NOT_A_TIME, rowStatus: 'LOST', pinned: 'maybe' },
  },
  {
    name: 'highlights of Readwise',
    file: json({ highlight: 'a', 'book title': 'b', 'highlighted at': '2024-01-01' }),
    garbled: { 'highlighted at': NOT_A_TIME },
  },
  {
    name: 'Bear',
    file: (more) =>
      zip([
        { path: 'a.textbundle/text.md', content: 'a' },
        {
          path: 'a.textbundle/info.json',
          content: JSON.stringify({ 'net.shinyfrog.bear': { pinned: 0, ...more } }),
        },
      ]),
    path: 'info.json.net.shinyfrog.bear.',
    garbled: { creationDate: NOT_A_TIME, archived: 'maybe', pinned: 'maybe' },
  },
  {
    name: 'TiddlyWiki',
    file: json({ title: 'a', text: 'b', created: '20240131120000000', modified: '' }),
    garbled: { created: NOT_A_TIME },
  },
  {
    name: 'Karakeep',
    file: (more) =>
      JSON.stringify({
        bookmarks: [
          { content: { type: 'link', url: 'https://x.example/' }, archived: 0, tags: [], note: '', ...more },
        ],
        lists: [],
      }),
    garbled: { createdAt: NOT_A_TIME, favourited: 'maybe' },
  },
  {
    name: 'Linkwarden',
    file: (more) =>
      JSON.stringify({
        collections: [{ id: 1, name: 'c', links: [{ url: 'https://x.example/', name: 'a', ...more }] }],
      }),
    garbled: { createdAt: NOT_A_TIME },
  },
  {
    name: 'Standard Notes',
    file: (more) =>
      JSON.stringify({ items: [{ content_type: 'Note', content: { title: 'a', text: 'b', ...more } }] }),
    garbled: { created_at: NOT_A_TIME },
  },
  {
    name: 'bookmarks of Chrome',
    file: (more) =>
      JSON.stringify({
        roots: { other: { children: [{ name: 'a', url: 'https://x.example/', ...more }] } },
      }),
    garbled: { date_added: NOT_A_TIME },
  },
  {
    name: 'a table',
    shows: ['csv'],
    file: table({ title: 'a', url: '' }),
    garbled: { created: NOT_A_TIME, dueAt: NOT_A_TIME },
  },
  {
    name: 'TickTick',
    file: table(TICKTICK),
    garbled: { 'Due Date': NOT_A_TIME, 'Created Time': NOT_A_TIME },
  },
  { name: 'Todoist', file: table(TODOIST), garbled: { INDENT: 'x' } },
  {
    name: 'a bookmark file',
    shows: ['html'],
    file: bookmark({ href: 'https://x.example/' }),
    garbled: { add_date: NOT_A_TIME },
  },
  {
    name: 'our bookmark file',
    file: bookmark({ 'data-type': 'note', 'data-content': 'a' }),
    garbled: { 'data-due': NOT_A_TIME, 'data-created': NOT_A_TIME, 'data-titles': 'x', 'data-color': 'x' },
  },
  {
    name: 'Evernote',
    shows: ['en-export', 'xml'],
    file: (more) => `<en-export><note><title>a</title>${elements(more)}</note></en-export>`,
    garbled: { created: NOT_A_TIME },
  },
  {
    name: 'Evernote’s attributes of a note',
    file: (more) =>
      `<en-export><note><title>a</title><note-attributes>${elements(more)}</note-attributes></note></en-export>`,
    garbled: {},
    path: 'note-attributes.',
  },
  {
    name: 'XBEL',
    shows: ['xbel'],
    file: (more) => `<xbel><bookmark href="https://x.example/"${attributes(more)}></bookmark></xbel>`,
    garbled: { added: NOT_A_TIME },
  },
  {
    name: 'Zotero',
    shows: ['rdf:rdf'],
    file: (more) => `<rdf:RDF><bib:Article><dc:title>a</dc:title>${elements(more)}</bib:Article></rdf:RDF>`,
    garbled: { 'dcterms:datesubmitted': NOT_A_TIME, 'dc:identifier': 'ISBN 1' },
  },
  {
    name: 'OPML',
    shows: ['opml'],
    file: (more) => `<opml><body><outline text="a"${attributes(more)}/></body></opml>`,
    garbled: { created: NOT_A_TIME },
  },
  {
    name: 'Zotero (CSV)',
    file: table({ Key: 'K', 'Item Type': 'book', 'Publication Year': '2024', Title: 'a' }),
    garbled: { 'Date Added': NOT_A_TIME },
  },
  {
    name: 'CSL JSON',
    file: json({ id: 'x', type: 'book', title: 'a' }),
    garbled: { issued: 'x', accessed: 'x', author: 'x' },
  },
  {
    name: 'BibTeX',
    shows: ['bibtex'],
    file: (more) => `@book{key,\n title = {a},\n${lines(more, ' = {').replaceAll('\n', '},\n')}}`,
    garbled: { urldate: NOT_A_TIME },
  },
  {
    name: 'front matter',
    file: (more) => zip([{ path: 'v/a.md', content: `---\n${lines(more)}---\nText` }]),
    garbled: { created: NOT_A_TIME, due: NOT_A_TIME, tags: '{ a: b }' },
  },
  {
    name: 'properties of Notion',
    file: (more) => zip([{ path: `v/a ${'0'.repeat(32)}.md`, content: `# a\n\nTags: x\n${lines(more)}` }]),
    garbled: { Created: NOT_A_TIME },
  },
  {
    name: 'our note',
    file: (more) => `---\ncardinal: note\n${lines(more)}---\nText\n`,
    garbled: { created: NOT_A_TIME, dueAt: NOT_A_TIME, tags: '{ a: b }', titles: 'x' },
  },
  {
    name: 'our Markdown',
    shows: ['markdown'],
    file: (more) =>
      `<!-- card ${JSON.stringify({ type: 'note', ...more })} -->\nText\n<!-- end of card -->\n`,
    garbled: { createdAt: NOT_A_TIME, dueAt: NOT_A_TIME, titles: 'x' },
  },
  {
    name: 'our workspace: cards',
    file: own('entities'),
    garbled: {
      createdAt: NOT_A_TIME,
      dueAt: NOT_A_TIME,
      tags_assigned: 'x',
      page: 'x',
      updatedAt: NOT_A_TIME,
    },
  },
  {
    name: 'our account',
    file: (more) => {
      const entity = { _id: 'c'.repeat(24), type: 'note', content: 'a', tags_assigned: [], ...more }
      const workspace = { _id: 'a'.repeat(24), workspace_name: 'W' }
      const lists = { tags: [], groups: [], entities: [entity] }
      return JSON.stringify({ format: 'cardinal-account', workspaces: [{ workspace, ...lists }] })
    },
    garbled: { createdAt: NOT_A_TIME, dueAt: NOT_A_TIME },
  },
  { name: 'our workspace: tags', file: own('tags'), garbled: { color_name: 'x' }, path: 'tag.' },
  { name: 'our workspace: groups', file: own('groups'), garbled: { hidden: 'maybe' }, path: 'group.' },
  { name: 'Joplin', file: joplin, garbled: { user_created_time: NOT_A_TIME, todo_due: NOT_A_TIME } },
  {
    name: 'Trilium',
    file: (more) =>
      zip([
        {
          path: '!!!meta.json',
          content: JSON.stringify({ files: [{ title: 'a', dataFileName: 'a.html', ...more }] }),
        },
        { path: 'a.html', content: '<p>b</p>' },
      ]),
    garbled: { attributes: 'x' },
  },
  {
    name: 'RIS',
    shows: ['ris'],
    file: (more) => {
      const tags = new Map(Object.keys(more).map((name) => [name, name]))
      return `TY  - BOOK\nTI  - a\n${[...tags].map(([name, tag]) => `${tag}  - ${more[name]}\n`).join('')}ER  - \n`
    },
    garbled: { Y2: NOT_A_TIME },
    fieldName: fc.constantFrom('T2', 'VL', 'SP', 'C1', 'M3', 'CY'),
  },
  {
    name: 'Simplenote',
    file: (more) =>
      JSON.stringify({
        activeNotes: [{ content: 'a', creationDate: '2024-01-31', lastModified: '', ...more }],
      }),
    garbled: { creationDate: NOT_A_TIME },
  },
  {
    name: 'Instapaper',
    file: table({
      URL: 'https://x.example/',
      Title: 'a',
      Selection: '',
      Folder: 'Unread',
      Timestamp: '1714557600',
    }),
    garbled: { Timestamp: NOT_A_TIME },
  },
  {
    name: 'Pocket',
    file: table({
      title: 'a',
      url: 'https://x.example/',
      time_added: '1714557600',
      tags: '',
      status: 'unread',
    }),
    garbled: { time_added: NOT_A_TIME, status: 'lost' },
  },
  {
    name: 'Raindrop',
    file: table({ title: 'a', note: '', excerpt: '', url: 'https://x.example/', favorite: 'false' }),
    garbled: { created: NOT_A_TIME, favorite: 'maybe' },
  },
  {
    name: 'Readwise Reader',
    file: table({
      Title: 'a',
      URL: 'https://x.example/',
      'Document tags': '',
      'Saved date': '2024-01-31',
      Location: 'later',
    }),
    garbled: { 'Saved date': NOT_A_TIME, Location: 'lost' },
  },
  {
    name: 'TiddlyWiki without dates',
    file: json({ title: 'a', text: 'b' }),
    garbled: {},
  },
  {
    name: 'bookmarks of Firefox',
    file: (more) =>
      JSON.stringify({
        root: 'placesRoot',
        guid: 'root________',
        children: [{ title: 'a', uri: 'https://x.example/', typeCode: 1, ...more }],
      }),
    garbled: { dateAdded: NOT_A_TIME },
  },
  {
    name: 'folders of Firefox',
    file: (more) =>
      JSON.stringify({
        root: 'placesRoot',
        guid: 'root________',
        children: [{ title: 'f', children: [{ title: 'a', uri: 'https://x.example/' }], ...more }],
      }),
    path: 'folder.',
    garbled: {},
  },
  {
    name: 'Logseq',
    file: (more) =>
      zip([
        { path: 'graph/logseq/config.edn', content: '{}' },
        { path: 'graph/pages/a.md', content: `${lines(more, ':: ')}\n- b` },
      ]),
    garbled: { created: NOT_A_TIME },
  },
  {
    name: 'the zip of Omnivore',
    file: (more) =>
      zip([
        {
          path: 'metadata_0_to_1.json',
          content: JSON.stringify([
            {
              id: 'i',
              slug: 's',
              title: 'a',
              url: 'https://x.example/',
              savedAt: '2024-01-01',
              state: 'Active',
              ...more,
            },
          ]),
        },
        { path: 'content/s.html', content: '<p>b</p>' },
      ]),
    garbled: { savedAt: NOT_A_TIME, state: 'Lost' },
  },
  {
    name: 'a shortcut of Windows',
    file: (more) => `[InternetShortcut]\nURL=https://x.example/\n${lines(more, '=')}`,
    garbled: { Modified: NOT_A_TIME },
  },
  {
    name: 'a shortcut of Linux',
    file: (more) => `[Desktop Entry]\nType=Link\nName=a\nURL=https://x.example/\n${lines(more, '=')}`,
    garbled: {},
  },
  {
    name: 'a shortcut of macOS',
    file: (more) => {
      const pairs = Object.entries(more).map(([key, value]) => `<key>${key}</key><string>${value}</string>`)
      return `<plist version="1.0"><dict><key>URL</key><string>https://x.example/</string>${pairs.join('')}</dict></plist>`
    },
    garbled: {},
  },
  {
    name: 'folders of a bookmark file',
    file: (more) =>
      `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><H3${attributes(more)}>f</H3><DL><p><DT><A href="https://x.example/">A</A></DL></DL>`,
    path: 'folder.',
    garbled: {},
  },
  {
    name: 'collections of Linkwarden',
    file: (more) =>
      JSON.stringify({
        collections: [{ id: 1, name: 'c', links: [{ url: 'https://x.example/', name: 'a' }], ...more }],
      }),
    path: 'collection.',
    garbled: {},
  },
  {
    name: 'Wallabag 1',
    file: json({ url: 'https://x.example/', is_read: '0', is_fav: '0' }),
    garbled: { is_read: 'maybe', is_fav: 'maybe' },
  },
  {
    name: 'Readability',
    file: json({ article__url: 'https://x.example/', article__title: 'a', date_added: '2024-01-31' }),
    garbled: { date_added: NOT_A_TIME, archive: 'maybe', favorite: 'maybe' },
  },
  {
    name: 'GoodLinks',
    file: json({ url: 'https://x.example/', addedAt: 1714557600.5, starred: false }),
    garbled: { addedAt: NOT_A_TIME, starred: 'maybe', highlights: 'x' },
  },
  {
    name: 'Diigo',
    file: table({
      title: 'a',
      url: 'https://x.example/',
      tags: 'b',
      description: '',
      comments: '',
      annotations: '',
    }),
    garbled: { created_at: NOT_A_TIME },
  },
  {
    name: 'Day One',
    file: (more) =>
      JSON.stringify({ entries: [{ uuid: 'x', text: 'a', creationDate: '2024-01-31', ...more }] }),
    garbled: { creationDate: NOT_A_TIME, starred: 'maybe' },
  },
  {
    name: 'Hypothesis',
    file: (more) =>
      JSON.stringify({ annotations: [{ uri: 'https://x.example/', target: [], user: 'a', ...more }] }),
    garbled: { created: NOT_A_TIME },
  },
  {
    name: 'starred articles of a feed reader',
    file: (more) =>
      JSON.stringify({
        items: [
          {
            title: 'a',
            published: 1714557600,
            origin: {},
            canonical: [{ href: 'https://x.example/' }],
            ...more,
          },
        ],
      }),
    garbled: { published: NOT_A_TIME, categories: 'x' },
  },
  {
    name: 'Toodledo',
    file: table({ TASK: 'a', FOLDER: '', CONTEXT: '', DUEDATE: '2024-01-31', NOTE: '' }),
    garbled: { STARTDATE: NOT_A_TIME, REPEAT: 'now and then', STAR: 'maybe', DUEDATE: NOT_A_TIME },
  },
  {
    name: 'tasks of Outlook',
    file: table({ Subject: 'a', 'Due Date': '', 'Date Completed': '', Notes: '' }),
    garbled: { 'Due Date': NOT_A_TIME, 'Date Completed': NOT_A_TIME },
  },
  {
    name: 'marks of other programs',
    file: json({ title: 'a', url: 'https://x.example/', starred: true }),
    garbled: { archived: 'maybe', deleted_at: NOT_A_TIME },
  },
  {
    name: 'Google Tasks',
    file: (more) =>
      JSON.stringify({ kind: 'tasks#tasks', title: 'l', items: [{ id: 'x', title: 'a', ...more }] }),
    garbled: { due: NOT_A_TIME, completed: NOT_A_TIME, status: 'lost' },
  },
  {
    name: 'lists of Google Tasks',
    file: (more) =>
      JSON.stringify({
        kind: 'tasks#taskLists',
        items: [{ title: 'l', items: [{ id: 'x', title: 'a' }], ...more }],
      }),
    path: 'list.',
    garbled: {},
  },
  {
    name: 'Remember The Milk',
    file: (more) =>
      JSON.stringify({ tasks: [{ id: 'x', series_id: 's', list_id: 'l', name: 'a', ...more }], lists: [] }),
    garbled: { date_due: NOT_A_TIME, date_completed: NOT_A_TIME, repeat: 'x', tags: 'x' },
  },
  {
    name: 'Taskwarrior',
    file: json({ uuid: 'x', description: 'a', entry: '20240131T120000Z', status: 'pending' }),
    garbled: { due: NOT_A_TIME, recur: 'now and then', tags: 'x' },
  },
  {
    name: 'Microsoft To Do',
    file: (more) =>
      JSON.stringify({ value: [{ title: 'a', status: 'notStarted', importance: 'normal', ...more }] }),
    garbled: { createdDateTime: NOT_A_TIME, dueDateTime: 'x', recurrence: 'x', categories: 'x' },
  },
  {
    name: 'tasks of a calendar',
    shows: ['ics'],
    file: (more) =>
      `BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:a\r\n${lines(more, ':').replaceAll('\n', '\r\n')}END:VTODO\r\nEND:VCALENDAR\r\n`,
    garbled: { DUE: NOT_A_TIME, COMPLETED: NOT_A_TIME, RRULE: 'x', CREATED: NOT_A_TIME },
  },
  {
    name: 'Asana',
    file: table({ 'Task ID': '1', Name: 'a', 'Section/Column': '' }),
    garbled: { 'Created At': NOT_A_TIME, 'Due Date': NOT_A_TIME, 'Parent task': 'nobody' },
  },
  {
    name: 'OmniFocus',
    file: table({ 'Task ID': '1', Type: 'Action', Name: 'a', Status: '', Project: '' }),
    garbled: { Type: 'Ballad', 'Due Date': NOT_A_TIME, 'Start Date': NOT_A_TIME, Flagged: 'maybe' },
  },
  {
    name: 'Trello',
    file: (more) =>
      JSON.stringify({
        lists: [{ id: 'l', name: 'b' }],
        cards: [{ id: 'c', idList: 'l', name: 'a', ...more }],
      }),
    garbled: { due: NOT_A_TIME, start: NOT_A_TIME, labels: 'x', attachments: 'x', dueComplete: 'maybe' },
  },
  {
    name: 'a block of Roam',
    file: (more) => JSON.stringify([{ title: 'a', children: [{ string: 'b', uid: 'c', ...more }] }]),
    garbled: { 'create-time': NOT_A_TIME, heading: 'x', children: 'x' },
  },
  {
    name: 'a task of Org',
    shows: ['org'],
    file: ({ SCHEDULED = '2026-05-05', CLOSED = '2026-05-05', ...more }) =>
      `* DONE a\nCLOSED: [${CLOSED}] SCHEDULED: <${SCHEDULED}>\n:PROPERTIES:\n${Object.entries(more)
        .map(([name, value]) => `:${name}: ${value}\n`)
        .join('')}:END:\n`,
    garbled: { SCHEDULED: NOT_A_TIME, CLOSED: NOT_A_TIME, CREATED: NOT_A_TIME },
  },
  {
    name: 'a file of Org',
    file: (more) => `#+TITLE: a\n${lines(more).replace(/^/gm, '#+').slice(0, -2)}\nb\n`,
    garbled: { DATE: NOT_A_TIME },
  },
  {
    name: 'TaskPaper',
    shows: ['taskpaper'],
    file: (more) =>
      `- a @parallel(true) ${Object.entries(more)
        .map(([name, value]) => `@${name}(${value})`)
        .join(' ')}\n`,
    garbled: {
      due: NOT_A_TIME,
      start: NOT_A_TIME,
      done: NOT_A_TIME,
      flagged: 'maybe',
      'repeat-rule': 'x',
      'time-zone': 'x',
    },
  },
  {
    name: 'posts of Pinboard and Delicious',
    shows: ['posts'],
    file: (more) => `<posts><post href="https://x.example/" description="a"${attributes(more)}/></posts>`,
    garbled: { time: NOT_A_TIME, toread: 'maybe', shared: 'maybe' },
  },
  {
    name: 'the account in our file',
    file: (more) =>
      JSON.stringify({
        format: 'cardinal-account',
        workspaces: [
          {
            workspace: { _id: 'a'.repeat(24), workspace_name: 'W' },
            tags: [],
            groups: [],
            entities: [{ _id: 'c'.repeat(24), type: 'note', content: 'a', tags_assigned: [] }],
          },
        ],
        ...more,
      }),
    garbled: {},
  },
]

/** Modules that have read a row through the ledger. */
const callers = new Set<string>()
const readRow = Ledger.prototype.read
beforeAll(() => {
  vi.spyOn(Ledger.prototype, 'read').mockImplementation(function (this: Ledger, values, read) {
    const caller = /import-export\/(?!ledger)([\w-]+\.ts)/.exec(new Error().stack ?? '')?.[1]
    if (caller !== undefined) callers.add(caller)
    return readRow.call(this, values, read) as never
  })
})
afterAll(() => vi.restoreAllMocks())

const fieldName = fc.stringMatching(/^q[a-z]{2,12}$/)
const fieldValue = fc.stringMatching(/^[a-z]{1,20}( [a-z]{1,20}){0,3}$/)

async function lostOf(bytes: string | Uint8Array) {
  const found = await readFile(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes)
  if (!found.ok) throw new Error(found.error)
  return found.value.lost ?? []
}

/** Formats whose lines have no fields: the whole line becomes the card's text. */
const WITHOUT_FIELDS = ['addresses', 'todo.txt']

describe('the ledger of an import', () => {
  it('the test of the ledger covers every reader of files', () => {
    const tried = new Set(READERS.flatMap(({ name, shows = [] }) => [name, ...shows]))
    const all = [...SERVICE_NAMES, ...TASK_PROGRAM_NAMES, ...SHAPE_NAMES, ...XML_ROOTS, ...FORMATS]
    expect(all.filter((name) => !tried.has(name))).toEqual(WITHOUT_FIELDS)
  })

  it('every word of a line of todo.txt or of a list of addresses is kept', async () => {
    for (const line of ['(A) Call Tom +home key:value rec:1w', 'https://x.example/ a title key:value']) {
      const found = await readFile(new TextEncoder().encode(`${line}\n`))
      if (!found.ok) throw new Error(found.error)
      const [row] = found.value.rows
      const { content = '', tags = [] } = row !== undefined && 'card' in row ? row.card : {}
      const kept = [content, ...tags].join(' ').toLowerCase()
      for (const word of line.split(' ')) expect(kept).toContain(word.replace(/[()+]/g, '').toLowerCase())
      expect(found.value.lost ?? []).toEqual([])
    }
  })

  it.each(READERS)(
    'property: the ledger lists every field that is on no card: $name',
    async ({ file, path = '', fieldName: names = fieldName }) => {
      await fc.assert(
        fc.asyncProperty(
          fc.dictionary(names, fieldValue, { minKeys: 1, maxKeys: 6, noNullPrototype: true }),
          async (more) => {
            const lost = await lostOf(await file(more))
            for (const [name, value] of Object.entries(more))
              expect(lost).toContainEqual({ field: path + name, count: 1, example: value, isGarbled: false })
          },
        ),
        { numRuns: 15 },
      )
    },
  )

  it.each(READERS)(
    'a field may be named as a property of every object: $name',
    async ({ file, path = '', fieldName: own }) => {
      const withField = (name: string) => file(Object.fromEntries([[name, 'x']]))
      await lostOf(await withField('__proto__'))
      const lost = await lostOf(await withField('constructor'))
      if (own === undefined) expect(lost.map(({ field }) => field)).toContain(`${path}constructor`)
    },
  )

  it.each(READERS)(
    'the ledger lists every value that could not be read: $name',
    async ({ file, garbled, path = '' }) => {
      for (const [name, value] of Object.entries(garbled)) {
        const lost = await lostOf(await file({ [name]: value }))
        const named = lost.filter((one) => one.isGarbled).map(({ field }) => field)
        expect(named, name).toEqual([path + name])
      }
      expect(await lostOf(await file({}))).toEqual([])
    },
  )

  it('the ledger counts the rows of a field, keeps the beginning of one value, and joins fields beyond a hundred', () => {
    const ledger = new Ledger()
    for (const rating of ['5', '4']) ledger.read({ rating }, () => null)
    ledger.read({ rating: 'x' }, () => ({ reason: 'no card' }))
    ledger.read({ long: 'word '.repeat(100) }, () => null)
    for (let n = 0; n < 200; n++) ledger.read({ [`field ${n}`]: 'x' }, () => null)
    expect(ledger.list[0]).toEqual({ field: 'rating', count: 2, example: '5', isGarbled: false })
    expect(ledger.list[1]?.example).toHaveLength(80)
    expect(ledger.list.at(-1)).toMatchObject({ field: 'other fields', count: 102 })
    expect(ledger.list).toHaveLength(101)
  })

  it('every property of a page that Notion exports as HTML is in the text of its card', async () => {
    await fc.assert(
      fc.asyncProperty(fieldName, fieldValue, async (name, value) => {
        const page = `<html><body><h1 class="page-title">a</h1><table class="properties"><tbody><tr><th>${name}</th><td>${value}</td></tr></tbody></table><p>b</p></body></html>`
        const found = await readFile(zip([{ path: `v/a ${'0'.repeat(32)}.html`, content: page }]))
        if (!found.ok) throw new Error(found.error)
        const [row] = found.value.rows
        const content = row !== undefined && 'card' in row ? row.card.content : ''
        expect(content).toContain(name)
        expect(content).toContain(value)
      }),
      { numRuns: 20 },
    )
  })

  it('every module that reads rows by the ledger was tried above', () => {
    const folder = import.meta.dirname
    const readers = readdirSync(folder).filter(
      (name) =>
        name.endsWith('.ts') &&
        !name.endsWith('.test.ts') &&
        /edger\.read\(/.test(readFileSync(`${folder}/${name}`, 'utf8')),
    )
    expect(readers.length).toBeGreaterThan(10)
    expect(readers.filter((name) => !callers.has(name))).toEqual([])
  })
})
