import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { PopupName } from './names.ts'
import { checkedParams, type ParamsOf } from './popup-params.ts'

/** Props of a popup's component. */
export interface PopupProps<Name extends PopupName = PopupName> {
  params: ParamsOf<Name>
  /** Closes this popup. */
  close: () => void
}

interface PopupDefinition<Name extends PopupName> {
  /** A function, if the title depends on the parameters. */
  readonly title: string | (() => string)
  /** Whether the title is only for screen readers, because the content shows it. */
  readonly isTitleHidden?: boolean
  readonly size?: 'sm' | 'md' | 'lg' | 'full'
  /** Whether it slides in from the side, like the menu. */
  readonly isDrawer?: boolean
  readonly role?: 'dialog' | 'alertdialog'
  /** Address of the page with the same content in the whole window. Null: these parameters have none. */
  readonly page?: (params: ParamsOf<Name>) => string | null
  readonly load: () => Promise<{ default: ComponentType<PopupProps<Name>> }>
}

/** The definition of every popup. */
type PopupTable = { readonly [Name in PopupName]: PopupDefinition<Name> }

export interface RegisteredPopup {
  readonly name: PopupName
  readonly definition: Omit<PopupDefinition<never>, 'load' | 'page'>
  readonly load: () => Promise<unknown>
  /** The component with validated parameters. */
  readonly resolve: (params: unknown) => ResolvedPopup
}

export interface ResolvedPopup {
  readonly Component: LazyExoticComponent<ComponentType<PopupProps<never>>>
  readonly params: never
  /** Address of the page with the same content; null: none. */
  readonly page: string | null
}

/** Popups by name. Unknown names in an address are ignored. */
export type PopupRegistry = ReadonlyMap<string, RegisteredPopup>

export function popupRegistry(table: PopupTable): PopupRegistry {
  const registered = (Object.keys(table) as PopupName[]).map((name) => register(name, table))
  return new Map(registered.map((popup) => [popup.name, popup]))
}

function register<Name extends PopupName>(name: Name, table: PopupTable): RegisteredPopup {
  const definition: PopupDefinition<Name> = table[name]
  const Component = lazy(definition.load) as unknown as ResolvedPopup['Component']
  return {
    name,
    definition,
    load: definition.load,
    resolve(given) {
      const params = checkedParams(name, given ?? {})
      return { Component, params: params as never, page: definition.page?.(params) ?? null }
    },
  }
}
