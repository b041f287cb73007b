import type { SearchbarSubject } from '@cardinal/domain'
import type { Suggestion } from '@cardinal/engine'
import { type KeyboardEvent, memo, type RefObject, useCallback, useRef } from 'react'
import { useStore } from 'zustand'
import { useAnswer, useMutate } from '../../replica/index.ts'
import { isCardType, searchbarSubject, useHomeAddress } from '../../shared/address/use-home-address.ts'
import { homeFocus, homeSearch } from '../../shared/search/home-screen.ts'
import { canBeSaved } from '../../shared/search/saved-searches.ts'
import { useCardSearch } from '../../shared/search/use-card-search.ts'
import { SUBJECT_WORDS } from '../../shared/searchbar/mode-words.ts'
import { Searchbar } from '../../shared/searchbar/searchbar.tsx'
import { pickSuggestion } from '../../shared/searchbar/suggestions.ts'
import { useNarrowing } from '../../shared/searchbar/use-narrowing.ts'
import { HelpPopover } from '../../ui/index.ts'
import { deferredSearch } from './deferred-search.ts'
import { FoundCount } from './found-count.tsx'
import { homeList } from './home-list.ts'
import { SaveSearch } from './save-search.tsx'
import { SavedRow } from './saved-row.tsx'
import styles from './search-area.module.css'
import { SecondSearchbar } from './second-searchbar.tsx'
import { TypeSelector } from './type-selector.tsx'
import { useAdd } from './use-add.ts'
import { useBarAdvice } from './use-bar-advice.tsx'
import { useRunSearch } from './use-run-search.ts'
import { WordChips } from './word-chips.tsx'

const PROMPTS = {
  link: 'Paste a link, or search by the tags you remember',
  note: 'Write a note, or search by the tags you remember',
  todo: 'Add a todo, or search by the tags you remember',
  tag: 'Find or create tags',
  workspace: 'Find or create a workspace',
} satisfies Record<SearchbarSubject, string>

/** Charts are looked at: the bar is there, and says that it needs a type to search or add. */
const PROMPT_OF_CHARTS = 'Search by the tags you remember'

/** The centre of gravity: what is looked for, and everything that says or changes it. Stays in sight. */
export function SearchArea() {
  const { subject } = useHomeAddress()
  const works = searchbarSubject(subject)
  return (
    <search className={styles.area}>
      <div className={styles.types}>
        <TypeSelector />
        <span className={styles.grow} />
        <HelpPopover about="What to search and add">
          Links, notes and todos are kinds of cards: the one chosen is what the list shows and what the bar
          adds. The figures say how many of each the search finds. Tag, Workspace and Chart show those
          instead.
        </HelpPopover>
      </div>
      <HomeSearchbar works={works} />
      {isCardType(subject) && <SearchWords />}
    </search>
  )
}

/** The searchbar itself: of the area, it alone is drawn with every key. */
function HomeSearchbar({ works }: { works: SearchbarSubject | null }) {
  const { subject } = useHomeAddress()
  const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const search = useCardSearch(deferredSearch, works === 'tag' || works === 'workspace' ? null : works)
  const suggestions = useNarrowing(deferredSearch, works === 'workspace' ? null : search)
  const mutate = useMutate()
  const pick = useCallback(
    (suggestion: Suggestion) => {
      pickSuggestion(homeSearch, suggestion)
      // The tag may be gone by now; the search that was asked for stands all the same.
      const args = { tagIds: [suggestion.tag.id], clickedAt: Date.now() }
      mutate({ name: 'addClicks', args }).catch(() => {})
    },
    [mutate],
  )
  const add = useAdd(works)
  const advice = useBarAdvice(works, add)
  const run = useRunSearch(works)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside is what has the focus.
    <div data-searchbar="home" onKeyDown={tabToNewTags}>
      <Searchbar
        fieldRef={field as RefObject<HTMLInputElement | HTMLTextAreaElement>}
        search={homeSearch}
        subject={works}
        label={works === null ? 'Search' : `Search or add ${SUBJECT_WORDS[works].many}`}
        prompt={works === null ? PROMPT_OF_CHARTS : PROMPTS[works]}
        suggestions={suggestions}
        onPick={pick}
        onSearch={advice.show ?? run}
        onAdd={(text, isForced) =>
          add(text, isForced && advice.way === 'link' ? 'as-set' : advice.way, advice.hasWarning)
        }
        advice={advice}
        beside={isCardType(subject) && FOUND_COUNT}
        nothing={works === 'workspace' ? 'A new name makes a workspace' : NOTHING_SUGGESTED}
        after={BAR_HELP}
        onLeave={leaveForCards}
      />
    </div>
  )
}

/** Why no tag is offered: nothing is left to narrow, or nothing is here yet that could be. */
function NothingSuggested() {
  const hasText = useStore(homeSearch, ({ text }) => text !== '')
  const { answer: cards } = useAnswer('countCards', hasText ? {} : null, 'deferred')
  const isEmpty = cards !== undefined && cards.link + cards.note + cards.todo === 0
  return hasText && !isEmpty ? 'No more tags to narrow by' : 'Your tags appear here'
}

const NOTHING_SUGGESTED = <NothingSuggested />
const FOUND_COUNT = <FoundCount />

/**
 * The words of the search as chips, or saved searches where there are none, and what goes with them. They stand
 * above the list and may need another line: they change with the key, so that nothing found moves afterwards.
 */
const SearchWords = memo(function SearchWords() {
  const hasWords = useStore(homeSearch, ({ text }) => text.trim() !== '')
  const isWorthSaving = useStore(homeSearch, ({ text }) => canBeSaved(text))
  return (
    <div className={styles.words}>
      {hasWords ? <WordChips /> : <SavedRow />}
      <SecondSearchbar />
      {isWorthSaving && <SaveSearch />}
    </div>
  )
})

function BarHelp() {
  return (
    <HelpPopover about="The searchbar">
      <p>
        Write words with commas between them. A word that is a tag finds its cards, any other word is looked
        for in the text; a minus in front leaves cards out. What Enter will do stands at the end of the bar,
        half a second after typing; an earlier Enter does it then. Ctrl+Enter always adds. Where links are
        shown, Enter alone adds only a text with an address in it.
      </p>
      <p>
        Below stand tags that would narrow the search, by what you use, each with its reason: arrow keys and
        Enter, or a press, take one.
      </p>
    </HelpPopover>
  )
}

const BAR_HELP = <BarHelp />

/** Tab in an empty bar leads to the tags of the card that was just added: two keys tag it. */
function tabToNewTags(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || event.shiftKey || homeSearch.getState().text !== '') return
  const first = document.querySelector<HTMLElement>('[data-new-tags] button')
  if (first === null) return
  event.preventDefault()
  first.focus()
}

/** Takes the focus to the card that was looked at last, or else to the first one. */
function leaveForCards(): void {
  const { cards } = homeList.getState()
  const { cardId, setCard } = homeFocus.getState()
  const card = cards.find(({ id }) => id === cardId) ?? cards[0]
  if (card !== undefined) setCard(card.id, { takesFocus: true })
}
