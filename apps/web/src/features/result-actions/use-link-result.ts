import type { Card, Id } from '@cardinal/domain'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { homeSearch, homeSelection } from '../../parts/search/home-screen.ts'
import { useCardSearch } from '../../parts/search/use-card-search.ts'
import { useAnswer } from '../../replica/index.ts'
import { type LinkLine, linkLines } from './link-list.ts'

/** More than this nobody opens or copies by hand; an export takes the whole workspace. */
const MOST = 10_000

export interface LinkResult {
  /** Undefined until they are known. */
  readonly lines: readonly LinkLine[] | undefined
  /** Where they come from. */
  readonly source: 'given' | 'ticked' | 'search'
}

/** The links to act on: given ones, else those ticked on the home page, else all that it finds. */
export function useLinkResult(given: readonly Id[] | undefined): LinkResult {
  const ticked = useStore(homeSelection, (state) => state.cards)
  const query = useCardSearch(homeSearch, 'link')
  const source = given ? 'given' : ticked.size > 0 ? 'ticked' : 'search'
  const ids = useMemo(() => given ?? [...ticked], [given, ticked])
  const byId = useAnswer('cardsById', source === 'search' ? null : { ids }).answer
  const found = useAnswer(
    'matchCards',
    source === 'search' ? { ...query, offset: 0, limit: MOST, parts: 'page' } : null,
  ).answer
  const cards = useMemo(
    () => (source === 'search' ? found?.cards : byId?.filter((card): card is Card => card?.type === 'link')),
    [source, found, byId],
  )
  const tagIds = useMemo(() => [...new Set((cards ?? []).flatMap((card) => card.tagIds))], [cards])
  const { answer: tags } = useAnswer('tagsById', tagIds.length === 0 ? null : { ids: tagIds })
  const lines = useMemo(() => {
    if (cards === undefined || (tagIds.length > 0 && tags === undefined)) return undefined
    const names = new Map((tags ?? []).flatMap((tag) => (tag ? [[tag.id, tag.name] as const] : [])))
    return linkLines(cards, (id) => names.get(id))
  }, [cards, tagIds, tags])
  return { lines, source }
}
