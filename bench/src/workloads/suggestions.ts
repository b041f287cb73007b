import type { Card, Id, LikelyTags } from '@cardinal/domain'
import { untaggedOffers } from '@cardinal/domain/untagged-offers'
import {
  type AnswerOf,
  type AskableWorkspace,
  FindingSteps,
  type SuggestsTags,
  WorkspaceIndex,
} from '@cardinal/engine'
import { type History, readBookmarks } from '../corpus/bookmarks.ts'
import { makeCorpus } from '../corpus/corpus.ts'
import { Random } from '../corpus/random.ts'
import { searchFor } from '../corpus/search-kinds.ts'
import { flushAll, type Report, type Workload } from '../harness.ts'
import { StepsWithConditions } from '../steps-with-conditions.ts'

const SEED = 20_240_110
/** Suggestions that are compared. */
const MOST_COMPARED = 5
/** Cards known before predicting begins. */
const HEAD_START = 50
/** Our score relative to the better of the two rivals. */
const CLEARLY_AHEAD = { atLeast: 1.15 }
const AHEAD = { atLeast: 1.05 }

/**
 * Quality of the suggestions on real histories. Labels: one tag of each card, in order of the history, is hidden and
 * predicted from the text and the other tags; then all of them, from the text alone. Only older cards are known. Narrowing: the steps from one of a card's tags to
 * the card.
 */
export const suggestions: Workload = {
  name: 'suggestions',
  run: (report) => {
    const real = process.env.CARDINAL_BENCH_BOOKMARKS
    if (real !== undefined)
      runHistory((metric, ...rest) => report(`bookmarks: ${metric}`, ...rest), readBookmarks(real))
    const { tags, cards } = makeCorpus(10_000, SEED)
    const generated = { tags, cards: [...cards()].slice(0, 3_000) }
    runHistory((metric, ...rest) => report(`generated: ${metric}`, ...rest), generated)
    hardToFind(report, { tags, cards: [...cards()] })
  },
}

/**
 * Asks as the tag desk does: for all cards in parts, then for tags that make the hard cards easier to find.
 */
function hardToFind(report: Report, { tags, cards }: History): void {
  const index = new WorkspaceIndex()
  index.apply(tags.map((row) => ({ kind: 'tag', id: row.id, row })))
  index.apply(cards.map((row) => ({ kind: 'card', id: row.id, row })))
  flushAll(index)
  const hard: Id[] = []
  const read = (among: readonly Id[] | null, limit: number, found: (ids: readonly Id[]) => void) => {
    let after: Id | null = null
    let [longest, sum] = [0, 0]
    for (;;) {
      const before = performance.now()
      const query = { among, after, limit, first: 10, withTags: among !== null }
      const answer: AnswerOf<'hardToFind'> = index.ask('hardToFind', query)
      const took = performance.now() - before
      sum += took
      longest = Math.max(longest, took)
      found(
        answer.cards.flatMap(({ cardId, tags: any }) => (among === null || any.length > 0 ? [cardId] : [])),
      )
      if (answer.read < limit) return { sum, longest }
      after = answer.last
    }
  }
  const all = read(null, CARDS_IN_A_PART, (ids) => hard.push(...ids))
  let helped = 0
  const withTags = read(hard.slice(0, 300), TAGS_IN_A_PART, (ids) => {
    helped += ids.length
  })
  report(`hard to find, ${cards.length} cards read`, all.sum, 'ms', { atMost: 2000 })
  report(`hard to find, longest part of ${CARDS_IN_A_PART}`, all.longest, 'ms', { atMost: 50 })
  report('hard to find, cards', hard.length, 'cards')
  report('hard to find, of the first 300 reached by one more tag', helped, 'cards')
  report('hard to find, tags for 300 cards', withTags.sum, 'ms')
  report(`hard to find, longest part of ${TAGS_IN_A_PART}`, withTags.longest, 'ms', { atMost: 50 })
}

/** The sizes that `use-hard-to-find.ts` asks with. */
const [CARDS_IN_A_PART, TAGS_IN_A_PART] = [20, 3]

function runHistory(report: Report, history: History): void {
  const { hits, recalls } = labelHits(history)
  for (const [method, share] of Object.entries(hits))
    report(`label, hit in first 5, ${method}`, share, 'of 1')
  for (const [method, share] of Object.entries(recalls))
    report(`label, recall in first 5 from the text, ${method}`, share, 'of 1')
  report(
    'label, ours over the better rival',
    hits.ours / Math.max(hits.mostUsed, hits.together),
    'times',
    CLEARLY_AHEAD,
  )
  const steps = narrowSteps(history)
  for (const [method, mean] of Object.entries(steps))
    report(`narrow, clicks and pages, ${method}`, mean, 'mean')
  report(
    'narrow, the better rival over ours',
    Math.min(steps.mostUsed, steps.together) / steps.ours,
    'times',
    AHEAD,
  )
  recognisedSteps(report, history)
  untaggedInTenActs(report, history)
}

type Methods = Readonly<Record<'mostUsed' | 'together' | 'ours', number>>

/** `withEvidence`: ours without tags of the newest cards. */
type LabelMethods = Readonly<Record<keyof Methods | 'withEvidence', number>>

type LabelsOf = (card: Card, chosen: readonly Id[]) => readonly Id[]

function labelHits({ tags, cards }: History): { hits: LabelMethods; recalls: LabelMethods } {
  const random = new Random(SEED)
  const index = new WorkspaceIndex()
  index.apply(tags.map((row) => ({ kind: 'tag', id: row.id, row })))
  const hits = { mostUsed: 0, together: 0, withEvidence: 0, ours: 0 }
  const recalls = { ...hits }
  const methods: readonly (readonly [keyof LabelMethods, LabelsOf])[] = [
    ['mostUsed', (_, chosen) => mostUsed(index, chosen)],
    ['together', (_, chosen) => mostTogether(index, chosen)],
    ['withEvidence', (card, chosen) => ourLabels(index, card, chosen, false)],
    ['ours', (card, chosen) => ourLabels(index, card, chosen, true)],
  ]
  const used = new Set<Id>()
  let asked = 0
  for (const [n, card] of cards.entries()) {
    const hidden = card.tagIds.length > 0 ? random.pick(card.tagIds) : undefined
    // A tag that was never used before can't be predicted.
    if (n >= HEAD_START && hidden !== undefined && used.has(hidden)) {
      const chosen = card.tagIds.filter((id) => id !== hidden)
      asked++
      const known = card.tagIds.filter((id) => used.has(id))
      for (const [method, labels] of methods) {
        if (labels(card, chosen).includes(hidden)) hits[method]++
        const fromText = labels(card, [])
        recalls[method] += known.filter((id) => fromText.includes(id)).length / known.length
      }
    }
    for (const id of card.tagIds) used.add(id)
    index.apply([{ kind: 'card', id: card.id, row: card }])
  }
  return { hits: shareOf(hits, asked), recalls: shareOf(recalls, asked) }
}

function mostUsed(index: AskableWorkspace, chosen: readonly Id[]): Id[] {
  const tags = index.ask('allTags', { order: { by: 'most', of: 'tagged' } })
  return firstFew(
    tags.map(({ id }) => id),
    chosen,
  )
}

/** Tags most often on cards with any of the chosen ones; then the most used. */
function mostTogether(index: AskableWorkspace, chosen: readonly Id[]): Id[] {
  const { anyOf } = index.ask('siblingTags', { tagIds: chosen, negativeTagIds: [], type: null })
  return firstFew([...anyOf.map(({ tagId }) => tagId), ...mostUsed(index, chosen)], chosen)
}

function shareOf(sums: LabelMethods, asked: number): LabelMethods {
  const { mostUsed, together, withEvidence, ours } = sums
  return {
    mostUsed: mostUsed / asked,
    together: together / asked,
    withEvidence: withEvidence / asked,
    ours: ours / asked,
  }
}

function ourLabels(index: AskableWorkspace, card: Card, chosen: readonly Id[], withRecent: boolean): Id[] {
  const found = index.ask('suggestLabels', {
    text: card.content,
    type: card.type,
    cardId: null,
    tagIds: chosen,
    now: card.createdAt,
    limit: MOST_COMPARED,
    withRecent,
  })
  return found.map(({ tag }) => tag.id)
}

/** Mean steps over cards from one of a card's tags to the card: tags added, then pages of five looked through. */
function narrowSteps({ tags, cards }: History): Methods {
  const index = new WorkspaceIndex()
  index.apply(tags.map((row) => ({ kind: 'tag', id: row.id, row })))
  index.apply(cards.map((row) => ({ kind: 'card', id: row.id, row })))
  const random = new Random(SEED)
  const wanted = Array.from({ length: 400 }, () => random.pick(cards)).filter(
    (card) => card.tagIds.length > 1,
  )
  const known = wanted.map((card) => random.pick(card.tagIds))
  const meanOf = (suggest?: SuggestsTags) => {
    const finding = new FindingSteps(index, suggest)
    const steps = wanted.map((card, i) => finding.stepsTo(card.tagIds, known[i] as Id))
    return steps.reduce((sum, each) => sum + each, 0) / steps.length
  }
  return {
    mostUsed: meanOf((chosen) => mostUsed(index, chosen)),
    together: meanOf((chosen, text) => {
      const matches = index.ask('matchCards', { ...searchFor(text), onlyTags: true, parts: 'counts' })
      return firstFew(
        matches.intersectionCounts.map(({ tagId }) => tagId),
        chosen,
      )
    }),
    ours: meanOf(),
  }
}

/** Steps of a person who recognises the right suggestions: with tags alone, and with tags and conditions. */
function recognisedSteps(report: Report, { tags, cards }: History): void {
  const index = new WorkspaceIndex()
  index.apply(tags.map((row) => ({ kind: 'tag', id: row.id, row })))
  index.apply(cards.map((row) => ({ kind: 'card', id: row.id, row })))
  const random = new Random(SEED)
  const wanted = Array.from({ length: 400 }, () => random.pick(cards)).filter(
    (card) => card.tagIds.length > 1,
  )
  const nameById = new Map(tags.map(({ id, name }) => [id, name]))
  const known = wanted.map((card) => nameById.get(random.pick(card.tagIds)) ?? '')
  for (const hasConditions of [false, true]) {
    const finding = new StepsWithConditions(index, cards, hasConditions)
    const steps = wanted.map((card, i) => finding.stepsTo(card, known[i] ?? ''))
    const mean = steps.reduce((sum, each) => sum + each, 0) / steps.length
    const within = steps.filter((each) => each <= 3).length / steps.length
    const offered = hasConditions ? 'tags and conditions' : 'tags alone'
    report(`recognised, steps, ${offered}`, mean, 'mean', hasConditions ? { atMost: 3.5 } : undefined)
    report(`recognised, within three steps, ${offered}`, within, 'of 1')
  }
}

const ACTS = 10
/** Untagged cards that one question estimates, as on the page. */
const AT_ONCE = 10

/**
 * Hides all tags of a share of the cards, puts the suggested tags on their cards, and reports how many cards
 * got a right tag.
 */
function untaggedInTenActs(report: Report, { tags, cards }: History): void {
  for (const hiddenShare of [0.25, 0.5, 0.9]) {
    const random = new Random(SEED)
    const isHidden = new Set(cards.filter((card) => card.tagIds.length > 0 && random.next() < hiddenShare))
    const index = new WorkspaceIndex()
    index.apply(tags.map((row) => ({ kind: 'tag', id: row.id, row })))
    index.apply(
      cards.map((card) => ({
        kind: 'card',
        id: card.id,
        row: isHidden.has(card) ? { ...card, tagIds: [] } : card,
      })),
    )
    const wanted = [...isHidden]
    const likely: LikelyTags[] = []
    let longest = 0
    const began = performance.now()
    for (let from = 0; from < wanted.length; from += AT_ONCE) {
      const cardIds = wanted.slice(from, from + AT_ONCE).map(({ id }) => id)
      const before = performance.now()
      const found = index.ask('labelUntagged', { cardIds })
      longest = Math.max(longest, performance.now() - before)
      likely.push(...found.map((each) => ({ ...each, tagIds: [] })))
    }
    const took = performance.now() - began
    const tagsById = new Map(wanted.map(({ id, tagIds }) => [id, tagIds]))
    const right = new Set<Id>()
    let [put, fitting] = [0, 0]
    for (const { tagId, cardIds } of untaggedOffers(likely, ACTS))
      for (const id of cardIds) {
        put++
        if (tagsById.get(id)?.includes(tagId) !== true) continue
        fitting++
        right.add(id)
      }
    const of = `${hiddenShare * 100} % hidden`
    report(`untagged, a right tag in ten acts, ${of}`, right.size / wanted.length, 'of 1')
    report(`untagged, the ten best tags of all, ${of}`, bestOf(wanted), 'of 1')
    report(`untagged, right among those put on, ${of}`, fitting / put, 'of 1')
    report(`untagged, ${wanted.length} cards estimated, ${of}`, took, 'ms')
    report(`untagged, longest part of ${AT_ONCE}, ${of}`, longest, 'ms')
  }
}

/**
 * The share of cards with one of ten tags, which a person chooses who knows the hidden tags: each time the
 * tag on most of the remaining cards.
 */
function bestOf(cards: readonly Card[]): number {
  let rest = cards
  for (let act = 0; act < ACTS; act++) {
    const counts = new Map<Id, number>()
    for (const { tagIds } of rest) for (const id of tagIds) counts.set(id, (counts.get(id) ?? 0) + 1)
    const [best] = [...counts].sort((a, b) => b[1] - a[1])
    if (best !== undefined) rest = rest.filter(({ tagIds }) => !tagIds.includes(best[0]))
  }
  return 1 - rest.length / cards.length
}

function firstFew(ids: readonly Id[], chosen: readonly Id[]): Id[] {
  return [...new Set(ids)].filter((id) => !chosen.includes(id)).slice(0, MOST_COMPARED)
}
