import { ChevronDown } from 'lucide-react'
import { memo, useEffect, useId } from 'react'
import { useStore } from 'zustand'
import { homeSearch } from '../../shared/search/home-screen.ts'
import { cx, Icon } from '../../ui/index.ts'
import { homeList } from './home-list.ts'
import styles from './second-searchbar.module.css'
import { useRoom } from './use-viewport.ts'

/** The specification's wide layout: above it the accordion is open from the start. */
const WIDE = 700

/**
 * Narrows the result by keywords in the text, whatever the tags. Folds away beside the words of the search.
 * Not there while there is nothing to narrow; a narrow window keeps its room until there are words.
 */
export const SecondSearchbar = memo(function SecondSearchbar() {
  const id = useId()
  const isOpen = useStore(homeSearch, (state) => state.isSecondOpen)
  const secondText = useStore(homeSearch, (state) => state.secondText)
  const hasWords = useStore(homeSearch, (state) => state.text.trim() !== '' || state.secondText !== '')
  const hasCards = useStore(homeList, ({ cards }) => cards.length > 0)
  const room = useRoom()
  const { openSecond, typeSecond } = homeSearch.getState()
  const isWide = room > WIDE
  useEffect(() => {
    if (isWide) openSecond(true)
  }, [isWide, openSecond])
  if (!hasWords && !(isWide && hasCards)) return null
  return (
    <div className={styles.second}>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => openSecond(!isOpen)}
      >
        <Icon of={ChevronDown} size={14} className={cx(styles.chevron, isOpen && styles.turned)} />
        <span>Also contains</span>
      </button>
      {isOpen && (
        <input
          id={id}
          type="search"
          className={styles.field}
          aria-label="Narrow by words in the text"
          value={secondText}
          placeholder="word, -word"
          onChange={(event) => typeSecond(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || secondText === '') return
            event.preventDefault()
            event.stopPropagation()
            typeSecond('')
          }}
        />
      )}
    </div>
  )
})
