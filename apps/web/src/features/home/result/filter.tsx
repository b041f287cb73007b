import { COLORS, includedWords, LIMITS } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { RotateCcw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import type { PopupProps } from '../../../overlays/index.ts'
import { useAnswer } from '../../../replica/index.ts'
import DateControl from '../../../shared/search/date-control.tsx'
import { useColorCounts, useFilterChoices } from '../../../shared/search/filter-choices.ts'
import { isDefault } from '../../../shared/search/filters.ts'
import { useHomeScreen } from '../../../shared/search/home-screen.tsx'
import { useCounts, useHiddenFromAll, useListSearch } from '../../../shared/search/use-card-search.ts'
import { isCardType, useHomeAddress } from '../../../shared/search/use-home-address.ts'
import { TagGesturesProvider } from '../../../shared/tags/gestures.tsx'
import { useHiddenTags } from '../../../shared/tags/hidden-tags.ts'
import { TagChip } from '../../../shared/tags/tag-chip.tsx'
import { counted } from '../../../shared/text/counted.ts'
import { ColorFilter } from '../../../ui/color-picker.tsx'
import { Button, Checkbox, DialogActions, Segmented, TextField } from '../../../ui/index.ts'
import styles from './filters.module.css'

/** Filters of the results: tags, dates, colours. They apply at once, with a new count. */
export default function Filter({ close }: PopupProps) {
  const { search } = useHomeScreen()
  const { subject } = useHomeAddress()
  const filters = useStore(search, (state) => state.filters)
  const asked = useListSearch(search, isCardType(subject) ? subject : null)
  const isUsual = useStore(search, (state) => isDefault(state.filters, state.secondText, asked.search))
  const counts = useCounts(asked)
  const hides = useHiddenFromAll().length > 0
  const choices = useFilterChoices(search)
  const colors = useColorCounts(asked, choices.colors)
  const [by, setBy] = useState<FilterBy>('stats')
  const { filter, resetFilters } = search.getState()
  return (
    <TagGesturesProvider search={search}>
      <div className={styles.parts}>
        <section>
          <h3 className={styles.title}>Tags</h3>
          <TagBrowser by={by} onBy={setBy}>
            {(tag) => <TagChip key={tag.id} tag={tag} count={tag.cardCount} />}
          </TagBrowser>
          <div className={styles.row}>
            <Checkbox isChecked={filters.onlyTags} onChange={(onlyTags) => filter({ onlyTags })}>
              Match tags only
            </Checkbox>
            <Checkbox isChecked={filters.showsDone} onChange={(showsDone) => filter({ showsDone })}>
              Show completed todos
            </Checkbox>
            {subject === 'all' && hides && (
              <Checkbox isChecked={filters.showsHidden} onChange={(showsHidden) => filter({ showsHidden })}>
                Show what rules hide
              </Checkbox>
            )}
          </div>
        </section>
        <section>
          <h3 className={styles.title}>Dates</h3>
          <DateControl value={choices.dates} onChange={choices.chooseDates} />
        </section>
        <section>
          <h3 className={styles.title}>Colours</h3>
          <ColorFilter
            label="Show only these colours"
            choices={colors}
            values={choices.colors}
            onChange={choices.chooseColors}
          />
        </section>
        <DialogActions>
          {!isUsual && (
            <Button tone="reset" icon={RotateCcw} onClick={resetFilters}>
              Reset
            </Button>
          )}
          <Button tone="primary" onClick={close}>
            {counts === undefined ? 'Show' : `Show ${counted(Math.max(0, counts.total), 'card')}`}
          </Button>
        </DialogActions>
      </div>
    </TagGesturesProvider>
  )
}

/** Ways to arrange tags: by use, by group, by colour. */
export type FilterBy = 'stats' | 'group' | 'color'

const WAYS: readonly { value: FilterBy; label: string }[] = [
  { value: 'stats', label: 'By use' },
  { value: 'group', label: 'By group' },
  { value: 'color', label: 'By colour' },
]

interface TagBrowserProps {
  readonly by: FilterBy
  readonly onBy: (by: FilterBy) => void
  /** Renders the action of one tag. */
  readonly children: (tag: TagInUse) => ReactNode
}

/** All tags of the workspace, found by name or in one of three arrangements. */
function TagBrowser({ by, onBy, children }: TagBrowserProps) {
  const { search } = useHomeScreen()
  const [text, setText] = useState('')
  const includes = includedWords(text)
  const order = useStore(search, (state) => state.filters.tagOrder)
  const all = useAnswer('allTags', { order })
  const near = useAnswer('tagsBySearchword', includes.length === 0 ? null : { keywords: includes })
  const answer = includes.length === 0 ? all.answer : near.answer
  const hidden = useHiddenTags()
  const tags = answer && hidden.without(answer, includes)
  return (
    <div className={styles.browser}>
      <div className={styles.tagBrowserHead}>
        <TextField
          label="Find a tag"
          isLabelHidden
          type="search"
          value={text}
          placeholder="Find a tag"
          onChange={(event) => setText(event.target.value)}
        />
        <Segmented label="Tags laid out" segments={WAYS} value={by} onChange={onBy} size="sm" />
      </div>
      {tags !== undefined && tags.length === 0 && (
        <p className={styles.none}>{includes.length === 0 ? 'No tags yet.' : 'No tag is called that.'}</p>
      )}
      {tags !== undefined && by === 'stats' && <Some tags={tags}>{children}</Some>}
      {tags !== undefined && by === 'color' && <ByColor tags={tags}>{children}</ByColor>}
      {tags !== undefined && by === 'group' && <ByGroup tags={tags}>{children}</ByGroup>}
    </div>
  )
}

interface PartProps {
  readonly tags: readonly TagInUse[]
  readonly children: (tag: TagInUse) => ReactNode
}

/** 30 tags at first, and more on demand. */
function Some({ tags, children }: PartProps) {
  const [limit, setLimit] = useState<number>(LIMITS.sortedTags)
  return (
    <>
      <div className={styles.tags}>{tags.slice(0, limit).map(children)}</div>
      {tags.length > limit && (
        <Button size="sm" tone="quiet" onClick={() => setLimit(limit + LIMITS.sortedTags * 3)}>
          Show More Than 30
        </Button>
      )}
    </>
  )
}

function ByColor({ tags, children }: PartProps) {
  return [...COLORS, null].map((color) => {
    const these = tags.filter((tag) => tag.color === color)
    if (these.length === 0) return null
    return (
      <section key={color ?? 'none'}>
        <h4 className={styles.tagBrowserTitle} data-color={color ?? undefined}>
          <span className={styles.dot} />
          {color ?? 'no colour'}
        </h4>
        <Some tags={these}>{children}</Some>
      </section>
    )
  })
}

function ByGroup({ tags, children }: PartProps) {
  const { answer: groups = [] } = useAnswer('allGroups', {})
  const ungrouped = tags.filter((tag) => tag.groupIds.length === 0)
  return (
    <>
      {groups.map((group) => {
        const these = tags.filter((tag) => tag.groupIds.includes(group.id))
        return these.length === 0 ? null : (
          <section key={group.id}>
            <h4 className={styles.tagBrowserTitle} data-color={group.color ?? undefined}>
              <span className={styles.dot} />
              {group.title}
            </h4>
            <Some tags={these}>{children}</Some>
          </section>
        )
      })}
      {ungrouped.length > 0 && (
        <section>
          <h4 className={styles.tagBrowserTitle}>Ungrouped</h4>
          <Some tags={ungrouped}>{children}</Some>
        </section>
      )}
    </>
  )
}
