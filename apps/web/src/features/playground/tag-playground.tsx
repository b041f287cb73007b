import { displayNameOf, splitNames } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { ArrowDownToLine, Ellipsis, Folders, Tags } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { usePopups } from '../../overlays/index.ts'
import { useAnswer, useReplica } from '../../replica/index.ts'
import { ChooseBox, type Chosen, useChosen } from '../../shared/cards/chosen.tsx'
import { OnceHere } from '../../shared/changes/once-here.tsx'
import { TagSortControl } from '../../shared/search/filter-controls.tsx'
import type { SearchStore } from '../../shared/search/search-store.ts'
import { filterTags } from '../../shared/tags/filter-tags.ts'
import { TagGesturesProvider, useTagGestures } from '../../shared/tags/gestures.tsx'
import { useHiddenTags } from '../../shared/tags/hidden-tags.ts'
import { TagColorFilter } from '../../shared/tags/tag-color-filter.tsx'
import { tagMenu } from '../../shared/tags/tag-menu.ts'
import { counted } from '../../shared/text/counted.ts'
import {
  Button,
  EmptyState,
  IconButton,
  openContextMenu,
  Skeleton,
  TextField,
  VirtualList,
} from '../../ui/index.ts'
import { ResetButton } from './card-playground.tsx'
import styles from './playground.module.css'
import { playgroundSearch } from './playground-search.ts'
import { useIsAsking, useTakeHome } from './use-take-home.ts'

/** Searches the tags by name and colour, sorts them, and ticks some for groups and bulk acts. */
export default function TagPlayground() {
  const { workspaceId } = useReplica()
  const search = playgroundSearch(workspaceId, 'tag')
  const text = useStore(search, (state) => state.text)
  const { colors, tagOrder } = useStore(search, (state) => state.filters)
  const { answer: all } = useAnswer('allTags', { order: tagOrder })
  const hidden = useHiddenTags()
  const tags = useMemo(
    () => hidden.without(filterTags(all ?? [], { text, colors }), splitNames(text).names),
    [hidden, all, text, colors],
  )
  const chosen = useChosen(NOTHING)
  const { filter } = search.getState()
  return (
    <TagGesturesProvider search={search}>
      <div className={styles.playground}>
        <TextField
          label="Search tags"
          isLabelHidden
          type="search"
          placeholder="Search tags by their names"
          value={text}
          onChange={(event) => search.getState().type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || text === '') return
            event.preventDefault()
            search.getState().clear()
          }}
          autoFocus
        />
        <div className={styles.head}>
          <p role="status" className={styles.count}>
            {counted(tags.length, 'tag')}
          </p>
          <ResetButton search={search} />
          <span className={styles.grow} />
          <TagSortControl order={tagOrder} onChange={(order) => filter({ tagOrder: order })} />
          <TagColorFilter
            tags={all ?? []}
            colors={colors}
            onChange={(values) => filter({ colors: values })}
          />
        </div>
        <Acts search={search} chosen={chosen} />
        {all === undefined ? (
          <Skeleton lines={6} />
        ) : tags.length === 0 ? (
          <OnceHere>
            {all.length === 0 ? (
              <EmptyState icon={Tags} title="No tags yet">
                Tag a card, and the tag appears here.
              </EmptyState>
            ) : (
              <EmptyState icon={Tags} title="No tag fits">
                Look for another name, or reset the colours.
              </EmptyState>
            )}
          </OnceHere>
        ) : (
          <TagList tags={tags} chosen={chosen} />
        )}
      </div>
    </TagGesturesProvider>
  )
}

const NOTHING: readonly string[] = []

function Acts({ search, chosen }: { search: SearchStore; chosen: Chosen }) {
  const popups = usePopups()
  const takeHome = useTakeHome()
  const isAsking = useIsAsking(search)
  const tagIds = [...chosen.ids]
  if (tagIds.length === 0 && !isAsking) return null
  return (
    <div className={styles.acts}>
      {tagIds.length > 0 && (
        <>
          <Button size="sm" icon={Folders} onClick={() => popups.open('grouper', { tagIds })}>
            Group {counted(tagIds.length, 'tag')}
          </Button>
          <Button size="sm" onClick={() => popups.open('above-tag-results', { tagIds })}>
            More
          </Button>
          <Button size="sm" tone="quiet" onClick={chosen.clear}>
            Select none
          </Button>
        </>
      )}
      <span className={styles.grow} />
      {isAsking && (
        <Button size="sm" tone="quiet" icon={ArrowDownToLine} onClick={() => takeHome('tag', search)}>
          Search this on home
        </Button>
      )}
    </div>
  )
}

function TagList({ tags, chosen }: { tags: readonly TagInUse[]; chosen: Chosen }) {
  const scroller = useRef<HTMLDivElement>(null)
  const ids = useMemo(() => tags.map((tag) => tag.id), [tags])
  const gestures = useTagGestures()
  const { answer: groups } = useAnswer('allGroups', {})
  const titles = useMemo(() => new Map((groups ?? []).map(({ id, title }) => [id, title])), [groups])
  return (
    <div ref={scroller} className={styles.scroll}>
      <VirtualList
        items={tags}
        keyOf={(tag) => tag.id}
        estimatedHeight={40}
        label="Tags found"
        scrollRef={scroller}
      >
        {(tag) => (
          <div className={styles.tagRow}>
            <ChooseBox id={tag.id} chosen={chosen} shownIds={ids} className={styles.tagBox}>
              <span className={styles.dot} data-color={tag.color ?? undefined} />
              {displayNameOf(tag)}
            </ChooseBox>
            <span className={styles.about}>
              {tag.groupIds.flatMap((id) => titles.get(id) ?? []).join(', ')}
            </span>
            <span className={styles.when}>
              {tag.clickCount > 0 && `${counted(tag.clickCount, 'search', 'searches')}, `}
              {counted(tag.cardCount, 'card')}
            </span>
            <IconButton
              label={`More for ${displayNameOf(tag)}`}
              icon={Ellipsis}
              size="sm"
              onClick={(event) =>
                openContextMenu(
                  `Tag ${displayNameOf(tag)}`,
                  tagMenu(gestures, tag, null),
                  event.currentTarget,
                )
              }
            />
          </div>
        )}
      </VirtualList>
    </div>
  )
}
