import { type ImportSummary, type Receipt, toInstant } from '@cardinal/contract'
import type { StoredImport } from '../store/index.ts'

const STATES = ['running', 'done', 'failed', 'stopped', 'undone'] as const
type ImportState = (typeof STATES)[number]

/** ms without progress after which an import is over: the server that ran it is gone. */
const GONE_AFTER = 60_000

/** Where an import is. One whose server was killed has left its row as running. */
export function stateOf(
  { state, updated_at }: Pick<StoredImport, 'state' | 'updated_at'>,
  now: number,
): ImportState {
  if (state === 'running' && now - updated_at >= GONE_AFTER) return 'stopped'
  return STATES.find((known) => known === state) ?? 'failed'
}

/** An import in the list of all of them. */
export function summaryOf(job: Omit<StoredImport, 'failed' | 'made'>, now: number): ImportSummary {
  return {
    import_id: job.id,
    workspace_id: job.workspace_id,
    state: stateOf(job, now),
    rows: job.rows,
    processed: job.handled,
    created: job.created,
    duplicates: job.duplicates,
    tags: job.tags,
    createdAt: toInstant(job.created_at),
    updatedAt: toInstant(job.updated_at),
  }
}

/** The wire form of an import that is under way or over. */
export function progressOf(job: StoredImport, now: number) {
  const details = JSON.parse(job.failed) as Pick<Receipt, 'failed' | 'renamed_tags'> & Partial<Receipt>
  return {
    import_id: job.id,
    rows: job.rows,
    created: job.created,
    duplicates: job.duplicates,
    tags: job.tags,
    ...details,
    state: stateOf(job, now),
    processed: job.handled,
  }
}
