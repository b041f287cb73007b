import { useMemo } from 'react'
import { type Turn, useAnswer } from '../../replica/index.ts'
import { type HiddenTags, hiddenTags } from './hidden-tags.ts'

/**
 * Returns the tags of the workspace's hidden groups, as the groups are now.
 *
 * @param turn deferred beside lists that are deferred themselves: asked at once, it would take part in what a key asks,
 * and the page would not wait for the cards
 */
export function useHiddenTags(turn: Turn = 'first'): HiddenTags {
  const { answer: groups } = useAnswer('allGroups', {}, turn)
  const key = (groups ?? []).flatMap((group) => (group.isHidden ? group.tagIds : [])).join()
  return useMemo(() => hiddenTags(key === '' ? [] : key.split(',')), [key])
}
