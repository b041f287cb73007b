import { grouped, nameProblem, type TagGroup } from '@cardinal/domain'
import { Ellipsis, Eye, EyeOff, Folders, Network, Palette, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { askText, openPopup, usePopups } from '../../../overlays/index.ts'
import { useAnswer, useSyncState } from '../../../replica/index.ts'
import { type Act, useAct } from '../../../shared/changes/use-act.ts'
import { TagChip } from '../../../shared/tags/tag-chip.tsx'
import { Disclosure } from '../../../ui/accordion.tsx'
import { colorItems, Icon, IconButton, Menu, type MenuItem, openContextMenu } from '../../../ui/index.ts'
import { device, useDevice } from '../device.ts'
import styles from './rail.module.css'

/** Renders the groups of the workspace. Each unfolds to show its tags. */
export function RailGroups() {
  const { answer } = useAnswer('allGroups', {}, 'deferred')
  const groups = answer ?? []
  const { hasCopy } = useSyncState()
  return (
    <RailSection name="groups" title="Groups">
      {hasCopy && answer !== undefined && groups.length === 0 && (
        <p className={styles.railGroupsNone}>No groups yet. “Groups”, under Tags, makes the first one.</p>
      )}
      {groups.map((group) => (
        <Group key={group.id} group={group} />
      ))}
    </RailSection>
  )
}

function Group({ group }: { group: TagGroup }) {
  const [isOpen, setIsOpen] = useState(false)
  const { answer: tags } = useAnswer('tagsOfGroups', isOpen ? { groupIds: [group.id] } : null)
  const act = useAct()
  const popups = usePopups()
  return (
    <div className={styles.group}>
      <Disclosure
        isOpen={isOpen}
        onChange={setIsOpen}
        title={
          <span className={styles.title}>
            <span className={styles.dot} data-color={group.color ?? undefined} />
            <span className={styles.name}>{group.title}</span>
            {group.isHidden && <Icon of={EyeOff} size={13} />}
            {group.isHidden && <span className="visually-hidden">, hidden</span>}
            <span className={styles.count}>{grouped(group.tagIds.length)}</span>
          </span>
        }
      >
        <div className={styles.tags}>
          {tags?.map((tag) => (
            <TagChip key={tag.id} tag={tag} count={tag.cardCount} />
          ))}
        </div>
      </Disclosure>
      <Menu
        label={`Group ${group.title}`}
        placement="bottom-end"
        items={() => menuOf(group, act, () => popups.open('grouper', { groupId: group.id }))}
        trigger={(trigger) => (
          <IconButton
            label={`More for ${group.title}`}
            icon={Ellipsis}
            size="sm"
            className={styles.menu}
            {...trigger}
          />
        )}
      />
    </div>
  )
}

function menuOf(group: TagGroup, act: Act, openGrouper: () => void): readonly MenuItem[] {
  const ids = { groupIds: [group.id] }
  return [
    { label: 'Tags of the group…', icon: Folders, onSelect: openGrouper },
    { label: 'Rename…', icon: Pencil, onSelect: () => void rename(group, act) },
    {
      label: 'Colour…',
      icon: Palette,
      onSelect: () =>
        openContextMenu(
          `Colour of ${group.title}`,
          colorItems(
            group.color,
            (color) =>
              void act({ name: 'setGroupColor', args: { ...ids, color } }, { done: 'Group coloured' }),
          ),
          document.activeElement ?? document.body,
        ),
    },
    {
      label: 'Parents…',
      icon: Network,
      onSelect: () => openPopup('group-relations', { groupId: group.id }),
    },
    {
      label: group.isHidden ? 'Show its tags' : 'Hide its tags',
      icon: group.isHidden ? Eye : EyeOff,
      onSelect: () =>
        void act(
          { name: 'setGroupsHidden', args: { ...ids, isHidden: !group.isHidden } },
          { done: group.isHidden ? `“${group.title}” is shown again` : `“${group.title}” is hidden` },
        ),
    },
    {
      label: 'Delete group',
      icon: Trash2,
      isDanger: true,
      startsSection: true,
      onSelect: () => void act({ name: 'deleteGroups', args: ids }, { done: `Deleted “${group.title}”` }),
    },
  ]
}

async function rename(group: TagGroup, act: Act): Promise<void> {
  const title = await askText({
    title: 'Rename group',
    label: 'New name',
    value: group.title,
    confirmLabel: 'Rename',
    check: nameProblem,
  })
  if (title !== null)
    await act({ name: 'renameGroup', args: { groupId: group.id, title } }, { done: 'Group renamed' })
}

/** A section of the rail that folds. This device stores whether it is folded. */
export function RailSection(props: { name: string; title: string; children: ReactNode }) {
  const isFolded = useDevice((state) => state.folded.includes(`rail-${props.name}`))
  return (
    <div className={styles.section}>
      <Disclosure
        title={props.title}
        isOpen={!isFolded}
        onChange={(isOpen) => device.getState().fold(`rail-${props.name}`, !isOpen)}
        className={styles.disclosure ?? ''}
      >
        {props.children}
      </Disclosure>
    </div>
  )
}
