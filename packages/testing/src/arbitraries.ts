import {
  CARD_TYPES,
  type Card,
  type CardValues,
  type Change,
  COLORS,
  type Color,
  type GivenRelations,
  type Id,
  NO_LINKS,
  namesOfTag,
  type Page,
  type Tag,
  type TagGroup,
  toFiles,
  withRelations,
} from '@cardinal/domain'
import fc, { type Arbitrary } from 'fast-check'
import { sampleId } from './notation.ts'

/**
 * Random workspaces that are small and dense: few ids, words and instants, so that names clash, times are equal, tags
 * overlap and changes hit existing rows.
 */

/** Text fragments that are difficult for folding, for tokenising, or both. */
const SYLLABLES = [
  ...['a', 'b', 'ab', 'ba', 'cat', 'car', 'Card', 'learn', 'learning', 'machine', 'tea', 'team'],
  ...[
    'é',
    'E\u0301',
    'ÉCOLE',
    'ß',
    'ς',
    'Σ',
    'İ',
    'ı',
    'ﬁ',
    'Ａ',
    '①',
    'ñ',
    'क्षि',
    'שָׁ',
    'مُ',
    'が',
    'か\u3099',
    '東京',
    '都',
    '한국',
    'Ǆ',
  ],
  ...[
    '😀',
    '👩‍💻',
    '\ud83d',
    '\ude00',
    '\0',
    '\u200d',
    '\u00ad',
    '-',
    '_',
    '.',
    '://',
    'https://www.ex.com/',
    '#',
    '!',
    '1',
    '42',
  ],
]
const NAMES = [
  ...['cat', 'car', 'cafe', 'café', 'card', 'learn', 'learning', 'machine learning', 'machine_learning'],
  ...['a', 'ab', 'b', 'tea team', '東京', 'über', 'क्षि', 'σς', 'ﬁ'],
]
const SPACES = [' ', ' ', ' ', '', '  ', '\n', '\t', '\u3000', ', ', '，']

export const texts: Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: pieces(0, 6) },
  { weight: 1, arbitrary: pieces(5, 40) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
)

/** Stored names: mostly valid, some that only older rules allowed. */
export const names: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NAMES) },
  {
    weight: 2,
    arbitrary: pieces(1, 3).map((name) => name.replace(/[,，]/g, ' ').normalize('NFC').toLowerCase().trim()),
  },
)

export const instants: Arbitrary<number> = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom(1_700_000_000_000, 1_700_000_000_001, 1_699_999_999_999),
  fc.integer({ min: 0, max: 1_900_000_000_000 }),
)

export const colors: Arbitrary<Color | null> = fc.constantFrom(null, ...COLORS.slice(0, 3))
/** Few days and minutes, so that they coincide. */
const days = fc.constantFrom('2026-02-27', '2026-02-28', '2026-03-01', '1970-01-01')
export const dues = fc.tuple(days, fc.constantFrom('', 'T00:00', 'T14:00')).map((parts) => parts.join(''))
export const recurrences = fc.constantFrom(
  'FREQ=DAILY',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR',
  'FREQ=MONTHLY;BYMONTHDAY=-1',
  'FREQ=DAILY;COUNT=2',
)
export const places = fc.constantFrom('V', 'F', 'Fz', 'FzV', 'zzzzzzzzzzV', '00000001')
const completions = fc.constantFrom('0', '1000,2000', '1700000000000')
const FILE_NAMES = ['', 'Café.png', 'a photo 2.png', 'ﬁle.pdf']
const file = (n: number) => ({
  hash: String(n).repeat(64),
  name: FILE_NAMES[n] ?? '',
  type: 'image/png',
  size: n,
})
export const cardFileLists = fc.uniqueArray(fc.constantFrom(...[1, 2, 3].map(file)), { maxLength: 3 })
export const cardValues = {
  color: colors,
  isPublic: fc.boolean(),
  doneAt: fc.oneof(fc.constant(null), instants),
  dueAt: fc.oneof(fc.constant(null), dues),
  startAt: fc.oneof(fc.constant(null), days),
  recurrence: fc.oneof(fc.constant(null), recurrences),
  completions: fc.oneof(fc.constant(null), completions),
  files: cardFileLists.map(toFiles),
  place: fc.oneof(fc.constant(null), places),
} satisfies { [Field in keyof CardValues]: Arbitrary<CardValues[Field]> }
export const cardIds: Arbitrary<Id> = idsOf('c', 24)
export const tagIds: Arbitrary<Id> = idsOf('a', 12)
export const groupIds: Arbitrary<Id> = idsOf('e', 5)

/** Usually empty. */
const fewCardIds = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Id[]>([]) },
  fc.array(cardIds, { minLength: 1, maxLength: 2 }),
)

const pageTexts = fc.oneof(fc.constant(''), texts)
export const pages: Arbitrary<Page> = fc.record(
  {
    address: fc.constant('https://ex.com/'),
    title: pageTexts,
    description: pageTexts,
    siteName: pageTexts,
    language: fc.constantFrom('', 'en', 'pt-BR'),
    icon: fc.constantFrom('', '0123456789abcdef0123456789abcdef01234567'),
    cover: fc.constant(''),
    fetchedAt: instants,
    deadAt: fc.oneof(fc.constant(null), instants),
    copiedAt: instants,
  },
  {
    requiredKeys: [
      'address',
      'title',
      'description',
      'siteName',
      'language',
      'icon',
      'cover',
      'fetchedAt',
      'deadAt',
    ],
  },
)

/** Some of them also occur in contents. */
export const addresses = fc.constantFrom(
  null,
  'https://www.ex.com/',
  'http://ex.com',
  'https://learn.ex.com/cat',
  'mailto:cat@ex.com',
)

export const cards: Arbitrary<Card> = fc
  .record({
    id: cardIds,
    type: fc.constantFrom(...CARD_TYPES),
    content: texts,
    address: addresses,
    subnoteTexts: fc.oneof(
      { weight: 3, arbitrary: fc.constant<string[]>([]) },
      fc.array(texts, { maxLength: 3 }),
    ),
    tagIds: fc.uniqueArray(tagIds, { maxLength: 5 }),
    ...cardValues,
    parentIds: fewCardIds,
    childIds: fewCardIds,
    createdAt: instants,
    updatedAt: instants,
    page: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, pages),
  })
  .map(({ subnoteTexts, parentIds, childIds, page, ...card }) => ({
    ...card,
    ...(page && { page }),
    subnotes: subnoteTexts.map((text, i) => ({ id: sampleId('c', 1000 + i), text, isTicked: false })),
    ...NO_LINKS,
    parentIds,
    childIds,
  }))

/** Half of the tags have relations, so that there are long chains, circles, and names shared by several tags. */
const relations: Arbitrary<GivenRelations> = fc.oneof(
  fc.constant({}),
  fc.record({
    otherNames: fc.array(fc.oneof(names, fc.constantFrom('C++', 'd3.js', '🌱', 'Café')), { maxLength: 2 }),
    parentIds: fc.array(tagIds, { maxLength: 2 }),
    childGroupIds: fc.array(groupIds, { maxLength: 1 }),
  }),
)

export const tags: Arbitrary<Tag> = fc
  .record({
    id: tagIds,
    name: names,
    color: colors,
    clickCount: fc.integer({ min: 0, max: 4 }),
    lastClickedAt: fc.oneof(fc.constant(null), instants),
    createdAt: instants,
    updatedAt: instants,
    relations,
  })
  .chain(({ relations, ...row }) => {
    const tag = withRelations(row, relations)
    const displayName = fc.constantFrom(null, ...namesOfTag(tag), tag.name.toUpperCase())
    return displayName.map((chosen) => withRelations(tag, { displayName: chosen }))
  })

export const groups: Arbitrary<TagGroup> = fc.record({
  id: groupIds,
  title: names,
  color: colors,
  isHidden: fc.boolean(),
  tagIds: fc.uniqueArray(tagIds, { maxLength: 6 }),
  createdAt: instants,
  updatedAt: instants,
})

/** One change of any row: mostly new states, some deletions, also of rows that don't exist. */
export const changes: Arbitrary<Change> = fc.oneof(
  { weight: 12, arbitrary: cards.map((row): Change => ({ kind: 'card', id: row.id, row })) },
  { weight: 5, arbitrary: tags.map((row): Change => ({ kind: 'tag', id: row.id, row })) },
  { weight: 2, arbitrary: groups.map((row): Change => ({ kind: 'group', id: row.id, row })) },
  { weight: 3, arbitrary: cardIds.map((id): Change => ({ kind: 'card', id, row: null })) },
  { weight: 1, arbitrary: tagIds.map((id): Change => ({ kind: 'tag', id, row: null })) },
  { weight: 1, arbitrary: groupIds.map((id): Change => ({ kind: 'group', id, row: null })) },
)

function pieces(minLength: number, maxLength: number): Arbitrary<string> {
  const piece = fc.tuple(fc.constantFrom(...SYLLABLES), fc.constantFrom(...SPACES))
  return fc.array(piece, { minLength, maxLength }).map((all) => all.flat().join(''))
}

function idsOf(prefix: 'a' | 'c' | 'e', count: number): Arbitrary<Id> {
  return fc.integer({ min: 1, max: count }).map((n) => sampleId(prefix, n))
}
