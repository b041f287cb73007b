import { Folders } from 'lucide-react'
import type { PopupProps } from '../../overlays/index.ts'
import { useAnswer } from '../../replica/index.ts'
import { FindTag } from '../../shared/tags/find-tag.tsx'
import { chipNames } from '../../shared/tags/tag-names.ts'
import { counted } from '../../shared/text/counted.ts'
import { Chip, EmptyState, Skeleton } from '../../ui/index.ts'
import styles from './tag-relations.module.css'
import { useChildGroupActs } from './use-relation-acts.ts'

/** The tags that every tag of a group implies, each with a button that removes it, and a field that adds one. */
export default function GroupRelations({ params }: PopupProps<'group-relations'>) {
  const groupId = params.groupId ?? ''
  const acts = useChildGroupActs()
  const { answer: groups } = useAnswer('groupsById', { ids: [groupId] })
  const { answer: implied } = useAnswer('impliedByGroup', { groupId })
  const group = groups?.[0]
  if (groups === undefined || implied === undefined) return <Skeleton lines={4} />
  if (group === undefined)
    return (
      <EmptyState icon={Folders} title="This group was deleted">
        Undo the deletion, or close this.
      </EmptyState>
    )
  return (
    <section aria-labelledby="group-parents" className={styles.part}>
      <div className={styles.head}>
        <Chip label={`group:${group.title}`} color={group.color} />
        <p className={styles.about}>It holds {counted(group.tagIds.length, 'tag')}.</p>
      </div>
      <h3 id="group-parents">Parents</h3>
      {implied.length > 0 && (
        <div className={styles.chips}>
          {implied.map((tag) => (
            <Chip
              key={tag.id}
              {...chipNames(tag)}
              color={tag.color}
              onRemove={() => acts.remove(group, tag)}
            />
          ))}
        </div>
      )}
      <FindTag
        label="A parent of its tags"
        button="Add tag"
        taken={new Set(implied.map(({ id }) => id))}
        onTake={(tag) => acts.add(group, tag)}
        onNew={(name) => acts.addNew(group, name)}
      />
      <p className={styles.about}>
        Cards with any tag of “{group.title}” are found by these tags too. That includes tags that are added
        to the group later. No card is changed.
      </p>
    </section>
  )
}
