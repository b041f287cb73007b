import {
  both,
  CARD,
  card,
  deleteGroup,
  deleteTag,
  edit,
  GROUP,
  LINE,
  makeTag,
  NEW,
  NOW,
  TAG,
} from '@cardinal/testing/concurrent-acts'
import { historyRows, mutation } from '@cardinal/testing/mutations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Mutation } from './mutation.ts'
import { runMutation } from './mutators.ts'

/**
 * Cells of docs/concurrency.md that hold for cards, tags and groups alike: an act of one device that arrives after a
 * concurrent act of another. The other cells are in `concurrent-*.test.ts`.
 */

describe('what waits in an outbox', () => {
  it('an outbox entry is refused only for a size, an address or a card that is gone for good', () => {
    fc.assert(
      fc.property(historyRows(60), mutation(), (rows, given) => {
        const outcome = runMutation(given, rows, { now: NOW, onConflict: 'merge' })
        if (outcome.ok) return
        const { error } = outcome
        const isCardGone = error.kind === 'not-found' && error.what === 'card'
        const isSameIdTwice = error.kind === 'id-taken' && /create(Tags|Groups)/.test(given.name)
        expect([given, error, isCardGone || isSameIdTwice]).toEqual([given, error, true])
      }),
      { numRuns: 3000 },
    )
  })
})

describe('what was made here and changed elsewhere since', () => {
  it('a tag that is created again under the id of a renamed tag keeps the new name', () => {
    const rows = both([{ name: 'renameTag', args: { tagId: TAG, name: 'plot' } }], [makeTag(TAG, 'garden')])
    expect(rows.tag(TAG)?.name).toBe('plot')
  })

  it('[OF-5] an undone deletion restores the name that the tag or group had when it was deleted', () => {
    const makeGroup: Mutation = {
      name: 'createGroups',
      args: { groups: [{ id: GROUP, title: 'travel' }], tagIds: [TAG] },
    }
    const groups = both(
      [{ name: 'renameGroup', args: { groupId: GROUP, title: 'trips' } }],
      [deleteGroup, makeGroup],
    )
    expect(groups.group(GROUP)).toMatchObject({ title: 'trips', tagIds: [TAG] })
    const rename: Mutation = { name: 'renameTag', args: { tagId: TAG, name: 'plot' } }
    expect(both([rename], [deleteTag, makeTag(TAG, 'garden')]).tag(TAG)?.name).toBe('plot')
  })

  it('[OF-5] an undone deletion keeps a colour or hiding that another device set before it', () => {
    const makeGroup: Mutation = {
      name: 'createGroups',
      args: { groups: [{ id: GROUP, title: 'travel' }], tagIds: [TAG] },
    }
    const hide: Mutation = { name: 'setGroupsHidden', args: { groupIds: [GROUP], isHidden: true } }
    const colourGroup: Mutation = { name: 'setGroupColor', args: { groupIds: [GROUP], color: 'teal' } }
    const group = both([hide, colourGroup], [deleteGroup, makeGroup]).group(GROUP)
    expect(group).toMatchObject({ isHidden: true, color: 'teal' })
    const colourTag: Mutation = { name: 'setTagColor', args: { tagIds: [TAG], color: 'red' } }
    expect(both([colourTag], [deleteTag, makeTag(TAG, 'garden')]).tag(TAG)?.color).toBe('red')
  })

  it('a subnote that is added twice under one id exists once', () => {
    const again: Mutation = { name: 'addSubnote', args: { cardId: CARD, subnote: LINE, index: null } }
    expect(card(both([], [again])).subnotes).toHaveLength(1)
  })

  it('a tag is added to a card even if the card changed its type meanwhile', () => {
    const rows = both(
      [edit({ type: 'todo' })],
      [
        {
          name: 'createTags',
          args: { tags: [{ id: NEW, name: 'new' }], attachToCardIds: [CARD], cardType: 'note' },
        },
      ],
    )
    expect(card(rows).tagIds).toEqual([TAG, NEW])
  })
})
