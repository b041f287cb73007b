import type { CardType } from '@cardinal/domain'
import {
  ArrowDownUp,
  Columns2,
  Ellipsis,
  Link2,
  ListFilter,
  ListTodo,
  PanelRight,
  Rows3,
  Share2,
  SlidersHorizontal,
  Sparkles,
} from 'lucide-react'
import { memo } from 'react'
import { usePopups } from '../../../overlays/index.ts'
import { wholeSearchText } from '../../../shared/search/saved-searches.ts'
import { useHomeAddress } from '../../../shared/search/use-home-address.ts'
import { IconButton, Menu } from '../../../ui/index.ts'
import { device, useDevice } from '../device.ts'
import { homeSearch } from '../home-screen.ts'
import { useContentWidth, WIDE } from '../use-viewport.ts'

const DENSITIES = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
  { value: 'cards', label: 'Cards' },
] as const

/** The menu that arranges the list and acts on all its cards. */
export default memo(function ViewMenu({ type }: { type: CardType | null }) {
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
        ...(type === 'todo'
          ? [{ label: 'Done todos…', icon: ListTodo, onSelect: () => popups.open('done-todos') }]
          : []),
        ...(type === null || type === 'link'
          ? [
              {
                label: 'Open, copy or export links…',
                icon: Link2,
                onSelect: () => popups.open('above-link-results'),
              },
            ]
          : []),
        {
          label: 'Make a rule of this search…',
          icon: Sparkles,
          onSelect: () => popups.open('tag-rules', { search: wholeSearchText(homeSearch.getState()) }),
        },
        { label: 'Share this search…', icon: Share2, onSelect: () => popups.open('share-search') },
      ]}
      trigger={(trigger) => <IconButton label="View" icon={Ellipsis} size="sm" {...trigger} />}
    />
  )
})
