import { type Color, displayNameOf, type Id, tagName } from '@cardinal/domain'
import type { Suggestion } from '@cardinal/engine'
import { useMemo } from 'react'
import { useAnswer } from '../../replica/index.ts'
import type { NameOfTag } from './reason-text.ts'

/** The data of a tag that a chip shows. */
export interface ChipTag {
  readonly id: Id
  readonly name: string
  readonly displayName?: string
  readonly color: Color | null
}

type Named = Pick<ChipTag, 'name' | 'displayName'>

/** A chip's label: the display name, and the name if it differs by more than case. */
export function chipNames(tag: Named): { label: string; tagName?: string } {
  const label = displayNameOf(tag)
  return tagName(label) === tag.name ? { label } : { label, tagName: tag.name }
}

/** Names of the tags that reasons mention. Undefined: not loaded yet. */
export function useTagNames(suggestions: readonly Suggestion[]): NameOfTag {
  const ids = useMemo(
    () => [
      ...new Set(
        suggestions.flatMap(({ reasons }) =>
          reasons.flatMap((reason): readonly Id[] => (reason.kind === 'together' ? reason.tagIds : [])),
        ),
      ),
    ],
    [suggestions],
  )
  return useNamesById(ids, 'deferred')
}

/** Names of tags by id. Undefined: not loaded yet, or deleted. */
export function useNamesById(ids: readonly Id[], urgency?: Parameters<typeof useAnswer>[2]): NameOfTag {
  const { answer } = useAnswer('tagsById', ids.length === 0 ? null : { ids }, urgency)
  return useMemo(() => {
    const names = new Map(
      (answer ?? []).flatMap((tag) => (tag ? [[tag.id, displayNameOf(tag)] as const] : [])),
    )
    return (id) => names.get(id)
  }, [answer])
}
