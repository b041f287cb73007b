import type { Card, Id } from '@cardinal/domain'
import { useCallback, useMemo, useState } from 'react'
import { useAnswer } from '../../replica/index.ts'
import type { CardSearch } from '../search/filters.ts'

export interface CardPages {
  /** Undefined until the first answer. */
  readonly cards: readonly Card[] | undefined
  readonly rankById: ReadonlyMap<Id, number>
  /** The cards answer an earlier search; the next answer is on its way. */
  readonly isStale: boolean
  readonly error: Error | null
  /** Asks for the next step while the last one was full. */
  readonly more: () => void
}

const NO_RANKS: ReadonlyMap<Id, number> = new Map()

/**
 * The cards of a search, in steps: the first step for every new search, one more whenever the end comes
 * near. Long lists grow faster, so that scrolling far asks rarely.
 */
export function useCardPages(search: CardSearch, step: number): CardPages {
  const key = JSON.stringify(search)
  const [grown, setGrown] = useState({ key, limit: step })
  const limit = grown.key === key ? grown.limit : step
  const { answer, isStale, error } = useAnswer('matchCards', { ...search, offset: 0, limit, parts: 'page' })
  const shown = answer?.cards.length ?? 0
  const more = useCallback(() => {
    if (isStale || shown < limit) return
    setGrown({ key, limit: limit + Math.max(step, Math.ceil(limit / 2 / step) * step) })
  }, [isStale, shown, limit, step, key])
  const rankById = useMemo(
    () => (answer ? new Map(answer.tagRanks.map(({ cardId, rank }) => [cardId, rank])) : NO_RANKS),
    [answer],
  )
  return { cards: answer?.cards, rankById, isStale, error, more }
}
