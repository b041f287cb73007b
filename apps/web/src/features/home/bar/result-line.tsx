import type { CardType } from '@cardinal/domain'
import { grouped } from '@cardinal/domain'
import type { ColorCount } from '@cardinal/engine'
import {
  ArrowDownUp,
  Columns2,
  Ellipsis,
  Link2,
  ListFilter,
  PanelRight,
  RotateCcw,
  Rows3,
  Share2,
  SlidersHorizontal,
} from 'lucide-react'
import { memo } from 'react'
import { useStore } from 'zustand'
import { usePopups } from '../../../overlays/index.ts'
import { useHomeAddress } from '../../../shared/address/use-home-address.ts'
import { SortControl } from '../../../shared/filters/sort-control.tsx'
import { isDefault } from '../../../shared/search/filters.ts'
import { useCardSearch, useCounts } from '../../../shared/search/use-card-search.ts'
import { KIND_WORDS } from '../../../shared/searchbar/mode-words.ts'
import { counted } from '../../../shared/text/counted.ts'
import { Button, IconButton, Menu } from '../../../ui/index.ts'
import { deferredSearch } from '../deferred-search.ts'
import { device, useDevice } from '../device.ts'
import { homeSearch } from '../home-screen.ts'
import { homeList } from '../list/home-list.ts'
import { useContentWidth, WIDE } from '../use-viewport.ts'
import { FilterButton } from './filter-button.tsx'
import styles from './result-line.module.css'

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
  const colors = useCounts(useCardSearch(deferredSearch, type))?.colorCounts ?? NO_COLORS
  const { filter, resetFilters } = homeSearch.getState()
  return (
    <>
      {!isUsual && (
        <Button size="sm" tone="reset" icon={RotateCcw} onClick={resetFilters}>
          Reset
        </Button>
      )}
      <span className={styles.grow} />
      <SortControl order={filters.cardOrder} onChange={(cardOrder) => filter({ cardOrder })} />
      <FilterButton colors={colors} />
      <ViewMenu type={type} />
    </>
  )
})

const DENSITIES = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
  { value: 'cards', label: 'Cards' },
] as const

const ViewMenu = memo(function ViewMenu({ type }: { type: CardType | null }) {
  const { columns, density, setColumns, setDensity } = useHomeAddress()
  const popups = usePopups()
  const isPanelOpen = useDevice((state) => state.isPanelOpen)
  const isWide = useContentWidth() > WIDE
  return (
    <Menu
      label="View"
      placement="bottom-end"
      items={[
        { label: 'Column', icon: Rows3, isChecked: columns === 'col', onSelect: () => setColumns('col') },
        {
          label: 'Columns',
          icon: Columns2,
          isChecked: columns === 'cols',
          onSelect: () => setColumns('cols'),
        },
        ...DENSITIES.map(({ value, label }, index) => ({
          label,
          isChecked: density === value,
          startsSection: index === 0,
          onSelect: () => setDensity(value),
        })),
        // On narrow windows a button at the top opens the panel.
        ...(isWide
          ? [
              {
                label: 'Tags panel',
                icon: PanelRight,
                isChecked: isPanelOpen,
                onSelect: () => device.getState().set({ isPanelOpen: !isPanelOpen }),
              },
            ]
          : []),
        {
          label: 'Layout and fields…',
          icon: SlidersHorizontal,
          startsSection: true,
          onSelect: () => popups.open('home-viewer'),
        },
        { label: 'Sort…', icon: ArrowDownUp, onSelect: () => popups.open('home-sorter') },
        { label: 'All filters…', icon: ListFilter, onSelect: () => popups.open('home-filter') },
        { label: 'Act on results…', onSelect: () => popups.open('home-action') },
        ...(type === null || type === 'link'
          ? [
              {
                label: 'Open, copy or export links…',
                icon: Link2,
                onSelect: () => popups.open('above-link-results'),
              },
            ]
          : []),
        { label: 'Share this search…', icon: Share2, onSelect: () => popups.open('share-search') },
      ]}
      trigger={(trigger) => <IconButton label="View" icon={Ellipsis} size="sm" {...trigger} />}
    />
  )
})
