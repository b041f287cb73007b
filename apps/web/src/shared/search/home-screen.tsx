import type { Id } from '@cardinal/domain'
import { type ComponentType, createContext, type ReactNode, use } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import type { SearchStore } from './search-store.ts'
import type { SelectionState } from './selection-store.ts'

/** A part of a card that the focus, or only the eye, can be led to. */
export type CardPart = 'card' | 'text' | 'tags' | 'sight'

/** Which card keys act on, and what is open on it. */
export interface HomeFocus {
  /** The card under the keyboard; null: none yet. */
  readonly cardId: Id | null
  /**
   * Where an act of the person sent the focus that has not arrived: the row may have to be drawn first. A row
   * takes it once, so that one which is drawn again later has nothing to take. `typed` is written into the field.
   */
  readonly awaited: { readonly cardId: Id; readonly part: CardPart; readonly typed: string } | null
  /** The card whose text is being edited in place. */
  readonly editingId: Id | null
  /** The card whose tag panel is open. */
  readonly taggingId: Id | null
  /** Cards shown whole. */
  readonly openIds: ReadonlySet<Id>
  /** The card that was added last and offers tags in its row; null: none. */
  readonly justAddedId: Id | null
  setCard(cardId: Id | null, options?: { takesFocus: boolean }): void
  edit(cardId: Id | null): void
  tag(cardId: Id | null): void
  toggleOpen(cardId: Id): void
  /** Shows the row of a card that was added, without the focus; null: it offers nothing more. */
  setJustAdded(cardId: Id | null): void
  /**
   * Returns text once, for the part that the focus was sent to: that part takes the focus now. The text was typed
   * before the field appeared, and is mostly empty. Null: the focus was not sent to this part.
   */
  takeFocus(cardId: Id, part: CardPart): string | null
  /** Records a key that was typed before the field appeared. Returns false if no field is awaited. */
  typeAhead(event: KeyboardEvent): boolean
  /** Cancels the pending move of the focus, because the person went on to something else. */
  dropFocus(): void
}

/** The stores of the home page. Popups that sort, filter or act on its result work on them too. */
export interface HomeScreen {
  readonly search: SearchStore
  readonly selection: StoreApi<SelectionState>
  readonly focus: StoreApi<HomeFocus>
  /** Puts a card of the open workspace first among those used last. */
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
  /** A note as a document. */
  readonly note: ComponentType<HomeNoteProps>
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

export function HomeNote(props: HomeNoteProps) {
  const Note = useModes().note
  return <Note {...props} />
}

function useModes(): HomeModes {
  const modes = use(ModesContext)
  if (modes === null) throw new Error('A HomeModesProvider is missing above the home page.')
  return modes
}
