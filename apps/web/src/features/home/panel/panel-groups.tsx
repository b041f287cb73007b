import type { TagGroup } from '@cardinal/domain'
import { grouped } from '@cardinal/domain'
import { useState } from 'react'
import { useAnswer } from '../../../replica/index.ts'
import { useHiddenTags } from '../../../shared/tags/use-hidden-tags.ts'
import { Disclosure } from '../../../ui/accordion.tsx'
import { useNamedTags } from './panel-narrow.tsx'
import { PanelTags } from './panel-tags.tsx'
import styles from './tags-panel.module.css'

const UNGROUPED = 'ungrouped'

/**
 * Renders the groups, nearest to the tags of the search first, and the tags without a group. Only one group is open at
 * a time, because a tag may be in several.
 */
export function PanelGroups() {
  const { included } = useNamedTags()
  const closest = useAnswer('closestGroups', included.length === 0 ? null : { tagIds: included }, 'deferred')
  const all = useAnswer('allGroups', {}, 'deferred').answer ?? []
  const near = included.length === 0 ? [] : (closest.answer ?? []).map(({ group }) => group)
  const nearIds = new Set(near.map(({ id }) => id))
  const shown = [...near, ...all.filter(({ id }) => !nearIds.has(id))].filter((group) => !group.isHidden)
  const [wanted, setWanted] = useState<string | null | undefined>()
  const openId = wanted === undefined ? (shown[0]?.id ?? UNGROUPED) : wanted
  const toggle = (id: string) => setWanted(id === openId ? null : id)
  return (
    <>
      {near.length > 0 && <p className={styles.empty}>Closest groups first</p>}
      {shown.map((group) => (
        <Group key={group.id} group={group} isOpen={openId === group.id} onToggle={() => toggle(group.id)} />
      ))}
      <Disclosure title="Ungrouped" isOpen={openId === UNGROUPED} onChange={() => toggle(UNGROUPED)}>
        <Ungrouped />
      </Disclosure>
    </>
  )
}

function Group({ group, isOpen, onToggle }: { group: TagGroup; isOpen: boolean; onToggle: () => void }) {
  const { answer } = useAnswer('tagsOfGroups', isOpen ? { groupIds: [group.id] } : null, 'deferred')
  const hidden = useHiddenTags('deferred')
  return (
    <Disclosure
      isOpen={isOpen}
      onChange={onToggle}
      title={
        <span className={styles.groupTitle}>
          <span className={styles.dot} data-color={group.color ?? undefined} />
          {group.title}
          <span className={styles.count}>{grouped(group.tagIds.length)}</span>
        </span>
      }
    >
      {answer && <PanelTags tags={hidden.without(answer)} empty="No tags in this group." />}
    </Disclosure>
  )
}

function Ungrouped() {
  const { answer } = useAnswer('ungroupedTags', {}, 'deferred')
  return answer && <PanelTags tags={answer} empty="Every tag is in a group." />
}
