import { idOf, rowsAfter } from '@cardinal/testing/mutations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inverse } from './inverse.ts'
import type { MemoryRows } from './memory-rows.ts'
import type { Mutation } from './mutation.ts'
import { runMutation } from './mutators.ts'

/** Tests the cells of docs/concurrency.md about child groups. */

const [BAKING, COOKING] = [idOf('tag', 0), idOf('tag', 1)]
const [BAKERY, KITCHEN] = [idOf('group', 0), idOf('group', 1)]

function start(): MemoryRows {
  return rowsAfter([
    {
      name: 'createTags',
      args: {
        tags: [
          { id: BAKING, name: 'baking' },
          { id: COOKING, name: 'cooking' },
        ],
        attachToCardIds: [],
      },
    },
    {
      name: 'createGroups',
      args: {
        groups: [
          { id: BAKERY, title: 'bakery' },
          { id: KITCHEN, title: 'kitchen' },
        ],
        tagIds: [BAKING],
      },
    },
  ])
}

/** The rows after queued acts, in this order of arrival. */
function arrived(...acts: readonly Mutation[]): MemoryRows {
  const rows = start()
  for (const act of acts) {
    const outcome = runMutation(act, rows, { now: 2, onConflict: 'merge' })
    if (!outcome.ok) throw new Error(`${act.name}: ${JSON.stringify(outcome.error)}`)
    rows.apply(outcome.value.changes)
  }
  return rows
}

const add = (tagId: string, ...groupIds: string[]): Mutation => ({
  name: 'addChildGroups',
  args: { tagIds: [tagId], groupIds },
})
const remove = (tagId: string, ...groupIds: string[]): Mutation => ({
  name: 'removeChildGroups',
  args: { tagIds: [tagId], groupIds },
})
const deleteGroup: Mutation = { name: 'deleteGroups', args: { groupIds: [BAKERY] } }
const deleteTag: Mutation = { name: 'deleteTags', args: { tagIds: [COOKING] } }
const merge: Mutation = { name: 'mergeTags', args: { tagIds: [COOKING], intoTagId: BAKING } }
const rename = (groupId: string, title: string): Mutation => ({
  name: 'renameGroup',
  args: { groupId, title },
})
const groupsOf = (rows: MemoryRows, tagId = COOKING) => rows.tag(tagId)?.childGroupIds

describe('groups whose tags imply a tag', () => {
  it('child groups and parents that are added in any order give the same tags, also in a circle', () => {
    const acts = [
      add(COOKING, BAKERY),
      add(BAKING, BAKERY, KITCHEN),
      add(COOKING, KITCHEN),
      { name: 'addTagParents', args: { tagIds: [COOKING], parentIds: [BAKING] } } as const,
    ]
    const expected = [BAKING, COOKING].map((id) => arrived(...acts).tag(id))
    fc.assert(
      fc.property(fc.shuffledSubarray(acts, { minLength: acts.length }), (shuffled) => {
        expect([BAKING, COOKING].map((id) => arrived(...shuffled).tag(id))).toEqual(expected)
      }),
    )
    expect(expected[1]?.childGroupIds).toEqual([BAKERY, KITCHEN])
    expect(expected[1]?.parentIds).toEqual([BAKING])
  })

  it('a deleted group or tag is restored when it is added as a relation, and not when a relation is removed', () => {
    expect(arrived(deleteGroup, add(COOKING, BAKERY)).group(BAKERY)).toMatchObject({
      title: 'bakery',
      tagIds: [],
    })
    expect(groupsOf(arrived(deleteTag, add(COOKING, BAKERY)))).toEqual([BAKERY])
    const rows = arrived(add(COOKING, BAKERY), deleteGroup, remove(COOKING, BAKERY))
    expect(rows.group(BAKERY)).toBeUndefined()
    expect(groupsOf(rows)).toBeUndefined()
    expect(arrived(deleteTag, remove(COOKING, BAKERY)).tag(COOKING)).toBeUndefined()
  })

  it('a deleted child group stays listed in its tag, and implies the tag again when it is restored', () => {
    const back: Mutation = {
      name: 'createGroups',
      args: { groups: [{ id: BAKERY, title: 'bakery' }], tagIds: [] },
    }
    expect(groupsOf(arrived(add(COOKING, BAKERY), deleteGroup, back))).toEqual([BAKERY])
  })

  it('two groups that were merged are one child group, whether the relation arrives before or after', () => {
    for (const acts of [
      [add(COOKING, BAKERY), rename(BAKERY, 'kitchen')],
      [rename(BAKERY, 'kitchen'), add(COOKING, BAKERY)],
      [add(COOKING, BAKERY, KITCHEN), rename(BAKERY, 'kitchen')],
    ])
      expect(groupsOf(arrived(...acts))).toEqual([KITCHEN])
    const gone = arrived(add(COOKING, BAKERY), rename(BAKERY, 'kitchen'), remove(COOKING, BAKERY))
    expect(groupsOf(gone)).toBeUndefined()
  })

  it('child groups move to the other tag in a merge, and back when it is undone', () => {
    const before = arrived(add(COOKING, BAKERY), add(BAKING, KITCHEN))
    const done = runMutation(merge, before, { now: 3 })
    if (!done.ok) throw new Error('refused')
    const undo = inverse(merge, before, done.value)
    const rows = arrived(add(COOKING, BAKERY), add(BAKING, KITCHEN), merge)
    expect(groupsOf(rows, BAKING)).toEqual([BAKERY, KITCHEN])
    const after = arrived(add(COOKING, BAKERY), add(BAKING, KITCHEN), merge, ...undo)
    expect([groupsOf(after, BAKING), groupsOf(after)]).toEqual([[KITCHEN], [BAKERY]])
    expect(groupsOf(arrived(merge, add(COOKING, BAKERY)), BAKING)).toEqual([BAKERY])
  })

  it('adding child groups is refused at once if a group is gone, or if the tag would have too many', () => {
    const rows = arrived(deleteGroup)
    expect(runMutation(add(COOKING, BAKERY), rows, { now: 3 })).toMatchObject({
      ok: false,
      error: { kind: 'not-found', what: 'group' },
    })
    const many = Array.from({ length: 101 }, (_, n) => ({ id: idOf('group', n + 3), title: `group ${n}` }))
    const full = arrived({ name: 'createGroups', args: { groups: many, tagIds: [] } })
    const act = add(COOKING, ...many.map(({ id }) => id))
    expect(runMutation(act, full, { now: 3 })).toMatchObject({ ok: false, error: { kind: 'invalid' } })
  })
})
