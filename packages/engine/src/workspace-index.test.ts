import type { Card, Change, Tag } from '@cardinal/domain'
import { queryFor, sample, sampleId } from '@cardinal/testing'
import { describe, expect, it } from 'vitest'
import { NaiveWorkspace } from './reference/index.ts'
import { applyInSlices, WorkspaceIndex } from './workspace-index.ts'

const SAMPLE = sample(`
  note Tea and cake #food #home @red
  link Docs https://www.docs.example/a #work
  todo Call home / mother / father #home
  group places: home, work`)

function filled(): WorkspaceIndex {
  const index = new WorkspaceIndex()
  index.apply(SAMPLE.changes)
  return index
}

describe('rows', () => {
  it('rows are returned exactly as they were given', () => {
    const key = ({ kind, id }: Change) => `${kind} ${id}`
    const byKey = (a: Change, b: Change) => (key(a) < key(b) ? -1 : 1)
    expect([...filled().rows()].sort(byKey)).toEqual([...SAMPLE.changes].sort(byKey))
  })

  it('a renamed tag is found only by its new name', () => {
    const index = filled()
    const tag = SAMPLE.tag('food')
    const row = SAMPLE.changes.find(({ id }) => id === tag)?.row as Tag
    index.apply([{ kind: 'tag', id: tag, row: { ...row, name: 'meals' } }])
    expect(index.ask('matchCards', queryFor('food')).total).toBe(0)
    expect(index.ask('matchCards', queryFor('meals')).total).toBe(1)
  })

  it('a card may arrive before its tags', () => {
    const index = new WorkspaceIndex()
    index.apply([...SAMPLE.changes].reverse())
    expect(index.ask('matchCards', queryFor('home')).total).toBe(2)
  })
})

describe('applyInSlices', () => {
  it('applyInSlices applies all changes, and pauses after each slice', () => {
    const index = new WorkspaceIndex()
    const steps = [...applyInSlices(index, SAMPLE.changes, 3)]
    expect(steps).toEqual([3, 6])
    expect([...index.rows()]).toHaveLength(SAMPLE.changes.length)
  })
})

describe('texts that change several times before anyone looks for one', () => {
  it('a text that changed several times before the first search is found and sorted by its last version', () => {
    const index = filled()
    const reference = new NaiveWorkspace()
    reference.apply(SAMPLE.changes)
    const card = SAMPLE.changes.find(({ id }) => id === SAMPLE.card(1))?.row as Card
    const other = { ...card, id: sampleId('c', 500) }
    const changes: Change[] = [
      { kind: 'card', id: card.id, row: { ...card, content: 'Coffee https://coffee.example' } },
      { kind: 'card', id: card.id, row: card },
      { kind: 'card', id: other.id, row: { ...other, content: 'Milk' } },
      { kind: 'card', id: other.id, row: null },
      { kind: 'card', id: SAMPLE.card(2), row: null },
      { kind: 'card', id: other.id, row: { ...other, content: 'Zest https://zest.example' } },
    ]
    index.ask('matchCards', queryFor('tea'))
    for (const change of changes) index.apply([change])
    reference.apply(changes)
    const order = { by: 'alphabetically', of: 'desc' } as const
    const everything = { ...queryFor(''), order }
    expect(index.ask('matchCards', everything)).toEqual(reference.ask('matchCards', everything))
    for (const text of ['tea', 'coffee', 'milk', 'zest', 'docs', 'docs.example'])
      expect(index.ask('matchCards', queryFor(text))).toEqual(reference.ask('matchCards', queryFor(text)))
  })
})

describe('a workspace that shrinks', () => {
  it('an index that lost most of its rows is rebuilt, and gives the same answers', () => {
    const index = filled()
    const reference = new NaiveWorkspace()
    reference.apply(SAMPLE.changes)
    const model = SAMPLE.changes.find((change) => change.kind === 'card')?.row as Card
    const many = Array.from({ length: 6000 }, (_, n): Change => {
      const id = sampleId('c', 10_000 + n)
      return { kind: 'card', id, row: { ...model, id, content: `passing word${n} tea`, createdAt: n } }
    })
    index.apply(many)
    const before = index.approximateBytes()
    for (const { kind, id } of many.slice(5)) index.apply([{ kind, id, row: null } as Change])
    reference.apply(many.slice(0, 5))
    expect(index.approximateBytes()).toBeLessThan(before / 2)
    expect(index.ask('matchCards', queryFor('')).total).toBe(8)
    for (const text of ['tea', 'home', 'word3', 'passing word', '-home', ''])
      expect(index.ask('matchCards', queryFor(text))).toEqual(reference.ask('matchCards', queryFor(text)))
  })
})

describe('texts of words that stand nowhere else', () => {
  const CARDS = 200
  const WORDS = 100
  const word = (n: number) => `w${(n * 7919).toString(36)}x`
  const cards = Array.from({ length: CARDS }, (_, n) =>
    sample(`note ${Array.from({ length: WORDS }, (_, at) => word(n * WORDS + at)).join(' ')}`).changes.map(
      (change): Change =>
        change.kind === 'card' && change.row !== null
          ? { ...change, id: sampleId('c', n), row: { ...change.row, id: sampleId('c', n) } }
          : change,
    ),
  ).flat()
  const indexOf = (mostTokens?: number) => {
    const index = new WorkspaceIndex({ mostTokens })
    index.apply(cards)
    while (index.flush());
    return index
  }

  it('[SB-1] an index of unique words uses memory in proportion to their number, and finds all of them', () => {
    const [usual, cramped] = [indexOf(), indexOf(1_000)]
    const rows = indexOf(1).approximateBytes()
    expect(cramped.approximateBytes() - rows).toBeLessThan((usual.approximateBytes() - rows) / 4)
    for (const n of [0, 5 * WORDS, CARDS * WORDS - 1])
      expect(cramped.ask('matchCards', queryFor(word(n)))).toEqual(usual.ask('matchCards', queryFor(word(n))))
    expect(cramped.ask('matchCards', queryFor(word(CARDS * WORDS - 1))).total).toBe(1)
  })
})
