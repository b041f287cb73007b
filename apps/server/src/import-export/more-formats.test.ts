import { describe, expect, it } from 'vitest'
import { read } from '../../test/support/read-short.ts'
import { readFile } from './read-file.ts'

const TABLE = 'Prices\n\nShops\nFlour | 2 €\nSalt fine | 1 €\nEnd'

describe('formats in XML and BibTeX, Things and Memos', () => {
  const enex = (notes: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">\n<en-export export-date="20240131T100000Z" application="Evernote">${notes}</en-export>`
  const enml = (inside: string) =>
    `<content><![CDATA[<?xml version="1.0"?><en-note>${inside}</en-note>]]></content>`

  it('[TG-7] an import reads Evernote notes: clipped pages become links, and boxes become subtasks', async () => {
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
      lost: { 'attached files': 1, 'note-attributes.author': 1 },
    })
  })

  // Elements in the order of Evernote 10.40 and later.
  const task = (title: string, status: string, more = '') =>
    `<task><title>${title}</title><created>20260301T080000Z</created><updated>20260302T080000Z</updated><taskStatus>${status}</taskStatus><taskFlag>false</taskFlag><sortWeight>B</sortWeight><noteLevelID>n1</noteLevelID><taskGroupNoteLevelID>g1</taskGroupNoteLevelID>${more}<statusUpdated>20260302T090000Z</statusUpdated><creator>Ada</creator><lastEditor>Ada</lastEditor></task>`

  it('[TG-7] in an Evernote note, plain tasks become subtasks, and a task with a date becomes a card below the note', async () => {
    const found = await readFile(
      new TextEncoder().encode(
        enex(
          `<note><title>Trip</title>${enml('<div>Plan</div><div style="--en-task-group:true; --en-id:g1;"></div>')}${task('Pack', 'open')}${task('Book', 'completed')}${task('Pay &amp; print', 'open', '<dueDate>20260309T130000Z</dueDate><dueDateUIOption>date_time</dueDateUIOption><timeZone>Europe/Berlin</timeZone>')}</note>`,
        ),
      ),
    )
    if (!found.ok) throw new Error(found.error)
    const cards = found.value.rows.map((row) => ('card' in row ? row.card : row.reason))
    expect(cards).toMatchObject([
      {
        type: 'todo',
        content: 'Trip\n\nPlan',
        subnotes: [
          { text: 'Pack', isTicked: false },
          { text: 'Book', isTicked: true },
        ],
        links: { key: 'element 0', parents: [], children: ['element 0 task 2'] },
      },
      {
        type: 'todo',
        content: 'Pay & print',
        dueAt: '2026-03-09T14:00',
        doneAt: null,
        links: { key: 'element 0 task 2', parents: ['element 0'], children: [] },
      },
    ])
    expect(found.value.lost).toMatchObject([
      { field: 'time of a subtask: created', count: 2 },
      { field: 'time of a subtask: done', count: 1 },
    ])
  })

  it('[TG-7] a finished Evernote task with a description becomes a done card with its completion time', async () => {
    const found = await read(
      enex(
        `<note><title>Trip</title>${enml('x')}${task('Book', 'completed', '<description>The night train</description><dueDate>20260309T000000Z</dueDate><dueDateUIOption>date_only</dueDateUIOption>')}</note>`,
      ),
    )
    expect(found).toMatchObject({
      rows: [
        { content: 'Trip\n\nx' },
        { content: 'Book\n\nThe night train', dueAt: '2026-03-09', doneAt: '2026-03-02T09:00:00.000Z' },
      ],
      lost: {},
    })
  })

  it('[TG-7] an import reads tables in notes row by row, also with several lines in a cell', async () => {
    const cell = (...lines: readonly string[]) =>
      `<td style="border:1px solid #ccc;">${lines.map((line) => `<div>${line}</div>`).join('')}</td>`
    const found = await read(
      enex(
        `<note><title>Prices</title>${enml(`<div>Shops</div><table style="width:100%"><colgroup><col/><col/></colgroup><tbody><tr>${cell('Flour')}${cell('2 €')}</tr><tr>${cell('Salt', 'fine')}${cell('1 €')}</tr></tbody></table><div>End</div>`)}</note>`,
      ),
    )
    expect(found).toMatchObject({ rows: [{ content: TABLE }], lost: {} })
  })

  it('[HM-19] an import refuses XML that ends early, and expands no entities of it', async () => {
    const whole = enex(`<note><title>T</title>${enml('x')}</note>`)
    expect(await read(whole.slice(0, -15))).toBe(
      'This export of Evernote (ENEX) is incomplete: it ends in the middle. Export the notes again.',
    )
    const laughs = `<!DOCTYPE xbel [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><xbel><bookmark href="https://x.example/&b;"><title>&b;</title></bookmark></xbel>`
    expect(await read(laughs)).toMatchObject({ rows: [{ content: expect.stringContaining('&b;') }] })
    expect(await read(`<xbel>${'<folder>'.repeat(200)}`)).toContain('nested')
  })

  it('[TG-7] an import reads XBEL', async () => {
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

  it('[TG-7] an import reads Zotero exports in RDF and BibTeX', async () => {
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

  it('[TG-7] an import reads Things and Memos', async () => {
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
        start_date: '2026-02-20',
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
          startAt: '2026-02-20',
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

  it('[TG-7] an import lists fields that no card can hold', async () => {
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
