import { type Card, type Change, type Id, parseSearch, type Tag } from '@cardinal/domain'
import { MemoryRows, type Mutation } from '@cardinal/sync'
import { createEngine } from '../../../apps/web/src/replica/engine.ts'
import { previewAct } from '../../../apps/web/src/replica/preview-act.ts'
import { makeCorpus } from '../corpus/corpus.ts'
import { Random } from '../corpus/random.ts'
import { flushAll, quantile, timeOf, type Workload } from '../harness.ts'

const SEED = 20_261_127
const CARDS = 100_000
const SAVED_SEARCHES = 10
const ROUNDS = 60
const NOW = Date.UTC(2026, 10, 27)

/** The preview of acts in a workspace of 100,000 cards, with ten saved searches and the steps to ten cards. */
export const previews: Workload = {
  name: 'previews',
  run: (report) => {
    const corpus = makeCorpus(CARDS, SEED)
    const cards = [...corpus.cards()]
    const changes = [
      ...corpus.tags.map((row): Change => ({ kind: 'tag', id: row.id, row })),
      ...cards.map((row): Change => ({ kind: 'card', id: row.id, row })),
    ]
    const [rows, engine] = [new MemoryRows(changes), createEngine()]
    engine.apply(changes)
    flushAll(engine)
    // Build the rows' index of tags, which in the app exists long before the first preview.
    rows.cardsCarrying('')
    const random = new Random(SEED)
    const byUse = tagsByUse(corpus.tags, cards)
    const searches = Array.from({ length: SAVED_SEARCHES }, () => {
      const tree = parseSearch(`${random.pick(corpus.tags).name}, -${random.pick(corpus.tags).name}`)
      return { before: tree, after: tree }
    })
    const measure = (what: string, mutationsOf: () => Mutation, rounds: number, goal?: number): void => {
      const found: number[] = []
      const times = Array.from({ length: rounds }, () => {
        const mutations = [mutationsOf()]
        return timeOf(() => {
          found.push(previewAct(mutations, searches, { rows, engine, now: NOW })?.cards ?? 0)
        })
      })
      report(`${what}, p50`, quantile(times, 0.5), 'ms')
      report(`${what}, p95`, quantile(times, 0.95), 'ms', goal === undefined ? undefined : { atMost: goal })
      report(`${what}, touched`, Math.round(quantile(found, 0.5)), 'cards')
    }
    const merge = (tagId: Id | undefined, intoTagId: Id | undefined): Mutation => ({
      name: 'mergeTags',
      args: { tagIds: [tagId ?? ''], intoTagId: intoTagId ?? '', keepsNames: true },
    })
    const anyTag = () => random.pick(corpus.tags).id
    measure('a merge of any two tags', () => merge(anyTag(), anyTag()), ROUNDS, 100)
    measure('a merge of the two most used tags', () => merge(byUse[1], byUse[0]), 5)
    for (const count of [1_000, 5_000, 10_000])
      measure(
        `a tag added to ${count} cards`,
        () => ({
          name: 'attachTags',
          args: { cardIds: cards.slice(0, count).map(({ id }) => id), tagIds: [anyTag()] },
        }),
        5,
      )
  },
}

/** Most used first. */
function tagsByUse(tags: readonly Tag[], cards: readonly Card[]): Id[] {
  const uses = new Map(tags.map(({ id }) => [id, 0]))
  for (const { tagIds } of cards) for (const id of tagIds) uses.set(id, (uses.get(id) ?? 0) + 1)
  return [...uses].sort((a, b) => b[1] - a[1]).map(([id]) => id)
}
