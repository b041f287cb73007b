import type { Card, SearchTree, Tag } from '@cardinal/domain'
import { type CardQuery, FindingSteps, WorkspaceIndex } from '@cardinal/engine'
import { makeCorpus } from '../corpus/corpus.ts'
import { Random } from '../corpus/random.ts'
import { makeSearches, searchFor, TAG_KINDS, TEXT_KINDS } from '../corpus/search-kinds.ts'
import { flushAll, quantile, type Report, timed, timeOf, type Workload } from '../harness.ts'

const SEED = 20_261_125
const CARDS = 100_000
const SEARCHES = 300
const MOST_PARTS = 8
const RELATIONS = 5_000
const DEPTH = 6

/**
 * Searches with operators compared with plain ones of the same parts, and tags with parents compared with
 * tags without, at 100,000 cards. All with counts.
 */
export const trees: Workload = {
  name: 'trees',
  run: (report) => {
    const corpus = makeCorpus(CARDS, SEED)
    const cards = [...corpus.cards()]
    const index = indexOf(corpus.tags, cards)
    const searches = makeSearches(cards, corpus.tags, SEED)
    const textsOf = (kinds: readonly (keyof typeof searches)[]) =>
      kinds.flatMap((kind) => searches[kind].map(({ search }) => search))
    const tags = textsOf(TAG_KINDS).flatMap(partsBetweenCommas)
    const texts = textsOf(TEXT_KINDS).flatMap(partsBetweenCommas)
    const compare = compareTrees(report, index, cards)
    compare('tags', (random) => random.pick(tags))
    compare('tags, texts and fields', (random) => {
      const chance = random.next()
      if (chance < 0.6) return random.pick(tags)
      return chance < 0.8 ? `"${random.pick(texts)}"` : random.pick(FIELDS)
    })
    report('steps to ten cards, as in a preview, p95', stepsToTen(index, cards), 'ms', { atMost: 50 })
    compareRelations(report, index, { tags: corpus.tags, cards, queries: textsOf(TAG_KINDS).map(queryOf) })
  },
}

/** ms to count the steps to ten random cards, as a preview does before and after the act. */
function stepsToTen(index: WorkspaceIndex, cards: readonly Card[]): number {
  const random = new Random(SEED)
  const times = Array.from({ length: 100 }, () => {
    const wanted = Array.from({ length: 10 }, () => random.pick(cards)).filter(
      ({ tagIds }) => tagIds.length > 0,
    )
    return timeOf(() => {
      const finding = new FindingSteps(index)
      for (const { tagIds } of wanted) finding.stepsTo(tagIds, random.pick(tagIds))
    })
  })
  return quantile(times, 0.95)
}

const FIELDS = [
  'is:open',
  'type:link',
  'color:red',
  'tags:>3',
  'created:2021',
  'has:subtasks',
  'is:duplicate',
]

function partsBetweenCommas(tree: SearchTree): string[] {
  return tree.kind === 'words' ? [...tree.words] : []
}

/**
 * Compares trees with plain searches of the same parts, which find fewer cards, and with a plain search by time that finds
 * as many. The second comparison shows the cost of the operators alone.
 */
function compareTrees(report: Report, index: WorkspaceIndex, cards: readonly Card[]) {
  const created = cards.map(({ createdAt }) => createdAt).sort((a, b) => a - b)
  return (of: string, pick: (random: Random) => string): void =>
    compareSearches(report, index, { of, pick, created })
}

function compareSearches(
  report: Report,
  index: WorkspaceIndex,
  { of, pick, created }: { of: string; pick: (random: Random) => string; created: readonly number[] },
): void {
  const random = new Random(SEED)
  const lists = Array.from({ length: SEARCHES }, () =>
    Array.from({ length: 1 + random.below(MOST_PARTS) }, () => pick(random)),
  )
  const flatQueries = lists.map((parts) => searchFor(parts.map((part) => signed(random, part)).join(', ')))
  const treeQueries = lists.map((parts) => searchFor(treeText(random, parts)))
  const timeQueries = treeQueries.map((query) => oldest(created, totalOf(index, query)))
  const time = p95(index, timeQueries)
  const flat = p95(index, flatQueries)
  const tree = p95(index, treeQueries)
  report(`${of}: flat, p95`, flat, 'ms')
  report(`${of}: trees of the same parts, p95`, tree, 'ms')
  report(`${of}: flat, mean`, meanFound(index, flatQueries), 'cards')
  report(`${of}: trees of the same parts, mean`, meanFound(index, treeQueries), 'cards')
  report(`${of}: trees against flat`, tree / flat, 'times', { atMost: 1.5 })
  report(`${of}: a time that finds as many cards as the trees, p95`, time, 'ms')
  report(`${of}: trees against a time that finds as many`, tree / time, 'times', { atMost: 1.5 })
}

/**
 * Searches for the oldest cards.
 *
 * @param created of all cards, ascending; cards of one time are found together
 */
function oldest(created: readonly number[], count: number): CardQuery {
  return { ...searchFor(''), dates: { field: 'created', start: null, end: created[count] ?? null } }
}

function signed(random: Random, part: string): string {
  return random.next() < 0.2 ? `-${part}` : part
}

/** Joins the parts at random with commas, alternatives and minus signs before parentheses. */
function treeText(random: Random, parts: readonly string[]): string {
  if (parts.length === 1) return signed(random, parts[0] as string)
  const middle = 1 + random.below(parts.length - 1)
  const halves = [parts.slice(0, middle), parts.slice(middle)].map((half) => treeText(random, half))
  const [first, second] = halves.map((half) =>
    half.includes(', ') || half.includes(' | ') ? `(${half})` : half,
  )
  const both = random.next() < 0.5 ? `${first}, ${second}` : `${first} | ${second}`
  return random.next() < 0.1 ? `-(${both})` : both
}

/**
 * Mean number of matches. Searches with more matches take longer, because counting takes most of the time.
 */
function meanFound(index: WorkspaceIndex, queries: readonly CardQuery[]): number {
  const found = queries.map((query) => totalOf(index, query))
  return Math.round(found.reduce((sum, total) => sum + total, 0) / found.length)
}

function totalOf(index: WorkspaceIndex, query: CardQuery): number {
  return index.ask('matchCards', { ...query, parts: 'counts' }).total
}

function queryOf(search: SearchTree): CardQuery {
  return { ...searchFor(''), search }
}

function p95(index: WorkspaceIndex, queries: readonly CardQuery[]): number {
  return quantile(timed(queries.map((query) => () => index.ask('matchCards', query))), 0.95)
}

/** Measures the same searches without relations, with them, and with the implied tags written on each card. */
function compareRelations(
  report: Report,
  index: WorkspaceIndex,
  { tags, cards, queries }: { tags: readonly Tag[]; cards: readonly Card[]; queries: readonly CardQuery[] },
): void {
  const without = p95(index, queries)
  report('searches for tags without relations, mean', meanFound(index, queries), 'cards')
  const related = withRelations(tags)
  index.apply(related.map((row) => ({ kind: 'tag', id: row.id, row })))
  const withThem = p95(index, queries)
  report('the same with 5,000 relations 6 deep, mean', meanFound(index, queries), 'cards')
  const changes = relationChanges(index, related, queries)
  const written = p95(indexOf(tags, withImpliedTags(index, cards)), queries)
  report('searches for tags without relations, p95', without, 'ms')
  report('the same with 5,000 relations 6 deep, which find more, p95', withThem, 'ms')
  report('relations against none', withThem / without, 'times', { atMost: 1.1 })
  report('the same with implied tags on each card instead, p95', written, 'ms')
  report('a relation comes or goes, p95', quantile(changes, 0.95), 'ms', { atMost: 5 })
}

/** ms of each change of a relation, with the time that it adds to the next search. */
function relationChanges(
  index: WorkspaceIndex,
  tags: readonly Tag[],
  queries: readonly CardQuery[],
): number[] {
  const random = new Random(SEED)
  return Array.from({ length: 200 }, () => {
    const tag = random.pick(tags)
    const query = random.pick(queries)
    const search = () => index.ask('matchCards', query)
    return [{ ...tag, parentIds: [random.pick(tags).id] }, tag].map((row) => {
      search()
      const plain = timeOf(search)
      const changed = timeOf(() => {
        index.apply([{ kind: 'tag', id: row.id, row }])
        search()
      })
      return Math.max(0, changed - plain)
    })
  }).flat()
}

function withImpliedTags(index: WorkspaceIndex, cards: readonly Card[]): Card[] {
  return cards.map((card) => {
    const implied = index.ask('impliedTags', { tagIds: card.tagIds })
    return { ...card, tagIds: [...card.tagIds, ...implied.map(({ id }) => id)] }
  })
}

function indexOf(tags: readonly Tag[], cards: readonly Card[]): WorkspaceIndex {
  const index = new WorkspaceIndex()
  index.apply(tags.map((row) => ({ kind: 'tag', id: row.id, row })))
  index.apply(cards.map((row) => ({ kind: 'card', id: row.id, row })))
  flushAll(index)
  return index
}

/** Tags in seven layers; each relation goes from a random tag to one of the layer above. */
function withRelations(tags: readonly Tag[]): Tag[] {
  const random = new Random(SEED)
  const parents = tags.map(() => new Set<string>())
  for (let count = 0; count < RELATIONS; ) {
    const child = random.below(tags.length)
    const layer = child % (DEPTH + 1)
    if (layer === 0) continue
    const above = random.below(Math.floor(tags.length / (DEPTH + 1))) * (DEPTH + 1) + layer - 1
    parents[child]?.add(tags[above]?.id ?? '')
    count++
  }
  return tags.map((tag, i) => ({ ...tag, parentIds: [...(parents[i] ?? [])] }))
}
