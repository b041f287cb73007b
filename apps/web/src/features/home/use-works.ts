import type { SearchbarSubject } from '@cardinal/domain'
import { useStore } from 'zustand'
import { searchbarSubject, useHomeAddress } from '../../shared/address/use-home-address.ts'
import { useDevice } from './device.ts'
import { homeSearch } from './home-screen.ts'

/** What the bar of home adds at present: among all kinds of cards it goes by the text. Null: nothing. */
export function useWorks(): SearchbarSubject | null {
  const { subject } = useHomeAddress()
  const kind = useDevice((state) => state.kind)
  return useStore(homeSearch, ({ text }) => searchbarSubject(subject, text, kind))
}
