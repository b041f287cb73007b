import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { PopupName } from './names.ts'
import {
  addPopup,
  type PopupAddress,
  removePopup,
  replacePopup,
  stackOf,
  withoutPopups,
} from './popup-address.ts'
import type { ParamsOf } from './popup-params.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** State of a history entry that opened a popup: its name, and the address without popups at that time. */
    popup?: { readonly name: string; readonly under: string }
  }
}

export interface Popups {
  /** Opens a popup on top of what is open; Back closes it. */
  open<Name extends PopupName>(name: Name, params?: Partial<ParamsOf<Name>>): void
  /** Puts one popup into the place of another, without a new entry in the history. */
  replace<Name extends PopupName>(old: PopupName, name: Name, params?: Partial<ParamsOf<Name>>): void
  close(name: PopupName): void
  closeAll(): void
  isOpen(name: PopupName): boolean
}

/** Names in the order of opening, for what the two lists of the address can't tell. */
let openingOrder: readonly string[] = []
export const orderOfOpening = (): readonly string[] => openingOrder

type AnyRouter = ReturnType<typeof useRouter>

/** What waits for a step back in the history, which the browser carries out later; null: none is under way. */
let waiting: (() => void)[] | null = null

/** Acts at once, or when the step back that closes a popup is done: an act before would be undone by it. */
export function whenAtRest(act: () => void): void {
  if (waiting) waiting.push(act)
  else act()
}

function goBack(router: AnyRouter): void {
  waiting = []
  const stop = router.history.subscribe(() => {
    stop()
    setTimeout(() => {
      const acts = waiting ?? []
      waiting = null
      for (const act of acts) whenAtRest(act)
    })
  })
  router.history.back()
}

/** Returns the popups of the address: open, replace, close. Stable over renders. */
export function usePopups(): Popups {
  const router = useRouter()
  return useMemo(() => popupsOf(router), [router])
}

export function popupsOf(router: AnyRouter): Popups {
  const address = () => router.latestLocation.search as PopupAddress
  const under = () => JSON.stringify(withoutPopups(address()))
  const go = (search: PopupAddress, replace: boolean, popup?: { name: string; under: string }) =>
    void router.navigate({
      to: '.',
      search: search as never,
      replace,
      resetScroll: false,
      state: (before) =>
        (popup ? { ...before, popup } : replace ? before : { ...before, popup: undefined }) as never,
    })

  const open: Popups['open'] = (name, params) => {
    openingOrder = [...openingOrder.filter((each) => each !== name), name]
    go(addPopup(address(), name, params), isIn(address(), name), { name, under: under() })
  }
  const replace: Popups['replace'] = (old, name, params) => {
    openingOrder = [...openingOrder.filter((each) => each !== name && each !== old), name]
    go(replacePopup(address(), old, name, params), true)
  }
  const close = (name: PopupName) => {
    if (!isIn(address(), name)) return
    openingOrder = openingOrder.filter((each) => each !== name)
    const made = router.latestLocation.state.popup
    // Going back is right only where this entry was made by opening the popup and nothing under it was
    // changed since; otherwise what was chosen in the popup (an order, a layout) would be lost.
    if (made?.name === name && made.under === under()) goBack(router)
    else go(removePopup(address(), name), true)
  }
  const closeAll = () => {
    openingOrder = []
    go(withoutPopups(address()), true)
  }

  return {
    open: (name, params) => whenAtRest(() => open(name, params)),
    replace: (old, name, params) => whenAtRest(() => replace(old, name, params)),
    close: (name) => whenAtRest(() => close(name)),
    closeAll: () => whenAtRest(closeAll),
    isOpen: (name) => isIn(address(), name),
  }
}

function isIn(address: PopupAddress, name: string): boolean {
  return stackOf(address).includes(name)
}
