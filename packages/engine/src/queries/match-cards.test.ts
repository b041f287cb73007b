import { type CardOrder, type Change, parseKeywords } from '@cardinal/domain'
import { IMPLEMENTATIONS, queryFor, sample, workedExample } from '@cardinal/testing'
import { describe, expect, it } from 'vitest'

describe.each(IMPLEMENTATIONS)('matching cards: %s', (_, create) => {
  const example = (lines: string) => workedExample(create(), lines)

  it('[SB-1] an empty text matches every card, or every card of the chosen type', () => {
    const { found } = example('note a\ntodo b\nlink c')
    expect(found('')).toEqual([1, 2, 3])
    expect(found(' , ')).toEqual([1, 2, 3])
    expect(found('', { type: 'todo' })).toEqual([2])
    expect(found('', { onlyTags: true })).toEqual([1, 2, 3])
  })

  it('[SB-1] among several words, one that names a tag is matched by the tag and not by the text', () => {
    const { found } = example(`
      note sugar #tea #milk
      note tea with sugar #milk
      note sugar #tea`)
    expect(found('tea, milk')).toEqual([1])
    expect(found('tea, sugar')).toEqual([1, 3])
  })

  it('[SB-1] a word that names no tag matches the beginning of a part of a tag name, or a text', () => {
    const { found } = example(`
      note green hills #machine.learning
      note green machine
      note hills #mach
      note green #deep_machine
      note machine / green`)
    expect(found('machi, green')).toEqual([1, 2, 4, 5])
    expect(found('machi, green', { onlyTags: true })).toEqual([])
    expect(found('machi', { onlyTags: true })).toEqual([1, 4])
    expect(found('machine.learning')).toEqual([])
    expect(found('machine learning')).toEqual([1])
  })

  it('[SB-1] a phrase may cross spaces and signs within one text, but not two texts', () => {
    const { found } = example(`
      note one two three
      note one / two three
      note one, two three
      note one_two three
      note three one two
      note two three one two one`)
    expect(found('one two')).toEqual([1, 5, 6])
    expect(found('one, two three')).toEqual([1, 2, 3, 4, 6])
    expect(found('one, two')).toEqual([1, 2, 3, 4, 5, 6])
    expect(found('one two', { onlyTags: true })).toEqual([])
  })

  it('[SB-1] words that name tags also match cards whose text contains them as a phrase', () => {
    const { found } = example(`
      note 1 #green #tea
      note green tea
      note green and tea
      note 4 #green`)
    expect(found('green, tea')).toEqual([1, 2])
    expect(found('green, tea', { onlyTags: true })).toEqual([1])
  })

  it('[SB-1] an excluded word removes the cards with the tag that it names, whatever else matches', () => {
    const { found } = example(`
      note tea #hot
      note tea #cold
      note hot tea
      note tea #hót #cold`)
    expect(found('tea, -hot')).toEqual([2, 3])
    expect(found('tea, -hot, -cold')).toEqual([3])
    expect(found('tea, -cools')).toEqual([1, 2, 3, 4])
  })

  it('[SB-6] the second searchbar searches only texts, for each word by itself', () => {
    const { found } = example(`
      note milk and sugar #tea
      note milk / sugar #tea
      note honey #tea #milk
      note milk #tea`)
    const second = (text: string) => found('tea', { second: parseKeywords(text) })
    expect(second('milk')).toEqual([1, 2, 4])
    expect(second('milk, sugar')).toEqual([1, 2])
    expect(second('milk, -sugar')).toEqual([4])
    expect(second('-milk, -honey')).toEqual([])
    expect(second('nothing, milk')).toEqual([])
    expect(second('k and s')).toEqual([1])
  })

  it('[HM-3] a date filter compares only the chosen date, and its window includes its start but not its end', () => {
    const { found, changeCard } = example('note a\nnote b\nnote c')
    changeCard(1, { createdAt: 10, updatedAt: 300 })
    changeCard(2, { createdAt: 20, updatedAt: 200 })
    changeCard(3, { createdAt: 30, updatedAt: 100 })
    const within = (field: 'created' | 'updated', start: number | null, end: number | null) =>
      found('', { dates: { field, start, end } })
    expect(within('created', 20, null)).toEqual([2, 3])
    expect(within('created', null, 20)).toEqual([1])
    expect(within('updated', 200, 300)).toEqual([2])
    expect(within('updated', 300, 200)).toEqual([])
    expect(within('updated', null, null)).toEqual([1, 2, 3])
  })

  it('[HM-5] chosen colours narrow the matches and their counts, but not the counts of colours', () => {
    const { match, found, counted } = example(`
      note a #x @red
      note b #x #y @blue
      note c #y @red
      note d #x @green
      note e #x`)
    const { total, colorCounts, intersectionCounts } = match('x', { colors: ['red', 'green'] })
    expect(total).toBe(2)
    expect(counted(intersectionCounts)).toEqual(['x 2'])
    expect(colorCounts).toEqual([...['blue', 'green', 'red'], null].map((color) => ({ color, count: 1 })))
    expect(found('x', { colors: ['red', 'green'] })).toEqual([1, 4])
    expect(found('x', { colors: ['red', 'green'], parts: 'page' })).toEqual([1, 4])
    expect(found('', { colors: [null] })).toEqual([5])
  })

  it('[HM-5] colours are sorted by count, then by name, with colourless last among equals', () => {
    const { match } = example(
      'note\nnote a @red\nnote b @blue\nnote c @teal\nnote d @teal\nnote\nnote e @red',
    )
    expect(match('').colorCounts).toEqual([
      { color: 'red', count: 2 },
      { color: 'teal', count: 2 },
      { color: null, count: 2 },
      { color: 'blue', count: 1 },
    ])
  })

  it('[HM-8] the rank of a card is the number of included words that name one of its tags', () => {
    const { match } = example(`
      note cafe machine #café
      note cafe #cafe #machine
      note cafe #other
      note 4 #cafe #café`)
    const ranks = (text: string) => match(text).tagRanks.map(({ rank }) => rank)
    expect(ranks('cafe')).toEqual([1, 1, 0, 1])
    expect(ranks('cafe, machine')).toEqual([0 + 1, 2])
    expect(ranks('cafe, machi')).toEqual([1, 1])
    expect(ranks('')).toEqual([0, 0, 0, 0])
  })

  it('[HM-15] a page is cut from the whole order, and its counts are those of all matches', () => {
    const { match, found } = example('note a #x\nnote b #x\nnote c #x\nnote d #x\nnote e #y')
    expect(found('x', { offset: 1, limit: 2 })).toEqual([2, 3])
    expect(found('x', { offset: 3, limit: 2 })).toEqual([4])
    expect(found('x', { offset: 4, limit: 2 })).toEqual([])
    expect(match('x', { offset: 1, limit: 2 }).total).toBe(4)
    expect(match('x', { offset: 1, limit: 2 }).tagRanks).toHaveLength(2)
  })

  it('[HM-15] the page without counts is the same page, even if a phrase is searched in many texts', () => {
    const lines = Array.from({ length: 60 }, (__, n) =>
      n % 9 === 4 ? `note green tea ${n}` : n % 20 === 7 ? `note ${n} #green #tea` : `note tea, green ${n}`,
    )
    const { found } = example([...lines, 'note no #green', 'note no #tea'].join('\n'))
    const all = found('green, tea', { limit: 100 })
    expect(all).toEqual([5, 8, 14, 23, 28, 32, 41, 48, 50, 59])
    for (const [offset, limit] of [
      [0, 1],
      [0, 3],
      [2, 3],
      [7, 3],
      [8, 25],
      [10, 5],
    ] as const)
      expect(found('green, tea', { parts: 'page', offset, limit })).toEqual(all.slice(offset, offset + limit))
    expect(found('green tea', { parts: 'page', offset: 1, limit: 2 })).toEqual([14, 23])
  })

  it('[SB-10] a list is returned with its cards, their number, and each of their tags once', () => {
    const { workspace, numberOf } = example(`
      note tea 1 #milk #sugar
      note tea 2 #sugar @red
      todo tea 3 #lemon
      note coffee #cup`)
    const list = (text: string, changed: object) => {
      const { parts: _parts, ...query } = queryFor(text, { order: { by: 'oldest', of: 'added' }, ...changed })
      const { cards, total, tags, tagRanks } = workspace.ask('listCards', query)
      const named = tags.map(({ name, cardCount }) => `${name} ${cardCount}`)
      return [cards.map(({ id }) => numberOf(id)), total, named, tagRanks.map(({ rank }) => rank)]
    }
    expect(list('tea', { limit: 2 })).toEqual([[1, 2], 3, ['milk 1', 'sugar 2'], [0, 0]])
    expect(list('tea', { limit: 2, offset: 2 })).toEqual([[3], 3, ['lemon 1'], [0]])
    expect(list('sugar', { colors: ['red'] })).toEqual([[2], 1, ['sugar 2'], [1]])
    expect(list('nothing', {})).toEqual([[], 0, [], []])
  })

  it('[SB-1] for up to ten words, included ones first, a search says how many cards it would find without the word', () => {
    const withoutIn = (lines: string, text: string) =>
      example(lines)
        .workspace.ask('withoutEachWord', queryFor(text))
        .map(({ word, isExcluded, total }) => `${isExcluded ? '-' : ''}${word} ${total}`)
    const without = (text: string) => withoutIn('note tea milk #a\nnote tea #a #b\nnote milk tea #b', text)
    expect(without('tea, milk, nothing')).toEqual(['tea 0', 'milk 0', 'nothing 2'])
    expect(without('tea, no, milk')).toEqual(['tea 0', 'no 2', 'milk 0'])
    expect(without('-a, -b')).toEqual(['-a 1', '-b 1'])
    expect(withoutIn('note green tea\nnote 2 #green #tea', 'green, tea, nothing')[2]).toBe('nothing 2')
    const many = [...'abcdefghijkl']
    expect(without(many.join(','))).toHaveLength(10)
    expect(without(many.map((word) => `-${word}`).join(','))).toHaveLength(10)
    expect(without(['x', 'y', 'z', ...many.map((word) => `-${word}`)].join(','))).toHaveLength(10)
  })

  describe('order', () => {
    const orders = (
      lines: string,
      changes: Record<number, { createdAt?: number; updatedAt?: number }> = {},
    ) => {
      const { found, changeCard } = example(lines)
      for (const [n, changed] of Object.entries(changes)) changeCard(Number(n), changed)
      return (by: CardOrder['by'], of: CardOrder['of']) =>
        found('', { order: { by, of } as CardOrder }).join('')
    }

    it('[HM-2] cards are sorted by creation and by update, newest or oldest first', () => {
      const inOrder = orders('note a\nnote b\nnote c', {
        1: { createdAt: 2, updatedAt: 30 },
        2: { createdAt: 3, updatedAt: 10 },
        3: { createdAt: 1, updatedAt: 20 },
      })
      expect(inOrder('recently', 'added')).toBe('213')
      expect(inOrder('oldest', 'added')).toBe('312')
      expect(inOrder('recently', 'updated')).toBe('132')
      expect(inOrder('oldest', 'updated')).toBe('231')
    })

    it('[HM-2] cards are sorted by the number of their tags', () => {
      const inOrder = orders('note a #x\nnote b #x #y #z\nnote c\nnote d #x #y')
      expect(inOrder('most', 'tagged')).toBe('2413')
      expect(inOrder('least', 'tagged')).toBe('3142')
    })

    it('[HM-2] the alphabetical order compares only the folded content, by code point', () => {
      const inOrder = orders('note Zebra\nnote éclair\nnote 東\nnote eclair b / a\nnote ECLAIR')
      expect(inOrder('alphabetically', 'asc')).toBe('25413')
      expect(inOrder('alphabetically', 'desc')).toBe('31425')
    })

    it('[HM-2] cards that are equal in an order are sorted by id ascending', () => {
      const same = { createdAt: 5, updatedAt: 5 }
      const inOrder = orders('note a #x\nnote a #x\nnote a #x', { 1: same, 2: same, 3: same })
      for (const [by, of] of [
        ['recently', 'added'],
        ['oldest', 'updated'],
        ['most', 'tagged'],
        ['least', 'tagged'],
        ['alphabetically', 'asc'],
        ['alphabetically', 'desc'],
      ] as const)
        expect(inOrder(by, of)).toBe('123')
    })

    it('[HM-2] cards that are equal in an order are sorted by id, whichever was added first', () => {
      const given = sample('note a\nnote a\nnote a')
      const workspace = create()
      workspace.apply(
        given.changes
          .map((change) => ({ ...change, row: { ...change.row, createdAt: 5 } }) as Change)
          .toReversed(),
      )
      for (const order of [
        { by: 'recently', of: 'added' },
        { by: 'most', of: 'tagged' },
        { by: 'alphabetically', of: 'desc' },
      ] as const) {
        const { cards } = workspace.ask('matchCards', queryFor('', { order }))
        expect(cards.map(({ id }) => given.numberOf(id))).toEqual([1, 2, 3])
      }
    })

    it('[HM-2] the alphabetical order compares contents to their end when their long beginnings are equal', () => {
      const inOrder = orders('note the same words b\nnote the same words a\nnote the same words')
      expect(inOrder('alphabetically', 'asc')).toBe('321')
      expect(inOrder('alphabetically', 'desc')).toBe('123')
    })
  })
})
