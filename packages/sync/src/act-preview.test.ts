import { type Card, displayNameOf } from '@cardinal/domain'
import { historyRows, idOf, mutation, rowsAfter } from '@cardinal/testing/mutations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tryAct } from './act-preview.ts'
import { MemoryRows } from './memory-rows.ts'
import type { Mutation } from './mutation.ts'
import { runMutation } from './mutators.ts'

const NOW = 1_900_000_000_000

function living(rows: MemoryRows): Map<string, Card> {
  return new Map(
    rows
      .snapshot()
      .flatMap(({ kind, id, row }) => (kind === 'card' && row !== null ? [[id, row as Card]] : [])),
  )
}

/** What a person sees of a card, in one text. */
function seen(card: Card | undefined, rows: MemoryRows): string {
  if (card === undefined) return ''
  const tags = card.tagIds.flatMap((id) => {
    const tag = rows.tag(id)
    return tag === undefined ? [] : displayNameOf(tag)
  })
  return JSON.stringify([
    card.type,
    card.content,
    card.color,
    card.doneAt !== null && card.type === 'todo',
    tags,
  ])
}

describe('the preview of an act', () => {
  it('[TG-3] shows each card before and after as the act then leaves it, counts all that change, and writes nothing', () => {
    fc.assert(
      fc.property(historyRows(60), fc.array(mutation(), { minLength: 1, maxLength: 3 }), (rows, given) => {
        const before = JSON.stringify(rows.snapshot())
        const old = living(rows)
        const oldSeen = new Map([...old].map(([id, card]) => [id, seen(card, rows)]))
        const tried = tryAct(given, rows, NOW)
        expect(JSON.stringify(rows.snapshot())).toBe(before)
        const copy = new MemoryRows(rows.snapshot())
        for (const each of given) {
          const outcome = runMutation(each, rows, { now: NOW })
          if (!outcome.ok) {
            expect(tried).toBeNull()
            return
          }
          rows.apply(outcome.value.changes)
        }
        const counted = new Set(tried?.cards.map(({ id }) => id))
        const now = living(rows)
        for (const [id] of old)
          if (oldSeen.get(id) !== seen(now.get(id), rows)) expect([id, counted.has(id)]).toEqual([id, true])
        for (const { id, before: look, after } of tried?.preview.cardExamples ?? []) {
          const own = (tags: { name: string; isImplied: boolean }[]) =>
            tags.filter(({ isImplied }) => !isImplied).map(({ name }) => name)
          const text = (one: typeof look) =>
            JSON.stringify([one.type, one.content, one.color, one.isDone, own([...one.tags])])
          expect(text(look)).toBe(seen(copy.card(id), copy))
          expect(after === null ? '' : text(after)).toBe(seen(rows.card(id), rows))
        }
      }),
      { numRuns: 800 },
    )
  })

  const [card, child, parent] = [idOf('card', 0), idOf('tag', 0), idOf('tag', 1)]
  const related = () =>
    rowsAfter([
      {
        name: 'createTags',
        args: {
          tags: [
            { id: child, name: 'spring' },
            { id: parent, name: 'java' },
          ],
          attachToCardIds: [],
        },
      },
      { name: 'createCard', args: { card: { id: card, type: 'note', content: 'beans', tagIds: [child] } } },
    ])

  it('[TG-3] a parent shows on the cards that it will find, though none of them is changed', () => {
    const act: Mutation = { name: 'addTagParents', args: { tagIds: [child], parentIds: [parent] } }
    const tried = tryAct([act], related(), NOW)
    expect(tried?.preview).toMatchObject({ cards: 1, tags: 1 })
    expect(tried?.preview.cardExamples[0]?.before.tags.map(({ name }) => name)).toEqual(['spring'])
    expect(tried?.preview.cardExamples[0]?.after?.tags).toMatchObject([
      { name: 'spring', isImplied: false },
      { name: 'java', isImplied: true },
    ])
    expect(tried?.changes.some(({ kind }) => kind === 'card')).toBe(false)
  })

  it('[TG-3] a group that becomes part of a tag shows on the cards with its tags', () => {
    const rows = related()
    const group = idOf('group', 0)
    const made = runMutation(
      { name: 'createGroups', args: { groups: [{ id: group, title: 'frameworks' }], tagIds: [child] } },
      rows,
      { now: NOW },
    )
    rows.apply(made.ok ? made.value.changes : [])
    const act: Mutation = { name: 'addChildGroups', args: { tagIds: [parent], groupIds: [group] } }
    const tried = tryAct([act], rows, NOW)
    expect(tried?.preview).toMatchObject({ cards: 1, tags: 1 })
    expect(tried?.preview.cardExamples[0]?.after?.tags).toMatchObject([
      { name: 'spring', isImplied: false },
      { name: 'java', isImplied: true },
    ])
  })

  it('[TG-3] a merge names the tag that stays', () => {
    const act: Mutation = {
      name: 'mergeTags',
      args: { tagIds: [child], intoTagId: parent, keepsNames: false },
    }
    expect(tryAct([act], related(), NOW)?.preview).toMatchObject({
      cards: 1,
      tagExamples: [{ before: 'spring', after: null, into: 'java' }],
      renamed: [['spring', 'java']],
    })
  })

  it('[TG-1] the colour of a tag changes no card', () => {
    const act: Mutation = { name: 'setTagColor', args: { tagIds: [child, parent], color: 'red' } }
    expect(tryAct([act], related(), NOW)?.preview).toMatchObject({ cards: 0, tags: 2 })
  })
})
