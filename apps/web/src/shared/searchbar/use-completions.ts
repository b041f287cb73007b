import { allOf, beforeTyped, notOf, parseSearch, type SearchTree, searchCompletions } from '@cardinal/domain'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useAnswer } from '../../replica/index.ts'
import { type CardSearch, countsOf, localCalendar } from '../search/filters.ts'
import type { SearchStore } from '../search/search-store.ts'
import type { Completion } from './suggestions.ts'

const NONE: readonly Completion[] = []
const MOST = 8

/** Returns fields, values and groups for the end of a search text, while somebody types it. Null asks nothing. */
export function useCompletions(search: SearchStore, asked: CardSearch | null): readonly Completion[] {
  const text = useStore(search, (state) => state.text)
  // A word may become a field from its second letter on. A long text is one to be kept.
  const typed = asked === null || text.length > 200 || text.includes('\n') ? '' : text
  const prefix = /(?:^|[\s,，|(-])site:(\S*)$/.exec(typed)?.[1]
  const { answer: groups } = useAnswer('allGroups', typed === '' ? null : {}, 'deferred')
  const { answer: sites } = useAnswer(
    'sitesBeginning',
    prefix === undefined ? null : { prefix: prefix.toLowerCase(), limit: MOST },
    'deferred',
  )
  const { fields, conditions } = useMemo(() => {
    const titles = (groups ?? []).map(({ title }) => title)
    return searchCompletions(typed, titles, prefix === undefined ? [] : (sites ?? []))
  }, [typed, groups, sites, prefix])
  const searches = useMemo(
    () => conditions.slice(0, MOST).map((each) => searchWith(typed, each)),
    [typed, conditions],
  )
  const { answer: counts, isStale } = useAnswer(
    'countSearches',
    asked === null || searches.length === 0 ? null : { query: countsOf(asked), searches },
    'deferred',
  )
  if (typed === '') return NONE
  const found = conditions
    .slice(0, MOST)
    .map((each, at) => ({ text: each, count: (isStale ? null : counts?.[at]) ?? null }))
  // What finds nothing here is no help; a field may lead to something.
  return [...found.filter(({ count }) => count !== 0), ...fields.map((each) => ({ text: each, count: null }))]
}

/** Returns the search as it would be with a condition in place of what is being typed. */
function searchWith(text: string, condition: string): SearchTree {
  const calendar = localCalendar()
  const { text: before, isExcluded } = beforeTyped(text)
  const asked = parseSearch(condition, calendar)
  return allOf([parseSearch(before, calendar), isExcluded ? notOf(asked) : asked])
}
