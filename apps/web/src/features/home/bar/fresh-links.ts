import { addressKey, addressOfLink } from '@cardinal/domain'
import { useEffect, useState } from 'react'
import { type Replica, useReplica } from '../../../replica/index.ts'

/** The most links that one paste may add. More must be imported as a file. */
export const MOST_AT_ONCE = 200

/** Returns the texts whose address is not saved yet, without duplicates. */
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

/**
 * Counts the links that are not saved yet. Null: not known yet. More than `MOST_AT_ONCE` links are not looked up, and
 * all count.
 */
export function useFreshCount(links: readonly string[]): number | null {
  const replica = useReplica()
  const [known, setKnown] = useState<{ links: readonly string[]; count: number } | null>(null)
  const isAsked = links.length > 1 && links.length <= MOST_AT_ONCE
  useEffect(() => {
    if (!isAsked) return
    let isWanted = true
    withoutSaved(replica, links).then(
      (fresh) => isWanted && setKnown({ links, count: fresh.length }),
      // The replica is closing. The next replica is asked again.
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [replica, links, isAsked])
  if (!isAsked) return links.length
  return known?.links === links ? known.count : null
}
