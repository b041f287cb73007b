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
    /** Stored in a history entry that opened a popup: the popup's name, and the address without popups. */
    popup?: { readonly name: string; readonly under: string }
  }
}

export interface Popups {
  /** Opens a popup on top; Back closes it. */
  open<Name extends PopupName>(name: Name, params?: Partial<ParamsOf<Name>>): void
  /** Replaces a popup by another, without a new history entry. */
  replace<Name extends PopupName>(old: PopupName, name: Name, params?: Partial<ParamsOf<Name>>): void
  close(name: PopupName): void
  closeAll(): void
  isOpen(name: PopupName): boolean
}

/** Names in the order of opening, which the address does not have. */
let openingOrder: readonly string[] = []
export const orderOfOpening = (): readonly string[] => openingOrder

type AnyRouter = ReturnType<typeof useRouter>

/** Callbacks that wait until the history has gone back, which is asynchronous; null: not going back. */
let waiting: (() => void)[] | null = null

/** Calls `act` now, or after the history has gone back. A navigation before that would be undone. */
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
  // An open panel must not treat this like Back by the person.
  router.history.back({ ignoreBlocker: true })
}

/** The popups of the address. Returns the same object in every render. */
export function usePopups(): Popups {
  const router = useRouter()
  return useMemo(() => popupsOf(router), [router])
}

function popupsOf(router: AnyRouter): Popups {
  const address = () => router.latestLocation.search as PopupAddress
  const under = () => JSON.stringify(withoutPopups(address()))
  const go = (search: PopupAddress, replace: boolean, popup?: { name: string; under: string }) =>
    void router.navigate({
      to: '.',
      search: search as never,
      // Keeps the hash: a popup over a page of the settings leaves that page below it.
      hash: true,
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
    // Go back only if this history entry opened the popup and nothing below it has changed. Otherwise choices made
    // in the popup (an order, a layout) would be lost.
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
