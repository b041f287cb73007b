import type { ColorCount } from '@cardinal/engine'
import { CalendarDays, CircleCheck, Palette } from 'lucide-react'
import { useStore } from 'zustand'
import { DateControl, dateWords } from '../../shared/search/date-control.tsx'
import { FilterHead } from '../../shared/search/filter-head.tsx'
import type { SearchStore } from '../../shared/search/search-store.ts'
import { ColorFilter } from '../../ui/color-picker.tsx'
import { Button, Popover } from '../../ui/index.ts'

/** Dates and colours that narrow a search, with how many cards of each colour it finds. */
export function FilterButtons({ search, colors }: { search: SearchStore; colors: readonly ColorCount[] }) {
  const filters = useStore(search, (state) => state.filters)
  const { filter } = search.getState()
  return (
    <>
      <Popover
        label="Dates"
        placement="bottom-end"
        trigger={(trigger) => (
          <Button
            size="sm"
            tone="quiet"
            icon={CalendarDays}
            aria-pressed={filters.dates !== null}
            {...trigger}
          >
            {filters.dates === null ? 'Any date' : dateWords(filters.dates)}
          </Button>
        )}
      >
        <FilterHead title="Dates">
          Shows only cards created or updated on these days; the days named count too.
        </FilterHead>
        <DateControl value={filters.dates} onChange={(dates) => filter({ dates })} />
      </Popover>
      <Button
        size="sm"
        tone="quiet"
        icon={CircleCheck}
        aria-pressed={filters.showsDone}
        onClick={() => filter({ showsDone: !filters.showsDone })}
      >
        Done
      </Button>
      <Popover
        label="Colours"
        placement="bottom-end"
        trigger={(trigger) => (
          <Button size="sm" tone="quiet" icon={Palette} aria-pressed={filters.colors.length > 0} {...trigger}>
            {filters.colors.length === 0
              ? 'Colours'
              : filters.colors.map((color) => color ?? 'no colour').join(', ')}
          </Button>
        )}
      >
        <FilterHead title="Colours">
          Shows only cards of the colours chosen. The figures say how many the search finds of each.
        </FilterHead>
        <ColorFilter
          label="Show only these colours"
          choices={colors}
          values={filters.colors}
          onChange={(values) => filter({ colors: values })}
        />
      </Popover>
    </>
  )
}
