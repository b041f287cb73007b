import { childGroupIdsOf, filesOf, parentIdsOf, type Tag, withRelations } from '@cardinal/domain'
import { historyRows, idOf, mutation, rowsAfter } from '@cardinal/testing/mutations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inverse } from './inverse.ts'
import { MemoryRows } from './memory-rows.ts'
import type { Mutation } from './mutation.ts'
import { runMutation } from './mutators.ts'

const NOW = 1_900_000_000_000

/** Runs a mutation and its undo. `refused` must be empty. */
function thereAndBack(rows: MemoryRows, given: Mutation): { undo: Mutation[]; refused: unknown[] } {
  const outcome = runMutation(given, rows, { now: NOW })
  if (!outcome.ok) return { undo: [], refused: [] }
  const undo = inverse(given, rows, outcome.value)
  rows.apply(outcome.value.changes)
  const refused: unknown[] = []
  for (const step of undo) {
    const undone = runMutation(step, rows, { now: NOW })
    if (undone.ok) rows.apply(undone.value.changes)
    else refused.push([step, undone.error])
  }
  return { undo, refused }
}

/**
 * The rows without the fields that an undo leaves as they are: times, clicks, and the order of tags, links
 * and files.
 */
function restored(rows: MemoryRows): unknown {
  return rows
    .snapshot()
    .flatMap(({ kind, row }) => {
      if (row === null) return []
      const { createdAt: _c, updatedAt: _u, ...said } = kind === 'tag' ? withLivingRelations(row, rows) : row
      const sorted = Object.fromEntries(
        Object.entries(said).map(([name, value]) => [
          name,
          Array.isArray(value) && /Ids$|^otherNames$/.test(name) ? value.toSorted() : value,
        ]),
      )
      const files = 'files' in row && filesOf(row.files).toSorted((a, b) => a.hash.localeCompare(b.hash))
      return [{ kind, ...sorted, files, id: row.id, clickCount: 0, lastClickedAt: null }]
    })
    .toSorted((a, b) => a.id.localeCompare(b.id))
}

/** Ids of deleted parents and groups are ignored, so they are not restored. */
function withLivingRelations(tag: Tag, rows: MemoryRows): Tag {
  return withRelations(tag, {
    parentIds: parentIdsOf(tag).filter((id) => rows.tag(id) !== undefined),
    childGroupIds: childGroupIdsOf(tag).filter((id) => rows.group(id) !== undefined),
  })
}

describe('undoing', () => {
  it('[CD-7] an undo does not remove a tag whose row is missing on this device from a card', () => {
    const [cardId, tagId] = [idOf('card', 1), idOf('tag', 1)]
    const whole = rowsAfter([
      { name: 'createTags', args: { tags: [{ id: tagId, name: 'garden' }], attachToCardIds: [] } },
      { name: 'createCard', args: { card: { id: cardId, type: 'note', content: 'rake', tagIds: [tagId] } } },
    ])
    const damaged = new MemoryRows(whole.snapshot().filter(({ kind }) => kind !== 'tag'))
    const { undo } = thereAndBack(damaged, { name: 'editCard', args: { cardId, isPublic: true } })
    expect(undo).toEqual([{ name: 'editCard', args: { cardId, isPublic: false } }])
  })

  it('[CD-7] a mutation followed by its inverse changes nothing', () => {
    fc.assert(
      fc.property(historyRows(60), mutation(), (rows, given) => {
        const before = restored(rows)
        const { refused } = thereAndBack(rows, given)
        expect(refused).toEqual([])
        expect(restored(rows)).toEqual(before)
      }),
      { numRuns: 3000 },
    )
  })

  it('a mutation that changed nothing has no inverse', () => {
    const rows = rowsAfter([
      { name: 'createCard', args: { card: { id: idOf('card', 0), type: 'note', content: 'x' } } },
    ])
    expect(
      thereAndBack(rows, { name: 'setCardColor', args: { cardIds: [idOf('card', 0)], color: null } }).undo,
    ).toEqual([])
  })

  it('undoing an edit that restored a deleted card deletes it again, and overwrites no text', () => {
    const cardId = idOf('card', 0)
    const edit: Mutation = {
      name: 'editCard',
      args: { cardId, content: { before: 'seen elsewhere', after: 'seen elsewhere, and more' } },
    }
    const rows = rowsAfter([
      { name: 'createCard', args: { card: { id: cardId, type: 'note', content: 'remembered here' } } },
      { name: 'deleteCards', args: { cardIds: [cardId] } },
    ])
    expect(thereAndBack(rows, edit).undo).toEqual([{ name: 'deleteCards', args: { cardIds: [cardId] } }])
    expect(rows.card(cardId)).toBeUndefined()
  })

  it('undoing a new tag keeps what others added to it meanwhile', () => {
    const [card, home, work] = [idOf('card', 0), idOf('tag', 0), idOf('tag', 1)]
    const rows = rowsAfter([
      {
        name: 'createTags',
        args: {
          tags: [
            { id: home, name: 'home' },
            { id: work, name: 'work' },
          ],
          attachToCardIds: [],
        },
      },
      { name: 'createCard', args: { card: { id: card, type: 'note', content: 'x' } } },
    ])
    const attach = (tagId: string): Mutation => ({
      name: 'attachTags',
      args: { cardIds: [card], tagIds: [tagId] },
    })
    const outcome = runMutation(attach(home), rows, { now: NOW })
    if (!outcome.ok) throw new Error('refused')
    const undo = inverse(attach(home), rows, outcome.value)
    rows.apply(outcome.value.changes)
    for (const step of [attach(work), ...undo]) {
      const done = runMutation(step, rows, { now: NOW })
      if (done.ok) rows.apply(done.value.changes)
    }
    expect(rows.card(card)?.tagIds).toEqual([work])
  })

  it('[TG-4] undoing a merge or a rename restores the tags with their clicks and times', () => {
    const joining = mutation().filter(({ name }) => name === 'mergeTags' || name === 'renameTag')
    fc.assert(
      fc.property(historyRows(30), joining, (rows, given) => {
        const before = exact(rows, given.name === 'renameTag')
        const { refused } = thereAndBack(rows, given)
        expect(refused).toEqual([])
        expect(exact(rows, given.name === 'renameTag')).toEqual(before)
        for (const id of ALL_TAGS) if (rows.tag(id) !== undefined) expect(rows.tagAlias(id)).toBeUndefined()
      }),
      { numRuns: 500 },
    )
  })

  it('[TG-4] undoing a merge keeps what others changed in between', () => {
    const { rows, undo } = merged()
    const [later, gone] = [idOf('card', 2), idOf('card', 1)]
    for (const mutation of [
      { name: 'createCard', args: { card: { id: later, type: 'note', content: 'z', tagIds: [WORK] } } },
      { name: 'addClicks', args: { tagIds: [WORK], clickedAt: 900 } },
      { name: 'detachTags', args: { cardIds: [gone], tagIds: [HOME] } },
      ...undo,
      // Run twice, as if the answer had been lost.
      ...undo,
    ] satisfies Mutation[])
      run(rows, mutation)
    expect(rows.tag(WORK)).toMatchObject({ clickCount: 2, lastClickedAt: 900 })
    expect(rows.tag(HOME)).toMatchObject({ name: 'home', clickCount: 1, lastClickedAt: 500 })
    expect(rows.card(CARD)?.tagIds).toEqual([HOME])
    expect(rows.card(gone)?.tagIds).toEqual([])
    expect(rows.card(later)?.tagIds).toEqual([WORK])
  })

  it('[TG-4] undoing a merge takes the tag that got the name meanwhile', () => {
    const { rows, undo } = merged()
    const other = idOf('tag', 2)
    run(rows, { name: 'createTags', args: { tags: [{ id: other, name: 'home' }], attachToCardIds: [] } })
    for (const mutation of undo) run(rows, mutation)
    expect(rows.tag(HOME)).toBeUndefined()
    expect(rows.tagAlias(HOME)).toBe(other)
    expect(rows.tag(other)).toMatchObject({ clickCount: 1 })
    expect(rows.card(CARD)?.tagIds).toEqual([other])
  })

  it('[TG-3] undoing a rename that the server turned into a merge separates the tags again', () => {
    const rows = rowsAfter(TWO_TAGS)
    const rename: Mutation = { name: 'renameTag', args: { tagId: HOME, name: 'office' } }
    const outcome = runMutation(rename, rows, { now: NOW })
    if (!outcome.ok) throw new Error('refused')
    const undo = inverse(rename, rows, outcome.value)
    run(rows, { name: 'renameTag', args: { tagId: WORK, name: 'office' } })
    run(rows, rename)
    expect(rows.tagAlias(HOME)).toBe(WORK)
    for (const mutation of undo) run(rows, mutation)
    expect(rows.tag(HOME)).toMatchObject({ name: 'home', clickCount: 1, lastClickedAt: 500 })
    expect(rows.tag(WORK)).toMatchObject({ name: 'office', clickCount: 1 })
    expect(rows.card(CARD)?.tagIds).toEqual([HOME])
  })
})

const [HOME, WORK, CARD] = [idOf('tag', 0), idOf('tag', 1), idOf('card', 0)]
const ALL_TAGS = [0, 1, 2, 3].map((n) => idOf('tag', n))
const TWO_TAGS: Mutation[] = [
  {
    name: 'createTags',
    args: {
      tags: [
        { id: HOME, name: 'home' },
        { id: WORK, name: 'work' },
      ],
      attachToCardIds: [],
    },
  },
  { name: 'addClicks', args: { tagIds: [WORK], clickedAt: 300 } },
  { name: 'addClicks', args: { tagIds: [HOME], clickedAt: 500 } },
  { name: 'createCard', args: { card: { id: CARD, type: 'note', content: 'x', tagIds: [HOME] } } },
  { name: 'createCard', args: { card: { id: idOf('card', 1), type: 'note', content: 'y', tagIds: [HOME] } } },
]

/** "home" merged into "work", and the undo. */
function merged(): { rows: MemoryRows; undo: Mutation[] } {
  const rows = rowsAfter(TWO_TAGS)
  const merge: Mutation = { name: 'mergeTags', args: { tagIds: [HOME], intoTagId: WORK } }
  const outcome = runMutation(merge, rows, { now: NOW })
  if (!outcome.ok) throw new Error('refused')
  const undo = inverse(merge, rows, outcome.value)
  rows.apply(outcome.value.changes)
  return { rows, undo }
}

/** Runs a mutation as an entry of an outbox, with `merge`. */
function run(rows: MemoryRows, given: Mutation): void {
  const outcome = runMutation(given, rows, { now: NOW, onConflict: 'merge' })
  if (!outcome.ok) throw new Error('refused')
  rows.apply(outcome.value.changes)
}

/** All of the rows except the order of tags, and times after a rename. */
function exact(rows: MemoryRows, isRenamed: boolean): unknown {
  return rows
    .snapshot()
    .map(({ kind, row }) => ({
      kind,
      ...row,
      id: row?.id ?? '',
      ...(row !== null && 'tagIds' in row && { tagIds: row.tagIds.toSorted() }),
      ...(isRenamed && kind === 'tag' && { updatedAt: 0 }),
    }))
    .toSorted((a, b) => a.id.localeCompare(b.id))
}
