import { useEffect, useState } from 'react'

export interface Kept {
  /**
   * Whether the browser has promised to keep what is stored here. It has not in a private window, nor before it
   * trusts the site: it may remove all of it then. Null: not known.
   */
  readonly isKept: boolean | null
  /** Asks the browser for the promise; resolves with its answer. */
  readonly ask: () => Promise<boolean>
}

/** What the browser promises about the copy on this device. */
export function useIsKept(): Kept {
  const [isKept, setIsKept] = useState<boolean | null>(null)
  useEffect(() => {
    // Storage that is closed to the page answers with an error: then nothing is known.
    navigator.storage?.persisted?.().then(setIsKept, () => setIsKept(null))
  }, [])
  const ask = async () => {
    const isPromised = await navigator.storage.persist().catch(() => false)
    setIsKept(isPromised)
    return isPromised
  }
  return { isKept, ask }
}
