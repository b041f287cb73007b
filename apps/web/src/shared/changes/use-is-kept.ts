import { useEffect, useState } from 'react'

export interface Kept {
  /**
   * Whether the browser has granted persistent storage. It has not in a private window, nor before it trusts the site,
   * and may then remove everything. Null: unknown.
   */
  readonly isKept: boolean | null
  /** Requests persistent storage. Resolves with the answer. */
  readonly ask: () => Promise<boolean>
}

/** Returns whether the storage of this device is persistent. */
export function useIsKept(): Kept {
  const [isKept, setIsKept] = useState<boolean | null>(null)
  useEffect(() => {
    // Blocked storage rejects: then the answer is unknown.
    navigator.storage?.persisted?.().then(setIsKept, () => setIsKept(null))
  }, [])
  const ask = async () => {
    const isPromised = await navigator.storage.persist().catch(() => false)
    setIsKept(isPromised)
    return isPromised
  }
  return { isKept, ask }
}
