import type { Card, Id } from '@cardinal/domain'
import { type AskableWorkspace, FindingSteps } from '@cardinal/engine'
import { type TriedAct, tagNow } from '@cardinal/sync/planning'

/**
 * Mean number of steps from one of a card's tags to the card, for a sample of the touched cards. Null: no card of
 * the sample has a tag, or there are none.
 */
export interface FindingPreview {
  readonly before: number | null
  readonly after: number | null
}

/** A card, and the tag from which it is searched. */
interface SearchStart {
  readonly cardTagIds: readonly Id[]
  readonly from: Id
}

interface SearchStarts {
  readonly before: readonly SearchStart[]
  readonly after: readonly SearchStart[]
}

/** Number of cards in the sample. */
const SAMPLE = 10

/**
 * A sample of the touched cards, each with the tag from which it is searched, which is the same before and after
 * the act. A card that loses this tag has no steps on that side.
 */
export function searchStarts({ cards, after }: Pick<TriedAct, 'cards' | 'after'>): SearchStarts {
  const size = Math.min(SAMPLE, cards.length)
  const sample = Array.from({ length: size }, (_, n) => cards[Math.floor((n * cards.length) / size)] as Card)
  const pairs = sample.flatMap((card, n) => {
    const then = after.card(card.id)
    if (then === undefined) return []
    // Takes the first tag of the first card, the second of the second, and so on, because people may remember any
    // of them.
    const from = inTurns(card.tagIds, n).find((id) => then.tagIds.includes(tagNow(id, after)?.id ?? ''))
    return from === undefined ? [] : [{ card, then, from }]
  })
  if (pairs.length > 0)
    return {
      before: pairs.map(({ card, from }) => ({ cardTagIds: card.tagIds, from })),
      after: pairs.map(({ then, from }) => ({
        cardTagIds: then.tagIds,
        from: tagNow(from, after)?.id ?? from,
      })),
    }
  return {
    before: sample.flatMap(startsOf),
    after: sample.flatMap((card, n) => {
      const then = after.card(card.id)
      return then === undefined ? [] : startsOf(then, n)
    }),
  }
}

/** Mean number of steps in the present rows; null: nothing to measure. */
export function meanSteps(engine: AskableWorkspace, starts: readonly SearchStart[]): number | null {
  if (starts.length === 0) return null
  const finding = new FindingSteps(engine)
  const steps = starts.map(({ cardTagIds, from }) => {
    const implied = engine.ask('impliedTags', { tagIds: cardTagIds })
    return finding.stepsTo([...cardTagIds, ...implied.map(({ id }) => id)], from)
  })
  return steps.reduce((sum, each) => sum + each, 0) / steps.length
}

function startsOf({ tagIds }: Card, n: number): SearchStart[] {
  return inTurns(tagIds, n)
    .slice(0, 1)
    .map((from) => ({ cardTagIds: tagIds, from }))
}

function inTurns(ids: readonly Id[], n: number): readonly Id[] {
  const start = ids.length === 0 ? 0 : n % ids.length
  return [...ids.slice(start), ...ids.slice(0, start)]
}
