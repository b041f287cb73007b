import { useEffect, useState } from 'react'
import { useSession } from '../../session/index.ts'
import { siteOptions } from '../site/site-options.ts'
import { planOf } from './plan-of.ts'

/** Reads how many cards the person's plan allows. 0: no limit; null: not known yet. */
export function useLimit(): number | null {
  const { user } = useSession()
  const [ofFree, setOfFree] = useState<number | null>(null)
  useEffect(() => void siteOptions().then(({ freeCardLimit }) => setOfFree(freeCardLimit)), [])
  return planOf(user, Date.now()).isPaid ? 0 : ofFree
}
