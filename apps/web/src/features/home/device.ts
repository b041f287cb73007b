import type { CardType, Id } from '@cardinal/domain'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { keep, readKept } from '../../shared/device/kept.ts'
import { afterUse } from './recent-cards.ts'

const KEPT = 'home'

/** What this device remembers of the home page, for all accounts and searches. */
export interface DeviceState {
  readonly isRailOpen: boolean
  readonly isPanelOpen: boolean
  /** The section of the tags panel that is open; null: none. */
  readonly panelSection: PanelSection | null
  /** Sections of the rail that are folded away, by name. */
  readonly folded: readonly string[]
  /** Cards used last, newest first, by workspace. */
  readonly recentByWorkspace: Readonly<Record<Id, readonly Id[]>>
  /** The kind used last, todo or note: what the bar adds where the list shows all kinds. */
  readonly kind: 'todo' | 'note'
  set(change: Partial<Pick<DeviceState, 'isRailOpen' | 'isPanelOpen' | 'panelSection'>>): void
  /** Notes that a kind was used. */
  useKind(kind: CardType): void
  fold(section: string, isFolded: boolean): void
  use(workspaceId: Id, cardId: Id): void
}

export type PanelSection = 'narrow' | 'groups' | 'all'

type Kept = Pick<
  DeviceState,
  'isRailOpen' | 'isPanelOpen' | 'panelSection' | 'folded' | 'recentByWorkspace' | 'kind'
>

const START: Kept = {
  isRailOpen: true,
  isPanelOpen: true,
  panelSection: 'narrow',
  folded: [],
  recentByWorkspace: {},
  kind: 'todo',
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

device.subscribe(({ isRailOpen, isPanelOpen, panelSection, folded, recentByWorkspace, kind }) => {
  const kept: Kept = { isRailOpen, isPanelOpen, panelSection, folded, recentByWorkspace, kind }
  keep('device', KEPT, kept)
})

export function useDevice<Part>(select: (state: DeviceState) => Part): Part {
  return useStore(device, select)
}

function read(): Partial<Kept> {
  const kept = readKept('device', KEPT)
  return isKept(kept) ? kept : {}
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false
  const { folded, recentByWorkspace } = value as Partial<Kept>
  return Array.isArray(folded) && typeof recentByWorkspace === 'object' && recentByWorkspace !== null
}
