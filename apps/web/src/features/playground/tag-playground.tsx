import type { TagInUse } from '@cardinal/engine'
import { ArrowDownToLine, Folders, Tags } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { type PopupProps, usePopups } from '../../overlays/index.ts'
import { type Chosen, useChosen } from '../../parts/chosen/use-chosen.ts'
import { TagSortControl } from '../../parts/filters/sort-control.tsx'
import type { SearchStore } from '../../parts/search/search-store.ts'
import { Searchbar } from '../../parts/searchbar/searchbar.tsx'
import { filterTags } from '../../parts/tag-lists/filter-tags.ts'
import { TagColorFilter } from '../../parts/tag-lists/tag-color-filter.tsx'
import { TagGesturesProvider } from '../../parts/tags/gestures.tsx'
import { TagChip } from '../../parts/tags/tag-chip.tsx'
import { counted } from '../../parts/text/counted.ts'
import { useAnswer, useReplica } from '../../replica/index.ts'
import { Button, EmptyState, Skeleton, VirtualList } from '../../ui/index.ts'
import { ResetButton } from './card-playground.tsx'
import styles from './playground.module.css'
import { playgroundSearch } from './playground-search.ts'
import { useTakeHome } from './use-take-home.ts'

/** Looks through the tags: by name, colour and order, ticking some for groups and bulk acts. */
export default function TagPlayground({ close }: PopupProps) {
  const { workspaceId } = useReplica()
  const search = playgroundSearch(workspaceId, 'tag')
  const text = useStore(search, (state) => state.text)
  const { colors, tagOrder } = useStore(search, (state) => state.filters)
  const { answer: all } = useAnswer('allTags', { order: tagOrder })
  const tags = useMemo(() => filterTags(all ?? [], { text, colors }), [all, text, colors])
  const chosen = useChosen(NOTHING)
  const { filter } = search.getState()
  return (
    <TagGesturesProvider search={search}>
      <div className={styles.playground}>
        <Searchbar
          search={search}
          subject={null}
          size="small"
          label="Look through tags"
          prompt="Look through tags by their names"
          suggestions={NO_SUGGESTIONS}
          onPick={() => {}}
          onSearch={() => {}}
          onLeave={close}
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
          <EmptyState icon={Tags} title="No tag fits" />
        ) : (
          <TagList tags={tags} chosen={chosen} />
        )}
      </div>
    </TagGesturesProvider>
  )
}

const NOTHING: readonly string[] = []
const NO_SUGGESTIONS: readonly never[] = []

function Acts({ search, chosen }: { search: SearchStore; chosen: Chosen }) {
  const popups = usePopups()
  const takeHome = useTakeHome()
  const tagIds = [...chosen.ids]
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
            Choose none
          </Button>
        </>
      )}
      <span className={styles.grow} />
      <Button size="sm" tone="quiet" icon={ArrowDownToLine} onClick={() => takeHome('tag', search)}>
        Search this on home
      </Button>
    </div>
  )
}

function TagList({ tags, chosen }: { tags: readonly TagInUse[]; chosen: Chosen }) {
  const scroller = useRef<HTMLDivElement>(null)
  const ids = useMemo(() => tags.map((tag) => tag.id), [tags])
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
            <input
              type="checkbox"
              className={styles.tick}
              aria-label={`Choose ${tag.name}`}
              checked={chosen.ids.has(tag.id)}
              onChange={(event) => {
                const { shiftKey } = event.nativeEvent as unknown as MouseEvent
                chosen.toggle(tag.id, ids, shiftKey === true)
              }}
            />
            <TagChip tag={tag} count={tag.cardCount} size="md" />
            <span className={styles.about}>
              {tag.groupIds.flatMap((id) => titles.get(id) ?? []).join(', ')}
            </span>
            <span className={styles.when}>
              {tag.clickCount > 0 && counted(tag.clickCount, 'search', 'searches')}
            </span>
          </div>
        )}
      </VirtualList>
    </div>
  )
}
