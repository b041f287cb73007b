import {
  addressesIn,
  addressKey,
  bareAddress,
  checkName,
  firstAddress,
  fold,
  parseSearch,
  splitLinks,
  unsafeAddress,
} from '@cardinal/domain'
import { describe, expect, it } from 'vitest'
import { CarriedFiles } from '../../src/import-export/carried-files.ts'
import type { Format } from '../../src/import-export/found.ts'
import { Ledger } from '../../src/import-export/ledger.ts'
import { textOfLexical } from '../../src/import-export/lexical-text.ts'
import { textOfMarkup } from '../../src/import-export/markup-text.ts'
import { readJoplin, readNoteFile } from '../../src/import-export/note-files.ts'
import { formatOf, readFile } from '../../src/import-export/read-file.ts'
import { zip } from '../support/zip.ts'

/** Signs that readers branch on. Repeated, they make a quadratic reader scan the same text again and again. */
const UNITS = [
  ...[
    'a',
    'a.',
    'a-',
    '/',
    '//',
    'http://',
    'www.',
    '@',
    ':',
    '(',
    ')',
    '!',
    '#',
    ' ',
    '\t',
    '\n',
    '\r\n',
    ',',
  ],
  ...[
    '[',
    ']',
    '[a](',
    '](',
    '![',
    '<',
    '<a',
    '<dt>',
    '<th>',
    '<!--',
    '&amp;',
    '&',
    '"',
    '""',
    '",',
    "'",
    '\\',
    '{',
    '-',
  ],
  ...['*', '|', ':a:', '+', '~', '[[a', '[fn:', '[#A] ', 'CLOSED: [', ' ::', '*a /'],
  ...['j a', 'java\t', 'data:', '\u200d', 'a\u200d', '\u0301', '=', '* ', '- [ ] ', '0', '1.', '#a '],
]
/** Makes the last repetition invalid, so that a reader must backtrack. */
const END = '\u0000'

/** Characters. With twice the length, a linear reader takes twice the time, a quadratic one four times. */
const SHORTER = 2_000
const LONGER = 8
/** ms. Shorter times depend too much on other load of the machine. */
const FELT = 40

type Reader = (text: string) => unknown

/** The fastest of several runs, in ms, because other load only adds time. */
async function shortest(read: Reader, text: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < 3; n++) {
    const start = performance.now()
    await read(text)
    least = Math.min(least, performance.now() - start)
    if (least < FELT / LONGER / 3) break
  }
  return least
}

/** Repeated texts for which time grows at least three times as fast as length. */
async function growing(read: Reader, beginnings: readonly string[], units = UNITS): Promise<string[]> {
  const found: string[] = []
  for (const unit of units)
    for (const beginning of beginnings) {
      const text = (length: number) => beginning + unit.repeat(Math.ceil(length / unit.length)) + END
      const long = await shortest(read, text(SHORTER * LONGER))
      if (long < FELT) continue
      const short = Math.max(FELT / LONGER / 3, await shortest(read, text(SHORTER)))
      if (long / short > 3 * LONGER) found.push(`${JSON.stringify(beginning + unit)}: ${long / short} times`)
    }
  return found
}

const encode = (text: string) => new TextEncoder().encode(text)
const asFile = (format: Format) => (text: string) => readFile(encode(text), { format })
const asTags = (tags: string) =>
  readFile(encode(JSON.stringify([{ title: 'a', text: 'b', created: '1', modified: '1', tags }])))
const asBlock = (string: string) =>
  readFile(encode(JSON.stringify([{ title: 'a', children: [{ string, uid: 'aaaaaaaaa' }] }])))
const asCard = (desc: string) =>
  readFile(encode(JSON.stringify({ lists: [], cards: [{ id: 'c', idList: 'l', name: 'a', desc }] })))
const asNotion = (row: string) => {
  const head = '<html><h1 class="page-title">a</h1><table class="properties"><tr class="property-row">'
  return readFile(zip([{ path: `a ${'0'.repeat(32)}.html`, content: `${head}${row}</table>` }]))
}
const asNote = (text: string) => readNoteFile({ path: `a/b ${'0'.repeat(32)}.md`, text }, new Ledger())
const READERS: readonly (readonly [name: string, read: Reader, beginnings: readonly string[]])[] = [
  ['the comparable form of an address', addressKey, ['', 'https://x.example/', 'https://x.example/?']],
  ['addresses in a text', addressesIn, ['', 'https://x.example/']],
  ['hosts in a text', bareAddress, ['', 'x.example/']],
  ['the first address', firstAddress, ['', 'https://x.example/']],
  ['unsafe addresses', unsafeAddress, ['', 'https://x.example/ ']],
  ['a pasted list of links', splitLinks, ['', 'https://x.example/']],
  ['a name', checkName, ['', 'a']],
  ['a search', parseSearch, ['', '-']],
  ['folding', fold, ['']],
  ['the format of a file', formatOf, ['', '<', '{', 'url,']],
  ['a file as HTML', asFile('html'), ['<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL>', '<A HREF="']],
  ['a file as CSV', asFile('csv'), ['url,title\n', 'url,title\n"']],
  ['a table of Asana', asFile('csv'), ['Task ID,Name,Section/Column,Parent task\n1,']],
  ['a table of OmniFocus', asFile('csv'), ['Task ID,Type,Name,Status,Project\n1.']],
  ['a file as JSON', asFile('json'), ['[', '["']],
  ['a list of addresses', asFile('addresses'), ['https://x.example/', 'https://x.example/ |']],
  ['a file as todo.txt', asFile('todo.txt'), ['x 2024-01-01 ', '+']],
  ['tags of TiddlyWiki', asTags, ['', '[[']],
  ['a file as BibTeX', asFile('bibtex'), ['@article{a, b = {', '@a{k,', '']],
  ['a file in XML', asFile('xml'), ['<en-export><note><title>', '<xbel><bookmark href="', '<rdf:RDF>']],
  ['a file in OPML', asFile('xml'), ['<opml><body><outline text="', '<opml><body>']],
  ['a file in RIS', asFile('ris'), ['TY  - BOOK\nTI  - ', 'TY  - BOOK\n']],
  ['a file as iCalendar', asFile('ics'), ['BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY;A=', 'BEGIN:VCALENDAR\n']],
  ['a block of Roam', asBlock, ['', '((', '__', '{{embed: ((', 'Tags:: ', 'URL:: ', '{{[[TODO]]}} ']],
  ['a card of Trello', asCard, ['', '[']],
  [
    'a file of Org',
    asFile('org'),
    ['', '* TODO a\n', '* ', '#+begin_src a\n', '| a | b |\n', '- [ ] ', '[['],
  ],
  ['a Super note of Standard Notes', textOfLexical, ['{"root":{"children":[', '']],
  ['the text of a note in HTML', textOfMarkup, ['', '<a href="https://x.example">', '<li><en-todo/>']],
  ['a page of Notion', asNotion, ['', '<th>a</th><td>']],
  ['a note of a folder', asNote, ['', '---\n', '---\ntags: ', '# a\nTags: ']],
  ['an item of Joplin', (text) => readJoplin([text], new Ledger(), new CarriedFiles()), ['', 'a\n\nid: ']],
  ['a file as Markdown', asFile('markdown'), ['', '# ', '[']],
]

describe('the time of reading grows no faster than the text', { timeout: 120_000 }, () => {
  it.each(READERS)(
    'reading takes time linear in the length of the text: %s',
    async (_name, read, beginnings) => {
      expect(await growing(read, beginnings)).toEqual([])
    },
  )

  it('the check for linear time finds a reader with quadratic time', async () => {
    const slow = (text: string) => /a+b/.test(text)
    expect(await growing(slow, [''], ['a'])).not.toEqual([])
  })
})
