import { type ImportSummary, type Receipt, toInstant } from '@cardinal/contract'
import type { ListedImport, StoredImport } from '../store/index.ts'

const STATES = ['running', 'done', 'failed', 'stopped', 'undone'] as const
type ImportState = (typeof STATES)[number]

/** Returns the state of an import. A killed server of an earlier release may have left the row as running. */
export function stateOf({ state, held_until }: Pick<ListedImport, 'state' | 'held_until'>): ImportState {
  if (state === 'running' && held_until === null) return 'stopped'
  // Its work is being written down.
  if (state === 'waiting') return 'running'
  return STATES.find((known) => known === state) ?? 'failed'
}

/** Returns an import in the list of all of them. */
export function summaryOf(job: Omit<ListedImport, 'failed' | 'made'>): ImportSummary {
  return {
    import_id: job.id,
    workspace_id: job.workspace_id,
    state: stateOf(job),
    rows: job.rows,
    processed: job.handled,
    created: job.created,
    duplicates: job.duplicates,
    tags: job.tags,
    createdAt: toInstant(job.created_at),
    updatedAt: toInstant(job.updated_at),
  }
}

/** Returns the wire form of an import that is under way or over. */
export function progressOf(job: ListedImport) {
  return { ...receiptOf(job), state: stateOf(job), processed: job.handled }
}

/** Returns what an import has come to. */
export function receiptOf(
  job: Pick<StoredImport, 'id' | 'rows' | 'created' | 'duplicates' | 'tags' | 'failed'>,
): Receipt {
  return {
    import_id: job.id,
    rows: job.rows,
    created: job.created,
    duplicates: job.duplicates,
    tags: job.tags,
    ...detailsIn(job),
  }
}

/** The parts of a receipt that have no column of their own. */
export type Details = Pick<Receipt, 'failed' | 'renamed_tags'> & Partial<Receipt>

export function detailsIn({ failed }: Pick<StoredImport, 'failed'>): Details {
  return JSON.parse(failed) as Details
}
