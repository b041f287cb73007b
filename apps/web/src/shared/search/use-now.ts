import { type Day, dayOf, wallClock } from '@cardinal/domain'
import { useSyncExternalStore } from 'react'

const MINUTE = 60_000

/**
 * The beginning of the present minute in ms since 1970, so that relative dates don't change with every
 * render.
 */
export function useNow(): number {
  return useSyncExternalStore(subscribe, presentMinute, presentMinute)
}

export function presentMinute(): number {
  return Math.floor(Date.now() / MINUTE) * MINUTE
}

/** The present day. It changes at local midnight while the page is open. */
export function useToday(): Day {
  return useSyncExternalStore(subscribe, presentDay, presentDay)
}

function presentDay(): Day {
  return dayOf(wallClock(new Date()))
}

/** Calls back when a minute begins. */
function subscribe(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(
      () => {
        wait()
        listener()
      },
      MINUTE - (Date.now() % MINUTE),
    )
  }
  wait()
  return () => clearTimeout(timer)
}
