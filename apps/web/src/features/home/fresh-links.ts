import { addressKey, addressOfLink } from '@cardinal/domain'
import { useEffect, useState } from 'react'
import { type Replica, useReplica } from '../../replica/index.ts'

/** Links that one paste may make; more of them come as a file. */
export const MOST_AT_ONCE = 200

/** The texts whose address is neither saved nor that of an earlier one. */
export async function withoutSaved(replica: Replica, links: readonly string[]): Promise<string[]> {
  const seen = new Set<string>()
  const fresh: string[] = []
  for (const link of links) {
    const address = addressOfLink(link) ?? link
    const known = await replica.ask('cardsWithAddress', { address })
    if (known.length === 0 && !seen.has(addressKey(address))) fresh.push(link)
    seen.add(addressKey(address))
  }
  return fresh
}

/** How many of these links are not saved yet; null: not known yet. More than can be added at once are not looked up. */
export function useFreshCount(links: readonly string[]): number | null {
  const replica = useReplica()
  const [known, setKnown] = useState<{ links: readonly string[]; count: number } | null>(null)
  const isAsked = links.length > 1 && links.length <= MOST_AT_ONCE
  useEffect(() => {
    if (!isAsked) return
    let isWanted = true
    withoutSaved(replica, links).then(
      (fresh) => isWanted && setKnown({ links, count: fresh.length }),
      // The copy is closing: what is written is added, or left out, when it is asked for again.
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [replica, links, isAsked])
  if (!isAsked) return links.length
  return known?.links === links ? known.count : null
}
