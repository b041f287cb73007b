import { describe, expect, it } from 'vitest'
import { splitFrontMatter } from './front-matter.ts'
import { Ledger } from './ledger.ts'
import { isNote, readNoteFile } from './note-files.ts'
import { tagsInProse } from './prose-tags.ts'

const indentedNote = '\t---\n\ttitle: A\n\t---\nText'

function factsIn(matter: string) {
  const ledger = new Ledger()
  const [facts, text] = splitFrontMatter(`---\n${matter}\n---\nText`, ledger)
  expect(text).toBe('Text')
  return { facts, lost: ledger.list }
}

function tagsOf(matter: string) {
  const found = readNoteFile({ path: 'a.md', text: `---\n${matter}\n---\nText` }, new Ledger())
  return 'card' in found ? found.card.tags : found.reason
}

describe('front matter', () => {
  it('[TG-7] sets, dates, bytes and quotes inside of quotes are read, and none of them is lost unsaid', () => {
    const { facts } = factsIn(
      "title: 'It's \"fine\"'\ntags: !!set {a, b}\ncreated: !!timestamp 2026-03-09T14:30:00Z\nblob: !!binary aGk=\norder: !!omap [a: 1]",
    )
    expect(facts).toEqual({
      title: 'It\'s "fine"',
      tags: ['a', 'b'],
      created: '2026-03-09T14:30:00.000Z',
      blob: 'aGk=',
      order: { a: '1' },
    })
    expect(factsIn("title: 'one' and 'two'").facts).toEqual({ title: "'one' and 'two'" })
  })

  it.each([
    ['Fwd: Hints', 'Fwd: Hints'],
    ['*star*', '*star*'],
    ['[Draft] Letter', '[Draft] Letter'],
    ['[Draft]', '[Draft]'],
    ['{{title}}', '{{title}}'],
    ['"Fwd: Hints"', 'Fwd: Hints'],
    ["'It''s'", "It's"],
    ['"Unclosed', '"Unclosed'],
    ['2024', '2024'],
    ['007', '007'],
    ['true', 'true'],
    ['!important', '!important'],
    ['&more', '&more'],
    ['100% @home', '100% @home'],
    ['A title # and a comment', 'A title'],
    ['Learning C #1', 'Learning C #1'],
    ['>\n  two\n  lines', 'two lines\n'],
  ])('[TG-7] the front matter title %j is read as %j', (written, title) => {
    expect(factsIn(`title: ${written}`).facts.title).toBe(title)
  })

  it.each([
    ['[2024, work]', ['2024', 'work']],
    ['[[misc]]', ['misc']],
    ['[[misc]], [[other|shown]]', ['misc', 'other']],
    ['[#one, two]', ['one', 'two']],
    ['#one #two', ['one', 'two']],
    ['one, two words', ['one', 'two words']],
    ['true', ['true']],
    ['["a b", c]', ['a b', 'c']],
    ['["unclosed, c]', ['unclosed', 'c']],
    ['[!home, home]', ['!home', 'home']],
    ['\n- one\n- two words', ['one', 'two words']],
    ['\n  - "#one"\n  - #two', ['one', 'two']],
    ['\n  - "[[misc]]"\n  - [[other]]', ['misc', 'other']],
  ])('[TG-7] the front matter tags %j are read as %j', (written, tags) => {
    expect(tagsOf(`tags: ${written}`)).toEqual(tags)
  })

  it('[TG-7] front matter that is no YAML is read line by line, and reported once', () => {
    const { facts, lost } = factsIn(
      'title: Fwd: Hints\nname: a: b\ntags: [mail, hints]\ncreated: 2014-04-30\ndraft: false',
    )
    expect(facts).toEqual({
      title: 'Fwd: Hints',
      name: 'a: b',
      tags: ['mail', 'hints'],
      created: '2014-04-30',
      draft: false,
    })
    expect(lost).toMatchObject([
      { field: 'front matter that is no YAML, read line by line', count: 1, isGarbled: true },
    ])
    expect(factsIn('title: "Fwd: Hints"').lost).toEqual([])
  })

  it('[TG-7] front matter keeps two quoted words, may be indented, and lines before its first field are reported', () => {
    expect(factsIn('title: "A" and "B"\nname: \'C\' or \'D\'\ntags: ["e" f]').facts).toEqual({
      title: '"A" and "B"',
      name: "'C' or 'D'",
      tags: ['"e" f'],
    })
    expect(factsIn('source: "never closed').facts).toEqual({ source: 'never closed' })
    const { facts, lost } = factsIn('- junk\ntitle: A\ntags: b')
    expect(facts).toEqual({ title: 'A', tags: 'b' })
    expect(lost).toContainEqual({ field: 'front matter', count: 1, example: '- junk', isGarbled: true })
    expect(factsIn('\ttitle: A\ntags: b').facts).toEqual({ title: 'A', tags: 'b' })
    const indented = '  ---\n  title: A\n  tags:\n    - b\n  ---\nText'
    expect(splitFrontMatter(indented, new Ledger())).toEqual([{ title: 'A', tags: ['b'] }, 'Text'])
  })

  it('[TG-7] front matter in TOML, as written by Hugo and Zola, is read, and invalid TOML is reported', () => {
    const hugo =
      '+++\ntitle = "A"\ndate = 2024-01-31T10:00:00Z\nday = 2024-01-31\ntags = ["b", "c"]\ndraft = true\n[taxonomies]\ncategories = ["d"]\n+++\nText'
    const ledger = new Ledger()
    expect(splitFrontMatter(hugo, ledger)).toEqual([
      {
        title: 'A',
        date: '2024-01-31T10:00:00.000Z',
        day: '2024-01-31',
        tags: ['b', 'c'],
        draft: true,
        categories: ['d'],
      },
      'Text',
    ])
    expect(ledger.list).toEqual([])
    const broken = '+++\ntitle = A\n+++\nText'
    expect(splitFrontMatter(broken, ledger)).toEqual([{}, broken])
    expect(ledger.list).toMatchObject([
      { field: 'front matter that is no TOML, kept as text', isGarbled: true },
    ])
    expect(isNote(hugo, 'a.txt')).toBe(true)
    expect(isNote(indentedNote, 'a.txt')).toBe(true)
  })

  it.each([
    ['brackets', `tags: ${'['.repeat(20_000)}`],
    ['braces', `tags: ${'{a: '.repeat(10_000)}`],
    ['marks of lists', `tags:\n${'- '.repeat(20_000)}x`],
    ['marks of keys', `a: b\n${'? '.repeat(20_000)}x`],
    ['indentation', Array.from({ length: 300 }, (_, n) => `${' '.repeat(n)}a:`).join('\n')],
  ])('[TG-7] front matter with deep nesting by %s is not parsed, and is reported', (_by, matter) => {
    const { facts, lost } = factsIn(`title: T\n${matter}`)
    expect(facts).toMatchObject({ title: 'T' })
    expect(lost.map(({ field }) => field)[0]).toMatch(/^front matter/)
  })

  it('[TG-7] text between two horizontal rules stays text', () => {
    const ledger = new Ledger()
    expect(splitFrontMatter('---\nOnce upon a time\n---\nthe end', ledger)).toEqual([
      {},
      '---\nOnce upon a time\n---\nthe end',
    ])
    expect(ledger.list).toEqual([])
  })
})

describe('words behind #', () => {
  it.each([
    ['one #real word, (#paren), #end.', ['real', 'paren', 'end']],
    ['#two words# and #one', ['two words', 'one']],
    ['#foo uses C# and F# too', ['foo']],
    ['#[[two words]] of Logseq', ['two words']],
    ['#software/android #a-b- #🎉', ['software/android', 'a-b', '🎉']],
    ['#12 is no tag, #2nd is one', ['2nd']],
    ['color: #fff; #abc123 #a0b #add #facade color: #bad', ['add', 'facade']],
    ['`#code` and\n\n```\n#fence\n```\n\n~~~\n#other\n~~~\n\n    #indented\n', []],
    ['- item\n\n  ```\n  #fence\n  ```\n- #tag in a list', ['tag']],
    ['> #quoted\n\n| #cell | b |\n|---|---|\n| #other | d |', ['quoted', 'cell', 'other']],
    ['See <!-- #comment --> <a href="#x" style="color: #ff0000">#shown</a>', ['shown']],
    ['<!--\n#comment\n-->\n\n%% #hidden %% #seen', ['seen']],
    ['$x #math$ and $$\n#formula\n$$ costs $5 #price $6', ['price']],
    ['[a](#anchor) [[Page #x]] [[#heading]] <https://x.example/#y> https://x.example/#z', []],
    ['[ref]: #x\n\n\\#escaped foo#bar ##double C# &#39;', []],
    ['*#em* ~~#gone~~ _#under *#a*#a', ['em', 'gone', 'under', 'a']],
    ['**#bold** # Heading\n#NotHeading', ['bold', 'NotHeading']],
    ['#before\n\n<pre>\n#in\n</pre>\n\nend #after', ['before', 'after']],
    ['<style>\nb { color: #bad }\n</style>\n\n<script>\n"<pre>" #in\n</script>\n\n#after', ['after']],
    ['<code>\n\n#in\n\n</code>\n\n#after', ['after']],
    ['<code>\n#in\n\ntext #in </code> #after', ['after']],
    ['<div><pre>\n#in\n\n- #in\n\n</pre></div>\n\n#after', ['after']],
    ['never closed <code> #one\n\n<pre-view>\n#html\n</pre-view>\n\n`</code>` #two', ['one', 'two']],
    ['<!-- <pre> -->\n\n#one <KBD>#in</kbd> #two </kbd> #three', ['one', 'two', 'three']],
  ])('[TG-7] the text %j has the tags %j', (text, tags) => {
    expect(tagsInProse(text)).toEqual(tags)
  })
})
