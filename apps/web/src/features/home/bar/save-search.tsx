import { Star } from 'lucide-react'
import { useStore } from 'zustand'
import { canBeSaved, sameSearch, wholeSearchText } from '../../../shared/search/saved-searches.ts'
import { useSavedSearches } from '../../../shared/search/use-saved-searches.ts'
import { cx, IconButton } from '../../../ui/index.ts'
import { homeSearch } from '../home-screen.ts'
import styles from './save-search.module.css'

/** Saves the present words with the filters. A filled star means that they are saved already. */
export function SaveSearch() {
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
      disabled={isSaved}
      className={cx(styles.star, isSaved && styles.saved)}
      onClick={() => save(wholeSearchText(homeSearch.getState()))}
    />
  )
}
