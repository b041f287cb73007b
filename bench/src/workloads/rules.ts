import { type Change, LIMITS, type Rule } from '@cardinal/domain'
import { RULE_LIMITS, ruleSearchProblem } from '@cardinal/domain/rules'
import { MemoryRows, type Mutation, runMutation } from '@cardinal/sync'
import { withRules } from '@cardinal/sync/rules'
import { makeCorpus } from '../corpus/corpus.ts'
import { Random } from '../corpus/random.ts'
import { quantile, timeOf, type Workload } from '../harness.ts'

const SEED = 20_261_129
const CARDS = 10_000
const ROUNDS = 400
const NOW = Date.UTC(2026, 10, 29)

/** ms that 100 rules add to a change of one card with up to 500 words, in a workspace of 10,000 cards. */
export const rules: Workload = {
  name: 'rules',
  run: (report) => {
    const corpus = makeCorpus(CARDS, SEED)
    const cards = [...corpus.cards()]
    const rows = new MemoryRows([
      ...corpus.tags.map((row): Change => ({ kind: 'tag', id: row.id, row })),
      ...cards.map((row): Change => ({ kind: 'card', id: row.id, row })),
    ])
    const random = new Random(SEED)
    const made = Array.from({ length: RULE_LIMITS.rules }, (_, n): Rule => {
      const [tag, other] = [random.pick(corpus.tags), random.pick(corpus.tags)]
      const search =
        [
          `tag:"${tag.name}"`,
          `site:site${n}.example`,
          `"${tag.name}", type:note`,
          `tag:"${tag.name}", -(tag:"${other.name}")`,
        ][n % 4] ?? ''
      if (ruleSearchProblem(search) !== null) throw new Error(`${search} is not a search of a rule.`)
      const id = n.toString(16).padStart(24, '0')
      const acts = { addTagIds: [other.id], removeTagIds: [], keepsCopy: false }
      return { id, search, ...acts, isPaused: false, createdAt: 0 }
    })
    const measure = (what: string, mutationOf: () => Mutation) => {
      const outcomes = Array.from({ length: ROUNDS }, () => runMutation(mutationOf(), rows, { now: NOW }))
      const times = outcomes.flatMap((outcome) =>
        outcome.ok ? [timeOf(() => void withRules(outcome.value, rows, made))] : [],
      )
      report(`${what}, p50`, quantile(times, 0.5), 'ms')
      report(`${what}, p95`, quantile(times, 0.95), 'ms', { atMost: 1 })
    }
    const anyTag = () => random.pick(corpus.tags).id
    measure('a tag added to a card', () => ({
      name: 'attachTags',
      args: { cardIds: [random.pick(cards).id], tagIds: [anyTag()] },
    }))
    measure('a card of 3 KB added', () => ({
      name: 'createCard',
      args: {
        card: {
          id: 'f'.repeat(24),
          type: 'note',
          content: Array.from({ length: 500 }, () => random.pick(corpus.tags).name)
            .join(' ')
            .slice(0, LIMITS.contentLength),
          tagIds: [anyTag(), anyTag()],
        },
      },
    }))
  },
}
