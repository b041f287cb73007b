import { asksAllWorkspaces, type Card, type CardType, FEW_MATCHES, plainWordsOf } from '@cardinal/domain'
import { lazy, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { COPIES_NOT_HERE, useReplica } from '../../../replica/index.ts'
import { loadCapture } from '../../../shared/capture/captured.ts'
import { TagsProvider } from '../../../shared/cards/tags-context.tsx'
import { useCardPages } from '../../../shared/cards/use-card-pages.ts'
import { refreshKeptVersions } from '../../../shared/changes/kept-versions.ts'
import { loadSortChoosers } from '../../../shared/search/filter-controls.tsx'
import { useNoteLoader } from '../../../shared/search/home-screen.tsx'
import { useListSearch } from '../../../shared/search/use-card-search.ts'
import { useHomeAddress } from '../../../shared/search/use-home-address.ts'
import { prepareDates } from '../../../shared/text/dates.ts'
import { ErrorView, Later, Skeleton } from '../../../ui/index.ts'
import { loadFilterPanel } from '../bar/result-line.tsx'
import { loadBarParts } from '../bar/search-area.tsx'
import { homeFocus, homeScreen, homeSearch, homeSelection, lastUse } from '../home-screen.ts'
import { columnCount, NARROW, pageStep, useContentWidth, useViewportWidth } from '../use-viewport.ts'
import { CardList, loadEngulfer } from './card-list.tsx'
import styles from './card-mode.module.css'
import { loadDrafts, loadLinkedCards, loadRowFiles } from './card-row.tsx'
import { homeList, homeLoose } from './home-list.ts'
import type { RowLook } from './row-props.ts'
import { countedTodos, startedFirst } from './todo-sections.ts'
import { useIsByDay, useTodoOrder, useTodoSections } from './use-todo-sections.ts'

const PARTS = {
  engulfer: loadEngulfer,
  bulkBar: () => import('./bulk-bar.tsx'),
  emptyResult: () => import('./empty-result.tsx'),
  goneEditor: () => import('./gone-editor.tsx'),
  linkedCards: loadLinkedCards,
  rowFiles: loadRowFiles,
  drafts: loadDrafts,
  justAdded: () => import('./just-added.tsx'),
  looseMatches: () => import('./loose-matches.tsx'),
  learnedWord: () => import('./learned-word.tsx'),
  sortChoosers: loadSortChoosers,
  filterPanel: loadFilterPanel,
  swipes: () => import('./swipes.tsx'),
  tagsSheet: () => import('../panel/tags-sheet.tsx'),
  barParts: loadBarParts,
  duePicker: () => import('../../../shared/cards/postpone.ts'),
  aroundThen: () => import('../../../shared/cards/around-then.ts'),
}
const BulkBar = lazy(PARTS.bulkBar)
const EmptyResult = lazy(PARTS.emptyResult)
const CopiesNotHere = lazy(() => PARTS.emptyResult().then((parts) => ({ default: parts.CopiesNotHere })))
const GoneEditor = lazy(PARTS.goneEditor)
const LearnedWord = lazy(PARTS.learnedWord)
const LooseMatches = lazy(PARTS.looseMatches)
const Swipes = lazy(PARTS.swipes)
const OtherWorkspaces = lazy(() => import('./other-workspaces.tsx'))

/** The cards that the search finds, or all cards without a search. `type` null: cards of every kind. */
export function CardMode({ type }: { type: CardType | null }) {
  const { columns, density, without } = useHomeAddress()
  const width = useViewportWidth()
  const room = useContentWidth()
  useTodoOrder(type)
  const count = columnCount(room, density === 'cards' ? 'cols' : columns)
  // Several columns have no headings.
  const isByDay = useIsByDay(type) && count === 1
  const asked = useListSearch(homeSearch, type)
  const { search, sections } = useTodoSections(asked, isByDay)
  const pages = useCardPages(search, pageStep(width, columns))
  const orderOf = useStore(homeSearch, (state) => state.filters.cardOrder.of)
  const isChoosing = useStore(homeSelection, (selection) => selection.cards.size > 0)
  const isAwaited = useStore(lastUse, (state) => state.isAwaited)
  const today = sections?.today
  const cards = useMemo(
    () => pages.cards && (today === undefined ? pages.cards : startedFirst(pages.cards, today)),
    [pages.cards, today],
  )
  const { isStale, hidden } = pages
  const total = countedTodos(sections) ?? pages.total
  const loose = useStore(homeLoose, (state) => state.cards)
  const all = useMemo(() => [...(cards ?? []), ...loose], [cards, loose])
  const edited = useEdited(all)
  // Before the paint, because the count is beside the list and both must agree.
  useLayoutEffect(
    () => homeList.setState({ cards: all, isStale, total, hidden }),
    [all, isStale, total, hidden],
  )
  useRememberingUse()
  useWatchingVersions()
  useLoadingParts(cards !== undefined || pages.error !== null)

  const look = useMemo<RowLook>(
    () => ({
      density,
      without,
      date: orderOf === 'updated' ? 'updated' : 'created',
      cutsTags: density === 'compact' || room <= NARROW,
    }),
    [density, without, orderOf, room],
  )
  if (pages.error?.name === COPIES_NOT_HERE)
    return (
      <Later>
        <CopiesNotHere />
      </Later>
    )
  if (pages.error !== null && cards === undefined) return <ErrorView error={pages.error} />
  if (cards === undefined) return <Waiting />
  return (
    <>
      {edited !== null && (
        <Later>
          <GoneEditor key={edited.id} card={edited} />
        </Later>
      )}
      {asksAllWorkspaces(asked.search) && (
        <Later>
          <OtherWorkspaces type={type} isOpen={cards.length === 0} />
        </Later>
      )}
      {cards.length === 0 && total === 0 && !pages.isStale ? (
        <Later>
          <EmptyResult type={type} search={asked} />
        </Later>
      ) : (
        <TagsProvider tags={pages.tags}>
          <CardList
            cards={cards}
            sections={sections}
            look={look}
            words={pages.words}
            columns={count}
            onMore={pages.more}
          />
        </TagsProvider>
      )}
      {total < FEW_MATCHES && plainWordsOf(asked.search).length > 0 && (
        <Later>
          <LooseMatches search={asked} look={look} columns={count} />
        </Later>
      )}
      <Later>
        <Swipes />
      </Later>
      {isChoosing && (
        <Later>
          <BulkBar cards={all} asked={asked} search={search} isStale={isStale} />
        </Later>
      )}
      {isAwaited && (
        <Later>
          <LearnedWord />
        </Later>
      )}
    </>
  )
}

/**
 * The card whose text is edited in the list, as it was last listed. Another device may have deleted it. Null:
 * none.
 */
function useEdited(cards: readonly Card[]): Card | null {
  const editingId = useStore(homeFocus, (focus) => focus.editingId)
  const [seen, setSeen] = useState<Card | null>(null)
  const listed = editingId === null ? undefined : cards.find(({ id }) => id === editingId)
  if (listed !== undefined && listed !== seen) setSeen(listed)
  return seen?.id === editingId ? seen : null
}

function Waiting() {
  // In a separate task, so that a search typed meanwhile is run first.
  useEffect(() => {
    const timer = setTimeout(prepareDates)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.waiting} aria-busy="true">
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} lines={2} />
      ))}
    </div>
  )
}

/** Records a card as used when it is opened, edited or tagged in its row (HM-14). Editors record their own cards. */
function useRememberingUse(): void {
  useEffect(
    () =>
      homeFocus.subscribe((focus, before) => {
        const used = [focus.editingId, focus.taggingId, ...focus.openIds].find(
          (id) =>
            id !== null && id !== before.editingId && id !== before.taggingId && !before.openIds.has(id),
        )
        if (used) homeScreen.noteUse(used)
      }),
    [],
  )
}

/**
 * Loads the rest of the code once the first screen is painted. Without a service worker (plain HTTP), nothing
 * could be loaded offline later.
 */
function useLoadingParts(isFirstShown: boolean): void {
  const replica = useReplica()
  const loadNote = useNoteLoader()
  useEffect(() => {
    if (!isFirstShown) return
    const loadParts = async () => {
      await replica.loaded()
      await replica.idle()
      // One at a time, because loading everything at once blocks the page for longer than a frame. What fails is
      // loaded again when it is needed.
      for (const load of [...Object.values(PARTS), loadCapture]) await load().catch(() => {})
      await replica.idle()
      // Last, because it is as large as all other parts together.
      await loadNote().catch(() => {})
    }
    void loadParts()
  }, [replica, loadNote, isFirstShown])
}

/** ms without changes before the server is asked, because typing and a first load change the rows constantly. */
const ASK_AFTER_MS = 3_000

/** Keeps the list of kept versions up to date while the component is mounted. */
function useWatchingVersions(): void {
  const replica = useReplica()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      if (navigator.onLine) void refreshKeptVersions(replica.workspaceId)
    }
    const askLater = () => {
      clearTimeout(timer)
      timer = setTimeout(ask, ASK_AFTER_MS)
    }
    askLater()
    const unsubscribe = replica.subscribe(askLater)
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [replica])
}
