import {
  type Card,
  type Change,
  type Id,
  type Refusal,
  type Result,
  refused as refusedFor,
} from '@cardinal/domain'
import type { MemoryRows } from './memory-rows.ts'
import type { ApplyRules, Mutation, MutationContext, Outcome, Rows } from './mutation.ts'
import type { WorkspaceEntry } from './outbox-entry.ts'
import { Overlay, type RowKind } from './overlay.ts'

/** The shown rows over the base, and the changes that update an engine from the previous shown rows. */
interface Merged {
  readonly shown: Overlay
  /** Tags before groups before cards, so that a cascade never affects a row that was written after it. */
  readonly changes: readonly Change[]
  /**
   * Entries that the rules refuse over the new base, because of a size or an address. They stay in the outbox: the
   * server decides.
   */
  readonly refused: readonly { readonly key: string; readonly refusal: Refusal }[]
}

/**
 * Updates the shown rows from pulled rows and pending entries.
 *
 * ```
 *   server ── pulled ──►  base  ──┐
 *                                 ├── replay ──►  shown  ── changes ──►  engine
 *   person ── outbox ──►  pending ┘
 * ```
 *
 * Invariants:
 * 1. shown = base with the pending entries replayed in order, each with its own time; nothing else.
 * 2. An engine that equalled what was shown before equals what is shown after applying `changes`.
 * 3. Pulling in many pieces ends as pulling in one: what is shown depends on base and pending alone.
 * 4. With nothing pending, shown reads like base.
 * 5. A refused entry has no effect and hinders none after it; nothing is ever dropped from the outbox here.
 * 6. The same arguments give the same answer: time comes from the entries, chance from nowhere.
 *
 * The effect of an entry may be pulled before its answer arrives. Until then the entry is replayed over its own effect,
 * which changes nothing (or is refused). Only a click is counted twice for that moment.
 *
 * @param base brought up to date in place, because a copy of 100,000 rows at every pull is not affordable;
 *   nobody else may write to it
 * @param shownBefore made by the last merge, or a fresh overlay over `base`
 * @param pending entries that `base` does not hold after this pull, see `pendingEntries`
 * @param applyRules for the pending entries; the server has applied the rules to `pulled`
 */
export function merge(
  base: MemoryRows,
  shownBefore: Overlay,
  pulled: readonly Change[],
  pending: readonly WorkspaceEntry[],
  applyRules?: ApplyRules,
): Merged {
  if (pending.length === 0 && !shownBefore.hasChanges && pulled.every(isLivingCard))
    return { shown: shownBefore, changes: applyCards(base, pulled), refused: [] }
  const rowsBefore = touchedRows(shownBefore, pulled, pending)
  base.apply(pulled)
  const { shown, refused } = replay(base, pending, applyRules)
  const changes: Change[] = []
  for (const kind of KINDS) {
    const before = rowsBefore[kind]
    for (const [id, row] of before) {
      const after = rowOf(shown, kind, id)
      if (!isSameRow(row, after)) changes.push(changeOf(kind, id, after))
    }
    // Only the new overlay has this row, so report it without comparing.
    for (const id of shown.touched(kind))
      if (!before.has(id)) changes.push(changeOf(kind, id, rowOf(shown, kind, id)))
  }
  return { shown, changes, refused }
}

/**
 * Fast path for loads, which are mostly cards without cascades. Without pending changes on them, they are shown as they are,
 * so no comparison is needed.
 *
 * @returns the rows that differ from before
 */
function applyCards(base: MemoryRows, cards: readonly LivingCard[]): Change[] {
  const changes: Change[] = []
  for (const change of cards) {
    const isChange = !isSameRow(base.card(change.id), change.row)
    base.apply([change])
    if (isChange) changes.push(change)
  }
  return changes
}

type LivingCard = Extract<Change, { kind: 'card' }> & { readonly row: Card }

function isLivingCard(change: Change): change is LivingCard {
  return change.kind === 'card' && change.row !== null
}

/** Base with the pending entries on top, in order. */
export function replay(
  base: Rows,
  pending: readonly WorkspaceEntry[],
  applyRules?: ApplyRules,
): Pick<Merged, 'shown' | 'refused'> {
  const shown = new Overlay(base)
  const refused: { key: string; refusal: Refusal }[] = []
  for (const { key, mutation, at } of pending) {
    const outcome = attempted(shown, mutation, {
      now: at,
      onConflict: 'merge',
      ...(applyRules && { applyRules }),
    })
    if (!outcome.ok) refused.push({ key, refusal: outcome.error })
  }
  return { shown, refused }
}

/** Tries an entry. One stored by another version may have unexpected arguments, and must not block later entries. */
function attempted(shown: Overlay, mutation: Mutation, context: MutationContext): Result<Outcome, Refusal> {
  try {
    return shown.run(mutation, context)
  } catch (failure) {
    return refusedFor({ kind: 'invalid', field: 'mutation', reason: String(failure) })
  }
}

const KINDS: readonly RowKind[] = ['tag', 'group', 'card']

type Row = NonNullable<Extract<Change, { kind: RowKind }>['row']>

/** The shown state, before the merge, of the rows that may change. */
function touchedRows(
  shown: Overlay,
  pulled: readonly Change[],
  pending: readonly WorkspaceEntry[],
): Record<RowKind, Map<Id, Row | undefined>> {
  const rows = { tag: new Map(), group: new Map(), card: new Map() }
  const touch = (kind: RowKind, id: Id) => rows[kind].set(id, rowOf(shown, kind, id))
  for (const kind of KINDS) for (const id of shown.touched(kind)) touch(kind, id)
  for (const { kind, id } of pulled) if (kind !== 'workspace') touch(kind, id)
  for (const tagId of perhapsRemade(pulled, pending)) {
    for (const { id } of shown.cardsCarrying(tagId)) touch('card', id)
    for (const { id } of shown.groupsHolding(tagId)) touch('group', id)
  }
  return rows
}

/**
 * Deleted tags that may exist again: recreated elsewhere since, or restored by a pending change that uses
 * them. The engine never learns of the deletion, so the cards and groups that lost them must be reported one
 * by one.
 */
function perhapsRemade(pulled: readonly Change[], pending: readonly WorkspaceEntry[]): Id[] {
  const made = new Set<Id>()
  for (const { kind, id, row } of pulled) if (kind === 'tag' && row !== null) made.add(id)
  return pulled.flatMap(({ kind, id, row }) =>
    kind === 'tag' && row === null && (pending.length > 0 || made.has(id)) ? [id] : [],
  )
}

function rowOf(rows: Rows, kind: RowKind, id: Id): Row | undefined {
  return kind === 'card' ? rows.card(id) : kind === 'tag' ? rows.tag(id) : rows.group(id)
}

function changeOf(kind: RowKind, id: Id, row: Row | undefined): Change {
  return { kind, id, row: row ?? null } as Change
}

function isSameRow(a: Row | undefined, b: Row | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
