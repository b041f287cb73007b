import { useEffect } from 'react'
import { useStore } from 'zustand'
import { homeSearch } from '../../parts/search/home-screen.ts'
import { useViewportWidth } from '../../parts/search/use-viewport.ts'
import { Disclosure, TextField } from '../../ui/index.ts'
import styles from './second-searchbar.module.css'

/** The specification's wide layout: above it the accordion is open from the start. */
const WIDE = 700

/** Narrows the result by keywords in the text, whatever the tags. Folds away behind its title. */
export function SecondSearchbar() {
  const isOpen = useStore(homeSearch, (state) => state.isSecondOpen)
  const secondText = useStore(homeSearch, (state) => state.secondText)
  const text = useStore(homeSearch, (state) => state.text)
  const width = useViewportWidth()
  const { openSecond, typeSecond } = homeSearch.getState()
  const isWide = width > WIDE
  useEffect(() => {
    if (isWide) openSecond(true)
  }, [isWide, openSecond])
  if (text.trim() === '' && secondText === '') return null
  return (
    <Disclosure title="Narrow by words in the text" isOpen={isOpen} onChange={openSecond} className={styles.second ?? ''}>
      <TextField
        label="Words in the text"
        isLabelHidden
        type="search"
        value={secondText}
        placeholder="Words that the text has, -words that it has not"
        onChange={(event) => typeSecond(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || secondText === '') return
          event.preventDefault()
          event.stopPropagation()
          typeSecond('')
        }}
      />
    </Disclosure>
  )
}
