import { type ImportSummary, type Receipt, toInstant } from '@cardinal/contract'
import type { ListedImport, StoredImport } from '../store/index.ts'

const STATES = ['running', 'done', 'failed', 'stopped', 'undone'] as const
type ImportState = (typeof STATES)[number]

/** An earlier release left `running` in the row when it was killed. */
export function stateOf({ state, held_until }: Pick<ListedImport, 'state' | 'held_until'>): ImportState {
  if (state === 'running' && held_until === null) return 'stopped'
  // Its work is being stored.
  if (state === 'waiting') return 'running'
  return STATES.find((known) => known === state) ?? 'failed'
}

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
    ...(job.file_name !== null && { file_name: job.file_name }),
    createdAt: toInstant(job.created_at),
    updatedAt: toInstant(job.updated_at),
  }
}

/** Wire form of an import. */
export function progressOf(job: ListedImport) {
  return { ...receiptOf(job), state: stateOf(job), processed: job.handled }
}

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

/** Parts of a receipt that have no columns of their own. */
export type Details = Pick<Receipt, 'failed' | 'renamed_tags'> & Partial<Receipt>

export function detailsIn({ failed }: Pick<StoredImport, 'failed'>): Details {
  return JSON.parse(failed) as Details
}
