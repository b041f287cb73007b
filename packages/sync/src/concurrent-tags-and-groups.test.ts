import {
  attach,
  both,
  CARD,
  card,
  deleteGroup,
  deleteTag,
  GROUP,
  INTO,
  makeTag,
  mergeTag,
  NEW,
  NOW,
  newCard,
  OTHER,
  SECOND,
  start,
  TAG,
  THIRD,
} from '@cardinal/testing/concurrent-acts'
import { idOf } from '@cardinal/testing/mutations'
import { describe, expect, it } from 'vitest'
import { inverse } from './inverse.ts'
import { MemoryRows } from './memory-rows.ts'
import type { Mutation } from './mutation.ts'
import { runMutation } from './mutators.ts'

/**
 * Tests the cells of docs/concurrency.md about tags and groups that are deleted, merged, or created twice.
 */

describe('a tag that was deleted elsewhere', () => {
  it('a tag deleted on one device is restored with its name when another device adds it to a card or group', () => {
    const uses: Mutation[] = [
      newCard([TAG]),
      attach(TAG),
      { name: 'setCardTags', args: { cardId: OTHER, tagIds: [TAG] } },
      { name: 'editCard', args: { cardId: OTHER, tagIds: { added: [TAG], removed: [] } } },
      { name: 'createGroups', args: { groups: [{ id: THIRD, title: 'new' }], tagIds: [TAG] } },
      { name: 'attachGroups', args: { tagIds: [TAG], groupIds: [SECOND] } },
      { name: 'setTagColor', args: { tagIds: [TAG], color: 'red' } },
    ]
    for (const use of uses) {
      const rows = both([deleteTag], [use])
      expect([use.name, rows.tag(TAG)?.name]).toEqual([use.name, 'garden'])
    }
    expect(card(both([deleteTag], [attach(TAG)]), OTHER).tagIds).toEqual([TAG])
  })

  it('a tag deleted on one device and renamed on another is restored under its new name', () => {
    const rows = both([deleteTag], [{ name: 'renameTag', args: { tagId: TAG, name: 'plot' } }])
    expect(rows.tag(TAG)?.name).toBe('plot')
  })

  it('a tag deleted on one device stays deleted if another clicks, detaches, merges or deletes it', () => {
    const acts: Mutation[] = [
      { name: 'addClicks', args: { tagIds: [TAG], clickedAt: 5 } },
      { name: 'detachTags', args: { cardIds: [CARD], tagIds: [TAG] } },
      { name: 'detachGroups', args: { tagIds: [TAG], groupIds: [GROUP] } },
      mergeTag,
      deleteTag,
    ]
    for (const act of acts) expect(both([deleteTag], [act]).tag(TAG)).toBeUndefined()
  })

  it('a tag deleted on one device is left out of new cards when its name is no longer known', () => {
    const forgotten = new MemoryRows(
      start()
        .snapshot()
        .filter(({ id }) => id !== TAG && id !== CARD),
    )
    const rows = both([], [newCard([TAG, INTO])], forgotten)
    expect(card(rows, idOf('card', 3)).tagIds).toEqual([INTO])
  })

  it('a tag deleted on one device becomes the new tag of its name if one was created since', () => {
    const rows = both([deleteTag, makeTag(NEW, 'garden')], [attach(TAG)])
    expect(card(rows, OTHER).tagIds).toEqual([NEW])
  })
})

describe('a tag that was merged elsewhere', () => {
  it('a tag merged on one device stands for the tag it was merged into, on cards, in groups, for clicks and colours', () => {
    expect(card(both([mergeTag], [attach(TAG)]), OTHER).tagIds).toEqual([INTO])
    expect(card(both([mergeTag], [newCard([TAG, INTO])]), idOf('card', 3)).tagIds).toEqual([INTO])
    const clicked = both([mergeTag], [{ name: 'addClicks', args: { tagIds: [TAG], clickedAt: 5 } }])
    expect(clicked.tag(INTO)?.clickCount).toBe(1)
    const off = both([mergeTag], [{ name: 'detachTags', args: { cardIds: [CARD], tagIds: [TAG] } }])
    expect(card(off).tagIds).toEqual([])
    const renamed = both([mergeTag], [{ name: 'renameTag', args: { tagId: TAG, name: 'plot' } }])
    expect(renamed.tag(INTO)?.name).toBe('plot')
  })

  it('deleting a tag that was merged elsewhere does not delete the tag that it was merged into', () => {
    expect(both([mergeTag], [deleteTag]).tag(INTO)?.name).toBe('home')
  })

  it('merging a tag that was merged elsewhere into a second one leaves it in the first', () => {
    const elsewhere: Mutation = { name: 'mergeTags', args: { tagIds: [TAG], intoTagId: NEW } }
    const rows = both([makeTag(NEW, 'plot'), mergeTag], [elsewhere])
    expect(rows.tag(INTO)?.name).toBe('home')
    expect(card(rows).tagIds).toEqual([INTO])
  })

  it('undoing a merge restores the name and colour that others gave the tag before the merge arrived', () => {
    const seen = start()
    const merged = runMutation(mergeTag, seen, { now: NOW })
    const undo = merged.ok ? inverse(mergeTag, seen, merged.value) : []
    const renamed: Mutation = { name: 'renameTag', args: { tagId: TAG, name: 'plot' } }
    const coloured: Mutation = { name: 'setTagColor', args: { tagIds: [TAG], color: 'red' } }
    const rows = both([renamed, coloured], [mergeTag, ...undo])
    expect(rows.tag(TAG)).toMatchObject({ name: 'plot', color: 'red' })
    expect(card(rows, CARD).tagIds).toEqual([TAG])
  })

  it('a tag that was merged several times in a row stands for the last tag', () => {
    const further: Mutation = { name: 'mergeTags', args: { tagIds: [INTO], intoTagId: NEW } }
    const rows = both([makeTag(NEW, 'plot'), mergeTag, further], [attach(TAG)])
    expect(card(rows, OTHER).tagIds).toEqual([NEW])
  })
})

describe('one name on two devices', () => {
  it('a tag that was created twice is the first one, also on cards that name the id of the second', () => {
    const rows = both([], [makeTag(NEW, 'Garden'), attach(NEW), newCard([NEW])])
    expect(rows.tag(NEW)).toBeUndefined()
    expect(card(rows, OTHER).tagIds).toEqual([TAG])
    expect(card(rows, idOf('card', 3)).tagIds).toEqual([TAG])
    expect(card(both([], [attach(NEW)], rows), OTHER).tagIds).toEqual([TAG])
  })

  it('a rename to a name that was taken meanwhile merges the two tags', () => {
    const rows = both([], [{ name: 'renameTag', args: { tagId: TAG, name: 'home' } }])
    expect(rows.tag(TAG)).toBeUndefined()
    expect(card(rows).tagIds).toEqual([INTO])
    expect(rows.group(GROUP)?.tagIds).toEqual([INTO])
  })

  it('a rename of a group to a title that was taken meanwhile merges the two groups', () => {
    const rows = both(
      [{ name: 'attachGroups', args: { tagIds: [INTO], groupIds: [SECOND] } }],
      [
        { name: 'renameGroup', args: { groupId: GROUP, title: 'house' } },
        { name: 'setGroupColor', args: { groupIds: [GROUP], color: 'red' } },
      ],
    )
    expect(rows.group(GROUP)).toBeUndefined()
    expect(rows.group(SECOND)).toMatchObject({ tagIds: [TAG, INTO], color: 'red' })
  })

  it('two groups created with one name are one, also for tags that are added to the second', () => {
    const made: Mutation = {
      name: 'createGroups',
      args: { groups: [{ id: THIRD, title: 'travel' }], tagIds: [] },
    }
    const put: Mutation = { name: 'attachGroups', args: { tagIds: [INTO], groupIds: [THIRD] } }
    const rows = both([], [made, put])
    expect(rows.group(THIRD)).toBeUndefined()
    expect(rows.group(GROUP)?.tagIds).toEqual([TAG, INTO])
  })

  it('the person is asked before a merge if the name was taken when they chose it', () => {
    const rename: Mutation = { name: 'renameTag', args: { tagId: TAG, name: 'home' } }
    expect(runMutation(rename, start(), { now: NOW })).toMatchObject({
      error: { kind: 'tag-name-taken', tagId: INTO },
    })
  })
})

describe('a group that was deleted elsewhere', () => {
  it('a group deleted on one device is restored with its title when another adds tags, colours, renames or hides it', () => {
    const acts: [Mutation, object][] = [
      [
        { name: 'attachGroups', args: { tagIds: [INTO], groupIds: [GROUP] } },
        { title: 'travel', tagIds: [INTO] },
      ],
      [
        { name: 'setGroupColor', args: { groupIds: [GROUP], color: 'red' } },
        { title: 'travel', color: 'red' },
      ],
      [{ name: 'renameGroup', args: { groupId: GROUP, title: 'trips' } }, { title: 'trips' }],
      [{ name: 'setGroupsHidden', args: { groupIds: [GROUP], isHidden: true } }, { isHidden: true }],
    ]
    for (const [act, wanted] of acts) expect(both([deleteGroup], [act]).group(GROUP)).toMatchObject(wanted)
  })

  it('a group deleted on one device stays deleted if another removes a tag from it or deletes it', () => {
    for (const act of [
      { name: 'detachGroups', args: { tagIds: [TAG], groupIds: [GROUP] } } as const,
      deleteGroup,
    ])
      expect(both([deleteGroup], [act]).group(GROUP)).toBeUndefined()
  })
})
