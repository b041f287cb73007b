import {
  type Card,
  type Change,
  copyId,
  grouped,
  type Id,
  LIMITS,
  LINK_FIELDS,
  ok,
  type Refusal,
  type Result,
  refused,
  textsHash,
} from '@cardinal/domain'
import {
  type LeftRow,
  MemoryRows,
  type MovedCards,
  type Mutation,
  Overlay,
  pendingEntries,
  type Rows,
  type TagExample,
  type Undoing,
} from '@cardinal/sync'
import { EXAMPLES, lookOf } from '@cardinal/sync/planning'
import type { MovePreview } from '../replica.ts'
import { loadCopy } from './load-copy.ts'
import { type CopyParts, copiesOf, movedChanges, type RejectedEntry } from './moving.ts'
import type { MadeEntry, ReplicaStore, StoredRejection } from './store/store.ts'

export interface MovingParts {
  readonly workspaceId: Id
  readonly store: ReplicaStore
  readonly now: number
  readonly newId: () => Id
  /** The shown rows. */
  readonly rows: Rows
  /** Applies a mutation to the shown rows without storing it. Refused: why not. */
  readonly show: (mutation: Mutation) => Result<unknown, Refusal>
  readonly entry: (mutation: Mutation, workspaceId: Id) => MadeEntry
  readonly write: (entries: readonly MadeEntry[]) => void
}

/** Previews a move: the tags that it creates, and some cards before and after. */
export async function previewMove(
  cardIds: readonly Id[],
  to: Id,
  { store, rows, now, newId }: MovingParts,
): Promise<MovePreview> {
  const cards = living(cardIds, rows)
  const there = await otherRows(store, to, ({ kind }) => kind !== 'card')
  const copies = copiesOf(cards, rows, newId, idsThere(to))
  const context = { now, onConflict: 'merge' } as const
  const made = copies.tags.flatMap((mutation): TagExample[] => {
    const outcome = there.rows.run(mutation, context)
    const changes = outcome.ok ? outcome.value.changes : []
    return changes.flatMap(({ kind, row }) =>
      kind === 'tag' && row !== null ? [{ before: null, after: row.name, into: null }] : [],
    )
  })
  const moving = new Set(cards.map(({ id }) => id))
  return {
    cards: cards.length,
    tags: made.length,
    tagExamples: made.slice(0, EXAMPLES),
    cardExamples: cards.slice(0, EXAMPLES).map((card, n) => {
      const copy = copies.cards[n]
      if (copy !== undefined) there.rows.run(copy, context)
      const after = there.rows.card(copy?.args.card.id ?? '')
      return {
        id: card.id,
        before: lookOf(card, rows),
        after: after === undefined ? null : lookOf(after, there.rows),
      }
    }),
    isKnown: there.hasCopy,
    unlinkedCards: cards.filter((card) => linkedIds(card).some((id) => !moving.has(id) && rows.card(id)))
      .length,
  }
}

/**
 * Creates cards again in another workspace and deletes them here, where they can be restored. All entries are
 * stored at once and sent in order, so that no card is deleted before the server has acknowledged its duplicate.
 */
export function moveCards(
  cardIds: readonly Id[],
  to: Id,
  { workspaceId, rows, newId, show, entry, write }: MovingParts,
): Result<Undoing, Refusal> {
  const cards = living(cardIds, rows)
  if (to === workspaceId) return refused({ kind: 'not-found', what: 'workspace', id: to })
  if (cards.length > LIMITS.movedCards)
    return refused({
      kind: 'invalid',
      field: 'cardIds',
      reason: `At most ${grouped(LIMITS.movedCards)} cards are moved at once.`,
    })
  const copies = copiesOf(cards, rows, newId, idsThere(to))
  const ids = cards.map(({ id }) => id)
  const deletions = cards.map(
    (card, n): MadeEntry => ({
      ...entry(deletion([card.id], [textsHash(card)]), workspaceId),
      needs: [copies.cards[n]?.args.card.id ?? ''],
    }),
  )
  const shown = show({ name: 'deleteCards', args: { cardIds: ids } })
  if (!shown.ok) return shown
  write([...[...copies.tags, ...copies.cards].map((mutation) => entry(mutation, to)), ...deletions])
  const moved = copies.cards.map(({ args: { card } }, n) => ({
    from: ids[n] ?? '',
    to: card.id,
    texts: textsHash({ ...card, address: card.address ?? null, subnotes: card.subnotes ?? [] }),
  }))
  return ok({
    undo: [{ name: 'restoreCards', args: { cardIds: ids } }],
    written: [],
    moved: { workspaceId: to, cards: moved },
  })
}

/**
 * Restores moved cards, and deletes their duplicates. A duplicate that was changed or deleted since, as far as
 * this device knows, is left as it is.
 *
 * @param isThere false: the other workspace was deleted with the duplicates
 */
export async function moveBack(
  { workspaceId: to, cards }: MovedCards,
  isThere: boolean,
  { workspaceId, store, show, entry, write }: MovingParts,
): Promise<LeftRow[]> {
  const wanted = new Set(cards.map((card) => card.to))
  const there = await otherRows(store, to, ({ kind, id }) => kind !== 'card' || wanted.has(id))
  const left = cards.flatMap((card): LeftRow[] => {
    const why = isThere ? changedThere(card, there) : null
    return why === null ? [] : [{ kind: 'card', id: card.from, why }]
  })
  const staying = new Set(left.map(({ id }) => id))
  const back = cards.filter(({ from }) => !staying.has(from))
  if (back.length === 0) return left
  const ids = back.map(({ from }) => from)
  const restoring: Mutation = { name: 'restoreCards', args: { cardIds: ids } }
  // The server may still have deleted cards that this device no longer has.
  show(restoring)
  const removing = deletion(
    back.map((card) => card.to),
    back.map(({ texts }) => texts),
  )
  write([entry(restoring, workspaceId), ...(isThere ? [{ ...entry(removing, to), needs: ids }] : [])])
  return left
}

/** Creates the contents of rejected changes again in a workspace; see `movedChanges`. */
export async function movedRejected(
  chosen: readonly StoredRejection[],
  to: Id,
  { store, newId, entry }: MovingParts,
): Promise<MadeEntry[]> {
  const entries: MadeEntry[] = []
  for (const from of new Set(chosen.map((each) => each.entry.workspaceId))) {
    if (from === null) continue
    const rejected = chosen.flatMap((each) => (each.entry.workspaceId === from ? [each.entry] : []))
    const { known } = await storedRows(store, from, () => true)
    for (const mutation of movedChanges(rejected as readonly RejectedEntry[], known, newId))
      entries.push(entry(mutation, to))
  }
  return entries
}

interface OtherRows {
  readonly rows: Overlay
  /** False: this device has no copy of that workspace, or removed it for lack of room. */
  readonly hasCopy: boolean
}

function changedThere({ to, texts }: MovedCards['cards'][number], there: OtherRows): LeftRow['why'] | null {
  const card = there.rows.card(to)
  if (card === undefined) return there.hasCopy ? 'deleted' : null
  return card.updatedAt !== card.createdAt || textsHash(card) !== texts ? 'changed' : null
}

/** Rows of a workspace that is not open, as stored on this device, with pending changes applied. */
async function otherRows(
  store: ReplicaStore,
  workspaceId: Id,
  isWanted: (change: Change) => boolean,
): Promise<OtherRows> {
  const { known, pending, hasCopy } = await storedRows(store, workspaceId, isWanted)
  const rows = new Overlay(new MemoryRows(known))
  for (const { mutation, at } of pending) rows.run(mutation, { now: at, onConflict: 'merge' })
  return { rows, hasCopy }
}

/** The rows that this device has of a workspace, even if it was deleted elsewhere. */
async function storedRows(store: ReplicaStore, workspaceId: Id, isWanted: (change: Change) => boolean) {
  const { meta, batches, outbox } = await store.read(workspaceId, null, 0)
  const known: Change[] = []
  if (meta !== undefined)
    await loadCopy(store, meta, batches, new MemoryRows(), async (changes) => {
      for (const change of changes) if (isWanted(change)) known.push(change)
    })
  const waiting = outbox.filter(({ isRepeat }) => !isRepeat)
  return {
    known,
    pending: pendingEntries(waiting, workspaceId, meta?.seq ?? 0),
    hasCopy: meta !== undefined,
  }
}

function living(cardIds: readonly Id[], rows: Rows): Card[] {
  return [...new Set(cardIds)].flatMap((id) => rows.card(id) ?? [])
}

function linkedIds(card: Card): Id[] {
  return LINK_FIELDS.flatMap((field) => card[field])
}

/** Ids of duplicates follow from card and workspace, so that two devices that move a card create one duplicate. */
function idsThere(workspaceId: Id): CopyParts {
  return { idOfCopy: (id, place = workspaceId) => copyId(id, place) }
}

function deletion(cardIds: readonly Id[], texts: readonly string[]): Mutation {
  const seen = cardIds.map((id, n) => ({ id, texts: texts[n] ?? '' }))
  return { name: 'deleteCards', args: { cardIds, seen } }
}
