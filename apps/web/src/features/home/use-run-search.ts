import { includedWords, isMeantBy, type SearchbarSubject } from '@cardinal/domain'
import { useCallback } from 'react'
import { useReplica } from '../../replica/index.ts'
import { useHomeAddress } from '../../shared/address/use-home-address.ts'
import { largestType } from '../../shared/search/largest-type.ts'
import { presentCards } from './home-list.ts'
import { homeFocus, homeSearch } from './home-screen.ts'

/**
 * What Enter does in search mode. The results are there already: it counts the tags as searched, which is
 * what suggestions learn from, and hands the keyboard to the first result. Beside charts (`works` is null)
 * there are none yet: it shows those of the type with most.
 */
export function useRunSearch(works: SearchbarSubject | null): () => void {
  const replica = useReplica()
  const { setSubject } = useHomeAddress()
  return useCallback(async () => {
    const { text, filters, enter } = homeSearch.getState()
    enter()
    const includes = includedWords(text)
    if (works === null) return setSubject((await largestType(replica, text, filters)).type)
    const pressedIn = document.activeElement
    // Enter may be answered after the person went on from the bar.
    const isInBar = pressedIn === document.body || pressedIn?.closest('[data-searchbar]') != null
    const [first] = await presentCards()
    // A person who has typed on or gone elsewhere meanwhile keeps the focus there.
    const isWaiting = isInBar && homeSearch.getState().text === text && document.activeElement === pressedIn
    if (first !== undefined && isWaiting) homeFocus.getState().setCard(first.id, { takesFocus: true })
    if (includes.length === 0) return
    const near = await replica.ask('tagsBySearchword', { keywords: includes })
    const named = near.filter((tag) => includes.some((word) => isMeantBy(tag, word)))
    if (named.length === 0) return
    // A tag that was deleted meanwhile has nothing to count.
    await replica
      .mutate({ name: 'addClicks', args: { tagIds: named.map((tag) => tag.id), clickedAt: Date.now() } })
      .catch(() => {})
  }, [replica, works, setSubject])
}
