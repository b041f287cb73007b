import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { PopupName, PopupSlot } from './names.ts'
import type { PopupParams } from './popup-address.ts'

/** Props of a popup's component. */
export interface PopupProps<Params = PopupParams> {
  params: Params
  /** Closes this popup. */
  close: () => void
}

/** Checks params; usually a zod schema. Malformed params become those of `{}`. */
export interface ParamsSchema<Params> {
  safeParse(value: unknown): { success: true; data: Params } | { success: false }
}

/** A popup as the host knows it. */
export interface PopupDefinition<Params = PopupParams> {
  readonly name: PopupName
  readonly slot: PopupSlot
  /** A function where the title depends on the params. */
  readonly title: string | (() => string)
  /** The title is for screen readers only, because the content shows it. */
  readonly isTitleHidden?: boolean
  readonly size?: 'sm' | 'md' | 'lg' | 'full'
  /** Comes from the side instead: for a menu. */
  readonly isDrawer?: boolean
  readonly role?: 'dialog' | 'alertdialog'
  /** Returns the address of a page that shows the same in the whole window. Null: none for these params. */
  readonly page?: (params: Params) => string | null
  readonly params: ParamsSchema<Params>
  readonly load: () => Promise<{ default: ComponentType<PopupProps<Params>> }>
}

/** A popup in the registry, without the type of its params. */
export interface RegisteredPopup {
  readonly definition: Omit<PopupDefinition<never>, 'params' | 'load' | 'page'>
  readonly load: () => Promise<unknown>
  /** Its component with checked params, or null when even `{}` doesn't satisfy the schema. */
  readonly resolve: (params: PopupParams | undefined) => ResolvedPopup | null
}

export interface ResolvedPopup {
  readonly Component: LazyExoticComponent<ComponentType<PopupProps<never>>>
  readonly params: never
  /** The address of the page that shows the same. */
  readonly page: string | null
}

/** Returns a feature's definition of a popup. */
export function definePopup<Params>(definition: PopupDefinition<Params>): RegisteredPopup {
  const Component = lazy(definition.load) as unknown as ResolvedPopup['Component']
  return {
    definition,
    load: definition.load,
    resolve(params) {
      const given = definition.params.safeParse(params ?? {})
      const parsed = given.success ? given : definition.params.safeParse({})
      if (!parsed.success) return null
      const page = definition.page?.(parsed.data) ?? null
      return { Component, params: parsed.data as never, page }
    },
  }
}

/** Popups by name. Unknown names in an address are ignored. */
export type PopupRegistry = ReadonlyMap<string, RegisteredPopup>

/** @throws when two popups have one name: a mistake in the list, found at the first start. */
export function popupRegistry(popups: readonly RegisteredPopup[]): PopupRegistry {
  const byName = new Map<string, RegisteredPopup>()
  for (const popup of popups) {
    const { name } = popup.definition
    if (byName.has(name)) throw new Error(`Two popups are named ${name}.`)
    byName.set(name, popup)
  }
  return byName
}
