import { type Card, textsAsked } from '@cardinal/domain'
import type { ParamsOf, TagInUse } from '@cardinal/engine'
import { useCallback, useMemo, useState } from 'react'
import { useAnswer, useReplica } from '../../replica/index.ts'
import type { CardSearch } from '../search/filters.ts'
import { useSameRows } from './tags-context.tsx'

interface CardPages {
  /** Undefined: not loaded yet. Unchanged cards and an unchanged list keep their objects. */
  readonly cards: readonly Card[] | undefined
  /** The number of all cards that the search finds. */
  readonly total: number
  /** How many more cards the search would find if no rule hid them. */
  readonly hidden: number
  /** The tags on these cards. */
  readonly tags: readonly TagInUse[]
  /** Words and phrases that matched. */
  readonly words: readonly string[]
  /** Whether the cards are of an earlier search while the next answer is pending. */
  readonly isStale: boolean
  readonly error: Error | null
  /** Loads the next page if the last one was full. */
  readonly more: () => void
}

const NO_TAGS: readonly TagInUse[] = []

/**
 * The cards of a search, loaded in pages: one for a new search, and another when the end of the list comes near.
 * Later pages are larger, so that scrolling far takes few queries.
 */
export function useCardPages(search: CardSearch, step: number): CardPages {
  const key = JSON.stringify(search)
  const [grown, setGrown] = useState({ key, limit: step })
  // A new search starts at the top again.
  if (grown.key !== key) setGrown({ key, limit: step })
  const limit = grown.key === key ? grown.limit : step
  const { answer, answered, isStale, error } = useAnswer('listCards', { ...search, offset: 0, limit })
  const cards = useSameRows(answer?.cards)
  const shown = cards?.length ?? 0
  const seen = useMemo(() => seenOf(answered), [answered])
  const replica = useReplica()
  const more = useCallback(async () => {
    if (shown < seen.limit) return
    // The first page fills the window. The next one waits until it is painted.
    await replica.idle()
    setGrown({ key: seen.key, limit: seen.limit + Math.max(step, Math.ceil(seen.limit / 2 / step) * step) })
  }, [replica, shown, seen, step])
  const said = JSON.stringify(
    answered === null ? [] : [...textsAsked(answered.search), ...textsAsked(answered.second)],
  )
  const words = useMemo(() => JSON.parse(said) as readonly string[], [said])
  const { total, hidden, tags } = answer ?? { total: 0, hidden: 0, tags: NO_TAGS }
  return { cards, total, hidden, tags, words, isStale, error, more }
}

/** The search and length of the shown answer, for loading more of it. */
function seenOf(answered: ParamsOf<'listCards'> | null): { key: string; limit: number } {
  if (answered === null) return { key: '', limit: Number.POSITIVE_INFINITY }
  const { offset: _, limit, ...search } = answered
  return { key: JSON.stringify(search), limit }
}
