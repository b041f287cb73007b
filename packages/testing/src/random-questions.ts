import {
  CARD_SORT_CHOICES,
  CARD_TYPES,
  type CardOrder,
  type DateWindow,
  type Id,
  NOTHING_ASKED,
  parseKeywords,
  parseSearch,
  type SearchTree,
  SORT_BY,
  TAG_SORT_CHOICES,
  type TagOrder,
  utcCalendar,
  withoutLastWord,
} from '@cardinal/domain'
import { copyTextsIn, fileTextsIn, withFoundCopies, withFoundFiles } from '@cardinal/domain/copies'
import type { CardQuery, ParamsOf, QuestionName } from '@cardinal/engine'
import fc, { type Arbitrary } from 'fast-check'
import { cardIds, colors, groupIds, instants, tagIds, texts } from './arbitraries.ts'
import { sampleId } from './notation.ts'
import { commaTexts, looseTexts, searchTexts, words } from './search-texts.ts'

/** A question with its parameters. */
export type Asked = { [Q in QuestionName]: { question: Q; params: ParamsOf<Q> } }[QuestionName]

const types = fc.constantFrom(null, ...CARD_TYPES)
const cardOrders: Arbitrary<CardOrder> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...SORT_BY)
      .chain((by) => fc.constantFrom(...CARD_SORT_CHOICES[by]).map((of) => ({ by, of }) as CardOrder)),
  },
  { weight: 1, arbitrary: fc.constant({ by: 'best', of: 'match' } as const) },
)
const tagOrders = fc
  .constantFrom(...SORT_BY.filter((by) => TAG_SORT_CHOICES[by].length > 0))
  .chain((by) => fc.constantFrom(...TAG_SORT_CHOICES[by]).map((of) => ({ by, of }) as TagOrder))

/** Now, at a moment near many of the arbitrary due dates */
const CALENDAR = utcCalendar(Date.UTC(2026, 1, 28, 14))

/** Hashes of files that cards may have, and of one that none has. */
const FOUND_FILES = ['12', '', '3', '29'].map((numbers) => [...numbers].map((digit) => digit.repeat(64)))

/** Parses a search text. Which copies and files contain a text depends only on the text; some of those found don't exist. */
function read(text: string): SearchTree {
  const tree = parseSearch(text, CALENDAR)
  const found = copyTextsIn(tree).map((each): [string, readonly Id[]] => [
    each,
    [1, 2, 3].map((step) => sampleId('c', each.length * step)),
  ])
  const inFiles = fileTextsIn(tree).map((each): [string, readonly string[]] => [
    each,
    FOUND_FILES[each.length % 4] ?? [],
  ])
  return withFoundFiles(withFoundCopies(tree, new Map(found)), new Map(inFiles))
}

const dates: Arbitrary<DateWindow | null> = fc.option(
  fc.record({
    field: fc.constantFrom('created', 'updated'),
    start: fc.option(instants),
    end: fc.option(instants),
  }),
)

const rarely = <T>(usual: T, arbitrary: Arbitrary<T>): Arbitrary<T> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary })

/** Searches of rules that hide, some of which the random searches name. */
const hidingTexts = fc.oneof(
  fc.constantFrom('type:todo', '-has:subtasks', 'tags:0', 'tag:home!', 'tag:w*', 'site:ex.com, type:link'),
  fc
    .tuple(fc.constantFrom('tag', 'text', 'group'), words)
    .map(([of, word]) => `${of}:"${word.replaceAll('"', '')}"`),
)

const cardQueries: Arbitrary<CardQuery> = fc.record({
  type: rarely(null, types),
  search: searchTexts.map(read),
  second: rarely(NOTHING_ASKED, commaTexts.map(parseKeywords)),
  onlyTags: rarely(false, fc.boolean()),
  colors: rarely([], fc.array(colors, { maxLength: 3 })),
  dates: rarely(null, dates),
  done: rarely(null, fc.boolean()),
  tagId: rarely(undefined, tagIds),
  hidden: rarely([], fc.array(hidingTexts.map(read), { minLength: 1, maxLength: 2 })),
  order: cardOrders,
  offset: rarely(0, fc.integer({ min: 0, max: 30 })),
  limit: fc.constantFrom(1, 3, 25),
  parts: fc.constantFrom('all', 'page', 'counts'),
})
const pagedQueries: Arbitrary<CardQuery> = fc
  .tuple(cardQueries, fc.record({ time: instants, id: cardIds }))
  .map(([query, from]) =>
    query.order.by === 'recently' || query.order.by === 'oldest' ? { ...query, from } : query,
  )

const narrowQueries = fc
  .record({
    query: cardQueries,
    text: fc.oneof(
      searchTexts,
      fc.tuple(searchTexts, words).map(([text, word]) => `${text}, ${word}`),
    ),
    savedSearches: fc.array(searchTexts, { maxLength: 3 }),
    now: instants,
    limit: fc.constantFrom(1, 5, 10),
  })
  .map(({ query, text, ...rest }) => ({
    query: { ...query, search: read(text) },
    text,
    finished: read(withoutLastWord(text)),
    ...rest,
  }))

const spansOfTime = fc.uniqueArray(instants, { maxLength: 5 }).map((times) => {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted.slice(1).map((end, at) => ({ start: sorted[at] ?? end, end }))
})

const labelQueries = fc.record({
  text: texts,
  type: types,
  cardId: fc.option(cardIds),
  tagIds: fc.uniqueArray(tagIds, { maxLength: 3 }),
  now: instants,
  limit: fc.constantFrom(1, 5, 10),
  withRecent: fc.boolean(),
})

type ParamsArbitraries = { readonly [Q in QuestionName]: Arbitrary<ParamsOf<Q>> }

const PARAMS: ParamsArbitraries = {
  matchCards: fc.oneof(cardQueries, pagedQueries),
  listCards: cardQueries.map(({ parts: _parts, ...query }) => query),
  looseMatches: fc
    .tuple(cardQueries, fc.oneof(looseTexts, searchTexts))
    .map(([{ parts: _parts, offset: _offset, ...query }, text]) => ({ ...query, search: read(text) })),
  withoutEachWord: cardQueries,
  countSearches: fc.record({
    query: cardQueries,
    searches: fc.array(searchTexts.map(read), { maxLength: 3 }),
  }),
  sitesBeginning: fc.record({
    prefix: fc.constantFrom('', 'e', 'ex', 'www', 'a.'),
    limit: fc.constantFrom(1, 5),
  }),
  countCards: fc.constant({}),
  cardsById: fc.record({ ids: fc.array(cardIds, { maxLength: 4 }) }),
  cardsWithAddress: fc.record({ address: fc.oneof(texts, fc.constant('http://ex.com')) }),
  allTags: fc.record({ order: tagOrders }),
  tagIdsInOrder: fc.record({ order: tagOrders }),
  pageOfTags: fc.record({
    order: tagOrders,
    without: fc.array(fc.constantFrom('home', 'work', 'a'), { maxLength: 2 }),
    containing: fc.constantFrom('', 'o', 'a'),
    isOnCards: fc.option(fc.boolean()),
    from: fc.option(
      fc.oneof(
        fc.record({ id: tagIds, name: fc.constantFrom('home', 'work', 'a', 'garden tools') }),
        fc.record({ id: tagIds, cardCount: fc.nat({ max: 4 }) }),
      ),
    ),
    offset: fc.nat({ max: 4 }),
    limit: fc.nat({ max: 6 }),
  }),
  tagsById: fc.record({ ids: fc.array(tagIds, { maxLength: 4 }) }),
  tagsByName: fc.record({
    names: fc.array(fc.constantFrom('home', 'work', 'a', 'b', 'garden tools'), { maxLength: 4 }),
  }),
  countTags: fc.constant({}),
  tagsBySearchword: fc.record({ keywords: fc.array(words, { maxLength: 3 }) }),
  tagsOfCards: fc.record({ cardIds: fc.array(cardIds, { maxLength: 6 }), type: types }),
  siblingTags: fc.record({
    tagIds: fc.array(tagIds, { maxLength: 3 }),
    negativeTagIds: fc.array(tagIds, { maxLength: 2 }),
    type: types,
  }),
  tagRelations: fc.record({ tagId: tagIds }),
  impliedTags: fc.record({ tagIds: fc.array(tagIds, { maxLength: 3 }) }),
  impliedByGroup: groupIds.map((groupId) => ({ groupId })),
  suggestRelations: fc.record({ limit: fc.constantFrom(2, 100) }),
  highlights: fc.record({ tagId: tagIds }),
  allGroups: fc.constant({}),
  groupsById: fc.record({ ids: fc.array(groupIds, { maxLength: 3 }) }),
  groupsBySearchword: fc.record({ searchwords: fc.array(words, { maxLength: 3 }) }),
  groupsOfTags: fc.record({ tagIds: fc.array(tagIds, { maxLength: 4 }) }),
  closestGroups: fc.record({ tagIds: fc.array(tagIds, { maxLength: 4 }) }),
  tagsOfGroups: fc.record({ groupIds: fc.array(groupIds, { maxLength: 3 }) }),
  ungroupedTags: fc.constant({}),
  searchbarFacts: fc.record({
    text: fc.oneof(searchTexts, texts),
    subject: fc.constantFrom(null, 'tag', 'workspace', ...CARD_TYPES),
  }),
  suggestNarrowing: narrowQueries,
  suggestLabels: labelQueries,
  suggestConditions: fc.record({
    query: cardQueries,
    spans: spansOfTime,
    limit: fc.constantFrom(1, 4),
  }),
  hardToFind: fc.record({
    among: fc.option(fc.array(cardIds, { maxLength: 6 })),
    after: fc.option(cardIds),
    limit: fc.constantFrom(1, 4, 100),
    first: fc.constantFrom(1, 2, 3),
    withTags: fc.boolean(),
  }),
  labelUntagged: fc.record({ cardIds: fc.array(cardIds, { maxLength: 6 }) }),
  overview: fc.record({ type: types }),
}

const WEIGHTS: Readonly<Record<string, number>> = {
  matchCards: 25,
  listCards: 8,
  suggestNarrowing: 6,
  suggestLabels: 6,
  looseMatches: 4,
  withoutEachWord: 4,
  tagsBySearchword: 5,
  hardToFind: 1,
}

/** Any question; the error-prone ones are more frequent. */
export const questions: Arbitrary<Asked> = fc.oneof(
  ...Object.entries(PARAMS).map(([question, params]) => ({
    weight: WEIGHTS[question] ?? 2,
    arbitrary: (params as Arbitrary<unknown>).map((value) => ({ question, params: value }) as Asked),
  })),
)
