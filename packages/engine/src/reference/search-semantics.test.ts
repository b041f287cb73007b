import { parseKeywords, parseSearch } from '@cardinal/domain'
import { IMPLEMENTATIONS, namesOf, narrowQueryFor, queryFor, workedExample } from '@cardinal/testing'
import { describe, expect, it } from 'vitest'

/** Worked examples of the search rules, asked of both implementations. More are next to the queries. */
describe.each(IMPLEMENTATIONS)('%s', (_, create) => {
  const ask = (lines: string) => workedExample(create(), lines)

  describe('which cards match', () => {
    it('[SB-1] a search finds cards tagged with every word, and cards that contain the phrase', () => {
      const { found } = ask(`
        note first #hello #world
        note second #hello
        note Say HELLO World to them
        note hello and world apart`)
      expect(found('hello, world')).toEqual([1, 3])
    })

    it('[SB-1] a single word that names a tag finds tagged cards and texts, or only tagged cards with only_tags', () => {
      const { found } = ask(`
        note first #hello
        note othello
        note neither`)
      expect(found('hello')).toEqual([1, 2])
      expect(found('hello', { onlyTags: true })).toEqual([1])
    })

    it('[SB-1] a minus excludes cards with the tag, and nothing if no tag has the name', () => {
      const { found } = ask(`
        note a #hello
        note b #hello #world
        note world`)
      expect(found('hello, -world')).toEqual([1])
      expect(found('-world')).toEqual([1, 3])
      expect(found('-wor')).toEqual([1, 2, 3])
    })

    it('[SB-1] a word that names no tag matches the beginnings of parts of tag names, and texts', () => {
      const { found } = ask(`
        note a #machine.learning
        note b #deep_learning
        note c learnt
        note d #unlearned`)
      expect(found('learn')).toEqual([1, 2, 3])
      expect(found('learn', { onlyTags: true })).toEqual([1, 2])
    })

    it('[SB-1] a search ignores accents, case and width, so that a plain word finds both spellings', () => {
      const { found } = ask(`
        note a #café
        note b #cafe
        note ＣＡＦÉ au lait`)
      expect(found('Cafe')).toEqual([1, 2, 3])
      expect(found('-cafe')).toEqual([3])
    })

    it('a search searches each subnote by itself', () => {
      const { found } = ask(`
        note list / hello / world
        note list / hello world`)
      expect(found('hello, world', { onlyTags: false })).toEqual([1, 2])
      expect(found('hello world')).toEqual([2])
    })

    it('keywords of the second searchbar must all occur, and excluded ones must not', () => {
      const { found } = ask(`
        note red apples / green pears #fruit
        note red cherries #fruit
        note green pears, no plums #fruit`)
      expect(found('fruit', { second: parseKeywords('red, pears') })).toEqual([1])
      expect(found('fruit', { second: parseKeywords('pears, -plums') })).toEqual([1])
      expect(found('', { second: parseKeywords('-pears') })).toEqual([2])
    })

    it('[HM-5] a search filters by colours, and counts colours as if it did not filter', () => {
      const { match } = ask(`
        note a @red
        note b @red
        note c @blue
        note d`)
      const { total, colorCounts } = match('', { colors: ['blue', null] })
      expect(total).toBe(2)
      expect(colorCounts).toEqual([
        { color: 'red', count: 2 },
        { color: 'blue', count: 1 },
        { color: null, count: 1 },
      ])
    })

    it('[HM-3] the date window includes its start and not its end', () => {
      const { found } = ask(`
        note a
        note b
        note c`)
      expect(found('', { dates: { field: 'created', start: 2000, end: 3000 } })).toEqual([2])
      expect(found('', { dates: { field: 'updated', start: 1500, end: null } })).toEqual([1, 2, 3])
      expect(found('', { dates: { field: 'updated', start: 1501, end: 3500 } })).toEqual([2])
      expect(found('', { dates: { field: 'created', start: 3000, end: 3000 } })).toEqual([])
    })
  })

  describe('what comes with the matches', () => {
    it('[HM-8] an answer counts tags over all matches, and ranks the cards of the page by words that name their tags', () => {
      const { match, counted, numberOf } = ask(`
        note a #x #y #z
        note b #x #z
        note c #z #w`)
      const { intersectionCounts, tagRanks } = match('x, y')
      expect(counted(intersectionCounts)).toEqual(['x 1', 'y 1', 'z 1'])
      expect(tagRanks.map(({ cardId, rank }) => [numberOf(cardId), rank])).toEqual([[1, 2]])
      expect(counted(match('z').intersectionCounts)).toEqual(['z 3', 'x 2', 'w 1', 'y 1'])
    })

    it('an answer can hold only the page, or only the counts', () => {
      const { match } = ask(`
        note a #x
        note b #x`)
      expect(match('x', { parts: 'page', limit: 1 })).toMatchObject({
        total: -1,
        colorCounts: [],
        intersectionCounts: [],
      })
      expect(match('x', { parts: 'page', limit: 1 }).cards).toHaveLength(1)
      expect(match('x', { parts: 'counts', limit: 1 })).toMatchObject({ cards: [], tagRanks: [], total: 2 })
    })

    it('an answer says how many cards are found without each word, and by each word alone', () => {
      const { workspace } = ask(`
        note a #x
        note b #x #y`)
      expect(workspace.ask('withoutEachWord', queryFor('x, nothing, -y'))).toEqual([
        { word: 'x', isExcluded: false, total: 0, alone: 2 },
        { word: 'nothing', isExcluded: false, total: 1, alone: 0 },
        { word: 'y', isExcluded: true, total: 0, alone: 1 },
      ])
    })
  })

  describe('order', () => {
    it('[HM-2] cards are sorted in every valid order, with ties by id', () => {
      const { found } = ask(`
        note pear #x #y
        note Apple #x
        note äpple #y`)
      expect(found('', { order: { by: 'recently', of: 'added' } })).toEqual([3, 2, 1])
      expect(found('', { order: { by: 'oldest', of: 'updated' } })).toEqual([1, 2, 3])
      expect(found('', { order: { by: 'most', of: 'tagged' } })).toEqual([1, 2, 3])
      expect(found('', { order: { by: 'least', of: 'tagged' } })).toEqual([2, 3, 1])
      expect(found('', { order: { by: 'alphabetically', of: 'asc' } })).toEqual([2, 3, 1])
      expect(found('', { order: { by: 'alphabetically', of: 'desc' } })).toEqual([1, 2, 3])
    })
  })

  describe('tags', () => {
    it('[TG-6] tags by searchword are the named ones in the order of the words, then close ones by latest update', () => {
      const { workspace } = ask(`
        note a #reading #recipe #recipes #receipt #trail #café #cafe`)
      const search = (...keywords: string[]) => namesOf(workspace.ask('tagsBySearchword', { keywords }))
      expect(search('recipe')).toEqual(['recipe', 'recipes'])
      expect(search('recpie')).toEqual(['recipe'])
      expect(search('cafe', 'trail')).toEqual(['cafe', 'café', 'trail'])
      expect(search('rea')).toEqual(['reading'])
      expect(search('rae')).toEqual([])
    })

    it('[TG-8] siblings are found on cards with all and with any of the given tags, but without excluded ones', () => {
      const { workspace, tag, counted } = ask(`
        note 1 #a #b #c
        todo 2 #a #b #c #d
        note 3 #a #e
        note 4 #b #n #f`)
      const ids = (names: string) => [...names].map((name) => tag(name))
      const siblings = workspace.ask('siblingTags', {
        tagIds: ids('ab'),
        negativeTagIds: ids('n'),
        type: null,
      })
      expect(counted(siblings.allOf)).toEqual(['c 2', 'd 1'])
      expect(counted(siblings.anyOf)).toEqual(['c 2', 'd 1', 'e 1'])
      expect(workspace.ask('siblingTags', { tagIds: [], negativeTagIds: [], type: null })).toEqual({
        allOf: [],
        anyOf: [],
      })
      const ofTodos = workspace.ask('siblingTags', { tagIds: ids('a'), negativeTagIds: [], type: 'todo' })
      expect(counted(ofTodos.allOf)).toEqual(['b 1', 'c 1', 'd 1'])
    })

    it('[HM-10] highlights are the tags that share a group, and the tags that share todos', () => {
      const { workspace, tag, nameOf } = ask(`
        todo 1 #a #b
        note 2 #a #c
        group g: a, d
        group h: c`)
      const { sharesGroup, sharesTodos } = workspace.ask('highlights', { tagId: tag('a') })
      expect(sharesGroup.map(nameOf)).toEqual(['d'])
      expect(sharesTodos.map(nameOf)).toEqual(['b'])
    })

    it('a deleted tag is no longer on any card or in any group', () => {
      const { workspace, tag, group, card } = ask(`
        note 1 #a #b
        group g: a, b`)
      workspace.apply([{ kind: 'tag', id: tag('a'), row: null }])
      expect(workspace.ask('cardsById', { ids: [card(1)] })[0]?.tagIds).toEqual([tag('b')])
      expect(workspace.ask('groupsById', { ids: [group('g')] })[0]?.tagIds).toEqual([tag('b')])
      expect(workspace.ask('allTags', { order: { by: 'most', of: 'tagged' } })).toHaveLength(1)
    })
  })

  it('[HM-9] the closest groups are sorted by share of the set, then by fewest other tags, then by title', () => {
    const { workspace, tag } = ask(`
      note 1 #a #b #c #d
      group wide: a, b, c, d
      group tight: a, b
      group also: a, b
      group half: b, c`)
    const closest = workspace.ask('closestGroups', { tagIds: [tag('a'), tag('b')] })
    expect(closest.map(({ group, held, others }) => [group.title, held, others])).toEqual([
      ['also', 2, 0],
      ['tight', 2, 0],
      ['wide', 2, 2],
      ['half', 1, 1],
    ])
    expect(workspace.ask('ungroupedTags', {})).toEqual([])
  })

  describe('suggestions', () => {
    it('[SB-8] narrowing suggestions are tags on some but not all matches, each with a reason', () => {
      const { workspace } = ask(`
        note 1 #cook #soup #easy
        note 2 #cook #soup
        note 3 #cook #cake
        note 4 #cook
        note 5 #other`)
      const suggested = workspace.ask('suggestNarrowing', narrowQueryFor('cook'))
      expect(suggested.map(({ tag }) => tag.name)).toEqual(['soup', 'cake', 'easy'])
      expect(suggested[0]?.reasons).toEqual([{ kind: 'on-matches', count: 2, of: 4 }])
    })

    it('[SB-8] the word being typed is completed with tags on cards that the other words find', () => {
      const { workspace } = ask(`
        note 1 #cook #soup
        note 2 #cook
        note 3 #sour`)
      const suggest = (text: string) =>
        workspace.ask('suggestNarrowing', narrowQueryFor(text)).map(({ tag }) => tag.name)
      expect(suggest('cook, sou')).toEqual(['soup'])
      expect(suggest('sou').sort()).toEqual(['soup', 'sour'])
    })

    it('[SB-8] label suggestions use the text, its site, its words and the chosen tags', () => {
      const { workspace, tag } = ask(`
        link Pasta al forno https://kitchen.example/pasta #cooking #italian
        link Pasta fresca https://kitchen.example/fresca #cooking
        note engine oil #car
        note rent #home`)
      const label = (text: string, tagIds: string[] = []) =>
        workspace.ask('suggestLabels', { text, type: null, cardId: null, tagIds, now: 0, limit: 3 })
      const forLink = label('https://www.kitchen.example/ragu')
      expect(forLink[0]?.tag.name).toBe('cooking')
      expect(forLink[0]?.reasons).toContainEqual({ kind: 'site', site: 'kitchen.example', count: 2, of: 2 })
      expect(label('Wash the car')[0]).toMatchObject({
        tag: { name: 'car' },
        reasons: [{ kind: 'in-text' }, {}],
      })
      expect(label('', [tag('italian')])[0]).toMatchObject({ tag: { name: 'cooking' } })
    })

    it('[SB-8] a reason of words names exactly the words that are on the counted cards', () => {
      const { workspace } = ask(`
        note rare gem one two three four #stone
        note four walls #stone
        note four winds #stone`)
      const [stone] = workspace.ask('suggestLabels', {
        text: 'https://one.example rare gem two, and four',
        type: null,
        cardId: null,
        tagIds: [],
        now: 0,
        limit: 1,
      })
      const words = stone?.reasons.find((reason) => reason.kind === 'words')
      expect(words).toMatchObject({ kind: 'words', count: 1 })
      expect(words).not.toMatchObject({ words: expect.arrayContaining(['four']) })
      expect(words).not.toMatchObject({ words: expect.arrayContaining(['https']) })
    })

    it('tags of hidden groups are never suggested', () => {
      const { workspace } = ask(`
        note 1 #x #secret
        note 2 #x
        hidden h: secret`)
      const query = queryFor('x')
      expect(workspace.ask('suggestNarrowing', narrowQueryFor('x', { query }))).toEqual([])
      const labels = workspace.ask('suggestLabels', {
        text: 'secret x',
        type: null,
        cardId: null,
        tagIds: [],
        now: 0,
        limit: 5,
      })
      expect(labels.map(({ tag }) => tag.name)).toEqual(['x'])
    })
  })

  describe('what rules hide from All', () => {
    const hidden = (...searches: string[]) => ({ hidden: searches.map((search) => parseSearch(search)) })

    it('[SB-1] cards that a rule hides are found by a search that names its tag, in any spelling, and by none that leaves it out', () => {
      const example = ask(`
        note soup #recipe
        note old soup #recipe #archive
        note older soup #recipe #attic`)
      const { found, changeTag, tag } = example
      changeTag('archive', { otherNames: ['stored'] })
      changeTag('attic', { parentIds: [tag('archive')] })
      const rule = hidden('tag:archive')
      expect(found('', rule)).toEqual([1])
      expect(found('recipe', rule)).toEqual([1])
      expect(found('recipe, -archive', rule)).toEqual([1])
      for (const text of ['archive', 'tag:Archive', 'stored', 'tag:arch*', 'recipe | tag:archive!'])
        expect([text, found(`${text}, soup`, rule)]).toEqual([text, found(`${text}, soup`)])
      expect(found('attic', rule)).toEqual([3])
      expect(found('attic', hidden('tag:archive!'))).toEqual([3])
      expect(found('attic', hidden('tag:archive!', 'tag:recipe'))).toEqual([])
    })

    it('[SB-1] one name of a rule is enough; a rule without names is named by one of its conditions', () => {
      const { found } = ask(`
        link https://a.ex.com/1 #secret
        todo paint
        note my diary`)
      expect(found('', hidden('site:ex.com, tag:secret'))).toEqual([2, 3])
      expect(found('secret', hidden('site:ex.com, tag:secret'))).toEqual([1])
      expect(found('site:a.ex.com', hidden('site:ex.com, tag:secret'))).toEqual([1])
      expect(found('type:link', hidden('site:ex.com, tag:secret, type:link'))).toEqual([])
      expect(found('my diary', hidden('"diary"'))).toEqual([3])
      expect(found('di', hidden('"diary"'))).toEqual([])
      expect(found('', { ...hidden('"diary"'), second: parseKeywords('diary') })).toEqual([3])
      expect(found('type:todo', hidden('type:todo'))).toEqual([2])
      expect(found('paint', hidden('type:todo'))).toEqual([])
      expect(found('-type:note', hidden('-type:note'))).toEqual([1, 2])
      expect(found('', hidden('-type:note'))).toEqual([3])
    })

    it('[SB-1] a list says how many more its search finds that are hidden, and a name that is being typed is completed', () => {
      const { workspace } = ask(`
        note soup #recipe
        note stew #recipe
        note old soup #archive`)
      const { parts: _parts, ...query } = queryFor('', hidden('tag:archive', 'tag:recipe'))
      expect(workspace.ask('listCards', query)).toMatchObject({ total: 0, hidden: 3 })
      expect(workspace.ask('listCards', { ...query, search: parseSearch('soup') })).toMatchObject({
        hidden: 2,
      })
      expect(workspace.ask('listCards', { ...query, search: parseSearch('archive') })).toMatchObject({
        total: 1,
        hidden: 0,
      })
      const offered = (text: string) => {
        const narrowing = narrowQueryFor(text, { query: queryFor(text, hidden('tag:archive')) })
        return namesOf(workspace.ask('suggestNarrowing', narrowing).map(({ tag }) => tag))
      }
      expect(offered('arch')).toEqual(['archive'])
      expect(offered('')).not.toContain('archive')
    })
  })
})
