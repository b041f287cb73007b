import { includedWords, isMeantBy, type SearchbarSubject } from '@cardinal/domain'
import { useCallback } from 'react'
import { useStore } from 'zustand'
import { useReplica } from '../../../replica/index.ts'
import { useCaptured } from '../../../shared/capture/captured.ts'
import { largestType } from '../../../shared/search/use-card-search.ts'
import {
  type HomeSubject,
  searchbarSubject,
  useHomeAddress,
} from '../../../shared/search/use-home-address.ts'
import { useDevice } from '../device.ts'
import { homeFocus, homeSearch } from '../home-screen.ts'
import { presentCards } from '../list/home-list.ts'

/** Screens on which the text decides the type of the added card. */
const TYPED_BY_TEXT: readonly HomeSubject[] = ['all', 'todo', 'link']

/**
 * The kind of card, or `tag`, that home's bar adds. On All, the text decides the kind. Null: the bar adds
 * nothing.
 */
export function useBarSubject(): SearchbarSubject | null {
  const { subject } = useHomeAddress()
  const kind = useDevice((state) => state.kind)
  const text = useStore(homeSearch, (state) => state.text)
  const refused = useStore(homeSearch, (state) => state.refused)
  const { kind: said } = useCaptured(text, TYPED_BY_TEXT.includes(subject) ? 'todo' : null, refused)
  return searchbarSubject(subject, text, kind, said)
}

/**
 * Handles Enter in search mode. The results are shown already: it counts the tags as searched, from which suggestions
 * learn, and focuses the first result. Beside charts (`barSubject` is null) there are no results: it shows the cards of the
 * type with most.
 */
export function useRunSearch(barSubject: SearchbarSubject | null): () => void {
  const replica = useReplica()
  const { setSubject } = useHomeAddress()
  return useCallback(async () => {
    const { text, filters, enter } = homeSearch.getState()
    enter()
    const includes = includedWords(text)
    if (barSubject === null) return setSubject((await largestType(replica, text, filters)).type)
    const pressedIn = document.activeElement
    // The person may have left the bar before the results arrived.
    const isInBar = pressedIn === document.body || pressedIn?.closest('[data-searchbar]') != null
    const [first] = await presentCards()
    // The focus stays where it is if the person typed on or moved it meanwhile.
    const isWaiting = isInBar && homeSearch.getState().text === text && document.activeElement === pressedIn
    if (first !== undefined && isWaiting) homeFocus.getState().setCard(first.id, { takesFocus: true })
    if (includes.length === 0) return
    const near = await replica.ask('tagsBySearchword', { keywords: includes })
    const named = near.filter((tag) => includes.some((word) => isMeantBy(tag, word)))
    if (named.length === 0) return
    // Ignores that the tag was deleted meanwhile.
    await replica
      .mutate({ name: 'addClicks', args: { tagIds: named.map((tag) => tag.id), clickedAt: Date.now() } })
      .catch(() => {})
  }, [replica, barSubject, setSubject])
}
