import {
  type Card,
  type Page,
  parseSearch,
  type SearchCondition,
  type Tag,
  type TagGroup,
  toFiles,
  utcCalendar,
} from '@cardinal/domain'
import { IMPLEMENTATIONS, queryFor, sample, workedExample } from '@cardinal/testing'
import { describe, expect, it, vi } from 'vitest'
import { type Bits, bitsFor, ordinalsOf, setBit } from '../structures/bits.ts'
import { Tables } from '../tables.ts'
import { cardSets } from './card-sets.ts'
import { COST_OF_TEXTS, cardsMeeting } from './conditions.ts'
import { cardsMatching, costOf } from './evaluate.ts'
import { cardsWithWords } from './plain-words.ts'

const LINES = `
  note green tea #tea
  note oat milk #milk
  note tea with milk
  note tea milk #tea #milk @red
  todo buy tea on the hills #hot
  note green hills #machine.learning
  note oats and a milk churn #hot @red
  note tea and hills
  note brown #tea.pot
  group drinks: tea, milk
  hidden hidden: tea`

/** Enough cards that texts are searched by the index, and that bitmaps grow. */
const others = (count: number) => Array.from({ length: count }, (_, n) => `note other ${n}`).join('\n')

describe.each(IMPLEMENTATIONS)('searches with signs: %s', (_, create) => {
  describe.each([
    ['among a few cards', 0],
    ['among hundreds', 300],
  ])('%s', (__, count) => {
    it.each([
      ['tag:tea | text:oat', [1, 2, 4, 7]],
      ['tea | oat', [1, 2, 3, 4, 5, 7, 8]],
      ['machi | brown', [6, 9]],
      ['hot | pot', [5, 7, 9]],
      ['-tag:tea | text:milk', [2, 3, 4, 5, 6, 7, 8, 9]],
      ['(tea, milk) | type:todo', [4, 5]],
      ['(hills, tag:hot) | "oat milk"', [2, 5]],
      ['(green, hills, -tag:tea) | color:red', [4, 6, 7]],
      ['(tea, (milk | hills)), -color:red', [3, 5, 8]],
      ['(tea, hills) | tag:milk', [2, 4]],
      ['(tea, milk, color:none) | (tea, and, color:none)', [8]],
      ['-(tea, milk), text:milk', [2, 3, 7]],
      ['-(tag:tea | tag:hot), text:tea', [3, 8]],
      ['-(text:green, tag:tea), text:green', [6]],
      ['"green tea"', [1]],
      ['"tea", "milk"', [3, 4]],
      ['"tea milk", "milk", -text:green', [4]],
      ['"green tea" | "oat milk"', [1, 2]],
      ['tag:tea', [1, 4]],
      ['tag:tea, tag:milk', [4]],
      ['group:drinks', [1, 2, 4]],
      ['group:Drinks, -group:hidden', [2]],
      ['group:nothing', []],
      ['tags:2, -color:none', [4]],
      ['tags:1..2, color:red', [4, 7]],
      ['tags:>1', [4]],
      ['tags:<1, hills', [8]],
      ['color:red, -color:blue', [4, 7]],
      ['tea, text:milk', [3, 4]],
      ['with, text:milk, -color:red', [3]],
      ['green, hills, text:hill, type:note', [6]],
      ['hills, (text:tea | tag:*learn*)', [5, 6, 8]],
    ])('[SB-1] %s finds %j', (text, found) => {
      const example = workedExample(create(), `${others(count)}\n${LINES}`)
      const numbers = example.found(text, { limit: 1000 }).map((number) => number - count)
      expect(numbers.filter((number) => number > 0)).toEqual(found)
    })

    it('a search returns only done or only open cards when the query says so', () => {
      const example = workedExample(create(), `${others(count)}\n${LINES}\ntodo milk`)
      example.changeCard(count + 5, { doneAt: 1 })
      const found = (done: boolean | null) =>
        example.found('tea | milk', { done }).map((number) => number - count)
      expect(found(true)).toEqual([5])
      expect(found(false)).toEqual([1, 2, 3, 4, 7, 8, 10])
      expect(found(null)).toEqual([1, 2, 3, 4, 5, 7, 8, 10])
      expect(example.found('is:done').map((number) => number - count)).toEqual([5])
    })

    it('[SB-1] is:duplicate finds the same cards after a search that combined it with a colour', () => {
      const example = workedExample(
        create(),
        `${others(count)}\n${LINES}\nnote tea and hills @red\nnote tea with milk`,
      )
      const found = (text: string) => example.found(text).map((number) => number - count)
      expect(found('is:duplicate')).toEqual([3, 8, 10, 11])
      expect(found('is:duplicate, color:red')).toEqual([10])
      expect(found('is:duplicate')).toEqual([3, 8, 10, 11])
    })

    it('[SB-1] with only_tags, plain words in alternatives are not searched in texts, but text: and quotes are', () => {
      const example = workedExample(create(), `${others(count)}\n${LINES}`)
      const found = (text: string) => example.found(text, { onlyTags: true }).map((number) => number - count)
      expect(found('tea | oat')).toEqual([1, 4])
      expect(found('tea | text:oat')).toEqual([1, 2, 4, 7])
      expect(found('(tea, milk) | (machi, learn)')).toEqual([4, 6])
    })
  })
})

function tablesOf(lines: string): Tables {
  const tables = new Tables({ unitsAtOnce: 1_000_000, copiesRows: false })
  for (const { kind, row } of sample(lines).changes)
    if (kind === 'tag') tables.putTag(row as Tag)
    else if (kind === 'group') tables.putGroup(row as TagGroup)
    else tables.putCard(row as Card)
  return tables
}

const PAGE: Page = {
  address: 'https://a.example',
  title: '',
  description: '',
  siteName: '',
  language: 'en',
  icon: '',
  cover: '',
  fetchedAt: 1,
  deadAt: null,
}

function setOf(cards: readonly number[]): Bits {
  const bits = bitsFor(1024)
  for (const number of cards) setBit(bits, number - 1)
  return bits
}

const numbersIn = (cards: Bits) => [...ordinalsOf(cards)].map((ordinal) => ordinal + 1)

/** The texts that a search scans: for each the searched text and the number of the card. */
function readFor(lines: string, text: string): string[] {
  const tables = tablesOf(lines)
  const contains = vi.spyOn(tables.texts, 'contains')
  cardsMatching(tables, parseSearch(text), false, tables.cards.all)
  return contains.mock.calls.map(([ordinal, folded]) => `${folded} ${ordinal + 1}`)
}

const GREEN_ON_ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `green ${number}`)

describe('the texts that a search reads', () => {
  it.each([
    ['text:tea, tag:hot', ['tea 5', 'tea 7']],
    ['text:tea, tags:2', ['tea 4']],
    ['text:tea, -(tag:milk | color:none)', ['tea 7']],
    ['text:tea, (color:red | (green, tag:hot))', ['green 5', 'tea 4', 'tea 7']],
    ['text:tea, text:green, color:red', ['tea 4', 'tea 7', 'green 4']],
  ])('[SB-1] the search %s reads only the texts of cards that pass its cheaper conditions', (text, read) => {
    expect(readFor(LINES, text)).toEqual(read)
  })

  it.each([
    ['text:tea | color:none', ['tea 4', 'tea 7']],
    ['tea | color:none', ['tea 7']],
    ['(green, hills) | color:none', ['green 4', 'green 7']],
    ['(green, hills) | -color:red', ['green 4', 'green 7']],
  ])(
    '[SB-1] the search %s reads only the texts of cards that its cheaper alternatives do not find',
    (text, read) => {
      expect(readFor(LINES, text)).toEqual(read)
    },
  )

  it('[SB-1] a search reads texts for its longest word first, and for no phrase if no word names a tag', () => {
    expect(readFor(LINES, 'to, green')).toEqual([...GREEN_ON_ALL, 'to 1', 'to 6'])
    expect(readFor(LINES, 'green, to')).toEqual([...GREEN_ON_ALL, 'to 1', 'to 6'])
  })

  it('[SB-1] a search reads no texts when the index has its words, else only texts that may contain all of them', () => {
    const many = [
      others(70).replaceAll('other', 'green and tea,'),
      others(70).replaceAll('other', 'oat and milk,'),
      'note oat milk and tea, green\nnote oat milk, green tea',
    ].join('\n')
    expect(readFor(many, 'text:oat, text:green')).toEqual([])
    expect(readFor(many, 'text:"green tea", text:"oat milk"')).toEqual([
      'green tea 141',
      'green tea 142',
      'oat milk 142',
    ])
  })
})

describe('the cards that meet one condition', () => {
  const LAST = 301
  /** Hundreds of cards: card 1 has a copy, and card 301 is an overdue todo with the texts of another card. */
  const many = () => {
    const tables =
      tablesOf(`todo of https://a.example @red #tea #milk\n${others(LAST - 2)}\ntodo of https://a.example @red #tea #milk
      group drinks: tea`)
    const put = (n: number, changed: Partial<Card>) =>
      tables.putCard({ ...tables.cards.at(n - 1), ...changed })
    const files = toFiles([{ hash: 'a'.repeat(64), name: 'a', type: '', size: 1 }])
    for (const n of [1, LAST])
      put(n, { dueAt: '2026-03-01', page: { ...PAGE, copiedAt: 3, deadAt: 4 }, files })
    put(2, { type: 'todo', doneAt: 1 })
    return { tables, last: tables.cards.at(LAST - 1) }
  }
  const conditionOf = (text: string) =>
    parseSearch(text, utcCalendar(Date.parse('2026-03-05T12:00Z'))) as SearchCondition

  it.each([
    'tag:tea',
    'text:example',
    'site:a.example',
    'group:drinks',
    'type:todo',
    'is:open',
    'is:duplicate',
    'is:dead',
    'has:copy',
    'has:file',
    'color:red',
    'workspace:all',
    'tags:2',
    'created:>=1970',
    'due:2026-03',
    'is:overdue',
  ])(
    '[SB-1] the condition %s tested on some cards does not change their bitmap, and finds the same again',
    (text) => {
      const { tables } = many()
      const condition = conditionOf(text)
      for (const asked of [[1], [1, LAST], [LAST]]) {
        const within = setOf(asked)
        const found = cardsMeeting(tables, condition, within)
        expect(numbersIn(found)).toEqual(asked)
        found.fill(0)
        expect(numbersIn(within)).toEqual(asked)
      }
      const within = tables.cards.all.slice()
      expect(numbersIn(cardsMeeting(tables, condition, within))).toEqual(expect.arrayContaining([1, LAST]))
      expect(within).toEqual(tables.cards.all)
    },
  )

  it.each(['is:done', '-tag:tea'])(
    '[SB-1] the search %s on some cards does not change their bitmap',
    (text) => {
      const { tables } = many()
      const within = setOf([1, 2])
      expect(numbersIn(cardsMatching(tables, parseSearch(text), false, within))).toEqual([2])
      expect(numbersIn(within)).toEqual([1, 2])
    },
  )

  it('[SB-1] a match in a copy of a page finds its card, and an unknown card id finds nothing', () => {
    const { tables, last } = many()
    const copies = (...cardIds: string[]) =>
      numbersIn(cardsMeeting(tables, { kind: 'copy', text: 'x', cardIds }, tables.cards.all))
    expect(copies(last.id)).toEqual([LAST])
    expect(copies('c'.repeat(24))).toEqual([])
    expect(copies(tables.cards.at(1).id)).toEqual([])
  })
})

describe('words', () => {
  const setsFor = (lines: string, words: readonly string[]) => {
    const tables = tablesOf(lines)
    const contains = vi.spyOn(tables.texts, 'contains')
    const { sure, unsure, phrase } = cardsWithWords(tables, words, false, tables.cards.all)
    const numbers = (bits: Bits | null) => bits && numbersIn(bits)
    return { sure: numbers(sure), unsure: numbers(unsure), phrase, reads: contains.mock.calls.length }
  }

  it('[SB-1] cards that only their texts can decide stay undecided, and are read when they are shown', () => {
    const open = { unsure: [1, 2, 3, 4, 5, 6, 7, 8, 9], reads: 0 }
    expect(setsFor(LINES, ['Tea'])).toEqual({ sure: [1, 4], phrase: 'tea', ...open })
    expect(setsFor(LINES, ['Machi'])).toEqual({ sure: [6], phrase: 'machi', ...open })
    expect(setsFor(LINES, ['tea', 'machi'])).toMatchObject({ sure: [], phrase: 'tea machi' })
    expect(setsFor(LINES, ['machi', 'learn'])).toMatchObject({ sure: [6], unsure: null })
  })

  it('[SB-1] no card stays undecided when the index knows the words', () => {
    expect(setsFor(`${LINES}\n${others(70)}`, ['hills'])).toMatchObject({
      sure: [5, 6, 8],
      unsure: null,
      reads: 0,
    })
  })
})

describe('the cards of a query', () => {
  const setsFor = (text: string) => {
    const tables = tablesOf(LINES)
    const contains = vi.spyOn(tables.texts, 'contains')
    const sets = cardSets(tables, queryFor(text))
    return { ...sets, reads: contains.mock.calls.map(([ordinal, folded]) => `${folded} ${ordinal + 1}`) }
  }

  it('[SB-1] a query without words, or with one word, knows its cards without reading a text', () => {
    expect(setsFor('color:red')).toMatchObject({ unsure: null, phrase: '', reads: [] })
    expect(setsFor('')).toMatchObject({ unsure: null, phrase: '', reads: [] })
    expect(setsFor('tea')).toMatchObject({ phrase: 'tea', reads: [] })
  })

  it.each([
    ['green, to, color:red', ['green 4', 'green 7']],
    ['green, to, tag:tea, text:hill', ['green 1', 'green 4', 'to 1']],
    ['green, hills, text:to', [...GREEN_ON_ALL, 'hills 1', 'hills 6', 'to 6']],
  ])(
    '[SB-1] the conditions of the query %s are ordered by cost: cheap ones, words, text reads',
    (text, reads) => {
      expect(setsFor(text).reads).toEqual(reads)
    },
  )
})

describe('the cost of a search', () => {
  it.each([
    ['tag:tea', 'tags:1'],
    ['tags:1', 'text:tea'],
    ['tea', 'due:today'],
    ['tea, hills', 'text:hills'],
    ['tag:tea, text:hills', 'text:hills'],
    ['color:red | type:note', 'color:red | tags:1'],
    ['-tag:tea', '-text:tea'],
  ])('[SB-1] the search %s costs less than %s', (less, more) => {
    const tables = tablesOf(LINES)
    const cost = (text: string) => costOf(tables, parseSearch(text))
    expect(cost(less)).toBeLessThan(cost(more))
  })

  it.each([
    'text:tea',
    'hills',
    'hills, nothing',
    'tag:tea | text:tea',
    '-text:tea',
    'text:tea, text:milk',
    'hills, text:tea',
  ])('[SB-1] the search %s costs as much as reading texts', (text) => {
    expect(costOf(tablesOf(LINES), parseSearch(text))).toBe(COST_OF_TEXTS)
  })
})
