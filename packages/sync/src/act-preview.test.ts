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

/** The visible fields of a card, as one text. */
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
  it('[TG-3] the preview of an act shows the cards before and after it, counts only the changed ones, and writes nothing', () => {
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
        const written = new Set(tried?.changes.flatMap(({ kind, id }) => (kind === 'card' ? [id] : [])))
        for (const id of counted)
          expect([id, written.has(id) || oldSeen.get(id) !== seen(now.get(id), rows)]).toEqual([id, true])
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

  it('[TG-3] the preview of adding a parent shows the tag, counts the cards that the parent will find, and changes no card', () => {
    const act: Mutation = { name: 'addTagParents', args: { tagIds: [child], parentIds: [parent] } }
    const tried = tryAct([act], related(), NOW)
    expect(tried?.preview).toMatchObject({
      cards: 0,
      cardExamples: [],
      tags: 1,
      touches: 1,
      tagExamples: [{ before: 'spring', after: 'spring', added: { parents: ['java'] } }],
    })
    expect(tried?.preview.tagExamples[0]).not.toHaveProperty('removed')
  })

  it('[TG-3] the preview of adding a child group to a tag changes no card', () => {
    const rows = related()
    const group = idOf('group', 0)
    const made = runMutation(
      { name: 'createGroups', args: { groups: [{ id: group, title: 'frameworks' }], tagIds: [child] } },
      rows,
      { now: NOW },
    )
    rows.apply(made.ok ? made.value.changes : [])
    const act: Mutation = { name: 'addChildGroups', args: { tagIds: [parent], groupIds: [group] } }
    expect(tryAct([act], rows, NOW)?.preview).toMatchObject({
      cards: 0,
      cardExamples: [],
      tagExamples: [{ before: 'java', after: 'java', added: { childGroups: ['frameworks'] } }],
    })
  })

  it('[TG-3] the preview of adding another name changes no card, and counts the cards that the name will find', () => {
    const rows = related()
    const cards = Array.from({ length: 12 }, (_, n) => idOf('card', n + 1))
    for (const id of cards) {
      const made = runMutation(
        { name: 'createCard', args: { card: { id, type: 'note', content: 'x', tagIds: [parent] } } },
        rows,
        { now: NOW },
      )
      rows.apply(made.ok ? made.value.changes : [])
    }
    const act: Mutation = { name: 'addTagNames', args: { tagId: parent, names: ['jvm'] } }
    expect(tryAct([act], rows, NOW)?.preview).toMatchObject({
      cards: 0,
      cardExamples: [],
      tags: 1,
      touches: 12,
      tagExamples: [{ added: { names: ['jvm'] } }],
    })
    const merge: Mutation = {
      name: 'mergeTags',
      args: { tagIds: [child], intoTagId: parent, keepsNames: true },
    }
    expect(
      tryAct([merge], rows, NOW)?.preview,
      'the cards of the tag that stays are as before',
    ).toMatchObject({
      cards: 1,
      tags: 2,
      touches: 2,
    })
  })

  it('[TG-3] the preview of a rename that keeps the old name shows it as another name', () => {
    const act: Mutation = { name: 'renameTag', args: { tagId: child, name: 'boot', keepsName: true } }
    const [example] = tryAct([act], related(), NOW)?.preview.tagExamples ?? []
    expect(example).toEqual({ before: 'spring', after: 'boot', into: null })
  })

  it('[TG-3] the preview of a merge names the tag that remains', () => {
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

  it('[TG-1] the preview of colouring a tag changes no card', () => {
    const act: Mutation = { name: 'setTagColor', args: { tagIds: [child, parent], color: 'red' } }
    expect(tryAct([act], related(), NOW)?.preview).toMatchObject({ cards: 0, tags: 2 })
  })
})
