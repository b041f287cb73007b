import { BookmarkCheck, BookmarkPlus } from 'lucide-react'
import { useStore } from 'zustand'
import { homeSearch } from '../../shared/search/home-screen.ts'
import { sameSearch } from '../../shared/search/saved-searches.ts'
import { useSavedSearches } from '../../shared/search/use-saved-searches.ts'
import { Button, HelpPopover } from '../../ui/index.ts'
import styles from './save-search.module.css'

/** Saves the present words; says so when they are saved already. */
export function SaveSearch() {
  const { saved, save } = useSavedSearches()
  const isSaved = useStore(homeSearch, ({ text }) => saved.some((search) => sameSearch(search, text)))
  return (
    <span className={styles.save}>
      <Button
        size="sm"
        tone="quiet"
        icon={isSaved ? BookmarkCheck : BookmarkPlus}
        disabled={isSaved}
        onClick={() => save(homeSearch.getState().text)}
      >
        {isSaved ? 'Saved search' : 'Save this combination'}
      </Button>
      <HelpPopover about="Save this combination">
        Keeps the words of the searchbar, to be run again by one press. Dates, colours and order are not part
        of it. At most 10 are kept: the oldest goes when another is saved.
      </HelpPopover>
    </span>
  )
}
