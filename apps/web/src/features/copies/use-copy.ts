import type { Card, Id } from '@cardinal/domain'
import { useCallback, useEffect, useState } from 'react'
import type { CopyWire } from '../../replica/copies/wire.ts'
import { keepsHere, useReplica } from '../../replica/index.ts'
import { CallFailed, session, useSession } from '../../session/index.ts'

type ShownCopy =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'there'; readonly copy: CopyWire }

/** ms between two requests while the server fetches a page. */
const POLL_EVERY_MS = 2_000

/**
 * Loads the copy of a card's page from this device or else from the server. Asks again while the server fetches
 * the page, when the card has another copy, and when the network is back.
 */
export function useCopy(card: Card): ShownCopy & { readonly load: () => Promise<void> } {
  const { workspaceId } = useReplica()
  const { userId } = useSession()
  const [shown, setShown] = useState<ShownCopy>({ kind: 'loading' })
  const { id } = card
  const copiedAt = card.page?.copiedAt
  const load = useCallback(async () => {
    const here = await copyHere(userId, workspaceId, id, copiedAt)
    if (here !== undefined) return setShown({ kind: 'there', copy: here })
    try {
      const body = { entity_ids: [id] }
      const [copy] = await session.account.call('POST /entity/get-copies', { body })
      if (copy !== undefined) setShown({ kind: 'there', copy })
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      setShown({ kind: 'failed', reason: failure.message })
    }
  }, [userId, workspaceId, id, copiedAt])
  const isWaiting = shown.kind === 'there' && shown.copy.state === 'waiting'
  useEffect(() => {
    void load()
    addEventListener('online', load)
    return () => removeEventListener('online', load)
  }, [load])
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void load(), POLL_EVERY_MS)
    return () => clearInterval(timer)
  }, [isWaiting, load])
  return { ...shown, load }
}

/** The copy on this device, if it is the card's present one. */
async function copyHere(
  userId: string | null,
  workspaceId: Id,
  cardId: Id,
  copiedAt: number | undefined,
): Promise<CopyWire | undefined> {
  if (userId === null || copiedAt === undefined || !keepsHere('copies')) return undefined
  const { deviceCopiesOf } = await import('../../replica/copies/device-copies.ts')
  return deviceCopiesOf(userId).copyOf(workspaceId, cardId, copiedAt)
}
