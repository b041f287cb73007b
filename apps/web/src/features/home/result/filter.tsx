import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { PopupProps } from '../../../overlays/index.ts'
import { isCardType, useHomeAddress } from '../../../shared/address/use-home-address.ts'
import { DateControl } from '../../../shared/filters/date-control.tsx'
import { isDefault } from '../../../shared/search/filters.ts'
import { useHomeScreen } from '../../../shared/search/home-screen.ts'
import { useCardSearch, useCounts } from '../../../shared/search/use-card-search.ts'
import { TagGesturesProvider } from '../../../shared/tags/gestures.tsx'
import { TagChip } from '../../../shared/tags/tag-chip.tsx'
import { counted } from '../../../shared/text/counted.ts'
import { ColorFilter } from '../../../ui/color-picker.tsx'
import { Button, Checkbox, DialogActions } from '../../../ui/index.ts'
import styles from './filters.module.css'
import { type FilterBy, TagBrowser } from './tag-browser.tsx'

/** Filters of the result: tags, dates, colours. They take effect at once, and the count follows. */
export default function Filter({ close }: PopupProps) {
  const { search } = useHomeScreen()
  const { subject } = useHomeAddress()
  const filters = useStore(search, (state) => state.filters)
  const isUsual = useStore(search, (state) => isDefault(state.filters, state.secondText))
  const counts = useCounts(useCardSearch(search, isCardType(subject) ? subject : null))
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
          </div>
        </section>
        <section>
          <h3 className={styles.title}>Dates</h3>
          <DateControl value={filters.dates} onChange={(dates) => filter({ dates })} />
        </section>
        <section>
          <h3 className={styles.title}>Colours</h3>
          <ColorFilter
            label="Show only these colours"
            choices={counts?.colorCounts ?? []}
            values={filters.colors}
            onChange={(colors) => filter({ colors })}
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
