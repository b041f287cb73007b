import type { AccountRows } from '../../account-overlay.ts'
import type { SliceColumns } from './slice-columns.ts'
import type { Batch, CopyMeta, LastAcknowledged } from './store.ts'

/* A damaged disk may return other rows than were written. Unreadable parts count as missing: the server has
   them, and comparing digests shows that rows are missing. */

/** Whether each column of a slice has a value for each card. */
export function isWholeSlice(found: unknown): found is SliceColumns {
  const slice = (found ?? {}) as Partial<SliceColumns>
  const { others, ids, types, contents, values, createdAt, updatedAt, tagIds, tagging, parts } = slice
  if (![others, ids, tagIds, parts].every(Array.isArray) || !(tagging instanceof Uint32Array)) return false
  const fields = [types, contents, createdAt, updatedAt, ...Object.values(values ?? {})]
  return fields.length > 4 && fields.every((field) => field?.length === ids?.length)
}

export function isWholeBatch(found: unknown): found is Batch {
  const { n, changes } = (found ?? {}) as Partial<Batch>
  return typeof n === 'number' && Array.isArray(changes)
}

export function wholeMeta(found: unknown): CopyMeta | undefined {
  const { workspaceId, generation, slices, cursor, seq } = (found ?? {}) as Partial<CopyMeta>
  const areNames = [workspaceId, generation, cursor].every((name) => typeof name === 'string')
  const areNumbers = [slices, seq].every((number) => Number.isSafeInteger(number))
  return areNames && areNumbers ? (found as CopyMeta) : undefined
}

export function wholeAccount(found: unknown): AccountRows | undefined {
  const { settings, workspaces } = (found ?? {}) as Partial<AccountRows>
  const isWhole = Array.isArray(settings?.savedSearches) && Array.isArray(workspaces)
  if (!isWhole || !workspaces.every((each) => typeof each?.id === 'string')) return undefined
  const rows = found as AccountRows
  // Rows of an earlier release say nothing of the workspaces of searches.
  return rows.settings.searchesByWorkspace === undefined
    ? { ...rows, settings: { ...rows.settings, searchesByWorkspace: {} } }
    : rows
}

export function wholeLast(found: unknown): LastAcknowledged | null {
  const { key, at } = (found ?? {}) as Partial<LastAcknowledged>
  return typeof key === 'string' && typeof at === 'number' ? { key, at } : null
}
