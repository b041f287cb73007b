import {
  DEFAULT_TAG_ORDER,
  displayNameOf,
  grouped,
  type Id,
  type TagGroup,
  type TagOrder,
} from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { Search, Tags } from 'lucide-react'
import { type DragEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { useAnswer } from '../../replica/index.ts'
import { ChooseBox, type Chosen } from '../../shared/cards/chosen.tsx'
import { TagSortControl } from '../../shared/search/filter-controls.tsx'
import type { Filters } from '../../shared/search/filters.ts'
import { filterTags } from '../../shared/tags/filter-tags.ts'
import { TagColorFilter } from '../../shared/tags/tag-color-filter.tsx'
import { counted } from '../../shared/text/counted.ts'
import { Button, cx, EmptyState, Segmented, Skeleton, TextField, VirtualList } from '../../ui/index.ts'
import styles from './grouper.module.css'
import { carriesTags, draggedTags, endDrag, startDrag } from './grouping.ts'
import { useGroupActs } from './use-group-acts.ts'

type Which = 'all' | 'ungrouped' | 'chosen'

/** All tags, to choose by click, Shift-click or space bar, or to drag onto a group. */
export function TagPane({ chosen, groups }: { chosen: Chosen; groups: readonly TagGroup[] }) {
  const [text, setText] = useState('')
  const [which, setWhich] = useState<Which>('all')
  const [order, setOrder] = useState<TagOrder>(DEFAULT_TAG_ORDER)
  const [colors, setColors] = useState<Filters['colors']>([])
  const [isOver, setIsOver] = useState(false)
  const { answer: tags } = useAnswer('allTags', { order })
  const acts = useGroupActs()
  const ofKind = useMemo(
    () => (tags ?? []).filter((tag) => isShown(tag, which, chosen.ids)),
    [tags, which, chosen.ids],
  )
  const shown = useMemo(() => filterTags(ofKind, { text, colors }), [ofKind, text, colors])
  const shownIds = useMemo(() => shown.map((tag) => tag.id), [shown])

  /** Removes a tag from its group when it is dropped here. */
  const onDrop = (event: DragEvent) => {
    setIsOver(false)
    const dragged = endDrag(event)
    const group = groups.find((each) => each.id === dragged?.fromGroupId)
    if (dragged === null || group === undefined) return
    event.preventDefault()
    acts.detach(dragged.tagIds, group)
  }
  return (
    <section
      aria-label="Tags"
      className={cx(styles.pane, styles.tags, isOver && styles.over)}
      onDragOver={(event) => {
        if (!carriesTags(event)) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <div className={styles.controls}>
        <TextField
          label="Find tags to group"
          isLabelHidden
          type="search"
          placeholder="Find tags"
          className={styles.grow}
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoFocus
        />
        <Segmented<Which>
          label="Which tags"
          size="sm"
          value={which}
          onChange={setWhich}
          segments={[
            { value: 'all', label: 'All' },
            { value: 'ungrouped', label: 'Ungrouped' },
            { value: 'chosen', label: 'Selected' },
          ]}
        />
        <TagSortControl order={order} onChange={setOrder} />
        <TagColorFilter tags={ofKind} colors={colors} onChange={setColors} />
      </div>
      <ChosenCount chosen={chosen} shownIds={shownIds} />
      <TagLines
        tags={tags === undefined ? undefined : shown}
        groups={groups}
        chosen={chosen}
        shownIds={shownIds}
      >
        <NoTags which={which} isFiltered={text !== '' || colors.length > 0} />
      </TagLines>
    </section>
  )
}

/** The number of chosen tags, or of all, with buttons that choose all or none. */
function ChosenCount({ chosen, shownIds }: { chosen: Chosen; shownIds: readonly Id[] }) {
  if (chosen.ids.size > 0)
    return (
      <div className={styles.chosen}>
        <span role="status">{`${counted(chosen.ids.size, 'tag')} selected`}</span>
        <Button size="sm" tone="quiet" onClick={chosen.clear}>
          Select none
        </Button>
      </div>
    )
  return (
    <div className={styles.chosen}>
      <span role="status">{`${counted(shownIds.length, 'tag')}. Select some, then tick a group.`}</span>
      <Button size="sm" tone="quiet" disabled={shownIds.length === 0} onClick={() => chosen.add(shownIds)}>
        Select all
      </Button>
    </div>
  )
}

interface TagLinesProps extends Omit<TagLineProps, 'tag'> {
  /** Undefined: not loaded yet. */
  tags: readonly TagInUse[] | undefined
  /** Shown if there is no tag. */
  children: ReactNode
}

function TagLines({ tags, children, ...rest }: TagLinesProps) {
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <div ref={scroller} className={styles.scroll}>
      {tags === undefined ? (
        <Skeleton lines={8} />
      ) : tags.length === 0 ? (
        children
      ) : (
        <VirtualList
          items={tags}
          keyOf={(tag) => tag.id}
          estimatedHeight={36}
          label="Tags"
          scrollRef={scroller}
        >
          {(tag) => <TagLine tag={tag} {...rest} />}
        </VirtualList>
      )}
    </div>
  )
}

interface TagLineProps {
  tag: TagInUse
  groups: readonly TagGroup[]
  chosen: Chosen
  shownIds: readonly Id[]
}

function TagLine({ tag, groups, chosen, shownIds }: TagLineProps) {
  const isChosen = chosen.ids.has(tag.id)
  const titles = tag.groupIds.flatMap((id) => groups.find((group) => group.id === id)?.title ?? [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is a shortcut; the box and the groups do the same.
    <div
      className={cx(styles.line, isChosen && styles.isChosen)}
      draggable
      onDragStart={(event) =>
        startDrag(event, { tagIds: draggedTags(tag.id, chosen.ids), fromGroupId: null })
      }
    >
      <ChooseBox id={tag.id} chosen={chosen} shownIds={shownIds} className={styles.choose}>
        <span className={styles.dot} data-color={tag.color ?? undefined} />
        <span className={styles.name}>{displayNameOf(tag)}</span>
        <span className={styles.about} title={titles.join(', ')}>
          {titles.join(', ')}
        </span>
        <span className={styles.count}>{grouped(tag.cardCount)}</span>
      </ChooseBox>
    </div>
  )
}

function NoTags({ which, isFiltered }: { which: Which; isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState icon={Search} title="No tag fits">
        Look for another name, or reset the colours.
      </EmptyState>
    )
  if (which === 'ungrouped') return <EmptyState icon={Tags} title="Every tag is in a group" />
  if (which === 'chosen') return <EmptyState icon={Tags} title="No tag is selected" />
  return (
    <EmptyState icon={Tags} title="No tags yet">
      Tag a card, and the tag appears here.
    </EmptyState>
  )
}

function isShown(tag: TagInUse, which: Which, chosen: ReadonlySet<Id>): boolean {
  if (which === 'ungrouped') return tag.groupIds.length === 0
  return which === 'all' || chosen.has(tag.id)
}
