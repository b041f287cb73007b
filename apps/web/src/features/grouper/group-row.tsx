import type { TagGroup } from '@cardinal/domain'
import { grouped } from '@cardinal/domain'
import { ChevronRight, Ellipsis, EyeOff } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { useAnswer } from '../../replica/index.ts'
import type { Chosen } from '../../shared/chosen/use-chosen.ts'
import { chipNames } from '../../shared/tags/chip-tag.ts'
import { counted } from '../../shared/text/counted.ts'
import { Button, Checkbox, Chip, cx, Icon, IconButton, Menu } from '../../ui/index.ts'
import { carriesTags, endDrag, startDrag } from './drag.ts'
import styles from './grouper.module.css'
import { heldCount, holdingOf } from './holding.ts'
import { useGroupActs } from './use-group-acts.ts'

/** The number of tags of an open group shown at first. */
const FIRST = 60

export interface GroupRowProps {
  readonly group: TagGroup
  readonly chosen: Chosen
  readonly isOpen: boolean
  readonly onOpen: () => void
}

/** Renders the row of a group. Its box adds or removes the chosen tags, and a press opens its tags. */
export function GroupRow({ group, chosen, isOpen, onOpen }: GroupRowProps) {
  const acts = useGroupActs()
  const row = useRef<HTMLDivElement>(null)
  const [isOver, setIsOver] = useState(false)
  const holding = holdingOf(group, chosen.ids)
  const held = heldCount(group, chosen.ids)
  const chosenIds = [...chosen.ids]
  const onDrop = (event: DragEvent) => {
    setIsOver(false)
    const dragged = endDrag(event)
    if (dragged === null || dragged.fromGroupId === group.id) return
    event.preventDefault()
    acts.attach(dragged.tagIds, group)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the box does the same.
    <div
      ref={row}
      className={cx(styles.group, isOver && styles.over)}
      onDragOver={(event) => {
        if (!carriesTags(event)) return
        event.preventDefault()
        event.stopPropagation()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <div className={styles.groupHead}>
        <Checkbox
          aria-label={`${group.title} holds ${chosen.ids.size === 0 ? 'no chosen tags' : `${held} of ${counted(chosen.ids.size, 'chosen tag')}`}`}
          isChecked={holding === 'all'}
          isMixed={holding === 'some'}
          disabled={chosen.ids.size === 0}
          // Follows the state of the box and not of the group: the box may be pressed again before the group changes.
          onChange={(isChecked) =>
            isChecked ? acts.attach(chosenIds, group) : acts.detach(chosenIds, group)
          }
        />
        <button type="button" className={styles.groupMain} aria-expanded={isOpen} onClick={onOpen}>
          <span className={styles.dot} data-color={group.color ?? undefined} />
          <span className={styles.name}>{group.title}</span>
          {group.isHidden && (
            <span className={styles.hidden}>
              <Icon of={EyeOff} size={13} /> hidden
            </span>
          )}
          <span className={styles.grow} />
          <span className={styles.count}>
            {held > 0 ? `${held} of ${chosen.ids.size}` : counted(group.tagIds.length, 'tag')}
          </span>
          <Icon of={ChevronRight} size={14} className={cx(styles.chevron, isOpen && styles.turned)} />
        </button>
        <Menu
          label={`Group ${group.title}`}
          placement="bottom-end"
          items={() => acts.menu(group, () => row.current ?? document.body)}
          trigger={(props) => (
            <IconButton label={`More for ${group.title}`} icon={Ellipsis} size="sm" {...props} />
          )}
        />
      </div>
      {isOpen && <GroupTags group={group} />}
    </div>
  )
}

/** Renders the tags of an open group. The cross, Delete, or a drag back to the list of tags removes one. */
function GroupTags({ group }: { group: TagGroup }) {
  const acts = useGroupActs()
  const [limit, setLimit] = useState(FIRST)
  const { answer: tags } = useAnswer('tagsById', { ids: group.tagIds.slice(0, limit) })
  const hidden = group.tagIds.length - limit
  if (group.tagIds.length === 0)
    return <p className={styles.none}>Nothing yet. Select tags and tick its box, or drag them here.</p>
  return (
    <div className={styles.groupTags}>
      {(tags ?? []).map(
        (tag) =>
          tag && (
            // biome-ignore lint/a11y/noStaticElementInteractions: dragging is a shortcut; the cross does the same.
            <span
              key={tag.id}
              draggable
              onDragStart={(event) => startDrag(event, { tagIds: [tag.id], fromGroupId: group.id })}
            >
              <Chip
                {...chipNames(tag)}
                color={tag.color}
                count={tag.cardCount}
                onRemove={() => acts.detach([tag.id], group)}
                size="sm"
              />
            </span>
          ),
      )}
      {hidden > 0 && (
        <Button size="sm" tone="quiet" onClick={() => setLimit(limit + FIRST * 4)}>
          {grouped(hidden)} more
        </Button>
      )}
    </div>
  )
}
