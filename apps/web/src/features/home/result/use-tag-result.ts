import { type Id, includedWords } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useAnswer } from '../../../replica/index.ts'
import { useHomeScreen } from '../../../shared/search/home-screen.ts'
import { useHiddenTags } from '../../../shared/tags/use-hidden-tags.ts'

export interface TagResult {
  /** Undefined: not known yet. */
  readonly tags: readonly TagInUse[] | undefined
  readonly source: 'given' | 'ticked' | 'search'
}

/** Returns the tags to act on: from the params, else the ticked ones of the home page, else all results. */
export function useTagResult(given: readonly Id[] | undefined): TagResult {
  const { search, selection } = useHomeScreen()
  const ticked = useStore(selection, (state) => state.tags)
  const text = useStore(search, (state) => state.text)
  const { tagOrder, colors } = useStore(search, (state) => state.filters)
  const includes = useMemo(() => includedWords(text), [text])
  const source = given ? 'given' : ticked.size > 0 ? 'ticked' : 'search'
  const ids = useMemo(() => given ?? [...ticked], [given, ticked])
  const isNamed = includes.length > 0
  const byId = useAnswer('tagsById', source === 'search' ? null : { ids }).answer
  const named = useAnswer(
    'tagsBySearchword',
    source === 'search' && isNamed ? { keywords: includes } : null,
  ).answer
  const all = useAnswer('allTags', source === 'search' && !isNamed ? { order: tagOrder } : null).answer
  const hidden = useHiddenTags()
  const tags = useMemo(() => {
    if (source !== 'search') return byId?.filter((tag) => tag !== undefined)
    const found = isNamed ? named : all
    return (
      found &&
      hidden.without(found, includes).filter((tag) => colors.length === 0 || colors.includes(tag.color))
    )
  }, [source, byId, isNamed, named, all, colors, hidden, includes])
  return { tags, source }
}
