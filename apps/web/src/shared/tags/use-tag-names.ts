import { displayNameOf, type Id } from '@cardinal/domain'
import type { Suggestion } from '@cardinal/engine'
import { useMemo } from 'react'
import { useAnswer } from '../../replica/index.ts'
import type { NameOfTag } from './reason-text.ts'

/** Returns names of the tags that reasons speak of; undefined until they are known. */
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
  const { answer } = useAnswer('tagsById', ids.length === 0 ? null : { ids }, 'deferred')
  return useMemo(() => {
    const names = new Map(
      (answer ?? []).flatMap((tag) => (tag ? [[tag.id, displayNameOf(tag)] as const] : [])),
    )
    return (id) => names.get(id)
  }, [answer])
}
