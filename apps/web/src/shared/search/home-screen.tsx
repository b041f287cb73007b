import type { Id } from '@cardinal/domain'
import { type ComponentType, createContext, type ReactNode, use, useLayoutEffect, useState } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import { takeEarlyKeys } from '../../ui/early-keys.ts'
import type { SearchStore } from './search-store.ts'
import type { SelectionState } from './selection-store.ts'

/** A part of a card to focus; `sight` only scrolls to it. */
export type CardPart = 'card' | 'text' | 'tags' | 'sight'

/** The card that keys act on, and what is open on it. */
export interface HomeFocus {
  /** The active card; null: none yet. */
  readonly cardId: Id | null
  /**
   * Where the person's last act sends the focus; pending until the row is rendered. A row takes it once, so that
   * re-rendering does not move the focus again. `typed` is inserted into the field.
   */
  readonly awaited: { readonly cardId: Id; readonly part: CardPart; readonly typed: string } | null
  /** The card whose text is being edited in place. */
  readonly editingId: Id | null
  /** The card whose tag panel is open. */
  readonly taggingId: Id | null
  /** Expanded cards. */
  readonly openIds: ReadonlySet<Id>
  /** The card just added, which offers tags in its row; null: none. */
  readonly justAddedId: Id | null
  setCard(cardId: Id | null, options?: { takesFocus: boolean }): void
  edit(cardId: Id | null): void
  tag(cardId: Id | null): void
  toggleOpen(cardId: Id): void
  /** Shows the row of a card just added, without focusing it; null: stop offering tags. */
  setJustAdded(cardId: Id | null): void
  /**
   * If the focus was sent to this part: returns, once, the text typed before the field appeared (usually empty), and the
   * part must take the focus. Null: not sent here.
   */
  takeFocus(cardId: Id, part: CardPart): string | null
  /** Records a key typed before the field appeared. False: no field is awaited. */
  typeAhead(event: KeyboardEvent): boolean
  /** The person went on: drops the pending move of the focus. */
  dropFocus(): void
}

/** The stores of the home page, also for popups that sort, filter or act on its results. */
export interface HomeScreen {
  readonly search: SearchStore
  readonly selection: StoreApi<SelectionState>
  readonly focus: StoreApi<HomeFocus>
  /** Records that a card of the open workspace was used. */
  noteUse(cardId: Id): void
}

/** The app provides the stores, so that no other feature imports the home page. */
export const HomeScreenContext = createContext<HomeScreen | null>(null)

export function useHomeScreen(): HomeScreen {
  const screen = use(HomeScreenContext)
  if (screen === null) throw new Error('A HomeScreenContext is missing above this component.')
  return screen
}

export interface HomeNoteProps {
  readonly cardId: Id
}

/** The modes of the home page besides cards and tags. Each is another feature. */
export interface HomeModes {
  readonly workspace: ComponentType
  readonly chart: ComponentType
  /** Loads a note as a document. */
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
 * Renders a note as a document, and `fallback` until its code is there. Without Suspense, because React shows a part that
 * was suspended no sooner than 300 ms after its fallback.
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

/** What loads the code of a note's document. */
export const useNoteLoader = (): HomeModes['note'] => useModes().note

function useModes(): HomeModes {
  const modes = use(ModesContext)
  if (modes === null) throw new Error('A HomeModesProvider is missing above the home page.')
  return modes
}
