import type { Id } from '@cardinal/domain'
import { type ComponentType, createContext, type ReactNode, use, useLayoutEffect, useState } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import { takeEarlyKeys } from '../../ui/early-keys.ts'
import type { SearchStore } from './search-store.ts'
import type { SelectionState } from './selection-store.ts'

/** The part of a card to focus. `sight`: the list only scrolls to the card. */
export type CardPart = 'card' | 'text' | 'tags' | 'sight'

/** The card that keys act on, and what is open on it. */
export interface HomeFocus {
  /** The active card. Null: none yet. */
  readonly cardId: Id | null
  /**
   * Where the last act moves the focus, until the row is rendered. A row takes it once, so that re-rendering
   * doesn't move the focus again. `typed` is inserted into the field.
   */
  readonly awaited: { readonly cardId: Id; readonly part: CardPart; readonly typed: string } | null
  /** The card whose text is being edited in place. */
  readonly editingId: Id | null
  /** The card whose tag panel is open. */
  readonly taggingId: Id | null
  /** Expanded cards. */
  readonly openIds: ReadonlySet<Id>
  /** The card just added, whose row offers tags. Null: none. */
  readonly justAddedId: Id | null
  setCard(cardId: Id | null, options?: { takesFocus: boolean }): void
  edit(cardId: Id | null): void
  tag(cardId: Id | null): void
  toggleOpen(cardId: Id): void
  /** Shows the row of a card just added without focusing it. Null: ends the offer of tags. */
  setJustAdded(cardId: Id | null): void
  /**
   * Takes the focus for this part, once. Returns the text typed before the field appeared, usually empty. Null:
   * the focus belongs elsewhere.
   */
  takeFocus(cardId: Id, part: CardPart): string | null
  /** Records a key typed before the field appeared. Returns false if no field will appear. */
  typeAhead(event: KeyboardEvent): boolean
  /** Drops the pending move of the focus, because the person did something else. */
  dropFocus(): void
}

/** The stores of the home page, also for popups that sort, filter or change its results. */
export interface HomeScreen {
  readonly search: SearchStore
  readonly selection: StoreApi<SelectionState>
  readonly focus: StoreApi<HomeFocus>
  /** Records that a card of the open workspace was used. */
  noteUse(cardId: Id): void
}

/** The stores of the home page. The app provides them, so that no feature imports the home page. */
export const HomeScreenContext = createContext<HomeScreen | null>(null)

export function useHomeScreen(): HomeScreen {
  const screen = use(HomeScreenContext)
  if (screen === null) throw new Error('A HomeScreenContext is missing above this component.')
  return screen
}

export interface HomeNoteProps {
  readonly cardId: Id
}

/** The modes of the home page besides cards and tags. Each is a separate feature. */
export interface HomeModes {
  readonly workspace: ComponentType
  readonly chart: ComponentType
  /** Loads the document of a note. */
  readonly note: () => Promise<{ default: ComponentType<HomeNoteProps> }>
}

const ModesContext = createContext<HomeModes | null>(null)

/** Provides the modes, so that the home page imports no other feature. */
export function HomeModesProvider({ modes, children }: { modes: HomeModes; children: ReactNode }) {
  return <ModesContext value={modes}>{children}</ModesContext>
}

export function HomeMode({ name }: { name: 'workspace' | 'chart' }) {
  const Mode = useModes()[name]
  return <Mode />
}

/**
 * A note as a document, or `fallback` until its code is loaded. It doesn't use Suspense, with which React shows
 * the document at least 300 ms after the fallback.
 */
export function HomeNote({ fallback, ...props }: HomeNoteProps & { fallback: ReactNode }) {
  const load = useNoteLoader()
  const [loaded, setLoaded] = useState<{ Note: ComponentType<HomeNoteProps> } | { error: unknown } | null>(
    null,
  )
  useLayoutEffect(() => {
    load().then(
      ({ default: Note }) => setLoaded({ Note }),
      (error: unknown) => {
        takeEarlyKeys()
        setLoaded({ error })
      },
    )
  }, [load])
  if (loaded === null) return fallback
  if ('error' in loaded) throw loaded.error
  return <loaded.Note {...props} />
}

/** Loads the code of a note's document. */
export const useNoteLoader = (): HomeModes['note'] => useModes().note

function useModes(): HomeModes {
  const modes = use(ModesContext)
  if (modes === null) throw new Error('A HomeModesProvider is missing above the home page.')
  return modes
}
