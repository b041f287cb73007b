import { type CardType, grouped } from '@cardinal/domain'
import { Ellipsis, ListFilter, RotateCcw } from 'lucide-react'
import { lazy, memo, Suspense, useEffect } from 'react'
import { useStore } from 'zustand'
import { SortControl } from '../../../shared/search/filter-controls.tsx'
import { DEFAULT_FILTERS, hasWords, isDefault, orderOf } from '../../../shared/search/filters.ts'
import { useListSearch } from '../../../shared/search/use-card-search.ts'
import { KIND_WORDS } from '../../../shared/searchbar/mode-words.ts'
import { counted } from '../../../shared/text/counted.ts'
import { Button, IconButton, Later, Popover } from '../../../ui/index.ts'
import { deferredSearch } from '../deferred-search.ts'
import { homeSearch } from '../home-screen.ts'
import { homeList, homeLoose } from '../list/home-list.ts'
import { chooseOrder, resetHome, useByDay } from '../list/use-todo-sections.ts'
import { NARROW, useContentWidth } from '../use-viewport.ts'
import styles from './result-line.module.css'

/** Loaded before the first press: see `useLoadingParts`. */
export const loadFilterPanel = () => import('./filter-panel.tsx')
const FilterPanel = lazy(loadFilterPanel)
/** A part that is outside of the panel. Renders nothing if its code could not be loaded. */
const filterPart = (name: 'FilterWords' | 'HiddenCount') =>
  lazy(async () => ({ default: (await loadFilterPanel().catch(() => null))?.[name] ?? (() => null) }))
const FilterWords = filterPart('FilterWords')
const HiddenCount = filterPart('HiddenCount')
const ViewMenu = lazy(() => import('./view-menu.tsx'))

/** One line: the kinds, the number of results, and the buttons that order and filter them. */
export const ResultLine = memo(function ResultLine({ type }: { type: CardType | null }) {
  const shown = useStore(homeList, (list) => list.cards.length)
  const total = useStore(homeList, (list) => list.total)
  const hidden = useStore(homeList, (list) => list.hidden > 0)
  const loose = useStore(homeLoose, ({ said }) => said)
  const words = KIND_WORDS[type ?? 'all']
  return (
    <>
      <p className={styles.count} role="status" data-count={loose}>
        <strong>{loose ? `${grouped(total)} exact${loose}` : counted(total, words.one, words.many)}</strong>
        {shown < total && <span className={styles.shown}>, {grouped(shown)} shown</span>}
      </p>
      {hidden && (
        <Suspense fallback={null}>
          <HiddenCount />
        </Suspense>
      )}
      <Controls type={type} />
    </>
  )
})

const Controls = memo(function Controls({ type }: { type: CardType | null }) {
  const filters = useStore(homeSearch, (state) => state.filters)
  const secondText = useStore(homeSearch, (state) => state.secondText)
  const search = useListSearch(deferredSearch, type)
  const byDay = useByDay(type)
  return (
    <>
      <span className={styles.grow} />
      {!isDefault(filters, secondText, search.search) && (
        <Button size="sm" tone="reset" icon={RotateCcw} onClick={() => resetHome(type)}>
          Reset
        </Button>
      )}
      <SortControl
        order={orderOf(filters, search.search)}
        byDay={byDay}
        hasWords={hasWords(search.search)}
        onChange={(order) => chooseOrder(type, order)}
      />
      <FilterButton
        type={type}
        isSet={!isDefault({ ...filters, ...USUAL_ORDERS }, secondText, search.search)}
      />
      <Later fallback={<IconButton label="View" icon={Ellipsis} size="sm" disabled />}>
        <ViewMenu type={type} />
      </Later>
    </>
  )
})

const { cardOrder, tagOrder, isBestFirst } = DEFAULT_FILTERS
const USUAL_ORDERS = { cardOrder, tagOrder, isBestFirst }

/** The button that opens all filters. Its label names the set ones. */
function FilterButton({ type, isSet }: { type: CardType | null; isSet: boolean }) {
  const { openSecond } = homeSearch.getState()
  const isWide = useContentWidth() > NARROW
  useEffect(() => {
    if (isWide) openSecond(true)
  }, [isWide, openSecond])
  return (
    <Popover
      label="Filter"
      placement="bottom-end"
      trigger={(trigger) => (
        <Button size="sm" tone="quiet" icon={ListFilter} aria-pressed={isSet} {...trigger}>
          Filter
          {isSet && (
            <Suspense fallback={null}>
              <FilterWords />
            </Suspense>
          )}
        </Button>
      )}
    >
      <Later>
        <FilterPanel type={type} />
      </Later>
    </Popover>
  )
}
