import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { useStore } from 'zustand'
import { isCardType, searchbarSubject, useHomeAddress } from '../../parts/address/use-home-address.ts'
import { homeFocus, homeSearch } from '../../parts/search/home-screen.ts'
import { canBeSaved } from '../../parts/search/saved-searches.ts'
import { useCardSearch } from '../../parts/search/use-card-search.ts'
import { SUBJECT_WORDS } from '../../parts/searchbar/mode-words.ts'
import { Searchbar } from '../../parts/searchbar/searchbar.tsx'
import { pickSuggestion } from '../../parts/searchbar/suggestions.ts'
import { useNarrowing } from '../../parts/searchbar/use-narrowing.ts'
import { useMutate } from '../../replica/index.ts'
import { HelpPopover } from '../../ui/index.ts'
import { JustAdded } from './just-added.tsx'
import { SaveSearch } from './save-search.tsx'
import { SavedRow } from './saved-row.tsx'
import styles from './search-area.module.css'
import { SecondSearchbar } from './second-searchbar.tsx'
import { TypeSelector } from './type-selector.tsx'
import { useAdd } from './use-add.ts'
import { useRunSearch } from './use-run-search.ts'
import { WordChips } from './word-chips.tsx'

const PROMPTS = {
  link: 'Paste a link, or search by the tags you remember',
  note: 'Write a note, or search by the tags you remember',
  todo: 'Add a todo, or search by the tags you remember',
  tag: 'Find or create tags',
  workspace: 'Find or create a workspace',
}

/** The centre of gravity: what is looked for, and everything that says or changes it. Stays in sight. */
export function SearchArea() {
  const { subject } = useHomeAddress()
  const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const works = searchbarSubject(subject)
  const type = isCardType(subject) ? subject : null
  const search = useCardSearch(homeSearch, type)
  const suggestions = useNarrowing(homeSearch, works === 'workspace' || works === null ? null : search)
  const text = useStore(homeSearch, (state) => state.text)
  const mutate = useMutate()
  const add = useAdd(works)
  const run = useRunSearch()
  const words = works === null ? null : SUBJECT_WORDS[works]

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
      {words !== null && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the field inside is what has the focus.
        <div data-searchbar="home" onKeyDown={tabToNewTags}>
          <Searchbar
            fieldRef={field as RefObject<HTMLInputElement | HTMLTextAreaElement>}
            search={homeSearch}
            subject={works}
            label={`Search or add ${words.many}`}
            prompt={PROMPTS[works as keyof typeof PROMPTS]}
            suggestions={suggestions}
            onPick={(suggestion) => {
              pickSuggestion(homeSearch, suggestion)
              // The tag may be gone by now; the search that was asked for stands all the same.
              mutate({
                name: 'addClicks',
                args: { tagIds: [suggestion.tag.id], clickedAt: Date.now() },
              }).catch(() => {})
            }}
            onSearch={run}
            onAdd={add}
            after={<BarHelp />}
            onLeave={() => homeFocus.getState().setCard(homeFocus.getState().cardId, { takesFocus: true })}
          />
        </div>
      )}
      {type !== null && (
        <div className={styles.words}>
          {text.trim() === '' ? <SavedRow /> : <WordChips />}
          <SecondSearchbar />
          {canBeSaved(text) && <SaveSearch />}
        </div>
      )}
      <JustAdded />
    </search>
  )
}

function BarHelp() {
  return (
    <HelpPopover about="The searchbar">
      <p>
        Write words with commas between them. A word that is a tag finds its cards, any other word is looked
        for in the text; a minus in front leaves cards out. What Enter will do stands at the end of the bar:
        wait a moment after typing. Ctrl+Enter always adds.
      </p>
      <p>
        Below stand tags that would narrow the search, by what you use, each with its reason: arrow keys and
        Enter, or a press, take one.
      </p>
    </HelpPopover>
  )
}

/** Tab in an empty bar leads to the tags of the card that was just added: two keys tag it. */
function tabToNewTags(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || event.shiftKey || homeSearch.getState().text !== '') return
  const first = document.querySelector<HTMLElement>('[data-new-tags] button')
  if (first === null) return
  event.preventDefault()
  first.focus()
}
