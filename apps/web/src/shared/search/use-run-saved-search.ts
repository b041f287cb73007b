import { useCallback } from 'react'
import { useReplica } from '../../replica/index.ts'
import { useHomeScreen } from './home-screen.ts'
import { largestType } from './largest-type.ts'
import { isCardType, useHomeAddress } from './use-home-address.ts'

/** Runs a saved search on the home page; goes to another type only where the present one would show nothing. */
export function useRunSavedSearch(): (search: string) => void {
  const { search: homeSearch } = useHomeScreen()
  const replica = useReplica()
  const { subject, setSubject } = useHomeAddress()
  return useCallback(
    async (search) => {
      homeSearch.getState().restore(search)
      const { type, totals } = await largestType(replica, search, homeSearch.getState().filters)
      const isShown =
        subject === 'all' || (isCardType(subject) && (totals[subject] > 0 || totals[type] === 0))
      if (!isShown && homeSearch.getState().text === search) setSubject(type, { replace: true })
    },
    [replica, homeSearch, subject, setSubject],
  )
}
