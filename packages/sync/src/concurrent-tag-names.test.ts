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

/** The cells of docs/concurrency.md about display names, other names and parents of tags. */

describe('display names of tags', () => {
  const shown = (displayName: string | null, tagId = TAG): Mutation => ({
    name: 'setTagDisplayName',
    args: { tagId, displayName },
  })
  const named: Mutation = { name: 'addTagNames', args: { tagId: TAG, names: ['c++'] } }
  const unnamed: Mutation = { name: 'removeTagNames', args: { tagId: TAG, names: ['C++'] } }
  const renamed: Mutation = { name: 'renameTag', args: { tagId: TAG, name: 'plot', keepsName: true } }
  const look = (rows: MemoryRows, id = TAG) => [rows.tag(id)?.displayName, rows.tag(id)?.otherNames]

  it('of two display names the one that arrives last is shown, and both still mean the tag', () => {
    expect(look(both([shown('C++')], [shown('cpp')]))).toEqual(['cpp', ['C++', 'cpp']])
    expect(look(both([shown('cpp')], [shown('C++')]))).toEqual(['C++', ['C++', 'cpp']])
    expect(look(both([shown('cpp')], [shown(null)]))).toEqual([undefined, ['cpp']])
  })

  it('choosing a display name restores that name if it was removed before, and removing the name afterwards removes both', () => {
    expect(look(both([named, unnamed], [shown('c++')]))).toEqual(['c++', ['c++']])
    expect(look(both([shown('c++')], [unnamed]))).toEqual([undefined, undefined])
  })

  it('a display name goes with a rename that arrives after it, and stays where the rename came before', () => {
    expect(look(both([shown('Garden')], [renamed]))).toEqual([undefined, ['garden']])
    expect(look(both([shown('c++')], [renamed]))).toEqual([undefined, ['c++', 'garden']])
    expect(look(both([renamed], [shown('c++')]))).toEqual(['c++', ['c++', 'garden']])
  })

  it('a display name brings a deleted tag back where one is chosen, and not where it is taken away', () => {
    expect(look(both([deleteTag], [shown('Garden')]))).toEqual(['Garden', undefined])
    expect(both([deleteTag], [shown(null)]).tag(TAG)).toBeUndefined()
  })

  it('after a merge the display name is that of the tag that stays, until another is chosen', () => {
    expect(look(both([shown('c++'), shown('Home', INTO)], [mergeTag]), INTO)).toEqual(['Home', ['c++']])
    expect(look(both([shown('c++')], [mergeTag]), INTO)).toEqual([undefined, ['c++']])
    expect(look(both([mergeTag], [shown('c++')]), INTO)).toEqual(['c++', ['c++']])
  })

  it('a display name is always one of the names of its tag, whatever happened', () => {
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

  it('one name for two tags, and a circle, both hold in whatever order they arrive', () => {
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

  it('names and parents that several devices add and remove come to the same in whatever order they arrive', () => {
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

  it('a tag that was deleted comes back where it gets a name, a parent or a child', () => {
    for (const act of [named(TAG, 'plot'), part(TAG, INTO), part(INTO, TAG)])
      expect(both([deleteTag], [act]).tag(TAG)?.name).toBe('garden')
    for (const act of [unnamed(TAG, 'plot'), apart(TAG, INTO)])
      expect(both([deleteTag], [act]).tag(TAG)).toBeUndefined()
  })

  it('a parent that was deleted means nothing, and means it again when it is back', () => {
    const rows = both([part(TAG, INTO)], [{ name: 'deleteTags', args: { tagIds: [INTO] } }])
    expect(rows.tag(TAG)?.parentIds).toEqual([INTO])
    expect(rows.tag(INTO)).toBeUndefined()
    expect(both([], [makeTag(INTO, 'home')], rows).tag(TAG)?.parentIds).toEqual([INTO])
  })

  it('other names and parents follow a merge: names and parents go to the other tag, and tags that implied the merged one imply it', () => {
    expect(both([mergeTag], [named(TAG, 'plot')]).tag(INTO)?.otherNames).toEqual(['plot'])
    const rows = both([makeTag(NEW, 'rose'), part(NEW, TAG), named(TAG, 'plot')], [mergeTag])
    expect(rows.tag(NEW)?.parentIds).toEqual([INTO])
    expect(rows.tag(INTO)?.otherNames).toEqual(['plot'])
    expect(both([part(INTO, TAG)], [mergeTag]).tag(INTO)?.parentIds).toBeUndefined()
    expect(
      both([makeTag(NEW, 'rose'), part(NEW, TAG), mergeTag], [apart(NEW, TAG)]).tag(NEW)?.parentIds,
    ).toBeUndefined()
  })

  it('a tag made under a name that is another name of a tag stands for that tag', () => {
    const rows = both([named(TAG, 'Plot')], [makeTag(NEW, 'plot'), attach(NEW)])
    expect(rows.tagAlias(NEW)).toBe(TAG)
    expect(card(rows, OTHER).tagIds).toEqual([TAG])
  })
})
