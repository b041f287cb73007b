import { useMemo } from 'react'
import { useAnswer } from '../../replica/index.ts'
import { type HiddenTags, hiddenTags } from './hidden-tags.ts'

/** The tags of the workspace's hidden groups, as the groups are now. */
export function useHiddenTags(): HiddenTags {
  const { answer: groups } = useAnswer('allGroups', {})
  const key = (groups ?? []).flatMap((group) => (group.isHidden ? group.tagIds : [])).join()
  return useMemo(() => hiddenTags(key === '' ? [] : key.split(',')), [key])
}
