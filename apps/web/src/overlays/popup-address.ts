import { type PopupName, slotOf } from './names.ts'

/** The parameters of popups in an address. Each popup's own parameters are validated separately. */
export interface PopupAddress {
  readonly popups_center?: readonly string[] | undefined
  readonly popups_top?: readonly string[] | undefined
  readonly popups_params?: Readonly<Record<string, PopupParams>> | undefined
  /** The specification's other way to say that the menu is open. */
  readonly nav_hamburgerMenu_isOpen?: boolean | undefined
}

const MENU: PopupName = 'hamburger-menu'

export type PopupParams = Readonly<Record<string, unknown>>

/** The address with a popup on top of its slot. An open popup moves to the top and gets the new parameters. */
export function addPopup<A extends PopupAddress>(address: A, name: PopupName, params: PopupParams = {}): A {
  const without = removePopup(address, name)
  const key = keyOf(name)
  const allParams =
    Object.keys(params).length > 0 ? { ...without.popups_params, [name]: params } : without.popups_params
  return { ...without, [key]: [...(without[key] ?? []), name], popups_params: allParams }
}

/** The address without a popup. Empty lists and parameters are omitted. */
export function removePopup<A extends PopupAddress>(address: A, name: PopupName): A {
  const key = keyOf(name)
  const left = (address[key] ?? []).filter((each) => each !== name)
  const { [name]: _gone, ...params } = address.popups_params ?? {}
  return {
    ...address,
    [key]: left.length > 0 ? left : undefined,
    popups_params: Object.keys(params).length > 0 ? params : undefined,
    ...(name === MENU && { nav_hamburgerMenu_isOpen: undefined }),
  }
}

/** The address with one popup replaced by another. */
export function replacePopup<A extends PopupAddress>(
  address: A,
  old: PopupName,
  name: PopupName,
  params: PopupParams = {},
): A {
  return addPopup(removePopup(address, old), name, params)
}

/** The address without popups. */
export function withoutPopups<A extends PopupAddress>(address: A): A {
  return {
    ...address,
    popups_center: undefined,
    popups_top: undefined,
    popups_params: undefined,
    nav_hamburgerMenu_isOpen: undefined,
  }
}

/**
 * Open popups, topmost last.
 *
 * @param order names in the order of opening, which the address does not have; for names missing in it, the top
 *   slot is below the centre
 */
export function stackOf(address: PopupAddress, order: readonly string[] = []): string[] {
  const menu = address.nav_hamburgerMenu_isOpen ? [MENU] : []
  const names = [...new Set([...(address.popups_top ?? []), ...(address.popups_center ?? []), ...menu])]
  const rank = (name: string) => order.indexOf(name)
  return names
    .map((name, index) => ({ name, index }))
    .sort((a, b) => {
      const known = rank(a.name) >= 0 && rank(b.name) >= 0
      return known ? rank(a.name) - rank(b.name) : a.index - b.index
    })
    .map(({ name }) => name)
}

function keyOf(name: PopupName): 'popups_center' | 'popups_top' {
  return slotOf(name) === 'top' ? 'popups_top' : 'popups_center'
}
