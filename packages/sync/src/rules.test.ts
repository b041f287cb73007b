import type { Card, Change, Rule } from '@cardinal/domain'
import { ruleSearch, ruleSearchProblem } from '@cardinal/domain/rules'
import { NaiveWorkspace } from '@cardinal/engine/reference'
import { changes, queryFor, searchTexts } from '@cardinal/testing'
import { historyRows, idOf, mutation, rowsAfter } from '@cardinal/testing/mutations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inverse } from './inverse.ts'
import { MemoryRows } from './memory-rows.ts'
import { merge } from './merge.ts'
import type { ApplyRules, Mutation } from './mutation.ts'
import { runMutation } from './mutators.ts'
import { Overlay } from './overlay.ts'
import { matchesRule, withRules } from './rules.ts'

const NOW = 1_900_000_000_000
const [A, B, C, D] = [0, 1, 2, 3].map((n) => idOf('tag', n)) as [string, string, string, string]
const CARD = idOf('card', 0)

function rule(search: string, acts: Partial<Rule>): Rule {
  return {
    id: idOf('group', 9),
    search,
    addTagIds: [],
    removeTagIds: [],
    keepsCopy: false,
    isPaused: false,
    createdAt: 0,
    ...acts,
  }
}

const applying =
  (rules: readonly Rule[]): ApplyRules =>
  (outcome, rows) =>
    withRules(outcome, rows, rules).outcome

/** The rows after mutations, with rules at each of them. */
function after(start: MemoryRows, mutations: readonly Mutation[], rules: readonly Rule[]): MemoryRows {
  for (const each of mutations) {
    const outcome = runMutation(each, start, { now: NOW, onConflict: 'merge', applyRules: applying(rules) })
    if (outcome.ok) start.apply(outcome.value.changes)
  }
  return start
}

function fourTags(): MemoryRows {
  const tags = [A, B, C, D].map((id, n) => ({ id, name: 'abcd'.charAt(n) }))
  return rowsAfter([{ name: 'createTags', args: { tags, attachToCardIds: [] } }])
}

const newCard = (tagIds: readonly string[], content = 'soup'): Mutation => ({
  name: 'createCard',
  args: { card: { id: CARD, type: 'note', content, tagIds } },
})
const attach = (id: string): Mutation => ({ name: 'attachTags', args: { cardIds: [CARD], tagIds: [id] } })
const tagsOf = (rows: MemoryRows) => rows.card(CARD)?.tagIds

/** Searches that a rule may have, over the tags of random histories. */
const ruleSearches = fc
  .array(
    fc.tuple(
      fc.constantFrom('', '-'),
      fc.oneof(
        fc.constantFrom('tag:home', 'tag:w*', 'tag:garden!', 'type:todo', 'color:none', 'tags:0', '"one"'),
        fc.constantFrom('has:subtasks', 'due:any', 'text:e', 'is:done', 'type:note | color:none'),
      ),
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((parts) => ruleSearch(parts.map(([minus, part]) => (minus ? `-(${part})` : part)).join(', ')))

const rules: fc.Arbitrary<Rule> = fc
  .record({
    search: ruleSearches,
    addTagIds: fc.uniqueArray(
      fc.nat(6).map((n) => idOf('tag', n)),
      { maxLength: 2 },
    ),
    removeTagIds: fc.uniqueArray(
      fc.nat(6).map((n) => idOf('tag', n)),
      { maxLength: 2 },
    ),
    color: fc.constantFrom(undefined, null, 'red' as const, 'blue' as const),
    type: fc.constantFrom(undefined, 'todo' as const, 'note' as const, 'link' as const),
    isPaused: fc.boolean(),
  })
  .map(({ color, type, ...acts }) =>
    rule(acts.search, {
      ...acts,
      ...(color !== undefined && { color }),
      ...(type !== undefined && { type }),
    }),
  )

describe('rules', () => {
  it('property: a rule matches the same cards as the search that it is', () => {
    let matched = 0
    fc.assert(
      fc.property(fc.array(changes, { minLength: 5, maxLength: 40 }), searchTexts, (made, text) => {
        fc.pre(ruleSearchProblem(text) === null)
        const rows = new MemoryRows()
        const naive = new NaiveWorkspace()
        for (const change of made) {
          rows.apply([change])
          naive.apply([change])
        }
        const { cards } = naive.ask('matchCards', { ...queryFor(text), limit: 1_000 })
        const found = new Set(cards.map(({ id }) => id))
        const living = rows.snapshot().flatMap(({ kind, row }) => (kind === 'card' ? [row as Card] : []))
        for (const card of living) {
          const isMatch = matchesRule(text, card, rows)
          expect([text, card.id, isMatch]).toEqual([text, card.id, found.has(card.id)])
          if (isMatch) matched++
        }
      }),
      { numRuns: 300 },
    )
    expect(matched).toBeGreaterThan(30)
  }, 60_000)

  it('a rule fires when a card begins to match, not again while it matches, and again after it ceased to', () => {
    const all = [rule('tag:a', { addTagIds: [B] })]
    const rows = after(fourTags(), [newCard([A])], all)
    expect(tagsOf(rows)).toEqual([A, B])
    const detach = (id: string): Mutation => ({
      name: 'detachTags',
      args: { cardIds: [CARD], tagIds: [id] },
    })
    after(rows, [detach(B), { name: 'setCardColor', args: { cardIds: [CARD], color: 'red' } }], all)
    expect(tagsOf(rows)).toEqual([A])
    after(rows, [detach(A), attach(A)], all)
    expect(tagsOf(rows)).toEqual([A, B])
  })

  it('a deleted card counts as it was: restoring it, or editing it, fires no rule that it matched', () => {
    const all = [rule('tag:a', { addTagIds: [B] })]
    const deletion: Mutation = { name: 'deleteCards', args: { cardIds: [CARD] } }
    const rows = after(fourTags(), [newCard([A]), deletion], [])
    after(rows, [{ name: 'restoreCards', args: { cardIds: [CARD] } }], all)
    expect(tagsOf(rows)).toEqual([A])
    after(rows, [deletion, { name: 'setCardColor', args: { cardIds: [CARD], color: 'red' } }], all)
    expect(tagsOf(rows)).toEqual([A])
  })

  it('property: rules in a circle end, each firing at most once for a card and a change', () => {
    fc.assert(
      fc.property(historyRows(40), mutation(), fc.array(rules, { maxLength: 12 }), (rows, given, some) => {
        const numbered = some.map((each, n) => ({ ...each, id: idOf('group', n) }))
        const outcome = runMutation(given, rows, { now: NOW })
        if (!outcome.ok) return
        const { effects } = withRules(outcome.value, rows, numbered)
        const once = effects.map(({ ruleId, cardId }) => `${ruleId} ${cardId}`)
        expect(new Set(once).size).toBe(once.length)
        for (const { ruleId } of effects)
          expect(numbered.find(({ id }) => id === ruleId)?.isPaused).toBe(false)
      }),
      { numRuns: 200 },
    )
  })

  it('property: a change with rules, and its undo, leave the cards as they were', () => {
    let fired = 0
    const lists = fc.array(rules, { minLength: 4, maxLength: 8 })
    const unlike = ['addClicks', 'resetClicks', 'mergeTags', 'renameTag', 'unmergeTags', 'deleteCards']
    const acts = mutation().filter(({ name }) => !unlike.includes(name))
    fc.assert(
      fc.property(historyRows(20), acts, lists, (rows, given, some) => {
        const before = JSON.stringify(looks(rows))
        const plain = runMutation(given, rows, { now: NOW })
        const outcome = runMutation(given, rows, { now: NOW, applyRules: applying(some) })
        if (!outcome.ok) return
        if (plain.ok && JSON.stringify(plain.value) !== JSON.stringify(outcome.value)) fired++
        const undo = inverse(given, rows, outcome.value)
        rows.apply(outcome.value.changes)
        for (const step of undo) {
          // Run without rules: an undo is a change, at which other rules may fire.
          const undone = runMutation(step, rows, { now: NOW })
          if (undone.ok) rows.apply(undone.value.changes)
        }
        expect(JSON.stringify(looks(rows))).toBe(before)
      }),
      { numRuns: 400 },
    )
    expect(fired).toBeGreaterThan(10)
  }, 60_000)

  it('property: rules that only add tags, and ask for nothing left out, give the same tags in each order of arrival', () => {
    const ids = [A, B, C, D]
    const monotone = fc
      .record({
        asked: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 2 }),
        isAny: fc.boolean(),
        add: fc.nat(3),
      })
      .map(({ asked, isAny, add }) =>
        rule(asked.map((n) => `tag:${'abcd'.charAt(n)}`).join(isAny ? ' | ' : ', '), {
          addTagIds: [ids[add] as string],
        }),
      )
    const acts = fc.array(
      fc.nat(3).map((n) => attach(ids[n] as string)),
      { minLength: 2, maxLength: 4 },
    )
    fc.assert(
      fc.property(fc.array(monotone, { maxLength: 5 }), acts, fc.array(fc.nat()), (some, given, turns) => {
        const shuffled = given
          .map((act, at) => ({ act, turn: turns[at] ?? 0 }))
          .sort((a, b) => a.turn - b.turn)
          .map(({ act }) => act)
        const tags = (acts: readonly Mutation[]) =>
          tagsOf(after(after(fourTags(), [newCard([])], []), acts, some))?.toSorted()
        expect(tags(shuffled)).toEqual(tags(given))
      }),
      { numRuns: 500 },
    )
  })

  it('property: cards are ruled apart, so that changes of different cards give the same in each order', () => {
    const acts = (n: number) =>
      fc
        .array(
          mutation().filter(({ name }) =>
            ['setCardColor', 'attachTags', 'detachTags', 'editCard'].includes(name),
          ),
          { maxLength: 3 },
        )
        .map((all) => all.map((each) => onCard(each, idOf('card', n))))
    fc.assert(
      fc.property(
        historyRows(60),
        acts(0),
        acts(1),
        fc.array(rules, { maxLength: 4 }),
        (rows, one, other, some) => {
          const run = (all: readonly Mutation[]) => {
            const copy = after(new MemoryRows(rows.snapshot()), all, some)
            return [copy.card(idOf('card', 0)), copy.card(idOf('card', 1))]
          }
          expect(run([...one, ...other])).toEqual(run([...other, ...one]))
        },
      ),
      { numRuns: 200 },
    )
  })

  it('what is shown is the base with pending changes and their effects, and equals the base once it was pulled', () => {
    const all = [rule('"soup"', { addTagIds: [A], color: 'red' })]
    const base = fourTags()
    const pending = [
      { key: 'k', workspaceId: 'w', mutation: newCard([]), at: NOW, attempts: 0, ackedSeq: null },
    ]
    const shown = merge(base, new Overlay(base), [], pending as never, applying(all))
    expect(shown.shown.card(CARD)).toMatchObject({ tagIds: [A], color: 'red' })
    const server = after(fourTags(), [newCard([])], all)
    const pulled: Change[] = [{ kind: 'card', id: CARD, row: server.card(CARD) as Card }]
    // Before the answer arrives, the entry is replayed over its own effect, and no rule fires.
    const replayed = merge(base, shown.shown, pulled, pending as never, applying(all))
    expect(replayed.shown.card(CARD)).toEqual(server.card(CARD))
    expect(merge(base, replayed.shown, [], [], applying(all)).shown.card(CARD)).toEqual(server.card(CARD))
  })

  it('a type that the card cannot have is left out, and so are tags beyond the limit', () => {
    const link = after(fourTags(), [newCard([], 'javascript:alert(1)')], [rule('"alert"', { type: 'link' })])
    expect(link.card(CARD)?.type).toBe('note')
    const many = Array.from({ length: 100 }, (_, n) => ({ id: idOf('tag', n + 10), name: `many ${n}` }))
    const rows = after(
      fourTags(),
      [{ name: 'createTags', args: { tags: many, attachToCardIds: [] } }, newCard(many.map(({ id }) => id))],
      [rule('tags:>99', { addTagIds: [A] })],
    )
    expect(tagsOf(rows)).toHaveLength(100)
  })
})

function onCard(each: Mutation, id: string): Mutation {
  const args = each.args as { cardIds?: unknown; cardId?: unknown; tagIds?: unknown }
  const own = 'cardIds' in args ? { ...args, cardIds: [id] } : { ...args, cardId: id }
  return { ...each, args: own } as Mutation
}

/** The fields of cards that rules can change. */
function looks(rows: MemoryRows): unknown {
  return rows
    .snapshot()
    .flatMap(({ kind, row }) => {
      if (kind !== 'card') return []
      const { id, type, color, tagIds, content } = row as Card
      return [{ id, type, color, tagIds: tagIds.toSorted(), content }]
    })
    .toSorted((a, b) => a.id.localeCompare(b.id))
}
