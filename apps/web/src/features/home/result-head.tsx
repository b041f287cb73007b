import type { CardType } from '@cardinal/domain'
import type { ColorCount } from '@cardinal/engine'
import { Columns2, Ellipsis, PanelRight, RotateCcw, Rows3, SlidersHorizontal } from 'lucide-react'
import { memo } from 'react'
import { useStore } from 'zustand'
import { usePopups } from '../../overlays/index.ts'
import { useHomeAddress } from '../../shared/address/use-home-address.ts'
import { FilterButtons } from '../../shared/filters/filter-buttons.tsx'
import { SortControl } from '../../shared/filters/sort-control.tsx'
import { isDefault } from '../../shared/search/filters.ts'
import { homeSearch } from '../../shared/search/home-screen.ts'
import { useCardSearch, useCounts } from '../../shared/search/use-card-search.ts'
import { SUBJECT_WORDS } from '../../shared/searchbar/mode-words.ts'
import { counted, grouped } from '../../shared/text/counted.ts'
import { Button, HelpPopover, IconButton, Menu } from '../../ui/index.ts'
import { deferredSearch } from './deferred-search.ts'
import { device, useDevice } from './device.ts'
import styles from './result-head.module.css'
import { useRoom, WIDE } from './use-viewport.ts'

const NO_COLORS: readonly ColorCount[] = []

/** How many there are, and what orders and narrows them. One quiet row above the list. */
export const ResultHead = memo(function ResultHead(props: { type: CardType; shown: number; total: number }) {
  const { type, shown, total } = props
  const words = SUBJECT_WORDS[type]
  return (
    <div className={styles.head}>
      <p className={styles.count} role="status">
        <strong>{counted(total, words.one, words.many)}</strong>
        {shown < total && <span className={styles.shown}>, {grouped(shown)} shown</span>}
      </p>
      <Controls type={type} />
    </div>
  )
})

const Controls = memo(function Controls({ type }: { type: CardType }) {
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
      <FilterButtons search={homeSearch} colors={colors} />
      <ViewMenu />
      <HelpPopover about="Count and reset">
        The count says how many cards the search finds, and how many of them the list holds so far. The orange
        Reset is there while order, dates, colours or words in the text are not the usual ones, and puts all
        of them back; the words of the searchbar stay.
      </HelpPopover>
    </>
  )
})

const DENSITIES = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
  { value: 'cards', label: 'Cards' },
] as const

const ViewMenu = memo(function ViewMenu() {
  const { columns, density, setColumns, setDensity } = useHomeAddress()
  const popups = usePopups()
  const isPanelOpen = useDevice((state) => state.isPanelOpen)
  const isWide = useRoom() > WIDE
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
        // Elsewhere the panel is a popup behind a button at the top.
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
          label: 'Fields…',
          icon: SlidersHorizontal,
          startsSection: true,
          onSelect: () => popups.open('home-viewer'),
        },
        { label: 'All filters…', onSelect: () => popups.open('home-filter') },
        { label: 'Act on results…', onSelect: () => popups.open('home-action') },
      ]}
      trigger={(trigger) => <IconButton label="View" icon={Ellipsis} size="sm" {...trigger} />}
    />
  )
})
