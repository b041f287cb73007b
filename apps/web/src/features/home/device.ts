import { type CardOrder, type CardType, type Id, LIMITS } from '@cardinal/domain'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { keep, readKept } from '../../shared/account/kept.ts'

const STORAGE_KEY = 'home'

/** State of the home page that this device keeps, for all accounts and searches. */
interface DeviceState {
  readonly isRailOpen: boolean
  readonly isPanelOpen: boolean
  /** The open section of the tags panel. Null: none. */
  readonly panelSection: PanelSection | null
  /** Names of the folded sections of the rail. */
  readonly folded: readonly string[]
  /** Cards used last, newest first, by workspace. */
  readonly recentByWorkspace: Readonly<Record<Id, readonly Id[]>>
  /** The kind added last, todo or note. The bar adds this kind where the list shows all kinds. */
  readonly kind: 'todo' | 'note'
  /** The order of todos that was chosen last. */
  readonly todoOrder: DayOrder
  /** Whether there were saved searches, so that their row is reserved before they are loaded. */
  readonly hasSaved: boolean
  set(change: Partial<Omit<Kept, 'folded' | 'recentByWorkspace' | 'kind'>>): void
  /** Records the kind that was used. */
  useKind(kind: CardType): void
  fold(section: string, isFolded: boolean): void
  use(workspaceId: Id, cardId: Id): void
}

/** `day`: in sections, by due date. */
export type DayOrder = CardOrder | 'day'

export type PanelSection = 'narrow' | 'groups' | 'all'

type Kept = Pick<
  DeviceState,
  | 'isRailOpen'
  | 'isPanelOpen'
  | 'panelSection'
  | 'folded'
  | 'recentByWorkspace'
  | 'kind'
  | 'todoOrder'
  | 'hasSaved'
>

const START: Kept = {
  isRailOpen: true,
  isPanelOpen: true,
  panelSection: 'narrow',
  folded: [],
  recentByWorkspace: {},
  kind: 'todo',
  todoOrder: 'day',
  hasSaved: false,
}

export const device = createStore<DeviceState>((set) => ({
  ...START,
  ...read(),
  set,
  useKind: (kind) => {
    if (kind !== 'link') set({ kind })
  },
  fold: (section, isFolded) =>
    set(({ folded }) => ({
      folded: isFolded ? [...new Set([...folded, section])] : folded.filter((name) => name !== section),
    })),
  use: (workspaceId, cardId) =>
    set(({ recentByWorkspace }) => ({
      recentByWorkspace: {
        ...recentByWorkspace,
        [workspaceId]: afterUse(recentByWorkspace[workspaceId] ?? [], cardId),
      },
    })),
}))

device.subscribe(({ set: _, useKind: _kind, fold: _fold, use: _use, ...kept }) =>
  keep('device', STORAGE_KEY, kept),
)

export function useDevice<Part>(select: (state: DeviceState) => Part): Part {
  return useStore(device, select)
}

function read(): Partial<Kept> {
  const kept = readKept('device', STORAGE_KEY)
  return isKept(kept) ? kept : {}
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false
  const { folded, recentByWorkspace } = value as Partial<Kept>
  return Array.isArray(folded) && typeof recentByWorkspace === 'object' && recentByWorkspace !== null
}

/** Adds a card to the cards used last: at most 3, newest first, without duplicates (HM-14). */
export function afterUse(recent: readonly Id[], used: Id): readonly Id[] {
  if (recent[0] === used) return recent
  return [used, ...recent.filter((id) => id !== used)].slice(0, LIMITS.recentCards)
}
