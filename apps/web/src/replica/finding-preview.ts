import type { Card, Id } from '@cardinal/domain'
import { type AskableWorkspace, FindingSteps } from '@cardinal/engine'
import { type TriedAct, tagNow } from '@cardinal/sync/planning'

/**
 * How many steps lead from one of a card's tags to the card, on average over some of the cards that an act touches. Null:
 * none of them has a tag then, or none is there.
 */
export interface FindingPreview {
  readonly before: number | null
  readonly after: number | null
}

/** A card that is looked for, from one of its tags. */
interface Way {
  readonly cardTagIds: readonly Id[]
  readonly from: Id
}

export interface Ways {
  readonly before: readonly Way[]
  readonly after: readonly Way[]
}

/** So many of the cards are looked for. */
const SAMPLE = 10

/**
 * Chooses cards from all that an act touches, and the tags to look for them from. Before and after the act it is the same
 * tag. Where no card keeps one, as where the first tag comes or the last one goes, one side has no ways.
 */
export function waysTo({ cards, after }: Pick<TriedAct, 'cards' | 'after'>): Ways {
  const size = Math.min(SAMPLE, cards.length)
  const sample = Array.from({ length: size }, (_, n) => cards[Math.floor((n * cards.length) / size)] as Card)
  const pairs = sample.flatMap((card, n) => {
    const then = after.card(card.id)
    if (then === undefined) return []
    // By turns the first tag of a card, the second, and so on: a person remembers any of them.
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
    before: sample.flatMap(waysFrom),
    after: sample.flatMap((card, n) => {
      const then = after.card(card.id)
      return then === undefined ? [] : waysFrom(then, n)
    }),
  }
}

/** The mean of the steps over the ways, in the rows as they are; null where there is no way. */
export function meanSteps(engine: AskableWorkspace, ways: readonly Way[]): number | null {
  if (ways.length === 0) return null
  const finding = new FindingSteps(engine)
  const steps = ways.map(({ cardTagIds, from }) => {
    const implied = engine.ask('impliedTags', { tagIds: cardTagIds })
    return finding.stepsTo([...cardTagIds, ...implied.map(({ id }) => id)], from)
  })
  return steps.reduce((sum, each) => sum + each, 0) / steps.length
}

function waysFrom({ tagIds }: Card, n: number): Way[] {
  return inTurns(tagIds, n)
    .slice(0, 1)
    .map((from) => ({ cardTagIds: tagIds, from }))
}

function inTurns(ids: readonly Id[], n: number): readonly Id[] {
  const start = ids.length === 0 ? 0 : n % ids.length
  return [...ids.slice(start), ...ids.slice(0, start)]
}
