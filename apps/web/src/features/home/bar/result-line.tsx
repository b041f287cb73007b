import { type CardType, grouped } from '@cardinal/domain'
import type { ColorCount } from '@cardinal/engine'
import { Ellipsis, ListFilter, RotateCcw } from 'lucide-react'
import { lazy, memo, Suspense, useEffect } from 'react'
import { useStore } from 'zustand'
import { dateWords, SortControl } from '../../../shared/search/filter-controls.tsx'
import { type Filters, hasWords, isDefault, orderOf } from '../../../shared/search/filters.ts'
import { useCardSearch, useCounts } from '../../../shared/search/use-card-search.ts'
import { KIND_WORDS } from '../../../shared/searchbar/mode-words.ts'
import { counted } from '../../../shared/text/counted.ts'
import { Button, ErrorBoundary, IconButton, Popover } from '../../../ui/index.ts'
import { deferredSearch } from '../deferred-search.ts'
import { homeSearch } from '../home-screen.ts'
import { homeList } from '../list/home-list.ts'
import { chooseOrder, resetHome, useByDay } from '../list/use-todo-sections.ts'
import { useContentWidth } from '../use-viewport.ts'
import styles from './result-line.module.css'

/** Loaded before the first press: see `useLoadingParts`. */
export const loadFilterPanel = () => import('./filter-panel.tsx')
const FilterPanel = lazy(loadFilterPanel)
const ViewMenu = lazy(() => import('./view-menu.tsx'))

const NO_COLORS: readonly ColorCount[] = []

/** Renders one line with the kinds, the number of results, and the buttons that order and filter them. */
export const ResultLine = memo(function ResultLine({ type }: { type: CardType | null }) {
  const shown = useStore(homeList, (list) => list.cards.length)
  const total = useStore(homeList, (list) => list.total)
  const words = KIND_WORDS[type ?? 'all']
  return (
    <>
      <p className={styles.count} role="status" data-count="">
        <strong>{counted(total, words.one, words.many)}</strong>
        {shown < total && <span className={styles.shown}>, {grouped(shown)} shown</span>}
      </p>
      <Controls type={type} />
    </>
  )
})

const Controls = memo(function Controls({ type }: { type: CardType | null }) {
  const filters = useStore(homeSearch, (state) => state.filters)
  const isUsual = useStore(homeSearch, (state) => isDefault(state.filters, state.secondText))
  const search = useCardSearch(deferredSearch, type)
  const colors = useCounts(search)?.colorCounts ?? NO_COLORS
  const byDay = useByDay(type)
  return (
    <>
      {!isUsual && (
        <Button size="sm" tone="reset" icon={RotateCcw} onClick={() => resetHome(type)}>
          Reset
        </Button>
      )}
      <span className={styles.grow} />
      <SortControl
        order={orderOf(filters, search.search)}
        byDay={byDay}
        hasWords={hasWords(search.search)}
        onChange={(order) => chooseOrder(type, order)}
      />
      <FilterButton colors={colors} />
      <ErrorBoundary>
        <Suspense fallback={<IconButton label="View" icon={Ellipsis} size="sm" disabled />}>
          <ViewMenu type={type} />
        </Suspense>
      </ErrorBoundary>
    </>
  )
})

/** px: the specification's wide layout, above which the second search is open from the start. */
const WIDE_LAYOUT = 700

/** Renders the button that opens all filters, and says which are set. */
function FilterButton({ colors }: { colors: readonly ColorCount[] }) {
  const filters = useStore(homeSearch, (state) => state.filters)
  const secondText = useStore(homeSearch, (state) => state.secondText.trim())
  const { openSecond } = homeSearch.getState()
  const isWide = useContentWidth() > WIDE_LAYOUT
  useEffect(() => {
    if (isWide) openSecond(true)
  }, [isWide, openSecond])
  const set = whatIsSet(filters, secondText)
  return (
    <Popover
      label="Filter"
      placement="bottom-end"
      trigger={(trigger) => (
        <Button
          size="sm"
          tone="quiet"
          icon={ListFilter}
          aria-pressed={set.length > 0}
          aria-label={set.length === 0 ? 'Filter' : `Filter: ${set.join('; ')}`}
          {...trigger}
        >
          {set.length === 0 ? 'Filter' : <span className={styles.set}>{set.join('; ')}</span>}
        </Button>
      )}
    >
      <ErrorBoundary>
        <Suspense fallback={null}>
          <FilterPanel colors={colors} />
        </Suspense>
      </ErrorBoundary>
    </Popover>
  )
}

function whatIsSet(filters: Filters, secondText: string): readonly string[] {
  const { dates, colors, onlyTags, showsDone } = filters
  return [
    ...(dates === null ? [] : [dateWords(dates)]),
    ...(colors.length === 0 ? [] : [colors.map((color) => color ?? 'no colour').join(', ')]),
    ...(showsDone ? ['completed too'] : []),
    ...(onlyTags ? ['tags only'] : []),
    ...(secondText === '' ? [] : [`contains ${secondText}`]),
  ]
}
