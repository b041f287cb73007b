import { type Card, type CardType, includedWords } from '@cardinal/domain'
import type { ColorCount } from '@cardinal/engine'
import { ArrowDownToLine, CalendarDays, CircleCheck, Palette, RotateCcw, Search, Tags } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { usePopups } from '../../overlays/index.ts'
import { useReplica } from '../../replica/index.ts'
import { type Chosen, useChosen } from '../../shared/cards/chosen.tsx'
import { CardTagsProvider } from '../../shared/cards/tags-context.tsx'
import { useCardPages } from '../../shared/cards/use-card-pages.ts'
import { OnceHere } from '../../shared/changes/once-here.tsx'
import DateControl from '../../shared/search/date-control.tsx'
import { dateWords, SortControl } from '../../shared/search/filter-controls.tsx'
import { chosenOrder, hasWords, isDefault } from '../../shared/search/filters.ts'
import type { SearchStore } from '../../shared/search/search-store.ts'
import { FilterHead } from '../../shared/search/sort-choosers.tsx'
import { useCardSearch, useCounts } from '../../shared/search/use-card-search.ts'
import { SUBJECT_WORDS } from '../../shared/searchbar/mode-words.ts'
import { Searchbar } from '../../shared/searchbar/searchbar.tsx'
import { pickSuggestion } from '../../shared/searchbar/suggestions.ts'
import { useNarrowing } from '../../shared/searchbar/use-searchbar.ts'
import { TagGesturesProvider } from '../../shared/tags/gestures.tsx'
import { counted } from '../../shared/text/counted.ts'
import { ColorFilter } from '../../ui/color-picker.tsx'
import { Button, EmptyState, ErrorView, Popover, Skeleton, VirtualList } from '../../ui/index.ts'
import styles from './playground.module.css'
import { PlaygroundCard } from './playground-card.tsx'
import { playgroundSearch } from './playground-search.ts'
import { useIsAsking, useTakeHome } from './use-take-home.ts'

const STEP = 25

/** Searches one type of cards in a separate search, which the person can copy to home. */
export function CardPlayground({ type }: { type: CardType }) {
  const { workspaceId } = useReplica()
  const search = playgroundSearch(workspaceId, type)
  const query = useCardSearch(search, type)
  const counts = useCounts(query)
  const pages = useCardPages(query, STEP)
  const suggestions = useNarrowing(search, query)
  const chosen = useChosen(NOTHING)
  const isAsking = useIsAsking(search)
  const { one, many } = SUBJECT_WORDS[type]
  return (
    <TagGesturesProvider search={search}>
      <div className={styles.playground}>
        <Searchbar
          search={search}
          subject={type}
          size="small"
          label={`Search ${many}`}
          prompt={`Search ${many}`}
          suggestions={suggestions}
          asked={query}
          onPick={(suggestion) => pickSuggestion(search, suggestion)}
          onSearch={() => {}}
          autoFocus
        />
        <div className={styles.head}>
          <p role="status" className={styles.count}>
            {counts === undefined ? 'Looking' : counted(counts.total, one, many)}
          </p>
          <ResetButton search={search} />
          <span className={styles.grow} />
          <Order search={search} />
          <FilterButtons search={search} colors={counts?.colorCounts ?? []} />
        </div>
        <Acts type={type} search={search} chosen={chosen} />
        {pages.error !== null && pages.cards === undefined ? (
          <ErrorView error={pages.error} />
        ) : pages.cards === undefined ? (
          <Skeleton lines={6} />
        ) : pages.cards.length === 0 && !pages.isStale ? (
          <OnceHere>
            {isAsking ? (
              <EmptyState icon={Search} title={`No ${one} fits`}>
                Take a word out of the search, or reset the filters.
              </EmptyState>
            ) : (
              <EmptyState icon={Search} title={`No ${many} yet`}>
                Add one on home, and it is here to be looked through.
              </EmptyState>
            )}
          </OnceHere>
        ) : (
          <Cards cards={pages.cards} search={search} chosen={chosen} onMore={pages.more} />
        )}
      </div>
    </TagGesturesProvider>
  )
}

const NOTHING: readonly string[] = []

/** Acts on the ticked cards, or on all results. */
function Acts({ type, search, chosen }: { type: CardType; search: SearchStore; chosen: Chosen }) {
  const popups = usePopups()
  const takeHome = useTakeHome()
  const isAsking = useIsAsking(search)
  const count = chosen.ids.size
  if (count === 0 && !isAsking) return null
  return (
    <div className={styles.acts}>
      {count > 0 && (
        <>
          <Button size="sm" icon={Tags} onClick={() => popups.open('tagger', { entityIds: [...chosen.ids] })}>
            Tag {counted(count, 'card')}
          </Button>
          <Button size="sm" tone="quiet" onClick={chosen.clear}>
            Select none
          </Button>
        </>
      )}
      <span className={styles.grow} />
      {isAsking && (
        <Button size="sm" tone="quiet" icon={ArrowDownToLine} onClick={() => takeHome(type, search)}>
          Search this on home
        </Button>
      )}
    </div>
  )
}

function Order({ search }: { search: SearchStore }) {
  const shown = useCardSearch(search, null)
  return (
    <SortControl
      order={shown.order}
      hasWords={hasWords(shown.search)}
      onChange={(order) => search.getState().filter(chosenOrder(order))}
    />
  )
}

export function ResetButton({ search }: { search: SearchStore }) {
  const isUsual = useStore(search, (state) => isDefault(state.filters, state.secondText))
  if (isUsual) return null
  return (
    <Button size="sm" tone="reset" icon={RotateCcw} onClick={() => search.getState().resetFilters()}>
      Reset
    </Button>
  )
}

interface CardsProps {
  cards: readonly Card[]
  search: SearchStore
  chosen: Chosen
  onMore: () => void
}

function Cards({ cards, search, chosen, onMore }: CardsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const text = useStore(search, (state) => state.text)
  const words = useMemo(() => includedWords(text), [text])
  const ids = useMemo(() => cards.map((card) => card.id), [cards])
  return (
    <div ref={scroller} className={styles.scroll}>
      <CardTagsProvider cards={cards}>
        <VirtualList
          items={cards}
          keyOf={(card) => card.id}
          estimatedHeight={64}
          label="Cards found"
          scrollRef={scroller}
          onEndNear={onMore}
        >
          {(card) => <PlaygroundCard card={card} words={words} chosen={chosen} shownIds={ids} />}
        </VirtualList>
      </CardTagsProvider>
    </div>
  )
}

/** Dates and colours that narrow a search, with the number of cards of each colour. */
function FilterButtons({ search, colors }: { search: SearchStore; colors: readonly ColorCount[] }) {
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
