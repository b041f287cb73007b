import { grouped, type Id, namesProblem, splitNames, type TagGroup } from '@cardinal/domain'
import { ChevronRight, Ellipsis, EyeOff, Folders, Plus } from 'lucide-react'
import { type DragEvent, type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { useAnswer } from '../../replica/index.ts'
import type { Chosen } from '../../shared/cards/chosen.tsx'
import { newId } from '../../shared/changes/new-id.ts'
import { OnceHere } from '../../shared/changes/once-here.tsx'
import { useAct } from '../../shared/changes/use-act.ts'
import { chipNames } from '../../shared/tags/tag-names.ts'
import { counted } from '../../shared/text/counted.ts'
import {
  Button,
  Checkbox,
  Chip,
  cx,
  EmptyState,
  Icon,
  IconButton,
  Menu,
  Skeleton,
  TextField,
  VirtualList,
} from '../../ui/index.ts'
import styles from './grouper.module.css'
import { carriesTags, endDrag, heldCount, holdingOf, orderedGroups, startDrag } from './grouping.ts'
import { useGroupActs } from './use-group-acts.ts'

interface GroupPaneProps {
  readonly chosen: Chosen
  /** Undefined: not loaded yet. */
  readonly groups: readonly TagGroup[] | undefined
  readonly openGroupId: Id | null
  readonly onOpenGroup: (id: Id) => void
}

/** All groups, most related to the chosen tags first. A field finds and creates groups. */
export function GroupPane({ chosen, groups, openGroupId, onOpenGroup }: GroupPaneProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const act = useAct()
  const tagIds = useMemo(() => [...chosen.ids], [chosen.ids])
  const { answer: closest } = useAnswer('closestGroups', tagIds.length === 0 ? null : { tagIds })
  const closestIds = useMemo(
    () => (tagIds.length === 0 ? [] : (closest ?? []).map(({ group }) => group.id)),
    [closest, tagIds],
  )
  const shown = useMemo(() => orderedGroups(groups ?? [], closestIds, text), [groups, closestIds, text])
  const fresh = splitNames(text).names.filter((name) => !groups?.some((group) => group.title === name))

  const create = async (event: FormEvent) => {
    event.preventDefault()
    const against = namesProblem(fresh)
    setProblem(against)
    if (against !== null || fresh.length === 0) return
    const made = fresh.map((title) => ({ id: newId(), title }))
    const isDone = await act(
      { name: 'createGroups', args: { groups: made, tagIds } },
      { done: `Created ${fresh.map((title) => `“${title}”`).join(', ')}` },
    )
    if (isDone) setText('')
  }
  return (
    <section aria-label="Groups" className={styles.pane}>
      <form className={styles.controls} onSubmit={create}>
        <TextField
          label="Find or create groups"
          isLabelHidden
          placeholder="Find a group, or name a new one"
          className={styles.grow}
          value={text}
          error={problem}
          autoComplete="off"
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
          }}
        />
        <Button type="submit" icon={Plus} disabled={fresh.length === 0}>
          {tagIds.length > 0 && fresh.length > 0 ? `Create with ${counted(tagIds.length, 'tag')}` : 'Create'}
        </Button>
      </form>
      <p className={styles.chosen}>
        {tagIds.length === 0
          ? 'Click a group to see its tags.'
          : 'Tick a group to put the selected tags into it; the closest come first.'}
      </p>
      <GroupRows groups={groups === undefined ? undefined : shown} isFiltered={text !== ''}>
        {(group) => (
          <GroupRow
            group={group}
            chosen={chosen}
            isOpen={group.id === openGroupId}
            onOpen={() => onOpenGroup(group.id)}
          />
        )}
      </GroupRows>
    </section>
  )
}

interface GroupRowsProps {
  /** Undefined: not loaded yet. */
  readonly groups: readonly TagGroup[] | undefined
  readonly isFiltered: boolean
  readonly children: (group: TagGroup) => ReactNode
}

function GroupRows({ groups, isFiltered, children }: GroupRowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <div ref={scroller} className={styles.scroll}>
      {groups === undefined ? (
        <Skeleton lines={8} />
      ) : groups.length === 0 ? (
        <OnceHere>
          <EmptyState icon={Folders} title={isFiltered ? 'No group is called that' : 'No groups yet'}>
            {isFiltered
              ? 'Press Enter to create it.'
              : 'Name one above: tags of a group are suggested together.'}
          </EmptyState>
        </OnceHere>
      ) : (
        <VirtualList
          items={groups}
          keyOf={(group) => group.id}
          estimatedHeight={40}
          label="Groups"
          scrollRef={scroller}
        >
          {children}
        </VirtualList>
      )}
    </div>
  )
}

/** How many tags of an open group are shown at first. */
const FIRST_SHOWN = 60

interface GroupRowProps {
  readonly group: TagGroup
  readonly chosen: Chosen
  readonly isOpen: boolean
  readonly onOpen: () => void
}

/** The row of a group. Its box adds or removes the chosen tags, and a press opens its tags. */
function GroupRow({ group, chosen, isOpen, onOpen }: GroupRowProps) {
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
          // Follows the state of the box, because the box may be pressed again before the group has changed.
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

/** The tags of an open group. The cross, Delete, or a drag back to the list of tags removes a tag. */
function GroupTags({ group }: { group: TagGroup }) {
  const acts = useGroupActs()
  const [limit, setLimit] = useState(FIRST_SHOWN)
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
        <Button size="sm" tone="quiet" onClick={() => setLimit(limit + FIRST_SHOWN * 4)}>
          {grouped(hidden)} more
        </Button>
      )}
    </div>
  )
}
