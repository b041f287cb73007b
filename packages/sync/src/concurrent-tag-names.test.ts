import { isCalled } from '@cardinal/domain'
import {
  attach,
  both,
  card,
  deleteTag,
  INTO,
  makeTag,
  mergeTag,
  NEW,
  OTHER,
  TAG,
} from '@cardinal/testing/concurrent-acts'
import { historyRows } from '@cardinal/testing/mutations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MemoryRows } from './memory-rows.ts'
import type { Mutation } from './mutation.ts'

/** Tests the cells of docs/concurrency.md about display names, other names and parents of tags. */

describe('display names of tags', () => {
  const shown = (displayName: string | null, tagId = TAG): Mutation => ({
    name: 'setTagDisplayName',
    args: { tagId, displayName },
  })
  const named: Mutation = { name: 'addTagNames', args: { tagId: TAG, names: ['c++'] } }
  const unnamed: Mutation = { name: 'removeTagNames', args: { tagId: TAG, names: ['C++'] } }
  const renamed: Mutation = { name: 'renameTag', args: { tagId: TAG, name: 'plot', keepsName: true } }
  const look = (rows: MemoryRows, id = TAG) => [rows.tag(id)?.displayName, rows.tag(id)?.otherNames]

  it('of two display names chosen at once the later is shown, and both are names of the tag', () => {
    expect(look(both([shown('C++')], [shown('cpp')]))).toEqual(['cpp', ['C++', 'cpp']])
    expect(look(both([shown('cpp')], [shown('C++')]))).toEqual(['C++', ['C++', 'cpp']])
    expect(look(both([shown('cpp')], [shown(null)]))).toEqual([undefined, ['cpp']])
  })

  it('choosing a display name restores that name if it was removed, and removing the name later removes both', () => {
    expect(look(both([named, unnamed], [shown('c++')]))).toEqual(['c++', ['c++']])
    expect(look(both([shown('c++')], [unnamed]))).toEqual([undefined, undefined])
  })

  it('a rename that arrives after a display name was chosen removes it, and one that arrived before does not', () => {
    expect(look(both([shown('Garden')], [renamed]))).toEqual([undefined, ['garden']])
    expect(look(both([shown('c++')], [renamed]))).toEqual([undefined, ['c++', 'garden']])
    expect(look(both([renamed], [shown('c++')]))).toEqual(['c++', ['c++', 'garden']])
  })

  it('a deleted tag is restored when a display name is chosen for it, and not when its display name is removed', () => {
    expect(look(both([deleteTag], [shown('Garden')]))).toEqual(['Garden', undefined])
    expect(both([deleteTag], [shown(null)]).tag(TAG)).toBeUndefined()
  })

  it('after a merge the tag that remains keeps its display name until another is chosen', () => {
    expect(look(both([shown('c++'), shown('Home', INTO)], [mergeTag]), INTO)).toEqual(['Home', ['c++']])
    expect(look(both([shown('c++')], [mergeTag]), INTO)).toEqual([undefined, ['c++']])
    expect(look(both([mergeTag], [shown('c++')]), INTO)).toEqual(['c++', ['c++']])
  })

  it('a display name is one of the other names of its tag after any history', () => {
    fc.assert(
      fc.property(historyRows(60), (rows) => {
        for (const { kind, row } of rows.snapshot())
          if (kind === 'tag' && row?.displayName !== undefined) {
            expect(isCalled(row, row.displayName)).toBe(true)
            expect(row.displayName).not.toBe(row.name)
          }
      }),
      { numRuns: 500 },
    )
  })
})

describe('other names and parents', () => {
  const named = (tagId: string, ...names: string[]): Mutation => ({
    name: 'addTagNames',
    args: { tagId, names },
  })
  const part = (tagId: string, parentId: string): Mutation => ({
    name: 'addTagParents',
    args: { tagIds: [tagId], parentIds: [parentId] },
  })
  const unnamed = (tagId: string, ...names: string[]): Mutation => ({
    name: 'removeTagNames',
    args: { tagId, names },
  })
  const apart = (tagId: string, parentId: string): Mutation => ({
    name: 'removeTagParents',
    args: { tagIds: [tagId], parentIds: [parentId] },
  })
  const relationsOf = (rows: MemoryRows) =>
    [TAG, INTO].map((id) => [rows.tag(id)?.otherNames, rows.tag(id)?.parentIds])

  it('one name on two tags, and parents in a circle, are kept in whatever order they arrive', () => {
    for (const acts of [
      [named(TAG, 'C++'), named(INTO, 'c++')],
      [part(TAG, INTO), part(INTO, TAG)],
    ] as const) {
      const [first, second] = acts
      expect(relationsOf(both([first], [second]))).toEqual(relationsOf(both([second], [first])))
    }
    expect(relationsOf(both([part(TAG, INTO)], [part(INTO, TAG)]))).toEqual([
      [undefined, [INTO]],
      [undefined, [TAG]],
    ])
  })

  it('names and parents that several devices add and remove give the same result in every order', () => {
    const adding = fc
      .array(
        fc.constantFrom(
          named(TAG, 'a'),
          named(INTO, 'a'),
          named(TAG, 'B', 'c++'),
          part(TAG, INTO),
          part(INTO, TAG),
        ),
      )
      .chain((acts) => fc.tuple(fc.constant(acts), fc.shuffledSubarray(acts, { minLength: acts.length })))
    fc.assert(
      fc.property(adding, ([acts, shuffled]) => {
        expect(relationsOf(both(acts, []))).toEqual(relationsOf(both(shuffled, [])))
      }),
    )
    const others = [unnamed(TAG, 'B'), apart(TAG, INTO)]
    expect(relationsOf(both([named(TAG, 'a'), part(INTO, TAG)], others))).toEqual(
      relationsOf(both(others, [named(TAG, 'a'), part(INTO, TAG)])),
    )
  })

  it('a deleted tag is restored when it gets a name, a parent or a child', () => {
    for (const act of [named(TAG, 'plot'), part(TAG, INTO), part(INTO, TAG)])
      expect(both([deleteTag], [act]).tag(TAG)?.name).toBe('garden')
    for (const act of [unnamed(TAG, 'plot'), apart(TAG, INTO)])
      expect(both([deleteTag], [act]).tag(TAG)).toBeUndefined()
  })

  it('a deleted parent implies nothing, and implies again when it is restored', () => {
    const rows = both([part(TAG, INTO)], [{ name: 'deleteTags', args: { tagIds: [INTO] } }])
    expect(rows.tag(TAG)?.parentIds).toEqual([INTO])
    expect(rows.tag(INTO)).toBeUndefined()
    expect(both([], [makeTag(INTO, 'home')], rows).tag(TAG)?.parentIds).toEqual([INTO])
  })

  it('a merge moves other names, parents and children to the tag that remains', () => {
    expect(both([mergeTag], [named(TAG, 'plot')]).tag(INTO)?.otherNames).toEqual(['plot'])
    const rows = both([makeTag(NEW, 'rose'), part(NEW, TAG), named(TAG, 'plot')], [mergeTag])
    expect(rows.tag(NEW)?.parentIds).toEqual([INTO])
    expect(rows.tag(INTO)?.otherNames).toEqual(['plot'])
    expect(both([part(INTO, TAG)], [mergeTag]).tag(INTO)?.parentIds).toBeUndefined()
    expect(
      both([makeTag(NEW, 'rose'), part(NEW, TAG), mergeTag], [apart(NEW, TAG)]).tag(NEW)?.parentIds,
    ).toBeUndefined()
  })

  it('a tag created under another name of an existing tag becomes that tag', () => {
    const rows = both([named(TAG, 'Plot')], [makeTag(NEW, 'plot'), attach(NEW)])
    expect(rows.tagAlias(NEW)).toBe(TAG)
    expect(card(rows, OTHER).tagIds).toEqual([TAG])
  })
})
