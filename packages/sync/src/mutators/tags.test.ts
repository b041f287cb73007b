import type { Change, Tag } from '@cardinal/domain'
import { idOf, rowsAfter } from '@cardinal/testing/mutations'
import { describe, expect, it } from 'vitest'
import { MemoryRows } from '../memory-rows.ts'
import type { Mutation, Rows } from '../mutation.ts'
import { runMutation } from '../mutators.ts'

const LATER = 1_800_000_000_000
const [HOME, WORK, NEW] = [idOf('tag', 0), idOf('tag', 1), idOf('tag', 2)]
const CARD = idOf('card', 0)
const [PLACES, CHORES] = [idOf('group', 0), idOf('group', 1)]

const history: Mutation[] = [
  {
    name: 'createTags',
    args: {
      tags: [
        { id: HOME, name: ' Home ' },
        { id: WORK, name: 'WORK' },
      ],
      attachToCardIds: [],
    },
  },
  { name: 'createCard', args: { card: { id: CARD, type: 'todo', content: 'x', tagIds: [WORK] } } },
  { name: 'createGroups', args: { groups: [{ id: PLACES, title: 'Places' }], tagIds: [WORK] } },
  { name: 'addClicks', args: { tagIds: [WORK], clickedAt: 500 } },
  { name: 'addClicks', args: { tagIds: [HOME, WORK], clickedAt: 300 } },
]
const rows = rowsAfter(history)

function ran(mutation: Mutation, over: Rows = rows) {
  const outcome = runMutation(mutation, over, { now: LATER })
  return outcome.ok ? outcome.value.changes : outcome.error
}

const MANY_WORDS = 'a b c d e f g h i j k l m'
const TOO_MANY = 'A name has at most 12 words. This one has 13.'

describe('the number of words in a name of a tag', () => {
  const make = (name: string, displayName?: string): Mutation => ({
    name: 'createTags',
    args: {
      tags: [{ id: NEW, name, ...(displayName !== undefined && { displayName }) }],
      attachToCardIds: [],
    },
  })
  const refusedFor = (field: string) => ({ kind: 'invalid', field, reason: TOO_MANY })

  it('[TG-2] the limit of words in a name applies to new names, in every call that sets one', () => {
    expect(ran(make(MANY_WORDS.slice(0, -2)))).toHaveLength(1)
    expect(ran(make(MANY_WORDS))).toEqual(refusedFor('name'))
    expect(ran(make(MANY_WORDS.replaceAll(' ', '_')))).toEqual(refusedFor('name'))
    // One letter that folds to four words.
    expect(ran(make('\ufdfa'.repeat(4)))).toEqual(refusedFor('name'))
    expect(ran(make('short', MANY_WORDS))).toEqual(refusedFor('name'))
    expect(ran({ name: 'renameTag', args: { tagId: HOME, name: MANY_WORDS } })).toEqual(refusedFor('name'))
    expect(ran({ name: 'addTagNames', args: { tagId: HOME, names: [MANY_WORDS] } })).toEqual(
      refusedFor('names'),
    )
    expect(ran({ name: 'setTagDisplayName', args: { tagId: HOME, displayName: MANY_WORDS } })).toEqual(
      refusedFor('displayName'),
    )
  })

  it('[TG-2] a tag that has more words than the limit keeps its name', () => {
    const row: Tag = {
      id: HOME,
      name: MANY_WORDS,
      otherNames: [`z ${MANY_WORDS}`],
      color: null,
      clickCount: 0,
      lastClickedAt: null,
      createdAt: 0,
      updatedAt: 0,
    }
    const old = new MemoryRows([{ kind: 'tag', id: HOME, row }])
    expect(ran(make(MANY_WORDS), old)).toEqual([])
    expect(ran({ name: 'renameTag', args: { tagId: HOME, name: MANY_WORDS } }, old)).toEqual([])
    expect(ran({ name: 'setTagColor', args: { tagIds: [HOME], color: 'red' } }, old)).toHaveLength(1)
    const again = { tagId: HOME, names: [`z ${MANY_WORDS}`, 'short'] }
    expect(ran({ name: 'addTagNames', args: again }, old)).toHaveLength(1)
    expect(
      ran({ name: 'setTagDisplayName', args: { tagId: HOME, displayName: `z ${MANY_WORDS}` } }, old),
    ).toHaveLength(1)
    const deleted = new MemoryRows([{ kind: 'tag', id: HOME, row }])
    deleted.apply([{ kind: 'tag', id: HOME, row: null }])
    const back: Mutation = {
      name: 'createTags',
      args: { tags: [{ id: HOME, name: MANY_WORDS }], attachToCardIds: [] },
    }
    expect(ran(back, deleted)).toHaveLength(1)
  })
})

describe('tags', () => {
  it('a new tag has the display name that it is created with, and an existing tag keeps its own', () => {
    const tags = [
      { id: NEW, name: 'cplusplus', displayName: 'C++' },
      { id: idOf('tag', 3), name: 'home', displayName: 'House' },
    ]
    expect(ran({ name: 'createTags', args: { tags, attachToCardIds: [] } })).toMatchObject([
      { kind: 'tag', id: NEW, row: { name: 'cplusplus', otherNames: ['C++'], displayName: 'C++' } },
    ])
    const plain = [{ id: NEW, name: 'garden', displayName: 'Garden' }]
    const [made] = ran({ name: 'createTags', args: { tags: plain, attachToCardIds: [] } }) as Change[]
    expect(made?.row).toMatchObject({ name: 'garden', displayName: 'Garden' })
    expect(made?.row).not.toHaveProperty('otherNames')
    const bad = [{ id: NEW, name: 'garden', displayName: 'a, b' }]
    expect(ran({ name: 'createTags', args: { tags: bad, attachToCardIds: [] } })).toMatchObject({
      kind: 'invalid',
      field: 'displayName',
    })
  })

  it('[TG-3] names are stored lower-cased and trimmed, and creating a taken name returns its tag', () => {
    expect(rows.tag(HOME)?.name).toBe('home')
    const tags = [
      { id: NEW, name: 'HOME' },
      { id: NEW, name: 'garden' },
      { id: idOf('tag', 3), name: 'Garden' },
    ]
    expect(
      ran({ name: 'createTags', args: { tags, attachToCardIds: [CARD], cardType: 'todo' } }),
    ).toMatchObject([
      { kind: 'tag', id: NEW, row: { name: 'garden', clickCount: 0, lastClickedAt: null, createdAt: LATER } },
      { kind: 'card', id: CARD, row: { tagIds: [WORK, HOME, NEW] } },
    ])
    expect(
      ran({ name: 'createTags', args: { tags: [{ id: HOME, name: 'other' }], attachToCardIds: [] } }),
    ).toEqual({ kind: 'id-taken', id: HOME })
  })

  it('[TG-2] a bad name is refused with the message of the specification', () => {
    for (const name of ['-work', 'a,b', '', '!', 'a/b'])
      expect(
        ran({ name: 'createTags', args: { tags: [{ id: NEW, name }], attachToCardIds: [] } }),
      ).toMatchObject({ kind: 'invalid', reason: 'Only alphanumeric characters are allowed.' })
    expect(ran({ name: 'renameTag', args: { tagId: HOME, name: 'x'.repeat(51) } })).toMatchObject({
      kind: 'invalid',
    })
  })

  it('[CD-8] adding new tags to cards needs the type of the cards', () => {
    const make = (cardType?: 'todo' | 'note') =>
      ran({
        name: 'createTags',
        args: { tags: [{ id: NEW, name: 'new' }], attachToCardIds: [CARD], ...(cardType && { cardType }) },
      })
    expect(make()).toMatchObject({
      kind: 'invalid',
      reason: 'doc_id and entity type is required for engulfer',
    })
    expect(make('note')).toMatchObject({ kind: 'invalid', field: 'cardType' })
    expect(make('todo')).toHaveLength(2)
  })

  it('[TG-3] renaming a tag to a taken name is refused and names the tag that has it, and renaming it to its own name changes nothing', () => {
    expect(ran({ name: 'renameTag', args: { tagId: HOME, name: 'Work' } })).toEqual({
      kind: 'tag-name-taken',
      name: 'work',
      tagId: WORK,
    })
    expect(ran({ name: 'renameTag', args: { tagId: HOME, name: ' HOME ' } })).toEqual([])
    expect(ran({ name: 'renameTag', args: { tagId: HOME, name: 'house' } })).toMatchObject([
      { row: { name: 'house', updatedAt: LATER } },
    ])
  })

  it('[TG-4] a merge adds up clicks, joins groups and retags cards without changing their update time', () => {
    const before = { card: rows.card(CARD), group: rows.group(PLACES), home: rows.tag(HOME) }
    expect(ran({ name: 'mergeTags', args: { tagIds: [WORK, HOME], intoTagId: HOME } })).toEqual([
      { kind: 'card', id: CARD, row: { ...before.card, tagIds: [HOME] } },
      { kind: 'group', id: PLACES, row: { ...before.group, tagIds: [HOME] } },
      { kind: 'tag', id: HOME, row: { ...before.home, clickCount: 3, lastClickedAt: 500 } },
      { kind: 'tag', id: WORK, row: null, mergedInto: HOME },
    ])
    expect(ran({ name: 'mergeTags', args: { tagIds: [HOME], intoTagId: HOME } })).toEqual([])
  })

  it('[TG-4] a click on a tag raises its count by one, never sets its time back, and changes no updatedAt', () => {
    expect(rows.tag(WORK)).toMatchObject({
      clickCount: 2,
      lastClickedAt: 500,
      updatedAt: rows.tag(WORK)?.createdAt,
    })
    expect(ran({ name: 'resetClicks', args: { tagIds: [WORK] } })).toMatchObject([
      { row: { clickCount: 0, lastClickedAt: null, updatedAt: rows.tag(WORK)?.updatedAt } },
    ])
  })

  it('[TG-4] [TG-9] tags can be coloured and deleted', () => {
    expect(ran({ name: 'setTagColor', args: { tagIds: [HOME], color: 'blue' } })).toMatchObject([
      { row: { color: 'blue', updatedAt: LATER } },
    ])
    expect(ran({ name: 'setTagColor', args: { tagIds: [HOME], color: null } })).toEqual([])
    const after = rowsAfter([...history, { name: 'deleteTags', args: { tagIds: [WORK] } }])
    expect(after.card(CARD)?.tagIds).toEqual([])
    expect(after.group(PLACES)?.tagIds).toEqual([])
    expect(after.tagByName('work')).toBeUndefined()
    expect(ran({ name: 'deleteTags', args: { tagIds: [WORK] } }, after)).toMatchObject({
      kind: 'not-found',
      what: 'tag',
    })
  })
})

describe('[TG-7] groups', () => {
  it('creating a group with a taken title returns that group with the tags added', () => {
    const groups = [
      { id: CHORES, title: 'PLACES' },
      { id: CHORES, title: 'chores' },
    ]
    expect(ran({ name: 'createGroups', args: { groups, tagIds: [HOME] } })).toMatchObject([
      { id: PLACES, row: { tagIds: [WORK, HOME], updatedAt: LATER } },
      { id: CHORES, row: { title: 'chores', tagIds: [HOME], color: null, isHidden: false } },
    ])
  })

  it('groups can be renamed, coloured, hidden, filled, emptied and deleted', () => {
    const on = { groupIds: [PLACES] }
    expect(ran({ name: 'renameGroup', args: { groupId: PLACES, title: 'Sites' } })).toMatchObject([
      { row: { title: 'sites' } },
    ])
    expect(ran({ name: 'setGroupColor', args: { ...on, color: 'red' } })).toMatchObject([
      { row: { color: 'red' } },
    ])
    expect(ran({ name: 'setGroupsHidden', args: { ...on, isHidden: null } })).toMatchObject([
      { row: { isHidden: true } },
    ])
    expect(ran({ name: 'setGroupsHidden', args: { ...on, isHidden: false } })).toEqual([])
    expect(ran({ name: 'attachGroups', args: { ...on, tagIds: [WORK, HOME] } })).toMatchObject([
      { row: { tagIds: [WORK, HOME] } },
    ])
    expect(ran({ name: 'detachGroups', args: { ...on, tagIds: [WORK] } })).toMatchObject([
      { row: { tagIds: [] } },
    ])
    expect(ran({ name: 'deleteGroups', args: on })).toEqual([{ kind: 'group', id: PLACES, row: null }])
    const two = rowsAfter([
      ...history,
      { name: 'createGroups', args: { groups: [{ id: CHORES, title: 'chores' }], tagIds: [] } },
    ])
    expect(ran({ name: 'renameGroup', args: { groupId: CHORES, title: 'Places' } }, two)).toEqual({
      kind: 'group-title-taken',
      title: 'places',
      groupId: PLACES,
    })
  })
})
