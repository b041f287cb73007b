import { type Card, displayNameOf, type Id } from '@cardinal/domain'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { painted, useAnswer } from '../../../replica/index.ts'
import { useHomeScreen } from '../../../shared/search/home-screen.ts'
import { useCardSearch } from '../../../shared/search/use-card-search.ts'
import { type LinkLine, linkLines } from './link-list.ts'

/** The most cards to read. Nobody opens or copies more by hand, and an export has the whole workspace. */
const MOST = 10_000

export interface LinkResult {
  readonly lines: readonly LinkLine[]
  /** The origin of the links. */
  readonly source: 'given' | 'ticked' | 'search'
  /** The number of cards read, if not all were. */
  readonly first: number | null
}

/**
 * Returns the links to act on: from the params, else the ticked ones of the home page, else all results. Undefined: not
 * known yet.
 */
export function useLinkResult(given: readonly Id[] | undefined): LinkResult | undefined {
  const { search, selection } = useHomeScreen()
  const ticked = useStore(selection, (state) => state.cards)
  const query = useCardSearch(search, 'link')
  const source = given ? 'given' : ticked.size > 0 ? 'ticked' : 'search'
  const ids = useMemo(() => given ?? [...ticked], [given, ticked])
  const byId = useAnswer('cardsById', source === 'search' ? null : { ids }).answer
  const found = useAnswer(
    'listCards',
    source === 'search' ? { ...query, offset: 0, limit: MOST } : null,
  ).answer
  const cards = useMemo(
    () => (source === 'search' ? found?.cards : byId?.filter((card): card is Card => card?.type === 'link')),
    [source, found, byId],
  )
  const first = source === 'search' && found !== undefined && found.total > MOST ? MOST : null
  const tagIds = useMemo(() => [...new Set((cards ?? []).flatMap((card) => card.tagIds))], [cards])
  const { answer: tags } = useAnswer('tagsById', tagIds.length === 0 ? null : { ids: tagIds })
  const [result, setResult] = useState<LinkResult>()
  useEffect(() => {
    if (cards === undefined || (tagIds.length > 0 && tags === undefined)) return
    const names = new Map((tags ?? []).flatMap((tag) => (tag ? [[tag.id, displayNameOf(tag)] as const] : [])))
    let isWanted = true
    void linkLines(cards, (id) => names.get(id), painted).then((lines) => {
      if (isWanted) setResult({ lines, source, first })
    })
    return () => {
      isWanted = false
    }
  }, [cards, tagIds, tags, source, first])
  return result
}
