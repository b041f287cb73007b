import { CARD_TYPES, COLORS, type Id, type Subnote, tagName } from '@cardinal/domain'
import {
  type CardEdit,
  MemoryRows,
  type Mutation,
  type MutationArgs,
  type MutationName,
  runMutation,
  type SubnoteEdit,
} from '@cardinal/sync'
import fc from 'fast-check'
import { cardFileLists, cardValues, dues } from './arbitraries.ts'

/**
 * Mutations over a handful of ids and names, so that they conflict: the same card is edited, deleted and restored, the same
 * name is taken twice. Most succeed, some are refused.
 */
export function mutation(): fc.Arbitrary<Mutation> {
  const all = Object.entries(argsByName).map(([name, args]) =>
    args.map((given) => ({ name, args: given }) as Mutation),
  )
  return fc.oneof(...all)
}

export function mutations(maxLength = 20): fc.Arbitrary<Mutation[]> {
  return fc.array(mutation(), { maxLength })
}

/** The rows after a random history of mutations, one a second. Most ids are in use; refused mutations change nothing. */
export function historyRows(maxLength = 40): fc.Arbitrary<MemoryRows> {
  const history = fc.array(mutation(), { maxLength, size: 'max' })
  return fc.tuple(founding(), history).map(([first, then]) => rowsAfter([...first, ...then]))
}

/** The rows after these mutations, starting from nothing. */
export function rowsAfter(history: readonly Mutation[]): MemoryRows {
  const rows = new MemoryRows()
  history.forEach((given, second) => {
    // Every third mutation runs with `merge`, so that some ids become aliases.
    const onConflict = second % 3 === 2 ? 'merge' : 'refuse'
    const outcome = runMutation(given, rows, { now: 1_700_000_000_000 + second * 1000, onConflict })
    if (outcome.ok) rows.apply(outcome.value.changes)
  })
  return rows
}

/** The nth id of a kind; kinds never share one. */
export function idOf(kind: 'card' | 'tag' | 'group' | 'subnote', n: number): Id {
  const first = { card: 'c', tag: 'a', group: 'd', subnote: 'b' }[kind]
  return first + n.toString(16).padStart(23, '0')
}

/** Creates three of the four cards, three of the four tags and two of the three groups. */
function founding(): fc.Arbitrary<Mutation[]> {
  const tags = ['home', 'work', 'garden'].map((tag, n) => ({ id: idOf('tag', n), name: tag }))
  const made: Mutation = { name: 'createTags', args: { tags, attachToCardIds: [] } }
  const groups = ['home', 'work'].map((title, n) => ({ id: idOf('group', n), title }))
  const tagIds = fc.subarray(tags.map(({ id }) => id))
  const grouped = tagIds.map((ids): Mutation => ({ name: 'createGroups', args: { groups, tagIds: ids } }))
  const cards = [0, 1, 2].map((n) =>
    fc.tuple(newCard, tagIds).map(
      ([card, ids]): Mutation => ({
        name: 'createCard',
        args: { card: { ...card, id: idOf('card', n), tagIds: ids } },
      }),
    ),
  )
  return fc.tuple(fc.constant(made), grouped, ...cards)
}

const among = (kind: 'card' | 'tag' | 'group' | 'subnote', count: number) =>
  fc.nat(count - 1).map((n) => idOf(kind, n))
const some = (id: fc.Arbitrary<Id>) => fc.uniqueArray(id, { minLength: 1, maxLength: 3 })
const few = (id: fc.Arbitrary<Id>) => fc.uniqueArray(id, { maxLength: 3 })

const cardId = among('card', 4)
const tagId = among('tag', 4)
const groupId = among('group', 3)
const subnoteId = among('subnote', 3)
const color = fc.constantFrom(null, ...COLORS.slice(0, 2))
const text = fc.constantFrom(
  'one',
  'two words',
  'two other words',
  'line\nand line',
  'https://example.org/a b',
  'ONE',
)
const name = fc.constantFrom('home', 'work', 'Café', 'to read', 'garden')
const time = fc.integer({ min: 0, max: 4_000_000_000_000 })
const type = fc.constantFrom(...CARD_TYPES)
const index = fc.nat(4)
const subnote: fc.Arbitrary<Subnote> = fc.record({ id: subnoteId, text, isTicked: fc.boolean() })

const address = fc.constantFrom(null, 'https://example.org/a', 'https://example.com/', 'example.org/b c')

const optionalOfCard = {
  address,
  subnotes: fc.uniqueArray(subnote, { maxLength: 3, selector: ({ id }) => id }),
  tagIds: few(tagId),
  ...cardValues,
  parentIds: few(cardId),
  siblingIds: few(cardId),
  childIds: few(cardId),
}
const newCard = fc.record(
  { id: cardId, type, content: text, ...optionalOfCard, createdAt: time },
  { requiredKeys: ['id', 'type', 'content'] },
)
const editedCard = fc.record(
  { id: cardId, type, content: text, ...optionalOfCard },
  { requiredKeys: ['id', 'content'] },
)

const place = fc.record({ after: fc.option(subnoteId), index })
const subnoteEdit: fc.Arbitrary<SubnoteEdit> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), subnote, place }),
  fc.record({ kind: fc.constant('remove' as const), id: subnoteId, text }),
  fc.record({
    kind: fc.constant('text' as const),
    id: subnoteId,
    text: fc.record({ before: text, after: text }),
    isTicked: fc.boolean(),
    place,
  }),
  fc.record({ kind: fc.constant('tick' as const), id: subnoteId, isTicked: fc.boolean() }),
  fc.record({ kind: fc.constant('move' as const), id: subnoteId, place }),
)
const idsEdit = (id: fc.Arbitrary<Id>) => fc.record({ added: few(id), removed: few(id) })
const moments = fc.uniqueArray(fc.constantFrom(0, 1_000, 2_000, 1_700_000_000_000), { maxLength: 3 })
const { completions: _, files: _files, ...editedValues } = cardValues
const cardEdit: fc.Arbitrary<CardEdit> = fc.record(
  {
    cardId,
    content: fc.record({ before: text, after: text }),
    address: fc.record({ before: address, after: address }),
    type,
    ...editedValues,
    completed: fc.record({ added: moments, removed: moments }),
    attached: fc.record({
      added: cardFileLists,
      removed: cardFileLists.map((files) => files.map(({ hash }) => hash)),
    }),
    tagIds: idsEdit(tagId),
    subnotes: fc.array(subnoteEdit, { maxLength: 4 }),
    parentIds: idsEdit(cardId),
    siblingIds: idsEdit(cardId),
    childIds: idsEdit(cardId),
  },
  { requiredKeys: ['cardId'] },
)

const keptName = name.map(tagName)
/** Some are also names of tags; some are not allowed as names of tags. */
const otherName = fc.constantFrom('home', 'Work', 'c++', 'C#', 'd3.js', '🌱')
const displayName = fc.oneof(otherName, fc.constantFrom('Home', 'GARDEN', 'C++'))
const newTag = fc.record({ id: tagId, name, displayName }, { requiredKeys: ['id', 'name'] })
const someNames = fc.uniqueArray(otherName, { minLength: 1, maxLength: 3 })
const tagBefore = fc.record({
  tag: fc.record({
    id: tagId,
    name: keptName,
    color,
    clickCount: fc.nat(9),
    lastClickedAt: fc.option(time),
    createdAt: time,
    updatedAt: time,
  }),
  cardIds: few(cardId),
  groupIds: few(groupId),
  childIds: few(tagId),
})

const argsByName: { readonly [Name in MutationName]: fc.Arbitrary<MutationArgs[Name]> } = {
  createCard: fc.record({ card: newCard }),
  editCard: cardEdit,
  replaceCard: fc.record({ card: editedCard, baseSeq: fc.option(fc.nat()) }, { requiredKeys: ['card'] }),
  attachTags: fc.record({ cardIds: some(cardId), tagIds: some(tagId) }),
  detachTags: fc.record({ cardIds: some(cardId), tagIds: some(tagId) }),
  setCardTags: fc.record({ cardId, tagIds: few(tagId) }),
  deleteCards: fc.record({ cardIds: some(cardId) }),
  restoreCards: fc.record({ cardIds: some(cardId) }),
  completeCards: fc.record({
    cards: fc.uniqueArray(fc.record({ id: cardId, dueAt: fc.option(dues) }, { requiredKeys: ['id'] }), {
      minLength: 1,
      maxLength: 3,
      selector: ({ id }) => id,
    }),
    doneAt: time,
    today: fc.constantFrom('2026-02-28', '2026-03-01', '2027-01-01'),
  }),
  setCardColor: fc.record({ cardIds: some(cardId), color }),
  setCardContent: fc.record({ cardId, content: text, baseSeq: fc.option(fc.nat()) }),
  addSubnote: fc.record({ cardId, subnote, index: fc.option(index) }),
  setSubnoteText: fc.record(
    { cardId, subnoteId, text, before: text },
    { requiredKeys: ['cardId', 'subnoteId', 'text'] },
  ),
  deleteSubnote: fc.record({ cardId, subnoteId, text }, { requiredKeys: ['cardId', 'subnoteId'] }),
  tickSubnote: fc.record({ cardId, subnoteId, isTicked: fc.option(fc.boolean()) }),
  moveSubnote: fc.record({ cardId, subnoteId, index }),
  createTags: fc.oneof(
    fc.record({
      tags: fc.array(newTag, { minLength: 1, maxLength: 3 }),
      attachToCardIds: fc.constant([]),
      cardType: fc.constant(null),
    }),
    fc.record({
      tags: fc.array(newTag, { minLength: 1, maxLength: 3 }),
      attachToCardIds: few(cardId),
      cardType: type,
    }),
  ),
  deleteTags: fc.record({ tagIds: some(tagId), onlyUnused: fc.boolean() }, { requiredKeys: ['tagIds'] }),
  renameTag: fc.record({ tagId, name, keepsName: fc.constant(true) }, { requiredKeys: ['tagId', 'name'] }),
  mergeTags: fc.record(
    { tagIds: some(tagId), intoTagId: tagId, keepsNames: fc.constant(true) },
    { requiredKeys: ['tagIds', 'intoTagId'] },
  ),
  unmergeTags: fc.record({
    tags: fc.array(tagBefore, { minLength: 1, maxLength: 3 }),
    into: fc.record({
      id: tagId,
      name: keptName,
      lastClickedAt: fc.option(time),
      cardIds: few(cardId),
      groupIds: few(groupId),
    }),
  }),
  setTagColor: fc.record({ tagIds: some(tagId), color }),
  addClicks: fc.record({ tagIds: some(tagId), clickedAt: time }),
  resetClicks: fc.record({ tagIds: some(tagId) }),
  addTagNames: fc.record({ tagId, names: someNames }),
  removeTagNames: fc.record({ tagId, names: someNames }),
  setTagDisplayName: fc.record({ tagId, displayName: fc.option(displayName) }),
  addTagParents: fc.record({ tagIds: some(tagId), parentIds: some(tagId) }),
  removeTagParents: fc.record({ tagIds: some(tagId), parentIds: some(tagId) }),
  addChildGroups: fc.record({ tagIds: some(tagId), groupIds: some(groupId) }),
  removeChildGroups: fc.record({ tagIds: some(tagId), groupIds: some(groupId) }),
  createGroups: fc.record({
    groups: fc.array(fc.record({ id: groupId, title: name }), { minLength: 1, maxLength: 2 }),
    tagIds: few(tagId),
  }),
  renameGroup: fc.record({ groupId, title: name }),
  deleteGroups: fc.record(
    { groupIds: some(groupId), onlyUnused: fc.boolean() },
    { requiredKeys: ['groupIds'] },
  ),
  attachGroups: fc.record({ tagIds: some(tagId), groupIds: some(groupId) }),
  detachGroups: fc.record({ tagIds: some(tagId), groupIds: some(groupId) }),
  setGroupsHidden: fc.record({ groupIds: some(groupId), isHidden: fc.option(fc.boolean()) }),
  setGroupColor: fc.record({ groupIds: some(groupId), color }),
}
