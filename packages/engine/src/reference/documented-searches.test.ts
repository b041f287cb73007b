import { readFileSync } from 'node:fs'
import {
  type Calendar,
  FIELD_NAMES,
  type Page,
  parseSearch,
  printSearch,
  toFiles,
  usesSigns,
  utcCalendar,
} from '@cardinal/domain'
import { withFoundCopies, withFoundFiles } from '@cardinal/domain/copies'
import type { AskableWorkspace } from '@cardinal/engine'
import { IMPLEMENTATIONS, workedExample } from '@cardinal/testing'
import { describe, expect, it } from 'vitest'

const PAGE = readFileSync(new URL('../../../../docs/search.md', import.meta.url), 'utf8')

const CARDS = `
  note espresso #coffee
  note chai #tea #milk
  note flat white #coffee #milk
  note oat milk is in the fridge #shopping
  todo buy java beans @red
  note a language #java
  note another one #javascript #milk
  link https://www.example.org/a #milk
  link https://docs.example.org/b
  link https://docs.example.org/b
  note water #drinks
  note soup #hot`

const PAGE_OF_8: Page = {
  address: 'https://www.example.org/a',
  title: 'Cardamom buns',
  description: 'Warm from the oven',
  siteName: 'Bakery',
  language: 'en',
  icon: '',
  cover: '',
  fetchedAt: 1,
  deadAt: 2,
}

/**
 * tea has the parent drinks; all tags of the group mugs imply hot. Card 5 is an overdue todo, card 1 is a
 * note with a due date, and the page of card 8 is dead.
 */
function exampleIn(workspace: AskableWorkspace) {
  const example = workedExample(workspace, CARDS)
  example.changeTag('tea', { parentIds: [example.tag('drinks')] })
  const mugs = { id: 'e'.repeat(24), title: 'mugs', tagIds: [example.tag('tea'), example.tag('coffee')] }
  const row = { ...mugs, color: null, isHidden: false, createdAt: 0, updatedAt: 0 }
  workspace.apply([{ kind: 'group', id: row.id, row }])
  example.changeTag('hot', { childGroupIds: [row.id] })
  example.changeCard(1, { dueAt: '2026-03-09T14:00' })
  example.changeCard(5, { dueAt: '2026-03-01', completions: String(Date.UTC(2026, 1, 25)) })
  example.changeCard(12, { startAt: '2026-03-10' })
  example.changeCard(3, {
    files: toFiles([{ hash: 'a'.repeat(64), name: 'foam.png', type: 'image/png', size: 1 }]),
  })
  example.changeCard(8, { page: PAGE_OF_8 })
  example.changeCard(9, {
    page: { ...PAGE_OF_8, title: '', description: '', siteName: '', deadAt: null, copiedAt: 3 },
  })
  return example
}

/**
 * Parses a search and adds what copies and files contain. The copy of card 9 contains rye bread, card 10 has
 * no copy, and the file of card 3 contains invoice.
 */
function readSearch(example: ReturnType<typeof exampleIn>, text: string, calendar: Calendar) {
  const found = new Map([
    ['rye bread', [example.card(9), example.card(10)]],
    ['saffron', [example.card(10)]],
  ])
  const inFiles = new Map([['invoice', ['a'.repeat(64), 'b'.repeat(64)]]])
  return withFoundFiles(withFoundCopies(parseSearch(text, calendar), found), inFiles)
}

const at = (moment: string) => utcCalendar(Date.parse(`${moment}Z`))

/** The numbers of the cards above that each example of docs/search.md finds. */
const FOUND: Readonly<Record<string, readonly number[]>> = {
  'tea | coffee, milk': [2, 3],
  '(tea, milk) | coffee': [1, 2, 3],
  'milk, -(tea | coffee)': [4, 7, 8],
  '"oat milk"': [4],
  'java*': [6, 7],
  '-java*': [1, 2, 3, 4, 5, 8, 9, 10, 11, 12],
  'is:open, tags:0': [5],
  'tag:milk, color:none': [2, 3, 7, 8],
  'tag:drinks!': [11],
  hot: [1, 2, 3, 12],
  '-hot': [4, 5, 6, 7, 8, 9, 10, 11],
  'drinks, workspace:all': [2, 11],
  'due:2026-03': [1, 5],
  'milk, due:none': [2, 3, 4, 7, 8],
  'colour:red, due:any': [5],
  'start:>today': [12],
  'done:last week, -home': [5],
  'is:overdue': [5],
  'site:example.org, -is:duplicate': [8],
  'is:dead, -kept': [8],
  'has:copy, -copy:saffron': [9],
  'has:file, milk': [3],
  'file:invoice': [3],
  'file:foam, -file:invoice': [],
  'buns | copy:"rye bread"': [8, 9],
}

const cells = (row: string) => row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
const examples = PAGE.slice(PAGE.indexOf('| text | finds |'), PAGE.indexOf('Every search has one'))
  .split('\n')
  .map((row) => /^`(.+)`$/.exec(cells(row)[1] ?? '')?.[1])
  .filter((text) => text !== undefined)

describe('the examples of docs/search.md', () => {
  it('the searches documented in docs/search.md are all tested here, and no others', () => {
    expect(examples).toEqual(Object.keys(FOUND))
  })

  describe.each(IMPLEMENTATIONS)('%s', (_, create) => {
    it.each(examples)('[SB-1] the documented search %s finds the expected cards', (text) => {
      const example = exampleIn(create())
      const search = readSearch(example, text, at('2026-03-05T12:00'))
      expect(example.found('', { search })).toEqual(FOUND[text])
    })

    it('[SB-1] a search in copies finds nothing when no copy was searched, or when the copy is gone', () => {
      const example = exampleIn(create())
      expect(example.found('copy:"rye bread"')).toEqual([])
      example.changeCard(9, {})
      const search = readSearch(example, 'copy:"rye bread"', at('2026-03-05T12:00'))
      expect(example.found('', { search })).toEqual([])
    })

    it('[SB-1] before the words of files were searched, their names are found, and plain words find neither', () => {
      const example = exampleIn(create())
      expect(example.found('file:FOAM')).toEqual([3])
      expect(example.found('-file:foam, has:file')).toEqual([])
      for (const text of ['file:invoice', 'foam.png', '"foam"', 'text:foam'])
        expect(example.found(text)).toEqual([])
    })

    it('[SB-1] plain words, quotes and text: do not search copies of pages', () => {
      const example = exampleIn(create())
      for (const text of ['rye bread', '"rye bread"', 'text:rye']) expect(example.found(text)).toEqual([])
    })

    it('[SB-1] a tag also finds cards whose tags imply it, and the tag alone with ! finds only its own cards', () => {
      const example = exampleIn(create())
      expect(example.found('tag:drinks')).toEqual([2, 11])
      expect(example.found('-drinks, -tag:milk')).toEqual([1, 4, 5, 6, 9, 10, 12])
      expect(example.found('milk, -tag:drinks!')).toEqual([2, 3, 4, 7, 8])
      expect(example.found('tag:drin*!')).toEqual([11])
    })

    it.each(['cardamom', 'text:"from the oven"', 'text:bakery', 'is:dead'])(
      '[SB-1] the search %s finds the page of a link',
      (text) => {
        const example = exampleIn(create())
        expect(example.found(text)).toEqual([8])
        example.changeCard(8, {})
        expect(example.found(text)).toEqual([])
      },
    )

    it.each([
      ['oat milk\n\nfrom the market', true],
      ['oat milk\n \t\n\n  from the market', true],
      ['oat milk\nfrom the market', false],
      ['oat milk\n\n \n', false],
      ['', false],
    ])('[SB-1] has:description of %j is %j', (content, isFound) => {
      const example = exampleIn(create())
      example.changeCard(5, { content })
      expect(example.found('has:description')).toEqual(isFound ? [5] : [])
      expect(example.found('-has:description').includes(5)).toBe(!isFound)
    })

    it.each([
      ['due:today', '2026-03-09T23:59', [1]],
      ['start:tomorrow', '2026-03-09T23:59', [12]],
      ['start:>today', '2026-03-10T00:00', []],
      ['start:none, hot', '2026-03-02T00:00', [1, 2, 3]],
      ['start:any', '2026-03-02T00:00', [12]],
      ['due:yesterday', '2026-03-10T00:00', [1]],
      ['due:tomorrow', '2026-03-08T09:00', [1]],
      ['due:>today', '2026-03-09T00:00', []],
      ['due:<today', '2026-03-09T00:00', [5]],
      ['due:next 1 week', '2026-03-03T00:00', [1]],
      ['due:next 1 week', '2026-03-02T00:00', []],
      ['due:>=1970', '2026-03-02T00:00', [1, 5]],
      ['due:<9999', '2026-03-02T00:00', [1, 5]],
      ['due:<=9999', '2026-03-02T00:00', [1, 5]],
      ['-due:2026-03-09, coffee', '2026-03-02T00:00', [3]],
      ['is:overdue', '2026-03-01T23:59', []],
      ['is:overdue', '2026-03-02T00:00', [5]],
      ['is:overdue', '2026-03-20T00:00', [5]],
    ])('[SB-1] the search %s at %s finds %j', (text, moment, found) => {
      const search = parseSearch(text, at(moment))
      expect(exampleIn(create()).found('', { search })).toEqual(found)
    })

    it.each([
      ['2026-03-09T14:00', []],
      ['2026-03-09T14:01', [5]],
    ])('[SB-1] is:overdue at %s compares minutes, and finds no todo that is done', (moment, found) => {
      const example = exampleIn(create())
      const search = parseSearch('is:overdue', at(moment))
      example.changeCard(5, { dueAt: '2026-03-09T14:00' })
      expect(example.found('', { search })).toEqual(found)
      example.changeCard(5, { dueAt: '2026-03-09T14:00', doneAt: 1 })
      expect(example.found('', { search })).toEqual([])
    })
  })

  it('the examples of docs/search.md name every field', () => {
    for (const name of FIELD_NAMES) expect(PAGE).toContain(`\`${name}:\``)
  })

  it.each(['note: buy', 'a|b', '(x', '(x)', 'http://a', 'C#', '5" disk', 'is:lost', '2 * 3'])(
    'the examples of docs/search.md read %s as a plain word',
    (text) => {
      expect(PAGE).toContain(`\`${text}\``)
      expect(usesSigns(text)).toBe(false)
    },
  )

  it('the canonical texts in docs/search.md equal the printed ones', () => {
    for (const text of examples)
      expect(parseSearch(printSearch(parseSearch(text)))).toEqual(parseSearch(text))
  })
})
