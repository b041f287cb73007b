import { type Id, isMeantBy, type Tag } from '@cardinal/domain'
import { useMemo } from 'react'
import { type Priority, useAnswer } from '../../replica/index.ts'

/**
 * The tags of the workspace's hidden groups.
 *
 * @param priority `deferred` beside deferred lists; with `first` the page would wait for them at each key
 */
export function useHiddenTags(priority: Priority = 'first'): HiddenTags {
  const { answer: groups } = useAnswer('allGroups', {}, priority)
  const key = (groups ?? []).flatMap((group) => (group.isHidden ? group.tagIds : [])).join()
  return useMemo(() => hiddenTags(key === '' ? [] : key.split(',')), [key])
}

/** Tags of hidden groups. They are not listed or offered, but found by their whole name (TG-7). */
interface HiddenTags {
  readonly ids: ReadonlySet<Id>
  /** Removes hidden tags, except those whose whole name is among `words`. */
  without<T extends Pick<Tag, 'id' | 'name' | 'otherNames'>>(
    tags: readonly T[],
    words?: readonly string[],
  ): readonly T[]
  /** Removes counts of hidden tags. */
  withoutCounts<T extends { readonly tagId: Id }>(counts: readonly T[]): readonly T[]
}

export function hiddenTags(hiddenIds: readonly Id[]): HiddenTags {
  const ids = new Set(hiddenIds)
  return {
    ids,
    without(tags, words = []) {
      if (ids.size === 0) return tags
      return tags.filter((tag) => !ids.has(tag.id) || words.some((word) => isMeantBy(tag, word)))
    },
    withoutCounts: (counts) => (ids.size === 0 ? counts : counts.filter(({ tagId }) => !ids.has(tagId))),
  }
}
