import { describe, expect, it } from 'vitest'
import { read } from '../../test/support/read-short.ts'
import { zip } from '../../test/support/zip.ts'
import { readFile } from './read-file.ts'

const rowsOf = async (file: string | Uint8Array | object, fileName = '') => {
  const bytes = typeof file === 'string' || file instanceof Uint8Array ? file : JSON.stringify(file)
  const found = await read(bytes, { timeZone: 'Europe/Berlin', fileName })
  if (typeof found === 'string') throw new Error(found)
  return found
}
const link = (content: string, more: object = {}) => ({ type: 'link', content, ...more })
const note = (content: string, more: object = {}) => ({ type: 'note', content, ...more })
const opml = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0"><head><title>x</title></head><body>\n${body}</body></opml>`

describe('outlines and lists of feeds (OPML)', () => {
  it('[TG-7] a list of feeds becomes links to their pages with folders, and categories become tags', async () => {
    const { rows, lost } = await rowsOf(
      opml(`<outline text="FOSS" title="FOSS"><outline text="Frontier" title="Frontier" type="rss" version="RSS2" xmlUrl="https://f.example/feed/" htmlUrl="https://f.example/" category="/News/Tech,mozilla" description="About" language="en"/>
        <outline text="" title="Only a title" xmlUrl="feed://g.example/x"/></outline><outline text="Top &amp; level" xmlUrl="https://h.example/"/>`),
    )
    expect(rows).toEqual([
      link('Frontier\nhttps://f.example/\n\nAbout\n\nFeed: https://f.example/feed/', {
        tags: ['News/Tech', 'mozilla'],
        folders: ['FOSS'],
      }),
      link('Only a title\nhttps://g.example/x', { folders: ['FOSS'] }),
      link('Top & level\nhttps://h.example/'),
    ])
    expect(lost).toEqual({ 'head.title': 1, language: 1 })
  })

  it('[TG-7] Workflowy: HTML, dates, notes and ticks are read, and a line of text alone becomes a subtask', async () => {
    const { rows } = await rowsOf(
      opml(`<outline text="Trip #work" _note="two&#10;lines"><outline text="Fix &lt;b&gt;bug&lt;/b&gt; &amp;amp; co" _complete="true"/><outline text=""><outline text="below an empty line"/></outline>
        <outline text="Call &lt;time startYear=&quot;2026&quot; startMonth=&quot;3&quot; startDay=&quot;9&quot; startHour=&quot;14&quot; startMinute=&quot;30&quot;&gt;Mon, Mar 9&lt;/time&gt;"/></outline>
        <outline text="https://a.example/"/>`),
    )
    expect(rows).toEqual([
      {
        type: 'todo',
        content: 'Trip #work\n\ntwo\nlines',
        tags: ['work'],
        subnotes: [
          ['Fix bug & co', true],
          ['below an empty line', false],
        ],
      },
      { type: 'todo', content: 'Call Mon, Mar 9', dueAt: '2026-03-09T14:30' },
      link('https://a.example/'),
    ])
  })

  it('[TG-7] outlines of OmniOutliner, Dynalist and others are read', async () => {
    const omni = await rowsOf(
      opml(
        '<outline text="Buy" _status="unchecked" Cost="12"><outline text="Milk" _status="checked"/></outline>',
      ),
    )
    expect(omni.rows).toEqual([{ type: 'todo', content: 'Buy', subnotes: [['Milk', true]] }])
    expect(omni.lost).toEqual({ 'head.title': 1, cost: 1 })
    const dynalist = await rowsOf(opml('<outline text="A" checkbox="true" complete="true" color="3"/>'))
    expect(dynalist.rows).toMatchObject([{ type: 'todo', doneAt: expect.any(String) }])
    expect(dynalist.lost).toEqual({ 'head.title': 1, color: 1 })
    const plain = await rowsOf(
      opml(
        '<outline text="Book"><outline text="One"><outline text="Scene"/></outline><outline text="Two"/></outline>',
      ),
    )
    expect(plain.rows).toEqual([
      note('Book', { subnotes: [['Two', false]] }),
      note('One', { subnotes: [['Scene', false]] }),
    ])
  })

  it('[TG-7] OPML that ends early or is nested too deeply is refused', async () => {
    expect(await read('<opml><body><outline text="a"><outline')).toBe(
      'This file is incomplete: it ends in the middle.',
    )
    expect(await read(`<opml><body>${'<outline text="a">'.repeat(100)}`)).toMatch(/nested more than 64 deep/)
  })
})

describe('references', () => {
  it('[TG-7] CSL JSON: address or DOI, people, year, abstract, keywords and note are read', async () => {
    const { rows, lost } = await rowsOf([
      {
        id: 'http://zotero.org/users/1/items/A',
        type: 'article-journal',
        abstract: 'About it',
        'container-title': 'Journal',
        DOI: '10.1000/x',
        note: 'Extra: y',
        title: 'A <i>study</i>',
        URL: 'https://e.example/s',
        author: [{ family: 'Lovelace', given: 'Ada' }, { literal: 'ACME Inc.' }],
        accessed: { 'date-parts': [['2024', 1, 5]] },
        issued: { 'date-parts': [['2020', 3]] },
        keyword: 'a, b; c',
      },
      { id: 'b', type: 'book', title: 'By its DOI', DOI: '10.1/abc', issued: { raw: '1999' } },
    ])
    expect(rows).toEqual([
      link('A study\nhttps://e.example/s\n\nLovelace, Ada; ACME Inc., 2020\n\nAbout it\n\nExtra: y', {
        tags: ['a', 'b', 'c'],
        createdAt: '2024-01-04T23:00:00.000Z',
      }),
      link('By its DOI\nhttps://doi.org/10.1/abc\n\n1999'),
    ])
    expect(lost).toEqual({ 'container-title': 1 })
  })

  it('[TG-7] JSON with an id and a type that is no reference type is read as a plain list', async () => {
    const { rows, lost } = await rowsOf([{ id: 1, type: 'todo', title: 'T', tags: ['a'], text: 'x' }])
    expect(rows).toEqual([{ type: 'todo', content: 'T\n\nx', tags: ['a'] }])
    expect(lost).toEqual({})
  })

  it('[TG-7] RIS: continued and repeated lines and a DOI are read, and files are listed', async () => {
    const { rows, lost } = await rowsOf(
      [
        'TY  - JOUR\r\nTI  - A study\r\nAU  - Lovelace, Ada\r\nAU  - Babbage, Charles\r\nT2  - Journal\r\nAB  - About',
        'it\r\nKW  - one\r\nKW  - two words\r\nPY  - 2020\r\nDO  - 10.1000/x\r\nY2  - 2024/01/05/10:00:00\r\nN1  - mine\r\nL1  - a.pdf\r\nER  - ',
        '\r\nTY  - BOOK\r\nT1  - Second\r\nA1  - X, Y\r\nY1  - 1999///\r\nER  - \r\n',
      ].join('\r\n'),
    )
    expect(rows).toEqual([
      link(
        'A study\nhttps://doi.org/10.1000/x\n\nLovelace, Ada; Babbage, Charles, 2020\n\nAbout\nit\n\nmine',
        {
          tags: ['one', 'two words'],
          createdAt: '2024-01-05T09:00:00.000Z',
        },
      ),
      note('Second\n\nX, Y, 1999'),
    ])
    expect(lost).toEqual({ T2: 1, 'attached files': 1 })
  })

  it('[TG-7] RIS: further titles and abstracts, and the day of a date, are listed', async () => {
    const { rows, lost } = await rowsOf(
      'TY  - JOUR\nTI  - First\nTI  - Second\nT1  - First\nAB  - One\nN2  - Two\nPY  - 2020\nDA  - 2020/03/15/\nER  - \n' +
        'TY  - BOOK\nTI  - \nT1  - Other\nPY  - 1999\nDA  - 1999///\nER  - \n' +
        'TY  - BOOK\nTI  - Third\nY1  - 2001/05/02/Spring\nER  - \n',
    )
    expect(rows).toEqual([note('First\n\n2020\n\nOne'), note('Other\n\n1999'), note('Third\n\n2001')])
    expect(lost).toEqual({ TI: 1, N2: 1, DA: 1, Y1: 1 })
  })

  it('[TG-7] Zotero: collections become folders, notes become cards below their items, and attachments are listed', async () => {
    const rdf = `<?xml version="1.0" encoding="UTF-8"?><rdf:RDF>
      <bib:Article rdf:about="https://e.example/a"><z:itemType>journalArticle</z:itemType><dcterms:isReferencedBy rdf:resource="#item_2"/><link:link rdf:resource="#item_3"/>
        <dc:title>A</dc:title><dc:identifier><dcterms:URI><rdf:value>https://e.example/a</rdf:value></dcterms:URI></dc:identifier></bib:Article>
      <bib:Memo rdf:about="#item_2"><rdf:value>&lt;p&gt;My &lt;b&gt;words&lt;/b&gt;&lt;/p&gt;</rdf:value><dc:subject>t</dc:subject></bib:Memo>
      <z:Attachment rdf:about="#item_3"><z:itemType>attachment</z:itemType><dc:title>Full Text PDF</dc:title></z:Attachment>
      <bib:Book rdf:about="#item_4"><dc:title>B</dc:title></bib:Book>
      <z:Collection rdf:about="#collection_1"><dc:title>Outer</dc:title><dcterms:hasPart rdf:resource="#collection_2"/><dcterms:hasPart rdf:resource="#item_4"/></z:Collection>
      <z:Collection rdf:about="#collection_2"><dc:title>Inner</dc:title><dcterms:hasPart rdf:resource="https://e.example/a"/></z:Collection></rdf:RDF>`
    const found = await readFile(new TextEncoder().encode(rdf))
    if (!found.ok) throw new Error(found.error)
    const cards = found.value.rows.flatMap((row) => ('card' in row ? row.card : []))
    expect(cards).toMatchObject([
      { content: 'A\nhttps://e.example/a', folders: ['Outer', 'Inner'], links: { children: ['#item_2'] } },
      { content: 'My words', tags: ['t'], links: { key: '#item_2', parents: ['https://e.example/a'] } },
      { content: 'B', folders: ['Outer'], links: null },
    ])
    expect(found.value.lost).toMatchObject([{ field: 'attached files', names: ['Full Text PDF'] }])
  })

  it('[TG-7] Zotero: items of every type become cards, the book of a chapter does not, and journals are listed', async () => {
    const rdf = `<rdf:RDF>
      <bib:MotionPicture rdf:about="#item_1"><z:itemType>film</z:itemType><dc:title>Metropolis</dc:title></bib:MotionPicture>
      <bib:Data rdf:about="#item_2"><z:itemType>computerProgram</z:itemType><dc:title>Analytical Engine</dc:title></bib:Data>
      <foaf:Project rdf:about="#item_3"><z:itemType>podcast</z:itemType><dc:title>Episode</dc:title></foaf:Project>
      <bib:BookSection rdf:about="#item_4"><z:itemType>bookSection</z:itemType><dc:title>Chapter</dc:title>
        <dcterms:isPartOf><bib:Book><dc:title>Whole book</dc:title></bib:Book></dcterms:isPartOf></bib:BookSection>
      <bib:Journal rdf:about="urn:issn:1234-5678"><prism:volume>7</prism:volume><dc:title>Nature</dc:title></bib:Journal></rdf:RDF>`
    const { rows, lost } = await rowsOf(rdf)
    expect(rows).toEqual(
      ['Metropolis', 'Analytical Engine', 'Episode', 'Chapter'].map((title) => note(title)),
    )
    expect(lost).toEqual({ 'dcterms:ispartof': 1, 'rdf:rdf.bib:journal': 1 })
  })

  it('[TG-7] XBEL and Evernote: elements outside bookmarks and notes are listed', async () => {
    const xbel =
      '<xbel version="1.0"><title>Mine</title><desc>All</desc><folder id="f" added="2024-01-31" folded="yes"><title>F</title><desc>Of F</desc><info><metadata owner="x"/></info><bookmark href="https://x.example/"><title>A</title></bookmark><separator/><alias ref="f"/></folder></xbel>'
    const { rows, lost } = await rowsOf(xbel)
    expect(rows).toEqual([{ ...link('A\nhttps://x.example/'), folders: ['F'] }])
    expect(lost).toEqual({
      'xbel.title': 1,
      'xbel.desc': 1,
      'folder.desc': 1,
      'folder.info': 1,
      'folder.alias': 1,
      'folder.added': 1,
    })
    const enex =
      '<en-export version="10"><note><title>a</title></note><tag-info><name>t</name></tag-info></en-export>'
    expect((await rowsOf(enex)).lost).toEqual({ 'en-export.tag-info': 1 })
  })

  it('[TG-7] BibTeX: arXiv addresses and addresses in howpublished are read, and files are listed', async () => {
    const { rows, lost } = await rowsOf(
      '@misc{a, title={One}, eprint={2001.00001}, archivePrefix={arXiv}, file={Full Text:/home/a/x.pdf:application/pdf}}\n@misc{b, title={Two}, howpublished={\\url{https://e.example/how}}}\n',
    )
    expect(rows).toEqual([link('One\nhttps://arxiv.org/abs/2001.00001'), link('Two\nhttps://e.example/how')])
    expect(lost).toEqual({ 'attached files': 1 })
  })
})

describe('backups of note programs', () => {
  const item = (uuid: string, content_type: string, content: unknown) => ({
    uuid,
    content_type,
    content,
    created_at: '2023-10-29T08:34:48.000Z',
  })
  const words = (text: string) => ({ type: 'text', text, format: 0 })
  const entry = (child: object, more: object = {}) => ({ type: 'listitem', children: [child], ...more })

  it('[TG-7] BibTeX of Zotero: commands for signs are read as signs, and addresses are read unchanged', async () => {
    const { rows, lost } = await rowsOf(String.raw`
@article{muller_c_2020,
	title = {C{\#} and {\textless}{HTML}{\textgreater}: {A} {\textasciitilde} of \$5 \& 10\%, {\textbackslash}d x\_y \constructor},
	url = {https://a.example/~x/a--b_c?d=1&e=%20},
	doi = {10.1000/182_x},
	abstract = {One {\textemdash} two -- three \textquotedblleft{}x{\textquotedblright}, m\textsuperscript{2}, \alpha},
	annote = {My own words},
	urldate = {2020-01-02},
	author = {M{\"u}ller, Bj{\o}rn and {NASA}},
	month = jan # "~1",
	year = {2020},
	keywords = {machine learning, C{\#}},
}`)
    expect(rows).toEqual([
      link(
        String.raw`C# and <HTML>: A ~ of $5 & 10%, \d x_y \constructor`.concat(
          '\nhttps://a.example/~x/a--b_c?d=1&e=%20\n\nMüller, Bjørn; NASA, 2020\n\n',
          String.raw`One — two – three “x”, m2, \alpha`,
          '\n\nMy own words',
        ),
        { tags: ['machine learning', 'C#'], createdAt: '2020-01-01T23:00:00.000Z' },
      ),
    ])
    expect(lost).toEqual({ month: 1 })
  })

  it('[TG-7] Standard Notes: texts of its rich editors are read, files are listed, and an encrypted backup is refused', async () => {
    const list = { type: 'list', listType: 'bullet', children: [entry(words('nested'))] }
    const root = {
      type: 'root',
      children: [
        { type: 'heading', tag: 'h1', children: [words('Head')] },
        {
          type: 'paragraph',
          children: [words('see '), { type: 'link', url: 'https://e.example/', children: [words('it')] }],
        },
        {
          type: 'list',
          listType: 'check',
          children: [entry(words('done'), { checked: true }), entry(words('open'), { checked: false })],
        },
        { type: 'list', listType: 'bullet', children: [entry(words('one')), entry(list)] },
      ],
    }
    const reference = { uuid: 'n1', content_type: 'Note', reference_type: 'FileToNote' }
    const { rows, lost } = await rowsOf({
      version: '004',
      items: [
        item('n1', 'Note', { title: 'Super', text: JSON.stringify({ root }), references: [] }),
        item('n2', 'Note', {
          title: 'Rich',
          text: '<p>Hi <b>you</b></p>',
          noteType: 'rich-text',
          references: [],
        }),
        item('f1', 'File', { name: 'a.pdf', references: [reference] }),
      ],
    })
    expect(rows).toMatchObject([
      {
        content: 'Super\n\nHead\nsee it https://e.example/\n- one\n  - nested',
        subnotes: [
          ['done', true],
          ['open', false],
        ],
      },
      { content: 'Rich\n\nHi you' },
    ])
    expect(lost).toEqual({ 'attached files': 1, noteType: 1 })
    const secret = JSON.stringify({ version: '004', items: [item('n1', 'Note', '004:abc:def')] })
    expect(await read(secret)).toMatch(/encrypted/)
  })

  it('[TG-7] Trilium: HTML pages and second places of a note are not imported, and its own labels are no tags', async () => {
    const label = (name: string, value = '') => ({
      type: 'label',
      name,
      value,
      isInheritable: false,
      position: 10,
    })
    const html = { type: 'text', mime: 'text/html', format: 'html' }
    const files = [
      {
        title: 'Home',
        dirFileName: 'Home',
        attributes: [label('iconClass', 'bx bx-home')],
        children: [
          {
            ...html,
            title: 'Bread',
            prefix: 'Draft',
            attributes: [label('baking'), label('archived'), label('rating', '5')],
            dataFileName: 'Bread.html',
            attachments: [{ title: 'pic.png', role: 'image', dataFileName: 'Bread_pic.png' }],
          },
          {
            ...html,
            title: 'Clip',
            attributes: [label('pageUrl', 'https://e.example/p')],
            dataFileName: 'Clip.html',
          },
          { ...html, title: 'Bread', isClone: true, dataFileName: 'Bread.clone.html' },
        ],
      },
      { noImport: true, dataFileName: 'navigation.html' },
      { noImport: true, dataFileName: 'style.css' },
    ]
    const page = (path: string, content: string) => ({ path, content })
    const { rows, lost } = await rowsOf(
      zip([
        page('!!!meta.json', JSON.stringify({ formatVersion: 2, files })),
        page('Home/Bread.html', '<h1>Draft - Bread</h1><p>Knead</p>'),
        page('Home/Bread_pic.png', 'x'),
        page('Home/Clip.html', '<p>clipped</p>'),
        page('Home/Bread.clone.html', '<p>This is a clone of a note.</p>'),
        page('navigation.html', '<ul><li><a href="Home/Bread.html">Bread</a></li></ul>'),
        page('style.css', 'a { }'),
      ]),
    )
    expect(rows).toEqual([
      note('Draft - Bread\nKnead', { tags: ['baking', 'archived', 'rating 5'], folders: ['Home'] }),
      link('Clip\nhttps://e.example/p\n\nclipped', { folders: ['Home'] }),
    ])
    expect(lost).toEqual({ 'attached files': 1 })
  })

  it('[TG-7] TiddlyWiki: its own parts and files are listed and left out, and a tiddler without dates keeps its tags', async () => {
    const { rows } = await rowsOf([
      { title: 'A', text: 'y', tags: '[[two words]] one' },
      { title: '$:/config/x', text: 'z' },
      {
        title: 'pic.png',
        text: 'iVBORw0KGgo=',
        type: 'image/png',
        created: '20140430101112123',
        modified: '20140430101112123',
      },
    ])
    expect(rows).toEqual([
      note('A\n\ny', { tags: ['two words', 'one'] }),
      '“$:/config/x” is a part of TiddlyWiki, and was left out.',
      '“pic.png” is a file. Files are not kept.',
    ])
  })

  it('[TG-7] Logseq: the ids of blocks are removed from the text', async () => {
    const { rows } = await rowsOf(
      zip([
        { path: 'g/logseq/config.edn', content: '{}' },
        {
          path: 'g/pages/a___b.md',
          content: 'tags:: x, [[y z]]\n\n- one\n  id:: 65c3\n  collapsed:: true\n\t- two',
        },
      ]),
    )
    expect(rows).toEqual([note('b\n\n- one\n\t- two', { tags: ['x', 'y z'], folders: ['a'] })])
  })

  it('[TG-7] Notion: a page gets its due date, and a page without properties gets its text', async () => {
    const id = '0123456789abcdef0123456789abcdef'
    const { rows } = await rowsOf(
      zip([
        { path: `T ${id}/A ${id}.md`, content: '# A\n\nTags: x\nDue Date: March 20, 2026\n\nBody' },
        { path: `B ${id}.md`, content: '# B\n\nText: it begins so\nand goes on' },
      ]),
    )
    expect(rows).toEqual([
      note('A\n\nBody', { tags: ['x'], folders: ['T'], dueAt: '2026-03-20' }),
      note('B\n\nText: it begins so\nand goes on'),
    ])
  })

  it('[TG-7] Joplin: an encrypted note is listed', async () => {
    const { rows } = await rowsOf(
      zip([
        { path: 'a.md', content: `JED01\n\nid: ${'a'.repeat(32)}\nencryption_applied: 1\ntype_: 1` },
        { path: 'b.md', content: `T\n\nid: ${'b'.repeat(32)}\nencryption_applied: 0\ntype_: 1` },
      ]),
    )
    expect(rows).toEqual(['It is encrypted. Export it again while its program has the password.', note('T')])
  })
})
