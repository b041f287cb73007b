import { type Card, type Change, type Id, NOTHING_ASKED } from '@cardinal/domain'
import type { CardQuery } from '@cardinal/engine'
import type { Mutation } from '@cardinal/sync'
import type { ReplicaCore } from '../../src/replica/worker/replica-core.ts'
import type { Seen } from './acts.ts'
import type { Tab } from './device.ts'

/** Something that was done, and how far it came. */
export interface Act {
  readonly mutation: Mutation
  readonly device: string
  readonly keys: readonly string[]
  /** It was shown as saved on the device. */
  isStored: boolean
}

const EVERYTHING: CardQuery = {
  type: null,
  search: NOTHING_ASKED,
  second: NOTHING_ASKED,
  onlyTags: false,
  colors: [],
  dates: null,
  order: { by: 'oldest', of: 'added' },
  offset: 0,
  limit: 10_000,
  parts: 'all',
}

/** What a tab shows, asked of its engine as a screen would. */
export function seenIn(core: ReplicaCore, deletedCardIds: readonly Id[] = []): Seen {
  return {
    cards: core.ask('matchCards', EVERYTHING).cards,
    tags: core.ask('allTags', { order: { by: 'alphabetically', of: 'asc' } }),
    groups: core.ask('allGroups', {}),
    deletedCardIds,
  }
}

/** Does it in a tab; null when the tab isn't ready or a rule refuses. */
export function doIn(tab: Tab, device: string, mutation: Mutation): Act | null {
  const performed = tab.core?.perform(mutation)
  if (performed === undefined || !performed.ok) return null
  const act: Act = { mutation, device, keys: performed.value.keys, isStored: false }
  performed.value.stored.then(() => {
    act.isStored = true
  })
  return act
}

/** The rows of a workspace by name, in one order, so that two can be compared. */
export function normalised(changes: readonly Change[]): Record<string, unknown> {
  const rows = changes.flatMap(({ kind, id, row }) =>
    kind === 'workspace' || row === null ? [] : [[`${kind} ${id}`, row] as const],
  )
  return Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1)))
}

export function rowsOf({ cards, tags, groups }: Seen): Change[] {
  return [
    ...cards.map((row: Card): Change => ({ kind: 'card', id: row.id, row })),
    ...tags.map((tag): Change => {
      const { id, name, color, clickCount, lastClickedAt, createdAt, updatedAt } = tag
      return { kind: 'tag', id, row: { id, name, color, clickCount, lastClickedAt, createdAt, updatedAt } }
    }),
    ...groups.map((row): Change => ({ kind: 'group', id: row.id, row })),
  ]
}
