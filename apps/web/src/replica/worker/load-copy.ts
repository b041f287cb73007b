import type { Change } from '@cardinal/domain'
import type { MemoryRows } from '@cardinal/sync'
import type { Batch, CopyMeta, ReplicaStore } from './store/store.ts'

/** Number of slices that are read ahead. */
const SLICES_READ_AHEAD = 3

/**
 * Passes on the rows of a copy in chunks, newest first, each row once and in its last state: first those of the
 * batches, then the rest of the slices.
 *
 * @param rows gets the cards that a batch deleted, so that they can be restored
 */
export async function loadCopy(
  store: ReplicaStore,
  meta: CopyMeta,
  batches: readonly Batch[],
  rows: MemoryRows,
  onChanges: (changes: readonly Change[]) => Promise<void>,
): Promise<void> {
  const newest = new Map<string, Change>()
  for (const { changes } of batches) for (const change of changes) newest.set(nameOf(change), change)
  const reading: Promise<readonly Change[]>[] = []
  const readAhead = (from: number) => {
    while (reading.length < SLICES_READ_AHEAD && from + reading.length < meta.slices) {
      const slice = store.readSlice(meta.workspaceId, meta.generation, from + reading.length)
      slice.catch(() => {}) // The reader gets the error; there may be no reader.
      reading.push(slice)
    }
  }
  readAhead(0)
  await onChanges([...newest.values()].reverse())
  for (let n = 0; n < meta.slices; n++) {
    const slice = (await reading.shift()) ?? []
    // Meanwhile the disk reads the next slices.
    readAhead(n + 1)
    await onChanges(newest.size === 0 ? slice : remainingOf(slice, newest, rows))
  }
}

function remainingOf(
  slice: readonly Change[],
  newest: ReadonlyMap<string, Change>,
  rows: MemoryRows,
): Change[] {
  const remaining: Change[] = []
  for (const change of slice) {
    const newer = newest.get(nameOf(change))
    if (newer === undefined) remaining.push(change)
    else if (change.kind === 'card' && change.row !== null && newer.row === null)
      rows.rememberDeleted(change.row)
  }
  return remaining
}

/**
 * The changes, with the cards and groups that deleted tags were on. A copy stores rows separately, so each must
 * be included.
 *
 * @param rows as before the changes
 */
export function withCascade(changes: readonly Change[], rows: MemoryRows): Change[] {
  const said = new Set(changes.map(nameOf))
  const gone = new Set(changes.flatMap(({ kind, id, row }) => (kind === 'tag' && row === null ? [id] : [])))
  const following = new Map<string, Change>()
  const follow = (change: Change) => {
    if (!said.has(nameOf(change))) following.set(nameOf(change), change)
  }
  for (const tagId of gone) {
    for (const row of rows.cardsCarrying(tagId)) follow({ kind: 'card', id: row.id, row: without(row, gone) })
    for (const row of rows.groupsHolding(tagId))
      follow({ kind: 'group', id: row.id, row: without(row, gone) })
  }
  return [...changes, ...following.values()]
}

function without<Holder extends { readonly tagIds: readonly string[] }>(
  holder: Holder,
  gone: Set<string>,
): Holder {
  return { ...holder, tagIds: holder.tagIds.filter((id) => !gone.has(id)) }
}

function nameOf({ kind, id }: Change): string {
  return `${kind} ${id}`
}
