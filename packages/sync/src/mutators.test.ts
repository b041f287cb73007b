import type { Change, Id } from '@cardinal/domain'
import { historyRows, idOf, mutation, mutations } from '@cardinal/testing/mutations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MemoryRows } from './memory-rows.ts'
import type { Mutation, ReadSet, Rows } from './mutation.ts'
import { readsOf, runMutation } from './mutators.ts'

const NOW = 1_900_000_000_000

function run(rows: MemoryRows, given: Mutation): MemoryRows {
  const copy = copyOf(rows)
  const outcome = runMutation(given, rows, { now: NOW })
  if (outcome.ok) copy.apply(outcome.value.changes)
  return copy
}

function copyOf(rows: MemoryRows): MemoryRows {
  const copy = new MemoryRows(rows.snapshot())
  for (let n = 0; n < 4; n++) {
    const deleted = rows.deletedCard(idOf('card', n))
    if (deleted !== undefined) copy.rememberDeleted(deleted)
  }
  return copy
}

/** Rows and their tags, sorted, so that commuting histories give equal results. */
function asSets(rows: MemoryRows): unknown {
  return rows
    .snapshot()
    .map(({ kind, id, row }) => [
      kind,
      id,
      row && 'tagIds' in row ? { ...row, tagIds: row.tagIds.toSorted() } : row,
    ])
    .toSorted((a, b) => String(a[1]).localeCompare(String(b[1])))
}

/** Rows that throw when anything outside `reads` is read. */
function onlyRead(rows: Rows, reads: ReadSet): Rows {
  const named = <T>(list: readonly T[] | undefined, asked: T): T => {
    if (!list?.includes(asked)) throw new Error(`${String(asked)} was not in the read set`)
    return asked
  }
  // Aliases and names of deleted rows are loaded with the rows.
  const tags = reachable(reads.tags, (id) => rows.tagAlias(id))
  const groups = reachable(reads.groups, (id) => rows.groupAlias(id))
  const tagNames = [...(reads.tagNames ?? []), ...tags.flatMap((id) => rows.deletedTag(id)?.name ?? [])]
  const titles = [...(reads.groupTitles ?? []), ...groups.flatMap((id) => rows.deletedGroup(id)?.title ?? [])]
  const holdersOf = (ids: readonly Id[] = []) => {
    const { holdersIfTaken } = reads
    const isTaken = holdersIfTaken && rows.tagByName(holdersIfTaken.name) !== undefined
    return reachable([...ids, ...(isTaken ? [holdersIfTaken.tagId] : [])], (id) => rows.tagAlias(id))
  }
  return {
    card: (id: Id) => rows.card(named(reads.cards, id)),
    deletedCard: (id: Id) => rows.deletedCard(named(reads.cards, id)),
    tag: (id: Id) => rows.tag(named(tags, id)),
    group: (id: Id) => rows.group(named(groups, id)),
    tagAlias: (id: Id) => rows.tagAlias(named(tags, id)),
    groupAlias: (id: Id) => rows.groupAlias(named(groups, id)),
    deletedTag: (id: Id) => rows.deletedTag(named(tags, id)),
    deletedGroup: (id: Id) => rows.deletedGroup(named(groups, id)),
    tagByName: (name) => rows.tagByName(named(tagNames, name)),
    groupByTitle: (title) => rows.groupByTitle(named(titles, title)),
    relatedTags: () => {
      expect(reads.relatedTags).toBe(true)
      return rows.relatedTags()
    },
    cardsCarrying: (id) => rows.cardsCarrying(named(holdersOf(reads.cardsCarrying), id)),
    groupsHolding: (id) => rows.groupsHolding(named(holdersOf(reads.groupsHolding), id)),
    contentAt: (cardId, seq) => {
      expect(reads.contentAt).toEqual({ cardId, seq })
      return rows.contentAt(cardId, seq)
    },
  }
}

/** The ids and all ids that aliases lead to. */
function reachable(ids: readonly Id[] | undefined, alias: (id: Id) => Id | undefined): Id[] {
  const found = new Set(ids)
  for (const id of found) {
    const next = alias(id)
    if (next !== undefined) found.add(next)
  }
  return [...found]
}

const onConflict = fc.constantFrom('refuse' as const, 'merge' as const)

describe('every mutator', () => {
  it('a mutator reads only the rows that it declared', () => {
    fc.assert(
      fc.property(historyRows(), mutation(), onConflict, (rows, given, conflict) => {
        runMutation(given, onlyRead(rows, readsOf(given)), { now: NOW, onConflict: conflict })
      }),
      { numRuns: 1000 },
    )
  })

  it('a mutator returns only rows that differ from the stored ones', () => {
    fc.assert(
      fc.property(historyRows(), mutation(), onConflict, (rows, given, conflict) => {
        const outcome = runMutation(given, rows, { now: NOW, onConflict: conflict })
        if (!outcome.ok) return
        for (const change of outcome.value.changes) {
          const isAlias = 'mergedInto' in change && change.mergedInto !== aliasOf(rows, change)
          if (!isAlias) expect(change.row).not.toEqual(present(rows, change) ?? null)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('a mutator does not modify the rows that it reads', () => {
    fc.assert(
      fc.property(historyRows(), mutation(), (rows, given) => {
        const before = JSON.stringify(rows.snapshot())
        runMutation(given, rows, { now: NOW })
        expect(JSON.stringify(rows.snapshot())).toBe(before)
      }),
    )
  })

  it('a mutator never leaves two tags of one name, two groups of one title, or a reference to a missing tag', () => {
    fc.assert(
      fc.property(historyRows(80), (rows) => {
        const tags = rows
          .snapshot()
          .flatMap((change) => (change.kind === 'tag' && change.row ? [change.row] : []))
        const names = tags.map(({ name }) => name)
        expect(new Set(names).size).toBe(names.length)
        const ids = new Set(tags.map(({ id }) => id))
        const titles: string[] = []
        for (const { kind, row } of rows.snapshot()) {
          if (row && 'tagIds' in row) for (const id of row.tagIds) expect(ids).toContain(id)
          if (kind === 'group' && row) titles.push(row.title)
        }
        expect(new Set(titles).size).toBe(titles.length)
      }),
    )
  })
})

describe('what can be repeated or swapped', () => {
  const REPEATABLE = new Set(
    'completeCards attachTags detachTags setCardTags setCardColor setTagColor setGroupColor attachGroups detachGroups restoreCards deleteCards resetClicks replaceCard setSubnoteText'.split(
      ' ',
    ),
  )

  it('[OF-2] a mutation that sets a value has the same effect twice as once', () => {
    // A completion without a due date applies to any occurrence.
    const settings = mutation().filter(
      ({ name, args }) =>
        REPEATABLE.has(name) &&
        (name !== 'completeCards' || args.cards.every(({ dueAt }) => dueAt !== undefined)),
    )
    fc.assert(
      fc.property(historyRows(), settings, (rows, given) => {
        const once = run(rows, given)
        expect(run(once, given).snapshot()).toEqual(once.snapshot())
      }),
      { numRuns: 500 },
    )
  })

  it('[OF-5] attaching and detaching different tags has the same result in either order', () => {
    const set = (name: 'attachTags' | 'detachTags', tag: number): Mutation => ({
      name,
      args: { cardIds: [idOf('card', 0)], tagIds: [idOf('tag', tag)] },
    })
    const verb = fc.constantFrom('attachTags' as const, 'detachTags' as const)
    fc.assert(
      fc.property(historyRows(), verb, verb, (rows, first, second) => {
        fc.pre([0, 1].every((n) => rows.tagAlias(idOf('tag', n)) === undefined))
        const [a, b] = [set(first, 0), set(second, 1)]
        const [ab, ba] = [run(run(rows, a), b), run(run(rows, b), a)]
        expect(asSets(ab)).toEqual(asSets(ba))
      }),
      { numRuns: 300 },
    )
  })

  it('the same mutations at the same times give the same rows', () => {
    fc.assert(
      fc.property(historyRows(), mutations(), (rows, given) => {
        const [one, other] = [given.reduce(run, rows), given.reduce(run, rows)]
        expect(one.snapshot()).toEqual(other.snapshot())
      }),
    )
  })
})

function aliasOf(rows: Rows, { kind, id }: Change): Id | undefined {
  return kind === 'tag' ? rows.tagAlias(id) : rows.groupAlias(id)
}

function present(rows: Rows, { kind, id }: Change) {
  return kind === 'card'
    ? rows.card(id)
    : kind === 'tag'
      ? rows.tag(id)
      : kind === 'group'
        ? rows.group(id)
        : undefined
}
