import { grouped, type Id } from '@cardinal/domain'
import { Folders, Tags } from 'lucide-react'
import { useState } from 'react'
import type { PopupProps } from '../../overlays/index.ts'
import { useAnswer } from '../../replica/index.ts'
import { useChosen } from '../../shared/cards/chosen.tsx'
import { Segmented } from '../../ui/index.ts'
import { GroupPane } from './group-pane.tsx'
import styles from './grouper.module.css'
import { TagFrame } from './tag-frame.tsx'
import { TagPane } from './tags-to-group.tsx'

type Pane = 'tags' | 'groups'

/**
 * Two panes: tags to choose at the left, and groups to put them into at the right. Narrow screens show one at a
 * time.
 */
export default function Grouper({ params }: PopupProps<'grouper'>) {
  const chosen = useChosen(params.tagIds ?? [])
  const [openGroupId, setOpenGroupId] = useState<Id | null>(params.groupId ?? null)
  const [pane, setPane] = useState<Pane>(params.tagIds || params.groupId ? 'groups' : 'tags')
  const { answer: groups } = useAnswer('allGroups', {})
  const count = chosen.ids.size
  return (
    <TagFrame at="groups">
      <div className={styles.grouper}>
        <div className={styles.switch}>
          <Segmented<Pane>
            label="What to show"
            value={pane}
            onChange={setPane}
            segments={[
              {
                value: 'tags',
                label: count === 0 ? 'Tags' : `Tags (${grouped(count)} selected)`,
                icon: Tags,
              },
              { value: 'groups', label: 'Groups', icon: Folders },
            ]}
          />
        </div>
        <div className={styles.panes} data-pane={pane}>
          <TagPane chosen={chosen} groups={groups ?? []} />
          <GroupPane
            chosen={chosen}
            groups={groups}
            openGroupId={openGroupId}
            onOpenGroup={(id) => setOpenGroupId((before) => (before === id ? null : id))}
          />
        </div>
      </div>
    </TagFrame>
  )
}
