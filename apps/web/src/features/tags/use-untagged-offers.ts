import type { Card, Id, TagOffer } from '@cardinal/domain'
import { untaggedOffers } from '@cardinal/domain/untagged-offers'
import type { UntaggedLabel } from '@cardinal/engine'
import { useEffect, useMemo, useState } from 'react'
import { useAnswer, useReplica } from '../../replica/index.ts'

/** Cards per query, so that the worker answers other queries in between. */
const AT_ONCE = 10
const OFFERED = 10

interface UntaggedOffers {
  /** How many cards were read so far, and how many there are. */
  readonly read: number
  readonly of: number
  readonly offers: readonly TagOffer[]
  readonly cardsById: ReadonlyMap<Id, Card>
  labelOf(cardId: Id, tagId: Id): UntaggedLabel | undefined
}

/**
 * The tags that would tag most of these cards. Each card's likely tags are queried once, in small parts. The list
 * of cards is fixed at the start, so that a card with a wrong tag can still get a right one.
 */
export function useUntaggedOffers(cards: readonly Card[]): UntaggedOffers {
  const replica = useReplica()
  const ids = useMemo(() => cards.map(({ id }) => id), [cards])
  const [labelsById, setLabelsById] = useState<ReadonlyMap<Id, readonly UntaggedLabel[]>>(new Map())
  useEffect(() => {
    let isShown = true
    const ask = async () => {
      for (let from = 0; isShown && from < ids.length; from += AT_ONCE) {
        const cardIds = ids.slice(from, from + AT_ONCE)
        const answer = await replica.ask('labelUntagged', { cardIds })
        if (!isShown) return
        const found = new Map(answer.map(({ cardId, labels }) => [cardId, labels]))
        setLabelsById(
          (before) => new Map([...before, ...cardIds.map((id) => [id, found.get(id) ?? NONE] as const)]),
        )
      }
    }
    ask().catch(() => {}) // The workspace was closed meanwhile.
    return () => {
      isShown = false
    }
  }, [replica, ids])
  const { answer: rows } = useAnswer('cardsById', ids.length === 0 ? null : { ids })
  return useMemo(() => {
    const living = (rows ?? []).filter((card) => card !== undefined)
    const likely = living.map(({ id, tagIds }) => ({
      cardId: id,
      tagIds,
      labels: labelsById.get(id) ?? NONE,
    }))
    return {
      read: labelsById.size,
      of: cards.length,
      offers: untaggedOffers(likely, OFFERED),
      cardsById: new Map(living.map((card) => [card.id, card])),
      labelOf: (cardId, tagId) => labelsById.get(cardId)?.find((label) => label.tagId === tagId),
    }
  }, [rows, labelsById, cards.length])
}

const NONE: readonly UntaggedLabel[] = []
