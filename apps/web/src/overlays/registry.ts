import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { PopupName, PopupSlot } from './names.ts'
import type { PopupParams } from './popup-address.ts'

/** What a popup's component gets. */
export interface PopupProps<Params = PopupParams> {
  params: Params
  /** Takes this popup away. */
  close: () => void
}

/** Anything that can check params: a zod schema, usually. Malformed params fall to those of `{}`. */
export interface ParamsSchema<Params> {
  safeParse(value: unknown): { success: true; data: Params } | { success: false }
}

/** All that the host knows of a popup. */
export interface PopupDefinition<Params = PopupParams> {
  readonly name: PopupName
  readonly slot: PopupSlot
  /** A function where the title changes with what the popup asks. */
  readonly title: string | (() => string)
  /** The title is for ears alone, because the content says it. */
  readonly isTitleHidden?: boolean
  readonly size?: 'sm' | 'md' | 'lg' | 'full'
  /** Comes from the side instead: for a menu. */
  readonly isDrawer?: boolean
  readonly role?: 'dialog' | 'alertdialog'
  readonly params: ParamsSchema<Params>
  readonly load: () => Promise<{ default: ComponentType<PopupProps<Params>> }>
}

/** A popup in the registry, its params not known to the compiler any more. */
export interface RegisteredPopup {
  readonly definition: Omit<PopupDefinition<never>, 'params' | 'load'>
  readonly load: () => Promise<unknown>
  /** Its component with checked params, or null when even `{}` doesn't satisfy the schema. */
  readonly resolve: (params: PopupParams | undefined) => ResolvedPopup | null
}

export interface ResolvedPopup {
  readonly Component: LazyExoticComponent<ComponentType<PopupProps<never>>>
  readonly params: never
}

/** What a feature hands in for each of its popups. */
export function definePopup<Params>(definition: PopupDefinition<Params>): RegisteredPopup {
  const Component = lazy(definition.load) as unknown as ResolvedPopup['Component']
  return {
    definition,
    load: definition.load,
    resolve(params) {
      const given = definition.params.safeParse(params ?? {})
      const parsed = given.success ? given : definition.params.safeParse({})
      return parsed.success ? { Component, params: parsed.data as never } : null
    },
  }
}

/** Popups by name. A name that is not in it is ignored wherever it stands. */
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
