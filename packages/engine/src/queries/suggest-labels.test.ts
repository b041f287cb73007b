import { fold } from '@cardinal/domain'
import { IMPLEMENTATIONS, namesOf, type WorkedExample, workedExample } from '@cardinal/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LabelQuery } from '../questions.ts'

describe.each(IMPLEMENTATIONS)('which tags belong on it: %s', (_, create) => {
  const example = (lines: string) => workedExample(create(), lines)
  const labels = ({ workspace }: WorkedExample, text: string, changed: Partial<LabelQuery> = {}) =>
    workspace.ask('suggestLabels', {
      text,
      type: null,
      cardId: null,
      tagIds: [],
      now: 0,
      limit: 5,
      ...changed,
    })
  const names = (...args: Parameters<typeof labels>) =>
    namesOf(labels(...args).map(({ tag }) => tag)).join(' ')

  it('[SB-8] without a text, the label suggestions are the most used tags, ties by name, and none without cards', () => {
    const given = example(`
      note 1 #z #b #c
      note 2 #z #c
      note 3 #z #d
      group g: unused`)
    expect(names(given, '')).toBe('z c b d')
    expect(names(given, '', { limit: 2 })).toBe('z c')
    expect(names(given, 'words that nobody wrote'), 'a text that says nothing').toBe('')
    expect(labels(given, '', { limit: 1 })[0]?.reasons).toEqual([{ kind: 'used', count: 3 }])
  })

  it('[SB-8] equally used tags are suggested by name when only some of them fit', () => {
    const given = example('note 1 #d #c\nnote 2 #b #a\nnote 3 #x\nnote 4 #x')
    expect(names(given, '', { limit: 3 })).toBe('x a b')
  })

  it('[SB-8] a tag is suggested when its name occurs in the text as whole words', () => {
    const given = example('note 1 #machine.learning\nnote 2 #machine\nnote 3 #deep_sea\nnote 4 #learnings')
    const inText = (text: string) =>
      labels(given, text)
        .filter(({ reasons }) => reasons.some(({ kind }) => kind === 'in-text'))
        .map(({ tag }) => tag.name)
        .sort()
    expect(inText('On Machine-Learning, again')).toEqual(['machine', 'machine learning'])
    expect(inText('a deep sea')).toEqual(['deep_sea'])
    expect(inText('sea, deep')).toEqual([])
    expect(inText('machinery; learning')).toEqual([])
    expect(inText('so says the machine')).toEqual(['machine'])
  })

  it('[SB-8] the marks of a ticked box and the language of a code block are not words of a text', () => {
    const given = example('note 1 #x\nnote 2 #js\nnote 3 #oats')
    expect(names(given, '- [x] oats\n1. [X] rye\n```js\nlet a\n```')).toBe('oats')
    expect(names(given, 'an [x] in js')).toBe('js x')
  })

  it('[SB-8] chosen tags are not suggested again, and tags that often share cards with them are', () => {
    const given = example(`
      note 1 #pasta #italian
      note 2 #pasta #italian
      note 3 #pasta #quick
      note 4 #car
      note 5 #car
      note 6 #car`)
    const tagIds = [given.tag('pasta')]
    const [first] = labels(given, '', { tagIds })
    expect(names(given, '', { tagIds })).toBe('italian quick')
    expect(first?.reasons[0]).toEqual({ kind: 'together', tagIds, count: 2 })
  })

  it('[SB-8] the reason names the chosen tag that is most often on the same cards', () => {
    const given = example(`
      note 1 #java #www
      note 2 #java #osx
      note 3 #java #osx
      note 4 #www
      note 5 #osx
      note 6 #car`)
    const [java] = labels(given, '', { tagIds: [given.tag('www'), given.tag('osx')] })
    expect(java?.tag.name).toBe('java')
    expect(java?.reasons).toContainEqual({ kind: 'together', tagIds: [given.tag('osx')], count: 2 })
  })

  it('[SB-8] the card that is being tagged is no evidence for itself, and its tags count as chosen', () => {
    const given = example(`
      note rare gem #stone #blue
      note rare gem #stone #green
      note rare gem #stone
      note other #wood`)
    const cardId = given.card(1)
    expect(names(given, 'rare gem', { cardId })).toBe('green')
    const [green] = labels(given, 'rare gem', { cardId })
    expect(green?.reasons).toContainEqual({ kind: 'words', words: ['rare', 'gem'], count: 1 })
    expect(green?.reasons).toContainEqual({
      kind: 'together',
      tagIds: [given.tag('stone')],
      count: 1,
    })
    const unknown = labels(given, 'rare gem', { cardId: given.tag('stone') })
    expect(unknown[0]?.tag.name).toBe('stone')
    expect(unknown[0]?.reasons).toContainEqual({ kind: 'words', words: ['rare', 'gem'], count: 3 })
  })

  it('[SB-8] the card that is being tagged is not counted among the cards of its site or of the workspace', () => {
    const given = example(`
      link https://a.example/1 #x
      link https://a.example/2 #x
      link https://a.example/3 #y
      note 4 #z`)
    const [first] = labels(given, 'https://a.example/4', { cardId: given.card(3) })
    expect(first?.tag.name).toBe('x')
    expect(first?.reasons).toContainEqual({ kind: 'site', site: 'a.example', count: 2, of: 2 })
  })

  it('[SB-8] a word on more than 250 earlier cards is no evidence for a tag', () => {
    const common = (count: number) =>
      example(
        `${'note other\n'.repeat(500)}${'note common\n'.repeat(count - 100)}${'note common #tag\n'.repeat(100)}`,
      )
    const wordsOf = (given: WorkedExample, changed?: Partial<LabelQuery>) =>
      labels(given, 'common', changed)
        .flatMap(({ reasons }) => reasons)
        .filter(({ kind }) => kind === 'words')
    const told = [{ kind: 'words', words: ['common'], count: 100 }]
    expect(wordsOf(common(250))).toEqual(told)
    const oneMore = common(251)
    expect(wordsOf(oneMore)).toEqual([])
    expect(wordsOf(oneMore, { cardId: oneMore.card(501) })).toEqual(told)
    const twoMore = common(252)
    expect(wordsOf(twoMore, { cardId: twoMore.card(501) })).toEqual([])
  })

  it('[SB-8] a word that is spread over cards of all tags is no evidence, in any language', () => {
    const spread = ['java', 'linux', 'music', 'maps'].flatMap((tag) =>
      Array.from({ length: 8 }, (_, n) => `note ${n < 4 ? 'der ' : ''}${tag}${n} #${tag}`),
    )
    const given = example([...spread, 'note der compiler #java', 'note der compiler #java'].join('\n'))
    expect(names(given, 'der garten')).toBe('')
    expect(names(given, 'der compiler')).toBe('java')
    const [java] = labels(given, 'der compiler')
    expect(java?.reasons[0]).toEqual({ kind: 'words', words: ['compiler'], count: 2 })
  })

  it('[SB-8] numbers and function words are no evidence, even on very few cards', () => {
    const given = example(`
      note Why tests should come first, with 15 examples #testing
      note Parsers should be written with 15 tests in 2005 #parsing
      note Soup #kitchen`)
    for (const text of ['it should do', 'with us', '15', '2005', 'Who should go with 15 of them'])
      expect(names(given, text), text).toBe('')
    const [first] = labels(given, '15 parsers, with tests that should fail in 2005')
    expect(first?.reasons[0]).toEqual({ kind: 'words', words: ['parsers', 'tests'], count: 1 })
  })

  it.each([
    ['das Brot mit der Suppe', 'die Fahrt mit dem Rad nach Bern', 'Brot'],
    ['le pain avec une soupe pour tous', 'un tour avec le vélo pour nous', 'pain'],
    ['el pan con la sopa para mí', 'la ruta con el tren para todos los días', 'pan'],
    ['il pane con la zuppa per noi', 'la strada con il treno per voi', 'pane'],
    ['o pão com a sopa para nós', 'a rota com o comboio para você', 'pão'],
    ['het brood met de soep voor ons', 'de tocht met het wiel voor mij', 'brood'],
    ['chleb z zupą dla nas', 'wycieczka z rowerem dla nas', 'chleb'],
    ['bröd med en soppa till mig', 'en tur med tåget till dig', 'bröd'],
    ['хлеб и суп для нас', 'поездка и велосипед для нас', 'хлеб'],
  ])(
    '[SB-8] function words of other languages are no evidence on the first cards: %s',
    (food, tour, bread) => {
      const given = example(`note ${food} #kitchen\nnote ${food}, 2 #kitchen\nnote ${tour} #travel`)
      const shared = food.split(/[ ,]+/).filter((word) => tour.includes(` ${word} `))
      expect(shared).not.toEqual([])
      expect(names(given, shared.join(' '))).toBe('')
      expect(labels(given, bread)[0]?.reasons).toContainEqual({
        kind: 'words',
        words: [fold(bread)],
        count: 2,
      })
    },
  )

  it('[SB-8] property: a word is evidence for a tag only when it is not spread evenly over tags', () => {
    const anyWord = fc.stringMatching(/^[a-zäéøабв]{4,9}$/).filter((word) => !word.startsWith('tag'))
    const anySpread = fc.record({ word: anyWord, tags: fc.nat(4), each: fc.nat(2) })
    fc.assert(
      fc.property(anySpread, ({ word, tags, each }) => {
        const [all, perTag] = [tags + 4, each + 2]
        const rows = Array.from({ length: all * all * perTag }, (_, n) => ({
          tag: n % all,
          n: Math.floor(n / all),
        }))
        const cardsWhere = (holds: (row: { tag: number; n: number }) => boolean) =>
          example(
            rows
              .map((row) => `note ${holds(row) ? word : 'other'} x${row.tag}y${row.n} #tag${row.tag}`)
              .join('\n'),
          )
        expect(
          names(
            cardsWhere(({ n }) => n < perTag),
            `${word} garden`,
          ),
          'spread evenly',
        ).toBe('')
        expect(
          names(
            cardsWhere(({ tag }) => tag === 1),
            `${word} garden`,
          ),
          'all on one',
        ).toBe('tag1')
      }),
      { numRuns: 20 },
    )
  })

  it('[SB-8] one shared word with one card suggests no tag, and two words or two cards do', () => {
    const given = example(`
      note tap dance #shoes
      note tap code #secret
      note tap code #secret
      ${'note other #x\n'.repeat(20)}`)
    expect(names(given, 'dance')).toBe('')
    expect(names(given, 'tap dance')).toBe('shoes secret')
    expect(names(given, 'code')).toBe('secret')
  })

  it('[SB-8] a household todo gets none of the most used work tags', () => {
    const given = example(`${'note java service #java\n'.repeat(30)}${'note link tool #tools\n'.repeat(9)}`)
    expect(names(given, 'Buy light bulbs')).toBe('')
  })

  it('[SB-8] after suggestions with evidence, tags of the newest cards are suggested without a reason', () => {
    const given = example(`
      note rare gem #stone
      note 2 #old
      ${'note other #x\n'.repeat(30)}
      note 4 #stone #blue
      note 5 #green`)
    const filled = (changed: Partial<LabelQuery> = {}) =>
      labels(given, 'rare gem', { withRecent: true, ...changed })
    const namesOfFilled = (changed?: Partial<LabelQuery>) =>
      namesOf(filled(changed).map(({ tag }) => tag)).join(' ')
    expect(names(given, 'rare gem')).toBe('stone')
    expect(namesOfFilled(), 'what is on no newer card stays away').toBe('stone x blue green')
    expect(namesOfFilled({ limit: 2 })).toBe('stone x')
    expect(namesOfFilled({ limit: 1 })).toBe('stone')
    expect(filled().map(({ reasons: [first] }) => first?.kind)).toEqual([
      'words',
      'recent',
      'recent',
      'recent',
    ])
    expect(filled()[1]?.reasons).toEqual([{ kind: 'recent', count: 28, of: 30 }])
    expect(namesOfFilled({ tagIds: [given.tag('x')] }), 'a chosen tag').not.toContain('x')
    expect(
      namesOf(labels(example('group g: unused'), 'gem', { withRecent: true }).map(({ tag }) => tag)),
    ).toEqual([])
  })

  it('[SB-8] the card being tagged is not among the newest cards, and a hidden tag fills no place', () => {
    const given = example(`
      note 1 #a #secret
      note 2 #b
      hidden h: secret`)
    const filled = (cardId: string | null) =>
      namesOf(labels(given, 'words that nobody wrote', { withRecent: true, cardId }).map(({ tag }) => tag))
    expect([...filled(null)].sort()).toEqual(['a', 'b'])
    expect(filled(given.card(2))).toEqual(['a'])
  })

  it('[SB-8] a hidden tag is never suggested, whatever the evidence', () => {
    const given = example(`
      note gem #stone #secret
      note gem #stone
      note gem #secret
      hidden h: secret`)
    expect(names(given, 'gem secret')).toBe('stone')
    expect(names(given, '')).toBe('stone')
  })
})
