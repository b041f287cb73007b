import { type CardQuery, WorkspaceIndex } from '@cardinal/engine'
import { makeCorpus } from '../corpus/corpus.ts'
import { makeSearches, TAG_KINDS, TEXT_KINDS } from '../corpus/search-kinds.ts'
import { flushAll, quantile, type Report, timed, type Workload } from '../harness.ts'
import { flexSearch } from '../rivals/flexsearch.ts'
import { linearScan } from '../rivals/linear-scan.ts'
import { miniSearch } from '../rivals/minisearch.ts'
import type { Rival, RivalAnswer } from '../rivals/rival.ts'
import { sqliteFts } from '../rivals/sqlite-fts.ts'

const SEED = 20_240_110
const RIVALS = [linearScan, sqliteFts, miniSearch, flexSearch]

/**
 * Asks the engine, and libraries that could replace it, for the same answers: first 25 cards, total, counts
 * of colours and tags. Each answer is compared with the engine's. Word indexes don't find parts of words, so
 * some of theirs differ.
 */
export const rivals: Workload = {
  name: 'rivals',
  run: (report, { isLarge }) => {
    const corpus = makeCorpus(isLarge ? 100_000 : 10_000, SEED)
    const cards = [...corpus.cards()]
    const searches = makeSearches(cards, corpus.tags, SEED)
    const tagQueries = TAG_KINDS.flatMap((kind) => searches[kind].slice(0, 8))
    const textQueries = TEXT_KINDS.flatMap((kind) => searches[kind].slice(0, 8))
    const engine = engineAsRival.build(corpus.tags, cards)
    const ours = { tags: p95(engine, tagQueries), texts: p95(engine, textQueries) }
    report('engine: tag kinds, p95', ours.tags, 'ms')
    report('engine: text kinds, p95', ours.texts, 'ms')
    for (const rival of RIVALS) {
      const start = performance.now()
      const ask = rival.build(corpus.tags, cards)
      report(`${rival.name}: build`, performance.now() - start, 'ms')
      tell(report, rival.name, ours, { tags: p95(ask, tagQueries), texts: p95(ask, textQueries) })
      const queries = [...tagQueries, ...textQueries]
      const same = queries.filter((query) => isSame(ask(query), engine(query))).length
      report(`${rival.name}: same answers`, same / queries.length, 'of 1')
    }
  },
}

const engineAsRival: Rival = {
  name: 'engine',
  build: (tags, cards) => {
    const index = new WorkspaceIndex()
    index.apply(tags.map((row) => ({ kind: 'tag', id: row.id, row })))
    index.apply(cards.map((row) => ({ kind: 'card', id: row.id, row })))
    flushAll(index)
    return (query) => {
      const { cards: page, total, colorCounts, intersectionCounts } = index.ask('matchCards', query)
      return {
        page: page.map(({ id }) => id),
        total,
        colors: colorCounts.length,
        tags: intersectionCounts.length,
      }
    }
  },
}

interface Times {
  readonly tags: number
  readonly texts: number
}

function tell(report: Report, name: string, ours: Times, theirs: Times): void {
  report(`${name}: tag kinds, p95`, theirs.tags, 'ms')
  report(`${name}: text kinds, p95`, theirs.texts, 'ms')
  report(`${name}: tag kinds, times the engine's`, theirs.tags / ours.tags, 'times', { atLeast: 1 })
  report(`${name}: text kinds, times the engine's`, theirs.texts / ours.texts, 'times', { atLeast: 1 })
}

function p95(ask: (query: CardQuery) => RivalAnswer, queries: readonly CardQuery[]): number {
  return quantile(
    timed(
      queries.map((query) => () => {
        ask(query)
      }),
    ),
    0.95,
  )
}

function isSame(a: RivalAnswer, b: RivalAnswer): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
