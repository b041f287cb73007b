import { X } from 'lucide-react'
import { type KeyboardEvent, memo, useState } from 'react'
import { useStore } from 'zustand'
import { Icon } from '../../../ui/index.ts'
import { homeSearch } from '../home-screen.ts'
import { focusSearchbar } from '../list/home-list.ts'
import styles from './text-token.module.css'

/** Tokens of the filters that are not in the bar's text: the ticks of Filter and the second search. */
export const BesideTokens = memo(function BesideTokens() {
  return (
    <>
      <TickToken of="showsDone" label="completed too" />
      <TickToken of="showsHidden" label="hidden too" />
      <TickToken of="onlyTags" label="tags only" />
      <TextToken />
    </>
  )
})

function TickToken({ of, label }: { of: 'showsDone' | 'showsHidden' | 'onlyTags'; label: string }) {
  const isSet = useStore(homeSearch, (state) => state.filters[of])
  if (!isSet) return null
  const remove = () => {
    homeSearch.getState().filter({ [of]: false })
    focusSearchbar()
  }
  return (
    <span className={styles.token} data-token="">
      {label}
      <button type="button" className={styles.remove} aria-label={`Remove “${label}”`} onClick={remove}>
        <Icon of={X} size={13} />
      </button>
    </span>
  )
}

/** Words that the text of a card must contain, whatever its tags. */
function TextToken() {
  const text = useStore(homeSearch, (state) => state.secondText)
  const [hasFocus, setHasFocus] = useState(false)
  const { typeSecond } = homeSearch.getState()
  if (text === '' && !hasFocus) return null
  const remove = () => {
    typeSecond('')
    focusSearchbar()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isEmptied = event.key === 'Backspace' && text === ''
    if (event.key !== 'Escape' && event.key !== 'Enter' && !isEmptied) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') focusSearchbar()
    else remove()
  }
  return (
    <span className={styles.token} data-token="">
      <span aria-hidden="true">text:</span>
      <input
        type="search"
        className={styles.field}
        aria-label="Narrow by words in the text"
        value={text}
        size={Math.min(24, Math.max(4, text.length))}
        onChange={(event) => typeSecond(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={() => setHasFocus(true)}
        onBlur={() => setHasFocus(false)}
      />
      <button
        type="button"
        className={styles.remove}
        aria-label="Remove the words in the text"
        onClick={remove}
      >
        <Icon of={X} size={13} />
      </button>
    </span>
  )
}
