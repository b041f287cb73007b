import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../folding.ts'
import { checkOtherName } from '../tag-relations.ts'
import { utcCalendar } from './days.ts'
import {
  duplicateWords,
  includedWords,
  parseKeywords,
  parseSearch,
  searchWords,
  usesSigns,
} from './grammar.ts'
import { allOf, anyOf, notOf } from './normal-form.ts'
import { isSearchedWhole } from './pieces.ts'
import { printSearch, wordOfTag } from './print.ts'
import { NOTHING_ASKED, type SearchTree } from './search-tree.ts'

const words = (...texts: string[]): SearchTree => ({ kind: 'words', words: texts })
const tag = (name: string, isExact = false): SearchTree => ({ kind: 'tag', name, isExact })
const text = (of: string): SearchTree => ({ kind: 'text', text: of })
/** Today is 14 May 2024. */
const CALENDAR = utcCalendar(Date.UTC(2024, 4, 14, 12))

describe('a text of words and commas', () => {
  it('[SB-1] a search is split at commas and trimmed, empty parts are dropped, and a leading minus excludes a tag', () => {
    expect(parseSearch(' Hello , world,, -draft ， - old stuff')).toEqual(
      allOf([words('Hello', 'world'), notOf(tag('draft')), notOf(tag('old stuff'))]),
    )
  })

  it('[SB-1] a minus inside a word is kept, and a lone minus is dropped', () => {
    expect(searchWords('re-use, -, --x')).toEqual([
      { text: 're-use', isExcluded: false },
      { text: '-x', isExcluded: true },
    ])
  })

  it('[SB-1] a word that occurs twice in a search counts once', () => {
    expect(parseSearch('Café, cafe, tea, -x, -X')).toEqual(allOf([words('Café', 'tea'), notOf(tag('x'))]))
    expect(includedWords('Café, cafe, tea, -x')).toEqual(['Café', 'tea'])
  })

  it('[SB-1] a search that is empty or folds to nothing has no conditions', () => {
    for (const nothing of ['', ' , ', '\u0301, -\u0301', '-', '-,，'])
      expect(parseSearch(nothing), nothing).toEqual(NOTHING_ASKED)
  })
})

describe('a search', () => {
  it.each<readonly [string, SearchTree]>([
    ['tea | coffee', anyOf([words('tea'), words('coffee')])],
    ['tea OR coffee, milk', allOf([words('milk'), anyOf([words('tea'), words('coffee')])])],
    ['tea | -milk', anyOf([words('tea'), notOf(tag('milk'))])],
    ['(tea, milk) | coffee', anyOf([words('tea', 'milk'), words('coffee')])],
    ['-(tea, milk)', notOf(words('tea', 'milk'))],
    ['-(tea)', notOf(words('tea'))],
    ['x, -(tea | coffee)', allOf([words('x'), notOf(anyOf([words('tea'), words('coffee')]))])],
    ['a, (b, c), ((d, is:open))', allOf([words('a', 'b', 'c', 'd'), { kind: 'is', state: 'open' }])],
    ['"Exact, words (or so) | a"', text('Exact, words (or so) | a')],
    ['-"say ""hi"""', notOf(text('say "hi"'))],
    ['tag:machine  learning', tag('machine learning')],
    ['tag:baking!', tag('baking', true)],
    ['tag:"a, b!"', tag('a, b!')],
    ['-tag:x', notOf(tag('x'))],
    ['text:milk', text('milk')],
    ['site:https://www.GitHub.com/', { kind: 'site', site: 'github.com' }],
    ['group:Work', { kind: 'group', title: 'Work' }],
    ['color:RED', { kind: 'color', color: 'red' }],
    ['color:none', { kind: 'color', color: null }],
    ['type:todo', { kind: 'type', type: 'todo' }],
    ['is:link', { kind: 'type', type: 'link' }],
    ['is:done', { kind: 'is', state: 'done' }],
    ['is:untagged', { kind: 'tags', least: 0, most: 0 }],
    ['has:children', { kind: 'has', what: 'children' }],
    ['has:subtasks', { kind: 'has', what: 'subtasks' }],
    ['has:Subnotes', { kind: 'has', what: 'subtasks' }],
    ['has:file', { kind: 'has', what: 'file' }],
    ['tags:>3', { kind: 'tags', least: 4, most: null }],
    ['tags:>=3', { kind: 'tags', least: 3, most: null }],
    ['tags:<3', { kind: 'tags', least: 0, most: 2 }],
    ['tags:<=3', { kind: 'tags', least: 0, most: 3 }],
    ['tags:1..3', { kind: 'tags', least: 1, most: 3 }],
    ['tags:milk', tag('milk')],
    ['colour:red', { kind: 'color', color: 'red' }],
    ['due:any', { kind: 'due', days: 'any', start: null, end: null }],
    ['start:none', notOf({ kind: 'start', days: 'any', start: null, end: null })],
    ['due:None', notOf({ kind: 'due', days: 'any', start: null, end: null })],
    ['-due:none', { kind: 'due', days: 'any', start: null, end: null }],
    ['workspace:ALL', { kind: 'workspace', which: 'all' }],
    ['word:"(a, b)"', words('(a, b)')],
    ['-word:"(a"', notOf(tag('(a'))],
    ['java*', words('java*')],
  ])('the search %s is parsed into its tree', (written, tree) => {
    expect(parseSearch(written)).toEqual(tree)
  })

  it.each([
    ...[
      'note: buy',
      'a|b',
      'a |b',
      '(x',
      'x)',
      'http://a',
      'C#',
      '(x)',
      '(x) y',
      'x (y)',
      ':(',
      'a:b',
      '12:30',
    ],
    ...[
      '| a',
      'a |',
      'OR',
      'OR a',
      'a or b',
      'tag: x',
      'tag:',
      'is:lost',
      'color:mauve',
      'site:nowhere',
      'tags:!',
    ],
    ...['tags:<0', 'created:soon', 'created:2024-13', 'created:2024-02-30', 'created:..', '"', '""'],
    ...['"a" b', '5" disk', 'a "b"', '""a"', 'Tag:x', 'word:x', '*', '**', '()', '2 * 3', '-- x', '(())'],
  ])('[SB-1] a search reads %j as plain words', (written) => {
    expect(usesSigns(written)).toBe(false)
    const expected = written.startsWith('-') ? notOf(tag(written.slice(1))) : words(written)
    expect(parseSearch(written)).toEqual(expected)
  })

  it('[SB-1] commas separate words inside broken parentheses and quotes', () => {
    expect(parseSearch('(a, b) c, "d, e')).toEqual(words('(a', 'b) c', '"d', 'e'))
  })

  it('a search with a calendar reads the names of days', () => {
    expect(parseSearch('created:today', CALENDAR)).toEqual({
      kind: 'time',
      field: 'created',
      days: 'today',
      start: Date.UTC(2024, 4, 14),
      end: Date.UTC(2024, 4, 15),
    })
  })

  it('a search with too many signs or too deep nesting is read as plain words', () => {
    const many = Array.from({ length: 51 }, (_, n) => `"${n}"`).join(', ')
    const deep = `${'-('.repeat(11)}a, b${')'.repeat(11)}`
    for (const written of [many, deep]) expect(parseSearch(written)).toEqual(text(written))
    expect([many, deep, 'a or b', '(a)', ''].map(isSearchedWhole)).toEqual([true, true, false, false, false])
    expect(parseSearch(`${'-('.repeat(10)}a, b${')'.repeat(10)}`).kind).toBe('not')
    const plain = Array.from({ length: 2000 }, (_, n) => `w${n}`)
    expect(parseSearch(plain.join(', '))).toEqual(words(...plain))
  })
})

describe('printing', () => {
  const signs = [
    'a',
    'B',
    'é',
    ' ',
    ' ',
    ', ',
    ',',
    '，',
    '-',
    '(',
    ')',
    '"',
    '|',
    ' | ',
    ' OR ',
    '*',
    '!',
    ':',
    '..',
  ]
  const starts = [
    'tag:',
    'text:',
    'word:',
    'is:open',
    'tags:>1',
    'created:2024',
    'created:last 2 months',
    'site:a.b',
  ]
  const hostile = fc
    .array(fc.constantFrom(...signs, ...starts), { maxLength: 24 })
    .map((pieces) => pieces.join(''))

  it('a text that is parsed, printed and parsed again gives the same tree', () => {
    fc.assert(
      fc.property(hostile, (written) => {
        const tree = parseSearch(written, CALENDAR)
        expect(parseSearch(printSearch(tree), CALENDAR)).toEqual(tree)
      }),
      { numRuns: 3000 },
    )
  })

  it('printing a parsed canonical text gives the same canonical text', () => {
    fc.assert(
      fc.property(hostile, (written) => {
        const printed = printSearch(parseSearch(written, CALENDAR))
        expect(printSearch(parseSearch(printed, CALENDAR))).toBe(printed)
      }),
    )
  })

  it.each([
    ['is:todo ,  tea,Milk', 'tea, Milk, type:todo'],
    ['a | (b | c)', 'a | b | c'],
    ['(tea, milk) OR text:x', '(tea, milk) | "x"'],
    ['tags:>=3', 'tags:>2'],
    ['tags:>=0', 'tags:>=0'],
    ['-(-(a, b))', '-(-(a, b))'],
    ['Buy milk (2 l) | eggs', 'word:"Buy milk (2 l)" | eggs'],
    ['-tag:x', '-x'],
    ['-tag:x!', '-tag:x!'],
    ['created:LAST  2 Days', 'created:last 2 days'],
    ['due:Tomorrow', 'due:tomorrow'],
    ['due:none', '-due:any'],
    ['start:Tomorrow', 'start:tomorrow'],
    ['due:overdue', 'is:overdue'],
    ['colour:Red', 'color:red'],
    ['has:subnotes', 'has:subtasks'],
    ['created:March  2011', 'created:march 2011'],
    ['IS:overdue, is:Overdue', 'IS:overdue, is:overdue'],
  ])('the search %s is printed as %s', (written, printed) => {
    expect(printSearch(parseSearch(written, CALENDAR))).toBe(printed)
  })

  it('any text can be parsed and printed, even with lone surrogates and NUL', () => {
    const anyUnits = fc.array(fc.nat({ max: 0xffff })).map((units) => String.fromCharCode(...units))
    fc.assert(
      fc.property(anyUnits, (written) => {
        const tree = parseSearch(written)
        expect(parseSearch(printSearch(tree))).toEqual(tree)
      }),
    )
  })
})

describe('parseKeywords', () => {
  it('parseKeywords reads only words and minus signs, and no other signs', () => {
    expect(parseKeywords('pears, -plums , (a | "b"), - ,')).toEqual(
      allOf([text('pears'), notOf(text('plums')), text('(a | "b")')]),
    )
    expect(parseKeywords(' ')).toEqual(NOTHING_ASKED)
  })
})

describe('searchWords', () => {
  it('searchWords finds words and tags at any depth, and each minus around them turns included into excluded', () => {
    expect(searchWords('a, -(b, -tag:c) | -d, "e", is:open')).toEqual([
      { text: 'a', isExcluded: false },
      { text: 'b', isExcluded: true },
      { text: 'c', isExcluded: false },
      { text: 'd', isExcluded: true },
    ])
  })
})

describe('the word of a tag', () => {
  it('[SB-5] property: the search word of a tag is its display name if that is read as one word, else its name', () => {
    const shown = fc.oneof(
      fc.constantFrom('C++', 'node.js', 'JavaScript', '🌱', 'a|b', 'r&d'),
      fc.stringMatching(/^[a-c|()"*: -]{1,7}$/),
      fc.stringMatching(/^(tag|is|due|OR|text):? ?[a-c"]{0,3}$/),
    )
    let said = 0
    fc.assert(
      fc.property(shown, (typed) => {
        const checked = checkOtherName(typed)
        fc.pre(checked.ok)
        const displayName = checked.value
        const word = wordOfTag({ name: 'x', displayName })
        if (word !== 'x') expect(word).toBe(displayName)
        const read = searchWords(`tea, ${word}, -milk`).map((one) => [fold(one.text), one.isExcluded])
        expect(read).toEqual([
          ['tea', false],
          [fold(word), false],
          ['milk', true],
        ])
        if (word !== 'x') said++
      }),
      { numRuns: 1000 },
    )
    expect(said).toBeGreaterThan(200)
    for (const plain of ['C++', 'node.js', 'JavaScript', '🌱', 'a|b', 'r&d'])
      expect(wordOfTag({ name: 'x', displayName: plain })).toBe(plain)
  })
})

describe('a search without a calendar', () => {
  it('a search without a calendar reads conditions of days and moments as words', () => {
    for (const written of ['created:today', 'due:tomorrow', 'is:overdue'])
      expect(parseSearch(written), written).toEqual(words(written))
  })
})

describe('usesSigns', () => {
  it('usesSigns recognises days and moments without a calendar', () => {
    for (const written of ['created:today', 'due:tomorrow', 'is:overdue']) {
      expect(usesSigns(written), written).toBe(true)
      expect(searchWords(written), written).toEqual([])
    }
  })
})

describe('duplicateWords', () => {
  it('[SB-4] duplicateWords finds words with equal folded forms, included or excluded', () => {
    expect(duplicateWords('tea, Café, -cafe, coffee')).toEqual(['cafe'])
    expect(duplicateWords('tea, coffee')).toEqual([])
  })

  it('[SB-4] duplicateWords does not report a word that occurs in several alternatives', () => {
    expect(duplicateWords('(tea, milk) | (tea, sugar)')).toEqual([])
  })
})

describe('the normal form', () => {
  it('the canonical form has each part once, compared by `fold`', () => {
    expect(parseSearch('a | A | "x" | "X"')).toEqual(anyOf([words('a'), text('x')]))
    expect(fold(printSearch(parseSearch('is:open, is:open')))).toBe('is:open')
  })
})
