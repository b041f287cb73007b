import type { TagGroup } from '@cardinal/domain'
import { memo } from 'react'
import { useAnswer } from '../../replica/index.ts'
import { TagChip } from '../../shared/tags/tag-chip.tsx'
import { useHiddenTags } from '../../shared/tags/use-hidden-tags.ts'
import { PanelSection } from './panel-section.tsx'
import styles from './tags-panel.module.css'

const SHOWN = 4

/** The groups nearest to the tags that are searched for, each with its tags; all groups while none is. */
export const ClosestGroups = memo(function ClosestGroups({ tagIds }: { tagIds: readonly string[] }) {
  const closest = useAnswer('closestGroups', tagIds.length === 0 ? null : { tagIds }, 'deferred')
  const all = useAnswer('allGroups', tagIds.length === 0 ? {} : null, 'deferred')
  const groups = tagIds.length === 0 ? (all.answer ?? []) : (closest.answer ?? []).map(({ group }) => group)
  const open = groups.filter((group) => !group.isHidden)
  const shown = open.slice(0, SHOWN)
  if (shown.length === 0) return null
  return (
    <PanelSection name="groups" title={tagIds.length === 0 ? 'Groups' : 'Closest groups'} count={open.length}>
      {shown.map((group) => (
        <Group key={group.id} group={group} />
      ))}
    </PanelSection>
  )
})

function Group({ group }: { group: TagGroup }) {
  const { answer } = useAnswer('tagsOfGroups', { groupIds: [group.id] }, 'deferred')
  const hidden = useHiddenTags()
  return (
    <div className={styles.group}>
      <p className={styles.groupTitle}>
        <span className={styles.dot} data-color={group.color ?? undefined} />
        {group.title}
      </p>
      <div className={styles.tags}>
        {hidden
          .without(answer ?? [])
          .slice(0, 12)
          .map((tag) => (
            <TagChip key={tag.id} tag={tag} count={tag.cardCount} />
          ))}
      </div>
    </div>
  )
}
