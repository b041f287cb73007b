import type { SearchbarSubject } from '@cardinal/domain'
import { useStore } from 'zustand'
import { searchbarSubject, useHomeAddress } from '../../../shared/address/use-home-address.ts'
import { useDevice } from '../device.ts'
import { homeSearch } from '../home-screen.ts'

/** Returns what the bar of home adds at present. On All, the text decides. Null: nothing. */
export function useWorks(): SearchbarSubject | null {
  const { subject } = useHomeAddress()
  const kind = useDevice((state) => state.kind)
  return useStore(homeSearch, ({ text }) => searchbarSubject(subject, text, kind))
}
