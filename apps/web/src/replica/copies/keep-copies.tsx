import { parseSearch } from '@cardinal/domain'
import { ALL_CARDS } from '@cardinal/engine'
import { useEffect, useMemo } from 'react'
import { CallFailed } from '../../session/index.ts'
import { useReplica } from '../react/context.tsx'
import { useAnswer } from '../react/hooks.ts'
import { forgetFound } from './find-copies.ts'
import { keepsHere } from './here.ts'
import { syncCopies } from './sync-copies.ts'

const MOST_CARDS = 5_000
const WITH_COPIES = {
  ...ALL_CARDS,
  search: parseSearch('has:copy'),
  order: { by: 'recently', of: 'updated' },
  offset: 0,
  limit: MOST_CARDS,
  parts: 'page',
} as const

/** Keeps the copies of the open workspace on this device while mounted. Renders nothing. */
export default function KeepCopies({ userId }: { userId: string }) {
  const { workspaceId } = useReplica()
  const { answer } = useAnswer('matchCards', WITH_COPIES, 'deferred')
  const said = useMemo(
    () => answer && JSON.stringify(answer.cards.map(({ id, page }) => [id, page?.copiedAt ?? 0])),
    [answer],
  )
  useEffect(() => {
    if (said === undefined) return
    let isOver = false
    let isUnderWay = false
    const there = new Map(JSON.parse(said) as [string, number][])
    const sync = async () => {
      if (isUnderWay) return
      isUnderWay = true
      try {
        await syncCopies(userId, workspaceId, there, () => !isOver && keepsHere('copies'))
        forgetFound()
      } catch (failure) {
        // Offline: copies are fetched when the network is back.
        if (!(failure instanceof CallFailed) && !(failure instanceof DOMException)) throw failure
      } finally {
        isUnderWay = false
      }
    }
    void sync()
    addEventListener('online', sync)
    return () => {
      isOver = true
      removeEventListener('online', sync)
    }
  }, [userId, workspaceId, said])
  return null
}
