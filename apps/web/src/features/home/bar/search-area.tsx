import { searchWords } from '@cardinal/domain'
import type { Suggestion } from '@cardinal/engine'
import { Bookmark, Plus } from 'lucide-react'
import { lazy, memo, type RefObject, useCallback, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { usePopups } from '../../../overlays/index.ts'
import { useAccount, useAnswer, useMutate, useSearchesHere, useSyncState } from '../../../replica/index.ts'
import { useRunSavedSearch } from '../../../shared/search/saved-searches.ts'
import { useListSearch } from '../../../shared/search/use-card-search.ts'
import {
  type HomeSubject,
  showsCards,
  typeOf,
  useHomeAddress,
} from '../../../shared/search/use-home-address.ts'
import { KIND_WORDS, SUBJECT_WORDS } from '../../../shared/searchbar/mode-words.ts'
import { LONG } from '../../../shared/searchbar/search-field.tsx'
import { Searchbar } from '../../../shared/searchbar/searchbar.tsx'
import { pickSuggestion } from '../../../shared/searchbar/suggestions.ts'
import { useNarrowing } from '../../../shared/searchbar/use-searchbar.ts'
import { Icon, IconButton, Later } from '../../../ui/index.ts'
import { deferredSearch } from '../deferred-search.ts'
import { useDevice } from '../device.ts'
import { barLines, homeSearch } from '../home-screen.ts'
import { leaveForCards } from '../list/home-list.ts'
import { useContentWidth, WIDE } from '../use-viewport.ts'
import { HomeHelp, HomeMenu, HomeTools, HomeTop } from './home-top.tsx'
import { ResultLine } from './result-line.tsx'
import styles from './search-area.module.css'
import { TypeSelector } from './type-selector.tsx'
import { useAdd } from './use-add.ts'
import { useBarAdvice } from './use-bar-advice.tsx'
import { useBarSubject, useRunSearch } from './use-run-search.ts'

/** Loaded before they are needed: see `useLoadingParts`. */
export const loadBarParts = () => import('./bar-parts.tsx')
const BarOffers = lazy(() => loadBarParts().then((parts) => ({ default: parts.BarOffers })))
const BarEnd = lazy(() => loadBarParts().then((parts) => ({ default: parts.BarEnd })))
const BesideTokens = lazy(() => loadBarParts().then((parts) => ({ default: parts.BesideTokens })))
const BarLines = lazy(() => loadBarParts().then((parts) => ({ default: parts.BarLines })))

const PROMPTS = {
  all: 'Paste a link, write a todo or note, or search by the tags you remember',
  link: 'Paste a link, or search by the tags you remember',
  note: 'Write a note, or search by the tags you remember',
  todo: 'Add a todo, or search by the tags you remember',
  tag: 'Find or create tags',
  workspace: 'Find or create a workspace',
  // A search from charts shows cards of the type that has most.
  chart: 'Search by the tags you remember',
} satisfies Record<HomeSubject, string>

/** Headings of screens that only the rail names, for windows without a rail. */
const PLACES: Partial<Record<HomeSubject, string>> = {
  tag: 'Tags',
  workspace: 'Workspaces',
  chart: 'Charts',
}

/**
 * The searchbar with everything that shows or changes the search. Sticky on a wide window. On a phone it also
 * contains the menu and the tools of the strip, because each line takes the room of a card.
 */
export function SearchArea({ isWide, isNarrow }: { isWide: boolean; isNarrow: boolean }) {
  const { subject } = useHomeAddress()
  const popups = usePopups()
  return (
    <search className={styles.area}>
      <div className={styles.first}>
        {isNarrow && <HomeMenu className={styles.menu} />}
        <div className={styles.bar}>
          <HomeSearchbar />
        </div>
        {isWide && <HomeTop isWide />}
      </div>
      <div className={styles.line}>
        <div className={styles.types}>
          <TypeSelector />
          <IconButton
            label="Add a card"
            icon={Plus}
            className={styles.add}
            onClick={() => popups.open('quick-add')}
          />
        </div>
        {showsCards(subject) && <ResultLine type={typeOf(subject)} />}
        {!showsCards(subject) && <p className={styles.place}>{!isWide && PLACES[subject]}</p>}
        {isNarrow ? <HomeTools look="phone" /> : <HomeHelp />}
      </div>
      {showsCards(subject) && !isNarrow && <SavedWords />}
    </search>
  )
}

/** The searchbar. No other part of the area renders at each key. */
function HomeSearchbar() {
  const { subject } = useHomeAddress()
  const barSubject = useBarSubject()
  const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const search = useListSearch(deferredSearch, typeOf(subject))
  const suggestions = useNarrowing(deferredSearch, barSubject === 'workspace' ? null : search)
  const add = useAdd(barSubject)
  const advice = useBarAdvice(barSubject, add)
  const run = useRunSearch(barSubject)
  const pick = usePick()
  const lines = useStore(barLines)
  return (
    <div data-searchbar="home" data-lines={showsCards(subject)} className={styles.home}>
      <Searchbar
        fieldRef={field as RefObject<HTMLInputElement | HTMLTextAreaElement>}
        search={homeSearch}
        subject={barSubject}
        label={labelOf(subject)}
        prompt={PROMPTS[subject]}
        suggestions={suggestions}
        asked={barSubject === 'workspace' ? null : search}
        onPick={pick}
        onSearch={advice.show ?? run}
        onAdd={(text, isForced) =>
          add(text, isForced && advice.way === 'link' ? 'as-set' : advice.way, advice.hasWarning)
        }
        advice={advice}
        trailing={showsCards(subject) && BAR_END}
        nothing={barSubject === 'workspace' ? 'A new name makes a workspace' : NOTHING_SUGGESTED}
        after={
          showsCards(subject) && (
            <Later>
              <BarOffers subject={subject} barSubject={barSubject} isFound={advice.isFound} />
            </Later>
          )
        }
        tokens={showsCards(subject) && TOKENS}
        onLeave={leaveForCards}
        ownList={lines.count > 0 ? lines : null}
      />
      {lines.isOpen && showsCards(subject) && (
        <Later>
          <BarLines />
        </Later>
      )}
    </div>
  )
}

function labelOf(subject: HomeSubject): string {
  if (subject === 'chart') return 'Search'
  return `Search or add ${subject === 'all' ? KIND_WORDS.all.many : SUBJECT_WORDS[subject].many}`
}

/** Adds a suggested tag to the search, and counts a use of the tag. */
function usePick(): (suggestion: Suggestion) => void {
  const mutate = useMutate()
  return useCallback(
    (suggestion: Suggestion) => {
      pickSuggestion(homeSearch, suggestion)
      // The tag may be deleted by now. The search is valid anyway.
      const args = { tagIds: [suggestion.tag.id], clickedAt: Date.now() }
      mutate({ name: 'addClicks', args }).catch(() => {})
    },
    [mutate],
  )
}

/** Why no tag is suggested: no tag narrows the search further, or there is no card yet. */
function NothingSuggested() {
  const hasText = useStore(homeSearch, ({ text }) => text !== '')
  const { hasCopy } = useSyncState()
  const { answer: cards } = useAnswer('countCards', {}, 'deferred')
  if (!hasCopy || cards === undefined) return null
  if (cards.link + cards.note + cards.todo === 0) return 'Your tags appear here'
  return hasText && 'No more tags to narrow by'
}

const NOTHING_SUGGESTED = <NothingSuggested />
const TOKENS = (
  <Later>
    <BesideTokens />
  </Later>
)
const BAR_END = (
  <Later>
    <BarEnd />
  </Later>
)

const SavedWords = memo(function SavedWords() {
  // Conditions written by Filter keep the row. Typed words hide it.
  const hasWords = useStore(homeSearch, ({ text }) => text.length > LONG || searchWords(text).length > 0)
  return <div className={styles.words}>{!hasWords && <SavedRow />}</div>
})

/** Buttons of the saved searches, while the bar is empty and the rail is hidden. */
function SavedRow() {
  const { workspaces } = useAccount()
  const saved = useSearchesHere()
  const run = useRunSavedSearch()
  const { hasSaved: hadSaved, isRailOpen, set } = useDevice((state) => state)
  const isKnown = workspaces.length > 0
  const hasSaved = isKnown ? saved.length > 0 : hadSaved
  useEffect(() => {
    if (hasSaved !== hadSaved) set({ hasSaved })
  }, [hasSaved, hadSaved, set])
  const isInRail = useContentWidth() > WIDE && isRailOpen
  if (isInRail || !hasSaved) return <span className={styles.row} />
  if (!isKnown) return <span className={styles.search}>&nbsp;</span>
  return (
    <ul className={styles.row} aria-label="Saved searches">
      {[...saved].reverse().map((search) => (
        <li key={search}>
          <button type="button" className={styles.search} onClick={() => run(search)}>
            <Icon of={Bookmark} size={13} />
            <span>{search}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
