import { useSyncExternalStore } from 'react'

const MINUTE = 60_000

/** The present minute, so that relative dates update once a minute, not with every render. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, presentMinute, presentMinute)
}

export function presentMinute(): number {
  return Math.floor(Date.now() / MINUTE) * MINUTE
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE)
  return () => clearInterval(timer)
}
