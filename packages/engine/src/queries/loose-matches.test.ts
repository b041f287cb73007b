import { type LooseMatches, WorkspaceIndex } from '@cardinal/engine'
import { IMPLEMENTATIONS, queryFor, workedExample } from '@cardinal/testing'
import { describe, expect, it } from 'vitest'

const CARDS = `
  link Use hotkey showoff in Eclipse #editors
  note form validation with javascript #java
  note a validating parser
  note the parser is done #self-hosted
  todo call the plumber / buy a washer @red
  note brandeis university library
  link webdav with mod_dav and mod_dav_svn`

describe.each(IMPLEMENTATIONS)('%s', (_, create) => {
  const example = workedExample(create(), CARDS)

  /** The numbers of the cards of each group, and the close words with their counts. */
  function loosely(text: string, changed: Parameters<typeof queryFor>[1] = {}) {
    const { parts: _parts, offset: _offset, ...query } = queryFor(text, changed)
    const found = example.workspace.ask('looseMatches', query)
    const numbers = (group: LooseMatches['anyOrder']) => group.cards.map(({ id }) => example.numberOf(id))
    return {
      anyOrder: numbers(found.anyOrder).sort(),
      close: numbers(found.close).sort(),
      words: found.close.words.map(({ typed, word, count }) => `${typed} ${word} ${count}`),
    }
  }

  it.each([
    ['eclipse hotkey', [1]],
    ['showoff, hotkey eclipse', [1]],
    ['washer plumber', [5]],
    ['self-parser', [4]],
    ['java validation', [2]],
    ['validation eclipse', []],
    // The exact search finds it, so the loose search does not.
    ['form validation', []],
  ])('[SB-1] the search %s finds the cards %j with its words in any order', (text, found) => {
    expect(loosely(text).anyOrder).toEqual(found)
  })

  it.each([
    ['hotky', [1], ['hotky hotkey 1']],
    ['validaton', [2, 3], ['validaton validation 1', 'validaton validating 1']],
    ['brandris', [6], ['brandris brandeis 1']],
    ['modav', [7], ['modav mod_dav 1', 'modav mod_dav_svn 1']],
    ['moddav', [7], ['moddav mod_dav 1', 'moddav mod_dav_svn 1']],
    ['jva', [2], ['jva java 1']],
    ['selfhosted', [4], ['selfhosted self-hosted 1']],
    ['hotky eclipse', [1], ['hotky hotkey 1']],
    ['plubmer washr', [5], ['plubmer plumber 1', 'washr washer 1']],
    ['hotky plumber', [], []],
    ['type:todo, hotky', [], []],
    ['hotky, -editors', [], []],
    ['zzzzzz', [], []],
    ['c+', [], []],
  ])('[SB-1] the search %s finds the cards %j by close words', (text, found, words) => {
    expect(loosely(text)).toEqual({ anyOrder: [], close: found, words })
  })

  it.each([
    ['collecting', [2, 3, 1], ['collecting collection 1', 'collecting collector 1', 'collecting collects 1']],
    ['collecting painter', [3], ['collecting collects 1', 'painter painting 1']],
    // `collects` is a word of a card, so it has no close words.
    ['collects', [], []],
  ])(
    '[SB-1] the search %s finds the cards %j by forms of its words, behind mistakes',
    (text, found, words) => {
      const forms = workedExample(
        create(),
        `
  note a collector of stamps
  note the collection
  note she collects paintings / a painting`,
      )
      const { parts: _parts, offset: _offset, ...query } = queryFor(text)
      const { close } = forms.workspace.ask('looseMatches', query)
      expect(close.cards.map(({ id }) => forms.numberOf(id))).toEqual(found)
      expect(close.words.map(({ typed, word, count }) => `${typed} ${word} ${count}`)).toEqual(words)
    },
  )

  it('[SB-1] a search of fields alone, or of more than twelve words, has no loose matches', () => {
    const nothing = { anyOrder: [], close: [], words: [] }
    expect(loosely('color:blue')).toEqual(nothing)
    expect(loosely('a b c d e f g h i j k l m')).toEqual(nothing)
    expect(loosely('')).toEqual(nothing)
  })

  it('[SB-1] loose matches respect the colour, the dates and only_tags', () => {
    expect(loosely('plubmer', { colors: ['red'] }).close).toEqual([5])
    expect(loosely('plubmer', { colors: [null] }).close).toEqual([])
    expect(loosely('hotky', { onlyTags: true }).close).toEqual([])
    expect(loosely('edtors', { onlyTags: true }).close).toEqual([1])
    const dates = { field: 'created', start: 2_000, end: null } as const
    expect(loosely('hotky', { dates }).close).toEqual([])
  })
})

it('[SB-1] a word that occurs in the cards has no close words, and other words have some', () => {
  const { workspace, numberOf } = workedExample(
    new WorkspaceIndex(),
    'note a form of bread\nnote from the baker\nlink a page #farm\nnote reform',
  )
  const closeTo = (text: string) => {
    const { parts: _parts, offset: _offset, ...query } = queryFor(text)
    const { close } = workspace.ask('looseMatches', query)
    return { cards: close.cards.map(({ id }) => numberOf(id)), words: close.words.map(({ word }) => word) }
  }
  expect(closeTo('from')).toEqual({ cards: [], words: [] })
  expect(closeTo('farm')).toEqual({ cards: [], words: [] })
  expect(closeTo('form bred'), 'only the misspelt word is forgiven').toEqual({ cards: [1], words: ['bread'] })
  expect(closeTo('refom').words).toEqual(['reform'])
  expect(closeTo('ofrm').words, 'inside no word').toEqual(['form'])
  expect(closeTo('bakr').cards).toEqual([2])
  expect(closeTo('eform').words, 'inside a word alone').toContain('form')
})

it('[SB-1] a search that finds five cards has no loose matches', () => {
  const lines = ['note pineapple 1', 'note pineapple 2', 'note pineapple 3', 'note pineapple 4', 'note aple']
  const loose = (more: readonly string[]) => {
    const { workspace } = workedExample(new WorkspaceIndex(), [...lines, ...more].join('\n'))
    const { parts: _parts, offset: _offset, ...query } = queryFor('apple')
    return workspace.ask('looseMatches', query).close.total
  }
  expect(loose([])).toBe(1)
  expect(loose(['note pineapple 5'])).toBe(0)
})

it('[SB-1] cards with a close word come before cards with a word whose beginning is close', () => {
  const { workspace, numberOf } = workedExample(
    new WorkspaceIndex(),
    'note chapter one\nnote chat with Ann\nnote champion',
  )
  const { parts: _parts, offset: _offset, ...query } = queryFor('chta')
  const { close } = workspace.ask('looseMatches', query)
  expect(close.words.map(({ word }) => word)).toEqual(['chat', 'champion', 'chapter'])
  expect(close.cards.map(({ id }) => numberOf(id))).toEqual([2, 3, 1])
})
