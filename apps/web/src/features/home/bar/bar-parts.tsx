import {
  grouped,
  includedWords,
  isMeantBy,
  newTagsProblem,
  type SearchbarSubject,
  tagName,
} from '@cardinal/domain'
import { Plus, Star, Tags } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useStore } from 'zustand'
import { usePopups } from '../../../overlays/index.ts'
import { useAnswer } from '../../../replica/index.ts'
import {
  canBeSaved,
  sameSearch,
  useSavedSearches,
  wholeSearchText,
} from '../../../shared/search/saved-searches.ts'
import type { HomeSubject } from '../../../shared/search/use-home-address.ts'
import { SUBJECT_WORDS } from '../../../shared/searchbar/mode-words.ts'
import { cutText } from '../../../shared/text/cut-text.ts'
import { Button, cx, IconButton, Kbd } from '../../../ui/index.ts'
import { homeSearch } from '../home-screen.ts'
import { homeList } from '../list/home-list.ts'
import { OtherChips } from './other-chips.tsx'
import styles from './search-area.module.css'
import { useAdd } from './use-add.ts'

export { BarLines } from './bar-lines.tsx'
export { BesideTokens } from './text-token.tsx'

interface BarOffersProps {
  readonly subject: HomeSubject
  readonly barSubject: SearchbarSubject | null
  /** Whether the text finds a card, so that Enter doesn't add it. */
  readonly isFound: boolean
}

/** Offers conditions other than tags, a button that adds the text if Enter doesn't, and new tags for its words. */
export function BarOffers({ subject, barSubject, isFound }: BarOffersProps) {
  return (
    <>
      <FreshTags>
        {isFound && barSubject !== null && (
          <AddButton barSubject={barSubject} after={<Kbd keys="Mod+Enter" />} />
        )}
        {subject === 'all' && barSubject === 'todo' && <AddButton barSubject="note" />}
        {subject === 'all' && barSubject === 'note' && <AddButton barSubject="todo" />}
      </FreshTags>
      <OtherChips subject={subject} />
    </>
  )
}

/** Adds the text of the bar, where Enter does something else. */
function AddButton({ barSubject, after }: { barSubject: SearchbarSubject; after?: ReactNode }) {
  const add = useAdd(barSubject)
  return (
    <Button size="sm" icon={Plus} after={after} onClick={() => add(homeSearch.getState().text)}>
      {`Add ${SUBJECT_WORDS[barSubject].one}`}
    </Button>
  )
}

/**
 * Offers to create tags from those words of a search that are no tags (SB-9), after the offers in `children`.
 * Nothing if every word is a tag.
 */
function FreshTags({ children }: { children: ReactNode }) {
  const popups = usePopups()
  const text = useStore(homeSearch, (state) => state.text)
  const words = useMemo(() => (text.includes('\n') ? [] : includedWords(text)), [text])
  const { answer } = useAnswer(
    'tagsBySearchword',
    words.length === 0 ? null : { keywords: words },
    'deferred',
  )
  const isTag = (word: string) => answer?.some((tag) => isMeantBy(tag, word)) ?? true
  const fresh = words.filter((word) => newTagsProblem([word]) === null && !isTag(word))
  const [first] = fresh
  if (first === undefined) return null
  return (
    <>
      {children}
      <Button size="sm" icon={Tags} onClick={() => popups.open('next-to--unmatched-tagging-experience', {})}>
        {fresh.length === 1 ? `New tag “${cutText(tagName(first), 30).shown}”…` : `${fresh.length} new tags…`}
      </Button>
    </>
  )
}

/** The end of the bar: how many cards its text finds, and the star of saved searches. */
export function BarEnd() {
  return (
    <>
      <FoundCount />
      <SaveSearch />
    </>
  )
}

/** Saves the present search. A filled star means that it is saved already. */
function SaveSearch() {
  const { saved, save } = useSavedSearches()
  const isWorthSaving = useStore(homeSearch, (state) => canBeSaved(wholeSearchText(state)))
  const isSaved = useStore(homeSearch, (state) => {
    const whole = wholeSearchText(state)
    return saved.some((search) => sameSearch(search, whole))
  })
  if (!isWorthSaving) return null
  return (
    <IconButton
      label={isSaved ? 'Saved search' : 'Save search'}
      icon={Star}
      size="sm"
      // Not `disabled`, which would lose the focus.
      aria-disabled={isSaved}
      className={cx(styles.star, isSaved && styles.saved)}
      onClick={() => isSaved || save(wholeSearchText(homeSearch.getState()))}
    />
  )
}

/** The number of cards that the text of the bar finds. */
function FoundCount() {
  const total = useStore(homeList, (list) => list.total)
  return total > 0 ? <span className={styles.found}>{`${grouped(total)} found`}</span> : null
}
