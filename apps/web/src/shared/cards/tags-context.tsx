import type { Card, Id } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { useAnswer } from '../../replica/index.ts'
import { useSameRows } from './same-rows.ts'

export type TagsById = ReadonlyMap<Id, TagInUse>

const NONE: TagsById = new Map()
const TagsContext = createContext<TagsById>(NONE)

/** Provides the tags of a list's cards, by id, with one question for all. */
export function CardTagsProvider({ cards, children }: { cards: readonly Card[]; children: ReactNode }) {
  const ids = useMemo(() => [...new Set(cards.flatMap((card) => card.tagIds))].sort(), [cards])
  const { answer } = useAnswer('tagsById', ids.length === 0 ? null : { ids })
  const tags = useMemo(() => (answer ?? []).filter((tag) => tag !== undefined), [answer])
  return <TagsProvider tags={tags}>{children}</TagsProvider>
}

/** Provides tags that are known already. */
export function TagsProvider({ tags, children }: { tags: readonly TagInUse[]; children: ReactNode }) {
  const same = useSameRows(tags)
  const tagsById = useMemo(() => new Map(same.map((tag) => [tag.id, tag])), [same])
  return <TagsContext value={tagsById}>{children}</TagsContext>
}

export function useTagsById(): TagsById {
  return use(TagsContext)
}
