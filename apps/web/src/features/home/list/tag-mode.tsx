import { displayNameOf, includedWords, LIMITS, newTagsProblem } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { CheckCheck, Ellipsis, EyeOff, Palette, Plus, RotateCcw, Tags } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { usePopups } from '../../../overlays/index.ts'
import { useAnswer, useSearchesHere } from '../../../replica/index.ts'
import { OnceHere } from '../../../shared/changes/once-here.tsx'
import { TagSortControl } from '../../../shared/search/filter-controls.tsx'
import { isDefault } from '../../../shared/search/filters.ts'
import { savedSearchesWith } from '../../../shared/search/saved-searches.ts'
import { useHomeAddress } from '../../../shared/search/use-home-address.ts'
import { presentMinute } from '../../../shared/search/use-now.ts'
import { focusRowAfter } from '../../../shared/tags/focus-row-after.ts'
import { TagGesturesProvider, useTagGestures } from '../../../shared/tags/gestures.tsx'
import { useHiddenTags } from '../../../shared/tags/hidden-tags.ts'
import { TagActs } from '../../../shared/tags/tag-acts.tsx'
import { TagChip } from '../../../shared/tags/tag-chip.tsx'
import { tagMenu } from '../../../shared/tags/tag-menu.ts'
import { TagTabs } from '../../../shared/tags/tag-tabs.tsx'
import { counted } from '../../../shared/text/counted.ts'
import { relativeDate } from '../../../shared/text/dates.ts'
import { ColorFilter } from '../../../ui/color-picker.tsx'
import {
  Button,
  Checkbox,
  EmptyState,
  ErrorView,
  IconButton,
  Kbd,
  openContextMenu,
  Popover,
  Skeleton,
  VirtualList,
} from '../../../ui/index.ts'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import { useAdd } from '../bar/use-add.ts'
import { homeSearch, homeSelection } from '../home-screen.ts'
import styles from './tag-mode.module.css'

/** The list of tags on the home page: searched by name, sorted, and edited one or many at a time. */
export default function TagMode() {
  const text = useStore(homeSearch, (state) => state.text)
  const filters = useStore(homeSearch, (state) => state.filters)
  const isUsual = isDefault({ ...filters, dates: null }, '')
  const includes = useMemo(() => includedWords(text), [text])
  const all = useAnswer('allTags', includes.length === 0 ? { order: filters.tagOrder } : null)
  const near = useAnswer('tagsBySearchword', includes.length === 0 ? null : { keywords: includes })
  const { answer, error, isStale } = includes.length === 0 ? all : near
  const colored = useMemo(() => colorCounts(answer ?? []), [answer])
  const hidden = useHiddenTags()
  const [isAllShown, setIsAllShown] = useState(false)
  const open = isAllShown ? (answer ?? []) : hidden.without(answer ?? [], includes)
  const left = (answer ?? []).length - open.length
  const tags = open.filter((tag) => filters.colors.length === 0 || filters.colors.includes(tag.color))
  const { filter, resetFilters } = homeSearch.getState()
  const { setSubject } = useHomeAddress()
  const showCards = useCallback(() => setSubject('all'), [setSubject])

  if (error !== null && answer === undefined) return <ErrorView error={error} />
  if (answer === undefined) return <Skeleton lines={6} />
  return (
    <>
      <TagTabs at="all" />
      <div className={styles.head}>
        <p className={styles.count} role="status">
          {counted(tags.length, 'tag')}
        </p>
        {!isUsual && (
          <Button size="sm" tone="reset" icon={RotateCcw} onClick={resetFilters}>
            Reset
          </Button>
        )}
        {left > 0 && (
          <Button size="sm" tone="quiet" icon={EyeOff} onClick={() => setIsAllShown(true)}>
            Show {counted(left, 'hidden tag')}
          </Button>
        )}
        <span className={styles.grow} />
        {includes.length === 0 && (
          <TagSortControl order={filters.tagOrder} onChange={(tagOrder) => filter({ tagOrder })} />
        )}
        <Popover
          label="Colours"
          placement="bottom-end"
          trigger={(trigger) => (
            <Button
              size="sm"
              tone="quiet"
              icon={Palette}
              aria-pressed={filters.colors.length > 0}
              {...trigger}
            >
              {filters.colors.length === 0
                ? 'Colours'
                : filters.colors.map((color) => color ?? 'no colour').join(', ')}
            </Button>
          )}
        >
          <ColorFilter
            label="Show only tags of these colours"
            choices={colored}
            values={filters.colors}
            onChange={(colors) => filter({ colors })}
          />
        </Popover>
      </div>
      {tags.length === 0 && !isStale ? (
        <OnceHere>
          <NoTags text={text} isHidden={open.length > 0} />
        </OnceHere>
      ) : (
        <TagGesturesProvider search={homeSearch} onSearch={showCards}>
          <VirtualList items={tags} keyOf={(tag) => tag.id} estimatedHeight={44} label="Tags">
            {(tag) => <TagRow tag={tag} shown={tags} />}
          </VirtualList>
        </TagGesturesProvider>
      )}
      <TagBulkBar shown={tags} />
    </>
  )
}

/** Says why the list is empty: no tag yet, none with that name, or none of the chosen colours. */
function NoTags({ text, isHidden }: { text: string; isHidden: boolean }) {
  const add = useAdd('tag')
  const name = text.trim()
  if (isHidden) return <EmptyState icon={Tags} title="No tag has a colour chosen here" />
  if (name === '')
    return (
      <EmptyState icon={Tags} title="No tags yet">
        Write names above, with commas between them, and press Enter.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={Tags}
      title="No tag is called that"
      actions={
        newTagsProblem([name]) === null && (
          <Button size="sm" icon={Plus} after={<Kbd keys="Mod+Enter" />} onClick={() => add(text)}>
            {`Create “${name}”`}
          </Button>
        )
      }
    />
  )
}

/** Renders the acts on the ticked tags. */
function TagBulkBar({ shown }: { shown: readonly TagInUse[] }) {
  const selected = useStore(homeSelection, (selection) => selection.tags)
  const popups = usePopups()
  const ids = useMemo(() => [...selected], [selected])
  const { answer } = useAnswer('tagsById', ids.length === 0 ? null : { ids })
  if (ids.length === 0) return null
  const tags = (answer ?? []).filter((tag) => tag !== undefined && selected.has(tag.id))
  return (
    <SelectionBar
      label="Selected tags"
      count={counted(ids.length, 'tag')}
      end={
        <IconButton
          label="Select all shown"
          icon={CheckCheck}
          size="sm"
          onClick={() =>
            homeSelection.getState().add(
              'tags',
              shown.map(({ id }) => id),
            )
          }
        />
      }
      onClear={() => homeSelection.getState().clear('tags')}
    >
      <TagActs
        tags={tags as readonly TagInUse[]}
        onGone={(gone) => {
          focusRowAfter(gone, shown)
          homeSelection.getState().clear('tags')
        }}
      />
      <Button size="sm" onClick={() => popups.open('above-tag-results')}>
        More
      </Button>
    </SelectionBar>
  )
}

function colorCounts(tags: readonly TagInUse[]) {
  const countByColor = new Map<TagInUse['color'], number>()
  for (const { color } of tags) countByColor.set(color, (countByColor.get(color) ?? 0) + 1)
  return [...countByColor].map(([color, count]) => ({ color, count })).sort((a, b) => b.count - a.count)
}

/** Renders the row of a tag, with figures of its use. */
function TagRow({ tag, shown }: { tag: TagInUse; shown: readonly TagInUse[] }) {
  const isSelected = useStore(homeSelection, (selection) => selection.tags.has(tag.id))
  const isRange = useRef(false)
  const gestures = useTagGestures()
  const saved = useSearchesHere()
  const name = displayNameOf(tag)
  return (
    <div className={styles.row} data-tag={tag.id}>
      <Checkbox
        isChecked={isSelected}
        aria-label={`Select the tag ${name}`}
        onClick={(event) => {
          isRange.current = event.shiftKey
        }}
        onChange={() => {
          const { toggle, selectRange } = homeSelection.getState()
          if (!isRange.current) return toggle('tags', tag.id)
          selectRange(
            'tags',
            tag.id,
            shown.map(({ id }) => id),
          )
        }}
      />
      <TagChip tag={tag} size="md" />
      <span className={styles.about}>{aboutOf(tag, saved)}</span>
      <span className={styles.cards}>{counted(tag.cardCount, 'card')}</span>
      <IconButton
        label={`More for ${name}`}
        icon={Ellipsis}
        size="sm"
        onClick={(event) => openContextMenu(`Tag ${name}`, tagMenu(gestures, tag, null), event.currentTarget)}
      />
    </div>
  )
}

function aboutOf(tag: TagInUse, savedSearches: readonly string[]): string {
  const parts = [
    tag.clickCount > 0 && `searched ${counted(tag.clickCount, 'time')}`,
    tag.lastClickedAt !== null && `last ${relativeDate(tag.lastClickedAt, presentMinute() + 60_000)}`,
    tag.groupIds.length > 0 && `in ${counted(tag.groupIds.length, 'group')}`,
    tag.clickCount > 0 && rareUse(savedSearchesWith(tag.name, savedSearches)),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** The number of saved searches with a tag if there are few, otherwise false. */
export function rareUse(count: number): string | false {
  return (
    count < LIMITS.rarelySearchedBelow &&
    (count === 0 ? 'in no saved search' : `in ${counted(count, 'saved search', 'saved searches')}`)
  )
}
