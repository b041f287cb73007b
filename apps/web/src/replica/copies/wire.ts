import type { Id } from '@cardinal/domain'
import { type DataOf, session } from '../../session/index.ts'

export type CopyWire = DataOf<'POST /entity/get-copies'>[number]

export function fetchCopies(ids: readonly Id[]): Promise<readonly CopyWire[]> {
  return session.account.call('POST /entity/get-copies', { body: { entity_ids: ids } })
}
