import type { COPY_PROBLEMS, COPY_STATES, Id } from '@cardinal/domain'
import { session } from '../../session/index.ts'

export interface CopyWire {
  readonly entity_id: Id
  readonly state: (typeof COPY_STATES)[number]
  readonly problem?: (typeof COPY_PROBLEMS)[number]
  readonly address?: string
  readonly fetchedAt?: string
  readonly title?: string
  readonly language?: string
  readonly content?: string
  readonly is_cut?: boolean
}

export function fetchCopies(ids: readonly Id[]): Promise<readonly CopyWire[]> {
  return session.account.call('POST', '/entity/get-copies', { entity_ids: ids })
}
