import type { Id } from '@cardinal/domain'
import type { StoredImport } from '../store/index.ts'
import type { AccountChanges } from './import-targets.ts'
import type { Made } from './settled-ids.ts'

/** All rows that an import created. Earlier releases stored only a `Made`. */
export interface AllMade {
  readonly parts: readonly ({ readonly workspaceId: Id } & Made)[]
  readonly account: AccountChanges
}

export const NOTHING_MADE: AllMade = { parts: [], account: { made: [], replaced: [], settings: null } }

export function madeBy(job: Pick<StoredImport, 'made' | 'workspace_id'>): AllMade {
  const made = JSON.parse(job.made) as AllMade | Made
  if ('parts' in made) return made
  return {
    parts: [{ workspaceId: job.workspace_id, ...made }],
    account: NOTHING_MADE.account,
  }
}
