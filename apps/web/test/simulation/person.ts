import { type Card, type Change, type Id, NOTHING_ASKED } from '@cardinal/domain'
import type { CardQuery, TagInUse } from '@cardinal/engine'
import type { AccountMutation, Mutation } from '@cardinal/sync'
import type { ReplicaCore } from '../../src/replica/worker/replica-core.ts'
import type { Seen } from './acts.ts'
import type { Tab } from './device.ts'
import { ANY, type Wish } from './wish.ts'

/** An act, and how far it is. */
export interface Act extends Wish<Mutation | AccountMutation> {
  /** The tab in which it was made. Acts of one tab are in order. */
  readonly tab: string
  /** ms since the start of the story */
  readonly at: number
  /** Sequence number of the rows that the tab showed. */
  readonly seenSeq: number | null
  readonly workspaceId: Id | null
  /** Empty for a change of the account. */
  readonly keys: readonly string[]
  /** The undo that the app offered right after the act. */
  readonly undo: readonly Mutation[]
  /** Whether the app showed the act as saved. */
  isStored: boolean
}

const EVERYTHING: CardQuery = {
  type: null,
  search: NOTHING_ASKED,
  second: NOTHING_ASKED,
  onlyTags: false,
  colors: [],
  dates: null,
  done: null,
  order: { by: 'oldest', of: 'added' },
  offset: 0,
  limit: 10_000,
  parts: 'all',
}

/** The rows that a tab shows, by asking its engine like a screen. */
export function seenIn(core: ReplicaCore): Seen {
  return {
    cards: core.ask('matchCards', EVERYTHING).cards,
    tags: core.ask('allTags', { order: { by: 'alphabetically', of: 'asc' } }),
    groups: core.ask('allGroups', {}),
  }
}

/** Makes an act in a tab. Null: the tab is not ready, or the act is refused. */
export function doIn(tab: Tab, wish: Wish): Act | null {
  const mutated = tab.core?.mutate(wish.mutation)
  if (mutated === undefined || !mutated.ok) return null
  const { keys, undo, stored } = mutated.value
  const { workspaceId } = tab.user
  const act: Act = { ...wish, ...whereabouts(tab), workspaceId, keys, undo, isStored: false }
  stored.then(() => keptIn(tab, act))
  return act
}

function keptIn(tab: Tab, act: Act): void {
  if (tab.store.place === 'device') act.isStored = true
  else tab.inMemory.push(act)
}

/** Undoes an act: removes the person's texts, and restores what they saw before. */
export function undoIn(tab: Tab, { undo, texts, values }: Act): Act[] {
  const wish = {
    texts: texts.map(({ place, from, to }) => ({ place, from: to, to: from })),
    values: [...values.map(({ field }) => field), ...undo.flatMap(fieldsPutBack)].map((field) => ({
      field,
      value: ANY,
    })),
    isShownLater: true,
    isUndo: true,
  }
  return undo.flatMap((mutation) => doIn(tab, { mutation, ...wish }) ?? [])
}

/** Fields that undoing a deletion restores besides the row itself. The tab may die in between. */
function fieldsPutBack({ name, args }: Mutation): string[] {
  switch (name) {
    case 'setTagColor':
      return args.tagIds.map((id) => `tag ${id} color`)
    case 'setGroupColor':
      return args.groupIds.map((id) => `group ${id} color`)
    case 'setGroupsHidden':
      return args.groupIds.map((id) => `group ${id} isHidden`)
    default:
      return []
  }
}

/** Makes an act on the account in a tab. */
export function doInAccount(tab: Tab, wish: Wish<AccountMutation>): Act {
  const act: Act = { ...wish, ...whereabouts(tab), workspaceId: null, keys: [], undo: [], isStored: false }
  const { mutation } = wish
  const isChangingWorkspace =
    mutation.name === 'deleteWorkspace' ||
    (mutation.name === 'updateSettings' && mutation.args.currentWorkspaceId !== undefined)
  // Resolves when the change is stored only if it opens another workspace.
  const stored = isChangingWorkspace ? tab.user.mutateAccount(mutation) : tab.core?.mutateAccount(mutation)
  stored?.then(() => keptIn(tab, act))
  return act
}

function whereabouts(tab: Tab): Pick<Act, 'tab' | 'at' | 'seenSeq'> {
  return { tab: tab.name, at: tab.storyTime, seenSeq: tab.core?.state().seq ?? null }
}

/** The rows of a workspace by name, in a fixed order, so that two can be compared. */
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
      const { groupIds: _groupIds, cardCount: _cardCount, ...row } = tag as TagInUse
      return { kind: 'tag', id: row.id, row }
    }),
    ...groups.map((row): Change => ({ kind: 'group', id: row.id, row })),
  ]
}
