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

/** The cells of docs/concurrency.md about tags and groups that are deleted, merged, or made twice. */

describe('a tag that was deleted elsewhere', () => {
  it('a tag deleted elsewhere comes back with its name where a card is made with it, gets it, or a group gets it', () => {
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

  it('a tag deleted elsewhere comes back under its new name where it was renamed', () => {
    const rows = both([deleteTag], [{ name: 'renameTag', args: { tagId: TAG, name: 'plot' } }])
    expect(rows.tag(TAG)?.name).toBe('plot')
  })

  it('a tag deleted elsewhere stays away where it is clicked, taken off, merged or deleted again', () => {
    const acts: Mutation[] = [
      { name: 'addClicks', args: { tagIds: [TAG], clickedAt: 5 } },
      { name: 'detachTags', args: { cardIds: [CARD], tagIds: [TAG] } },
      { name: 'detachGroups', args: { tagIds: [TAG], groupIds: [GROUP] } },
      mergeTag,
      deleteTag,
    ]
    for (const act of acts) expect(both([deleteTag], [act]).tag(TAG)).toBeUndefined()
  })

  it('a tag deleted elsewhere is left out where nobody knows its name any more', () => {
    const forgotten = new MemoryRows(
      start()
        .snapshot()
        .filter(({ id }) => id !== TAG && id !== CARD),
    )
    const rows = both([], [newCard([TAG, INTO])], forgotten)
    expect(card(rows, idOf('card', 3)).tagIds).toEqual([INTO])
  })

  it('a tag deleted elsewhere is the tag of its name where that was made anew', () => {
    const rows = both([deleteTag, makeTag(NEW, 'garden')], [attach(TAG)])
    expect(card(rows, OTHER).tagIds).toEqual([NEW])
  })
})

describe('a tag that was merged elsewhere', () => {
  it('a tag merged elsewhere is the tag that it was merged into, on cards, in groups, for clicks and colours', () => {
    expect(card(both([mergeTag], [attach(TAG)]), OTHER).tagIds).toEqual([INTO])
    expect(card(both([mergeTag], [newCard([TAG, INTO])]), idOf('card', 3)).tagIds).toEqual([INTO])
    const clicked = both([mergeTag], [{ name: 'addClicks', args: { tagIds: [TAG], clickedAt: 5 } }])
    expect(clicked.tag(INTO)?.clickCount).toBe(1)
    const off = both([mergeTag], [{ name: 'detachTags', args: { cardIds: [CARD], tagIds: [TAG] } }])
    expect(card(off).tagIds).toEqual([])
    const renamed = both([mergeTag], [{ name: 'renameTag', args: { tagId: TAG, name: 'plot' } }])
    expect(renamed.tag(INTO)?.name).toBe('plot')
  })

  it('a tag merged elsewhere stays merged where it is deleted: the other tag is not touched', () => {
    expect(both([mergeTag], [deleteTag]).tag(INTO)?.name).toBe('home')
  })

  it('a tag merged elsewhere is not merged again: the tag that it became stays', () => {
    const elsewhere: Mutation = { name: 'mergeTags', args: { tagIds: [TAG], intoTagId: NEW } }
    const rows = both([makeTag(NEW, 'plot'), mergeTag], [elsewhere])
    expect(rows.tag(INTO)?.name).toBe('home')
    expect(card(rows).tagIds).toEqual([INTO])
  })

  it('a tag merged elsewhere keeps the name and colour that others gave it before the merge arrived, when the merge is undone', () => {
    const seen = start()
    const merged = runMutation(mergeTag, seen, { now: NOW })
    const undo = merged.ok ? inverse(mergeTag, seen, merged.value) : []
    const renamed: Mutation = { name: 'renameTag', args: { tagId: TAG, name: 'plot' } }
    const coloured: Mutation = { name: 'setTagColor', args: { tagIds: [TAG], color: 'red' } }
    const rows = both([renamed, coloured], [mergeTag, ...undo])
    expect(rows.tag(TAG)).toMatchObject({ name: 'plot', color: 'red' })
    expect(card(rows, CARD).tagIds).toEqual([TAG])
  })

  it('a tag merged elsewhere is found through several merges', () => {
    const further: Mutation = { name: 'mergeTags', args: { tagIds: [INTO], intoTagId: NEW } }
    const rows = both([makeTag(NEW, 'plot'), mergeTag, further], [attach(TAG)])
    expect(card(rows, OTHER).tagIds).toEqual([NEW])
  })
})

describe('one name on two devices', () => {
  it('the tag made later is the one made first, also for cards that name it by its own id', () => {
    const rows = both([], [makeTag(NEW, 'Garden'), attach(NEW), newCard([NEW])])
    expect(rows.tag(NEW)).toBeUndefined()
    expect(card(rows, OTHER).tagIds).toEqual([TAG])
    expect(card(rows, idOf('card', 3)).tagIds).toEqual([TAG])
    expect(card(both([], [attach(NEW)], rows), OTHER).tagIds).toEqual([TAG])
  })

  it('a rename to a name that was taken meanwhile makes one tag of the two', () => {
    const rows = both([], [{ name: 'renameTag', args: { tagId: TAG, name: 'home' } }])
    expect(rows.tag(TAG)).toBeUndefined()
    expect(card(rows).tagIds).toEqual([INTO])
    expect(rows.group(GROUP)?.tagIds).toEqual([INTO])
  })

  it('a rename of a group to a title that was taken meanwhile makes one group of the two', () => {
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

  it('two groups of one name are one, also for tags that are put into the one made later', () => {
    const made: Mutation = {
      name: 'createGroups',
      args: { groups: [{ id: THIRD, title: 'travel' }], tagIds: [] },
    }
    const put: Mutation = { name: 'attachGroups', args: { tagIds: [INTO], groupIds: [THIRD] } }
    const rows = both([], [made, put])
    expect(rows.group(THIRD)).toBeUndefined()
    expect(rows.group(GROUP)?.tagIds).toEqual([TAG, INTO])
  })

  it('the person is asked first where the name is taken before their own eyes', () => {
    const rename: Mutation = { name: 'renameTag', args: { tagId: TAG, name: 'home' } }
    expect(runMutation(rename, start(), { now: NOW })).toMatchObject({
      error: { kind: 'tag-name-taken', tagId: INTO },
    })
  })
})

describe('a group that was deleted elsewhere', () => {
  it('a group deleted elsewhere comes back with its title where it gets tags, a colour, a title, or is hidden', () => {
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

  it('a group deleted elsewhere stays away where a tag is taken out of it, or it is deleted again', () => {
    for (const act of [
      { name: 'detachGroups', args: { tagIds: [TAG], groupIds: [GROUP] } } as const,
      deleteGroup,
    ])
      expect(both([deleteGroup], [act]).group(GROUP)).toBeUndefined()
  })
})
